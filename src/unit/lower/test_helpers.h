// Small classes that a test file brings along, for what no expression can say.
// They stand at the top of the file, where a test needs them.
//
// Easy to get wrong: they are C++11, as the code under test may be.
#pragma once

#include <set>
#include <string>

namespace covolve::unit {

struct TestHelper {
  std::string name;
  std::string text;
  std::set<std::string> includes;
};

/// What a FILE* points to.
const TestHelper& temporaryFile();

/// A text that a callback is given.
const TestHelper& textGiven();

/// What a callback or a method of a stub returns, where that is not always the same.
const TestHelper& resultsInTurn();

/// Code that reads standard input finds it at its end.
const TestHelper& noInput();

}  // namespace covolve::unit
