// Writes a tree of REST tests in one language. A new language is one new file
// and one line in rest_printer.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rest/emit/rest_tests.h"

namespace covolve::rest::emit {

class RestPrinter {
 public:
  virtual ~RestPrinter() = default;

  virtual std::string_view name() const = 0;  // as --format takes it: "gtest", "pytest", "node", "junit"
  virtual std::string_view description() const = 0;  // "pytest + requests"
  /// "faults" -> "faults_test.cpp", "test_faults.py", "faults.test.mjs"
  virtual std::string fileName(std::string_view part) const = 0;
  virtual std::string print(const TestFile& file) const = 0;
  /// "get_pet_returns_404" as this language has it: "GetPetReturns404", "test_get_pet_returns_404".
  virtual std::string testName(std::string_view name) const = 0;

  /// What runs the files of a language that has no such thing itself.
  struct ProjectFile {
    std::string name;
    std::string text;
    std::string mark;  // stands in those that covolve wrote: others are left alone
  };
  virtual std::optional<ProjectFile> projectFile() const { return std::nullopt; }
};

/// nullptr when there is none of that name.
const RestPrinter* findRestPrinter(std::string_view name);
/// The default first.
std::vector<std::string_view> restPrinterNames();

/// One a language, defined in its own file.
const RestPrinter& googleTestRestPrinter();
const RestPrinter& pytestPrinter();
const RestPrinter& nodePrinter();
const RestPrinter& junitPrinter();

}  // namespace covolve::rest::emit
