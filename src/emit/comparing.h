// What Catch2 and doctest have in common: they take comparisons apart
// themselves, CHECK(actual == expected), and their macros can have a prefix.
#pragma once

#include <string>
#include <vector>

#include "emit/page.h"

namespace covolve::emit {

/// How one of them says it.
struct CheckMacros {
  std::string prefix;  // of all macros, where the code under test has such names itself: "CATCH_"
  /// The whole expectation that two floating-point numbers are nearly equal, given CHECK's or REQUIRE's name.
  std::string (*nearlyEqual)(const std::string& macro, const Expectation& expectation);
};

std::string printCheck(const Expectation& expectation, const CheckMacros& macros);

/// The names of macros that the code under test may have too.
const std::vector<std::string>& checkMacroNames();

/// The headers that comparisons with these expectations need.
void addCheckIncludes(TestFile& file);

}  // namespace covolve::emit
