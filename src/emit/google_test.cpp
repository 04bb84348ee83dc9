// GoogleTest: TEST(Suite, Name) with EXPECT_* lines, a report in JSON, and lines
// on the output that say which test runs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <nlohmann/json.hpp>

#include "emit/cpp_text.h"
#include "emit/page.h"

namespace covolve::emit {

namespace {

std::string macro(std::string_view name, bool fatal) {
  return std::string(fatal ? "ASSERT_" : "EXPECT_") + std::string(name);
}

std::string printComparison(std::string_view name, const Expectation& e) {
  return macro(name, e.fatal) + "(" + printMacroArgument(e.actual) + ", " + printMacroArgument(e.expected) +
         ")";
}

std::string printExpectation(const Expectation& e) {
  using Kind = Expectation::Kind;
  const auto unary = [&](std::string_view name, const std::string& argument) {
    return macro(name, e.fatal) + "(" + argument + ")";
  };
  switch (e.kind) {
    case Kind::Equal:
      return printComparison("EQ", e);
    case Kind::True:
      return unary("TRUE", printMacroArgument(e.actual));
    case Kind::False:
      return unary("FALSE", printMacroArgument(e.actual));
    case Kind::FloatEqual:
      return printComparison("FLOAT_EQ", e);
    case Kind::DoubleEqual:
      return printComparison("DOUBLE_EQ", e);
    case Kind::IsNan:
      return unary("TRUE", "std::isnan(" + printExpression(e.actual) + ")");
    case Kind::TextEqual:
      return printComparison("STREQ", e);
    case Kind::Null:
      return macro("EQ", e.fatal) + "(" + printMacroArgument(e.actual) + ", nullptr)";
    case Kind::NotNull:
      return macro("NE", e.fatal) + "(" + printMacroArgument(e.actual) + ", nullptr)";
    case Kind::Throws:
      return macro("THROW", e.fatal) + "(" + printEvaluation(e.actual, e.discardsValue) + ", " +
             e.exceptionType + ")";
    case Kind::ThrowsAnything:
      return unary("ANY_THROW", printEvaluation(e.actual, e.discardsValue));
    case Kind::NoThrow:
      return unary("NO_THROW", printEvaluation(e.actual, e.discardsValue));
  }
  return {};
}

/// What this printer writes beside TEST; a project may have macros of these names for its own tests.
const std::vector<std::string>& expectationMacros() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const char* name :
         {"EQ", "NE", "TRUE", "FALSE", "FLOAT_EQ", "DOUBLE_EQ", "STREQ", "THROW", "ANY_THROW", "NO_THROW"}) {
      all.push_back(macro(name, false));
      all.push_back(macro(name, true));
    }
    return all;
  }();
  return names;
}

Dialect googleTestDialect(const TestFile& file) {
  Dialect dialect;
  for (const std::string& name : clashes(file, {"FAIL", "SUCCEED", "TEST", "TEST_F"})) {
    dialect.setup.push_back("#define GTEST_DONT_DEFINE_" + name + " 1");
  }
  for (const std::string& name : clashes(file, expectationMacros()))
    dialect.setup.push_back("#undef " + name);
  const std::string opening = clashes(file, {"TEST"}).empty() ? "TEST" : "GTEST_TEST";
  dialect.headers = {"<gtest/gtest.h>"};
  dialect.opening = [opening](const Test& test) {
    return fmt::format("{}({}, {})", opening, test.suite, test.name);
  };
  dialect.expectation = printExpectation;
  return dialect;
}

/// "file.cpp:12\nExpected..." -> 12; "unknown file\nC++ exception ..." -> 0.
unsigned failedLine(std::string_view message) {
  const std::string_view location = message.substr(0, message.find('\n'));
  const size_t colon = location.rfind(':');
  unsigned line = 0;
  if (colon != std::string_view::npos) {
    std::from_chars(location.data() + colon + 1, location.data() + location.size(), line);
  }
  return line;
}

/// "file.cpp:12\nExpected equality of these values:\n  total()\n    Which is: 5\n  4" -> "5"; what is not as
/// clear, whole.
std::string foundBy(std::string_view message) {
  message.remove_prefix(std::min(message.find('\n'), message.size() - 1) + 1);
  std::string_view found = message;
  for (const std::string_view mark : {"Which is: ", "Actual: ", "actual: "}) {
    const size_t at = message.find(mark);
    if (at == std::string_view::npos) continue;
    found = message.substr(at + mark.size());
    found = found.substr(0, found.find('\n'));
    break;
  }
  std::string line;
  for (const char c : found) {
    const bool isBlank = c == ' ' || c == '\n';
    if (!isBlank || !line.ends_with(' ')) line += isBlank ? ' ' : c;
  }
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

/// False when the text is not GoogleTest's whole report.
bool readReport(std::string_view text, Said& said) try {
  const nlohmann::json report = nlohmann::json::parse(text, nullptr, false);
  if (!report.is_object() || !report.contains("testsuites")) return false;
  for (const nlohmann::json& suite : report["testsuites"]) {
    for (const nlohmann::json& test : suite.value("testsuite", nlohmann::json::array())) {
      const std::string name = suite.value("name", "") + "." + test.value("name", "");
      if (test.value("status", "") == "RUN") said.ran.push_back(name);
      const nlohmann::json failures = test.value("failures", nlohmann::json::array());
      if (failures.empty()) continue;
      FailedTest one{name, {}};
      for (const nlohmann::json& failure : failures)
        one.lines.push_back(failedLine(failure.value("failure", "")));
      one.found = foundBy(failures.front().value("failure", ""));
      said.failed.push_back(std::move(one));
    }
  }
  return true;
} catch (const nlohmann::json::exception&) {
  return false;
}

constexpr std::string_view kStart = "[ RUN      ] ";

/// GoogleTest's closing line stands behind all tests.
bool saidItsEnd(std::string_view output) {
  const size_t end = output.rfind(" ran. (");
  const size_t lastStart = output.rfind(kStart);
  return end != std::string_view::npos && (lastStart == std::string_view::npos || end > lastStart);
}

std::string lastStartedTest(std::string_view output) {
  const size_t at = output.rfind(kStart);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = output.substr(at + kStart.size());
  std::string name(rest.substr(0, rest.find_first_of("\r\n")));
  // It ended; what stopped the program came later, from no test.
  const bool ended = rest.find("[       OK ] " + name) != std::string_view::npos ||
                     rest.find("[  FAILED  ] " + name) != std::string_view::npos;
  return ended ? std::string() : name;
}

class GoogleTest : public Framework {
 public:
  std::string_view name() const override { return "googletest"; }

  const Requirements& requirements() const override {
    static const Requirements needs{
        "GoogleTest", "gtest/gtest.h", "libgtest-dev", {"-lgtest", "-lgtest_main"}};
    return needs;
  }

  Printed print(const TestFile& file) const override { return printPage(file, googleTestDialect(file)); }
  std::string printStatement(const Statement& statement) const override {
    return emit::printStatement(statement, googleTestDialect({}));
  }
  std::string symbolOf(const Test& test) const override { return test.suite + "_" + test.name + "_Test"; }

  std::vector<std::string> arguments(const Selection& selection,
                                     const std::filesystem::path& report) const override {
    std::vector<std::string> arguments{"--gtest_color=no", "--gtest_output=json:" + report.string()};
    if (selection.seed != 0) {
      arguments.emplace_back("--gtest_shuffle");
      arguments.push_back(fmt::format("--gtest_random_seed={}", selection.seed));
    }
    if (selection.twice) arguments.emplace_back("--gtest_repeat=2");
    if (selection.stopsAtFailure) arguments.emplace_back("--gtest_fail_fast");
    if (!selection.only.empty())
      arguments.push_back(fmt::format("--gtest_filter={}", fmt::join(selection.only, ":")));
    if (!selection.except.empty())
      arguments.push_back(fmt::format("--gtest_filter=*-{}", fmt::join(selection.except, ":")));
    return arguments;
  }

  Said read(std::string_view report, std::string_view output) const override {
    Said said;
    said.finished = readReport(report, said);
    if (said.finished && !saidItsEnd(output)) {
      said.silenced = true;
      said.finished = false;
    }
    if (!said.finished) said.lastStarted = lastStartedTest(output);
    return said;
  }
};

}  // namespace

const Framework& googleTest() {
  static const GoogleTest framework;
  return framework;
}

}  // namespace covolve::emit
