// What all frameworks' files have in common: the comment on top, includes, and
// tests that are a line which opens them, statements and a brace.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "emit/framework.h"

namespace covolve::emit {

/// What one framework adds.
struct Dialect {
  std::string comment = {};               // what there is to know about it, below the file's own comment
  std::vector<std::string> setup = {};    // lines before its headers
  std::vector<std::string> headers = {};  // with their brackets
  std::function<std::string(const Test&)> opening;
  std::function<std::string(const Expectation&)> expectation;
};

Printed printPage(const TestFile& file, const Dialect& dialect);

std::string printStatement(const Statement& statement, const Dialect& dialect);

/// Those of the framework's names that the code under test has too.
std::vector<std::string> clashes(const TestFile& file, const std::vector<std::string>& names);

}  // namespace covolve::emit
