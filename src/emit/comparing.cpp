#include "emit/comparing.h"

#include "emit/cpp_text.h"

namespace covolve::emit {

namespace {

/// What stands beside == : anything looser in parentheses.
std::string operand(const Expression& expression) {
  const std::string text = printExpression(expression);
  return expression.kind == Expression::Kind::Binary ? "(" + text + ")" : text;
}

}  // namespace

std::string printCheck(const Expectation& e, const CheckMacros& macros) {
  using Kind = Expectation::Kind;
  const std::string check = macros.prefix + (e.fatal ? "REQUIRE" : "CHECK");
  const auto compared = [&](const std::string& actual, const char* comparison, const std::string& expected) {
    return check + "(" + actual + " " + comparison + " " + expected + ")";
  };
  switch (e.kind) {
    case Kind::Equal:
      return compared(operand(e.actual), "==", operand(e.expected));
    case Kind::True:
      // Taken apart, the code's own operator would see other operands than it was called with.
      return check + "(" + operand(e.actual) + ")";
    case Kind::False:
      return check + "_FALSE(" + operand(e.actual) + ")";
    case Kind::FloatEqual:
    case Kind::DoubleEqual:
      return macros.nearlyEqual(check, e);
    case Kind::IsNan:
      return check + "(std::isnan(" + printExpression(e.actual) + "))";
    case Kind::TextEqual:
      return compared("std::string(" + printExpression(e.actual) + ")", "==", operand(e.expected));
    case Kind::Null:
      return compared(operand(e.actual), "==", "nullptr");
    case Kind::NotNull:
      return compared(operand(e.actual), "!=", "nullptr");
    case Kind::Throws:
      return check + "_THROWS_AS(" + printEvaluation(e.actual, e.discardsValue) + ", " + e.exceptionType +
             ")";
    case Kind::ThrowsAnything:
      return check + "_THROWS(" + printEvaluation(e.actual, e.discardsValue) + ")";
    case Kind::NoThrow:
      return check + "_NOTHROW(" + printEvaluation(e.actual, e.discardsValue) + ")";
  }
  return {};
}

const std::vector<std::string>& checkMacroNames() {
  static const std::vector<std::string> names = {
      "TEST_CASE",     "CHECK",      "CHECK_FALSE", "CHECK_THROWS",  "CHECK_THROWS_AS",
      "CHECK_NOTHROW", "CHECK_THAT", "REQUIRE",     "REQUIRE_FALSE", "REQUIRE_THAT",
      "FAIL",          "SUCCEED",    "INFO",        "WARN",          "CAPTURE",
      "MESSAGE",       "SECTION",    "SUBCASE",     "TEST_SUITE",    "SCENARIO",
      "GIVEN",         "WHEN",       "THEN",        "AND_WHEN",      "AND_THEN",
      "GENERATE",      "BENCHMARK"};
  return names;
}

void addCheckIncludes(TestFile& file) {
  for (Test& test : file.tests) {
    for (const Statement& statement : test.statements) {
      const auto* expectation = std::get_if<Expectation>(&statement);
      if (expectation != nullptr && expectation->kind == Expectation::Kind::TextEqual)
        test.includes.insert("<string>");
    }
  }
}

}  // namespace covolve::emit
