// Makes the parts that spell texts from the syntax tree of a regular expression.
// What cannot be had by construction is refused with a reason, rather than sampled
// wrongly.
#pragma once

#include <expected>
#include <memory>
#include <string>

#include "gene/regex/part.h"
#include "regex/syntax_tree.h"

namespace covolve::gene::regex {

/// The reason is a clause, in lower case.
std::expected<std::unique_ptr<Part>, std::string> buildParts(const covolve::regex::SyntaxTree& tree);

}  // namespace covolve::gene::regex
