// doctest: TEST_CASE("Suite.Name") with CHECK lines, a report in XML.
#include <fmt/format.h>

#include "emit/comparing.h"
#include "emit/cpp_text.h"
#include "emit/xml_report.h"

namespace covolve::emit {

namespace {

/// doctest's own tolerance is a hundred thousandth.
std::string approximately(const std::string& check, const Expectation& e) {
  const char* tolerance = e.kind == Expectation::Kind::FloatEqual ? "1e-6" : "1e-14";
  return fmt::format("{}({} == doctest::Approx({}).epsilon({}))", check, printPrimary(e.actual),
                     printExpression(e.expected), tolerance);
}

Dialect doctestDialect(const TestFile& file) {
  Dialect dialect;
  const CheckMacros macros{clashes(file, checkMacroNames()).empty() ? "" : "DOCTEST_", approximately};
  dialect.comment =
      "Link it with one source that defines DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN before it includes\n"
      "<doctest/doctest.h>.";
  if (!macros.prefix.empty()) dialect.setup.emplace_back("#define DOCTEST_CONFIG_NO_SHORT_MACRO_NAMES");
  // Else REQUIRE vanishes without exceptions.
  if (!file.hasExceptions)
    dialect.setup.emplace_back("#define DOCTEST_CONFIG_NO_EXCEPTIONS_BUT_WITH_ALL_ASSERTS");
  dialect.headers = {"<doctest/doctest.h>"};
  dialect.opening = [macros](const Test& test) {
    return fmt::format("{}TEST_CASE(\"{}\")", macros.prefix, test.fullName());
  };
  dialect.expectation = [macros](const Expectation& expectation) { return printCheck(expectation, macros); };
  return dialect;
}

/// doctest has no option for it. A context that ran does not open its report again.
constexpr const char* kDoctestMain = R"(#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <string>

int main(int count, char** arguments) {
  const bool twice = count > 1 && std::string(arguments[count - 1]) == "twice";
  if (twice) --count;
  const int failed = doctest::Context(count, arguments).run();
  return twice && failed == 0 ? doctest::Context(count, arguments).run() : failed;
}
)";

/// A filter: names are separated by commas.
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    if (!text.empty()) text += ',';
    for (const char c : name) {
      if (c == ',' || c == '\\') text += '\\';
      text += c;
    }
  }
  return text;
}

class Doctest : public Framework {
 public:
  std::string_view name() const override { return "doctest"; }

  const Requirements& requirements() const override {
    static const Requirements needs{"doctest", "doctest/doctest.h", "doctest-dev", {}, kDoctestMain};
    return needs;
  }

  Printed print(const TestFile& file) const override {
    TestFile completed = file;
    addCheckIncludes(completed);
    return printPage(completed, doctestDialect(completed));
  }

  std::string printStatement(const Statement& statement) const override {
    return emit::printStatement(statement, doctestDialect({}));
  }

  std::string symbolOf(const Test&) const override { return {}; }

  std::vector<std::string> arguments(const Selection& selection,
                                     const std::filesystem::path& report) const override {
    std::vector<std::string> arguments{"--reporters=xml", "--out=" + report.string(),
                                       "--case-sensitive=true"};
    if (selection.seed != 0) {
      arguments.emplace_back("--order-by=rand");
      arguments.push_back(fmt::format("--rand-seed={}", selection.seed));
    }
    if (!selection.only.empty()) arguments.push_back("--test-case=" + listed(selection.only));
    if (!selection.except.empty()) arguments.push_back("--test-case-exclude=" + listed(selection.except));
    if (selection.stopsAtFailure) arguments.emplace_back("--abort-after=1");
    if (selection.twice) arguments.emplace_back("twice");
    return arguments;
  }

  Said read(std::string_view report, std::string_view) const override {
    return readXmlReport(report, "doctest");
  }
};

}  // namespace

const Framework& doctest() {
  static const Doctest framework;
  return framework;
}

}  // namespace covolve::emit
