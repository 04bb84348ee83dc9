// A printer writes a test tree for one framework and says on which lines each
// statement came to stand, so that a compiler's or a framework's complaint can
// be traced back to the tree. A new framework is one new file beside
// google_test_printer.cpp and one line in printer.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "emit/test_tree.h"

namespace covolve::emit {

/// Lines count from 1; a statement reaches to the line before the next one.
struct TestLines {
  unsigned first = 0;
  unsigned last = 0;
  std::vector<unsigned> statements;
};

struct Printed {
  std::string text;
  std::vector<TestLines> tests;  // parallel to TestFile::tests
};

class Printer {
 public:
  virtual ~Printer() = default;

  virtual std::string_view name() const = 0;
  virtual Printed print(const TestFile& file) const = 0;
  /// One statement on one line without indentation, for messages.
  virtual std::string printStatement(const Statement& statement) const = 0;
  /// A name that linker and compiler messages about this test contain.
  virtual std::string symbolOf(const Test& test) const = 0;
};

/// nullptr when there is none of that name.
const Printer* findPrinter(std::string_view name);
std::vector<std::string_view> printerNames();

/// One a framework, defined in its own file.
const Printer& googleTestPrinter();

}  // namespace covolve::emit
