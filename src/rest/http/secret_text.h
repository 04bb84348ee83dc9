// What proves who is calling, where somebody says it back: kept out of whatever is
// written down.
//
// Easy to get wrong: the passwords of test users are often words that stand in
// paths and data as well ("admin", "test"); to hide these would spoil everything.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace covolve::rest {

/// Whether a text can hardly mean anything else: eight characters that are no plain word.
bool isUnmistakable(std::string_view secret);

/// Without those that may be mistaken, the longest first: one may be a part of another.
std::vector<std::string> unmistakable(std::vector<std::string> secrets);

/// "***" in place of each of them.
std::string hidden(std::string text, const std::vector<std::string>& secrets);

}  // namespace covolve::rest
