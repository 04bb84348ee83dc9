// Reads a regular expression into its syntax tree.
//
// What only older ECMAScript does without harm is taken as it means it: `\_` and
// `\@` are characters, and so are a `{` that begins no bounds and a `-` beside a
// class such as `[\w-.]`.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "regex/syntax_tree.h"

namespace covolve::regex {

struct ParseFailure {
  std::string problem;  // a clause, in lower case
  /// No dialect reads it, or this one explicitly does not: (, a**, \Z. Otherwise it may mean something to
  /// others: (?i), \pL, halves of UTF-16 pairs.
  bool isWrong;
};

std::expected<SyntaxTree, ParseFailure> parse(std::string_view pattern, Syntax syntax);

}  // namespace covolve::regex
