// What one character can be: escapes and bracket expressions.
#pragma once

#include <optional>

#include "gene/regex/character_set.h"
#include "gene/regex/cursor.h"
#include "gene/regex/regex_gene.h"

namespace covolve::gene::regex {

/// An escape that stands for a character or a class; the backslash was taken. Nothing, and a problem in the
/// cursor, for any other.
std::optional<CharacterSet> parseCharacterEscape(Cursor& cursor, RegexSyntax syntax);

/// A bracket expression; the opening bracket was taken. Never empty.
std::optional<CharacterSet> parseBracket(Cursor& cursor, RegexSyntax syntax);

}  // namespace covolve::gene::regex
