// Regular expressions of ECMA 262 in the words of PCRE2. Every literal character
// is written by its code, so that nothing is taken for syntax that only PCRE2 has.
#pragma once

#include <optional>
#include <string>

#include "regex/syntax_tree.h"

namespace covolve::rest {

/// For PCRE2 in UTF mode; nothing where it has no words for it.
std::optional<std::string> translateEcmaPattern(const regex::SyntaxTree& tree);

}  // namespace covolve::rest
