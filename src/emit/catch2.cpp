// Catch2, version 3 (a library) and version 2 (one header): TEST_CASE("Suite.Name",
// "[Suite]") with CHECK lines, a report in XML.
#include <fmt/format.h>

#include <algorithm>

#include "emit/comparing.h"
#include "emit/cpp_text.h"
#include "emit/xml_report.h"

namespace covolve::emit {

namespace {

/// What the versions differ in.
struct Version {
  const char* name;
  std::vector<std::string> headers;
  const char* matcherHeader;  // of floating-point numbers, where it is one of its own
  const char* comment;
  Requirements requirements;
};

/// GoogleTest's tolerance.
std::string withinUlps(const std::string& check, const Expectation& e) {
  return fmt::format("{}_THAT({}, Catch::Matchers::WithinULP({}, 4))", check, printMacroArgument(e.actual),
                     printExpression(e.expected));
}

bool comparesFloating(const TestFile& file) {
  return std::ranges::any_of(file.tests, [](const Test& test) {
    return std::ranges::any_of(test.statements, [](const Statement& statement) {
      const auto* expectation = std::get_if<Expectation>(&statement);
      return expectation != nullptr && (expectation->kind == Expectation::Kind::FloatEqual ||
                                        expectation->kind == Expectation::Kind::DoubleEqual);
    });
  });
}

/// Catch2 has no option for it.
constexpr const char* kCatchMain = R"(
#include <string>

int main(int count, char** arguments) {
  const bool twice = count > 1 && std::string(arguments[count - 1]) == "twice";
  Catch::Session session;
  int failed = session.applyCommandLine(twice ? count - 1 : count, arguments);
  if (failed != 0) return failed;
  failed = session.run();
  if (twice && failed == 0) failed = session.run();
  return failed;
}
)";

/// As part of a test specification, in which some characters mean something.
std::string escaped(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (c == ',' || c == '[' || c == '"' || c == '\\' || c == '*') text += '\\';
    text += c;
  }
  return text;
}

class Catch2 : public Framework {
 public:
  explicit Catch2(const Version& version) : version_(version) {}

  std::string_view name() const override { return version_.name; }
  const Requirements& requirements() const override { return version_.requirements; }

  Printed print(const TestFile& file) const override {
    TestFile completed = file;
    addCheckIncludes(completed);
    return printPage(completed, dialectFor(completed));
  }

  std::string printStatement(const Statement& statement) const override {
    return emit::printStatement(statement, dialectFor({}));
  }

  std::string symbolOf(const Test&) const override { return {}; }

  std::vector<std::string> arguments(const Selection& selection,
                                     const std::filesystem::path& report) const override {
    std::vector<std::string> arguments{"--reporter", "xml", "--out", report.string()};
    if (selection.seed != 0) {
      for (const std::string& argument : {std::string("--order"), std::string("rand"),
                                          std::string("--rng-seed"), std::to_string(selection.seed)})
        arguments.push_back(argument);
    } else {
      arguments.insert(arguments.end(), {"--order", "decl"});
    }
    for (const std::string& name : selection.only) {
      if (&name != &selection.only.front()) arguments.emplace_back(",");  // or
      arguments.push_back(escaped(name));
    }
    for (const std::string& name : selection.except) arguments.push_back("~" + escaped(name));
    if (selection.stopsAtFailure) arguments.emplace_back("--abort");
    if (selection.twice) arguments.emplace_back("twice");
    return arguments;
  }

  Said read(std::string_view report, std::string_view) const override {
    Said said = readXmlReport(report, "Catch2TestRun");
    if (!said.finished) said = readXmlReport(report, "Catch");
    return said;
  }

 private:
  Dialect dialectFor(const TestFile& file) const {
    Dialect dialect;
    const CheckMacros macros{clashes(file, checkMacroNames()).empty() ? "" : "CATCH_", withinUlps};
    dialect.comment = version_.comment;
    if (!macros.prefix.empty()) dialect.setup.emplace_back("#define CATCH_CONFIG_PREFIX_ALL");
    dialect.headers = version_.headers;
    if (version_.matcherHeader != nullptr && comparesFloating(file))
      dialect.headers.emplace_back(version_.matcherHeader);
    dialect.opening = [macros](const Test& test) {
      return fmt::format("{}TEST_CASE(\"{}\", \"[{}]\")", macros.prefix, test.fullName(), test.suite);
    };
    dialect.expectation = [macros](const Expectation& expectation) {
      return printCheck(expectation, macros);
    };
    return dialect;
  }

  const Version& version_;
};

}  // namespace

const Framework& catch2() {
  static const Version version{"catch2",
                               {"<catch2/catch_test_macros.hpp>"},
                               "<catch2/matchers/catch_matchers_floating_point.hpp>",
                               "",
                               {"Catch2 version 3",
                                "catch2/catch_test_macros.hpp",
                                "catch2 (since Debian 13)",
                                {"-lCatch2"},
                                std::string("#include <catch2/catch_session.hpp>\n") + kCatchMain}};
  static const Catch2 framework(version);
  return framework;
}

const Framework& catch2Version2() {
  static const Version version{
      "catch2-v2",
      {"<catch2/catch.hpp>"},
      nullptr,
      "Link it with one source that defines CATCH_CONFIG_MAIN before it includes <catch2/catch.hpp>.",
      {"Catch2 version 2",
       "catch2/catch.hpp",
       "catch2 (Debian 12)",
       {},
       std::string("#define CATCH_CONFIG_RUNNER\n#include <catch2/catch.hpp>\n") + kCatchMain}};
  static const Catch2 framework(version);
  return framework;
}

}  // namespace covolve::emit
