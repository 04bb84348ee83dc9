// What one character can be: escapes and bracket expressions.
#pragma once

#include <optional>

#include "regex/cursor.h"
#include "regex/syntax_tree.h"

namespace covolve::regex {

/// A character, or a class, which an escape stands for; the backslash was taken, and something follows.
/// Nothing, and a failure of the cursor, for any other.
std::optional<ClassMember> parseCharacterEscape(Cursor& cursor, Syntax syntax);

/// A bracket expression; the opening bracket was taken.
std::optional<CharacterClass> parseBracket(Cursor& cursor, Syntax syntax);

/// The character that a member is; nothing for a class.
std::optional<char32_t> onlyCharacter(const ClassMember& member);

}  // namespace covolve::regex
