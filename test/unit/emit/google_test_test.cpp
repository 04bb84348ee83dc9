#include <gtest/gtest.h>

#include "emit/cpp_text.h"
#include "emit/framework.h"

namespace covolve::emit {
namespace {

Expression number(const char* text) { return Expression::literal(text); }
Expression variable(const char* name) { return Expression::variable(name); }
std::string statement(const Statement& one) { return googleTest().printStatement(one); }

TEST(CppText, OperandsKeepTheirMeaning) {
  const Expression sum = Expression::binary(variable("a"), "+", number("-1"));
  EXPECT_EQ(printExpression(sum), "a + -1");
  EXPECT_EQ(printExpression(Expression::binary(sum, "*", variable("b"))), "(a + -1) * b");
  EXPECT_EQ(printExpression(Expression::prefix("-", number("-1"))), "-(-1)");
  EXPECT_EQ(printExpression(Expression::methodCall(sum, "size", {})), "(a + -1).size()");
  EXPECT_EQ(printExpression(Expression::subscript(Expression::move(variable("a")), number("0"))),
            "std::move(a)[0]");
}

TEST(CppText, PointersAreFollowedWithAnArrow) {
  const Expression order = Expression::dereference(variable("order"));
  EXPECT_EQ(printExpression(Expression::methodCall(order, "total", {number("1")})), "order->total(1)");
  EXPECT_EQ(printExpression(Expression::member(order, "price")), "order->price");
}

TEST(CppText, OnlyCommasOutsideParenthesesAreBare) {
  EXPECT_TRUE(hasBareComma("std::pair<int, int>{}"));
  EXPECT_TRUE(hasBareComma("Point{1, 2}"));
  EXPECT_FALSE(hasBareComma("f(1, 2)"));
  EXPECT_FALSE(hasBareComma("\"a, b\""));
  EXPECT_FALSE(hasBareComma("','"));
  EXPECT_FALSE(hasBareComma("\"\\\", \""));
  EXPECT_TRUE(hasBareComma("f(')'), 1"));
}

TEST(CppText, AConstructionIsNeverADeclaration) {
  EXPECT_EQ(printEvaluation(Expression::construct("Order", {variable("item")}), false),
            "static_cast<void>(Order(item))");
  EXPECT_EQ(printEvaluation(Expression::construct("Order", {Expression::addressOf(variable("item"))}), false),
            "static_cast<void>(Order(&item))");
  EXPECT_EQ(printEvaluation(Expression::construct("Order", {number("shop::Mode::Fast")}), false),
            "static_cast<void>(Order(shop::Mode::Fast))");
  EXPECT_EQ(printEvaluation(Expression::construct("Order", {number("Basket<int>::Mode::Fast")}), false),
            "static_cast<void>(Order(Basket<int>::Mode::Fast))");
  EXPECT_EQ(printEvaluation(Expression::construct("Order", {number("u8\"a\"")}), false), "Order(u8\"a\")");
  EXPECT_EQ(printEvaluation(Expression::construct("Order", {number("1"), number("2")}), false),
            "Order(1, 2)");
  EXPECT_EQ(printDeclaration({"Order", "order", Declaration::Form::Parentheses, {}}), "Order order{}");
}

TEST(CppText, LongLinesBreakAtTheOutermostComma) {
  EXPECT_EQ(breakLine("f(a, g(b, c));", 2, 80), (std::vector<std::string>{"  f(a, g(b, c));"}));
  EXPECT_EQ(breakLine("EXPECT(ffff(aaaa, bbbb), gggg(cccc, dddd));", 2, 40),
            (std::vector<std::string>{"  EXPECT(ffff(aaaa, bbbb),", "      gggg(cccc, dddd));"}));
  EXPECT_EQ(breakLine("f(std::pair<int, int>{1111111, 2}, 3);", 0, 36),
            (std::vector<std::string>{"f(std::pair<int, int>{1111111, 2},", "    3);"}));
}

TEST(CppText, NothingBreaksInsideALiteral) {
  const std::string text = "f(\"aaaa, bbbb, cccc, dddd\");";
  EXPECT_EQ(breakLine(text, 0, 10), (std::vector<std::string>{text}));
  EXPECT_EQ(breakLine("f(\"aaaaaaaa\" \"bbbbbbbb\");", 0, 16),
            (std::vector<std::string>{"f(\"aaaaaaaa\"", "    \"bbbbbbbb\");"}));
}

TEST(GoogleTestPrinter, WritesEveryExpectation) {
  using Kind = Expectation::Kind;
  const Expression f = Expression::call("f", {});
  EXPECT_EQ(statement(Expectation{Kind::Equal, f, number("1")}), "EXPECT_EQ(f(), 1)");
  EXPECT_EQ(statement(Expectation{Kind::Equal, f, Expression::braces("P", {number("1"), number("2")})}),
            "EXPECT_EQ(f(), (P{1, 2}))");
  EXPECT_EQ(statement(Expectation{Kind::True, f}), "EXPECT_TRUE(f())");
  EXPECT_EQ(statement(Expectation{Kind::False, f}), "EXPECT_FALSE(f())");
  EXPECT_EQ(statement(Expectation{Kind::FloatEqual, f, number("1.0f")}), "EXPECT_FLOAT_EQ(f(), 1.0f)");
  EXPECT_EQ(statement(Expectation{Kind::DoubleEqual, f, number("1.0")}), "EXPECT_DOUBLE_EQ(f(), 1.0)");
  EXPECT_EQ(statement(Expectation{Kind::IsNan, f}), "EXPECT_TRUE(std::isnan(f()))");
  EXPECT_EQ(statement(Expectation{Kind::TextEqual, f, number("\"a\"")}), "EXPECT_STREQ(f(), \"a\")");
  EXPECT_EQ(statement(Expectation{Kind::Null, f}), "EXPECT_EQ(f(), nullptr)");
  EXPECT_EQ(statement(Expectation{Kind::NotNull, f}), "EXPECT_NE(f(), nullptr)");
  EXPECT_EQ(statement(Expectation{Kind::ThrowsAnything, f}), "EXPECT_ANY_THROW(f())");
  EXPECT_EQ(statement(Expectation{Kind::NoThrow, f}), "EXPECT_NO_THROW(f())");
  Expectation throws{Kind::Throws, f};
  throws.exceptionType = "std::out_of_range";
  EXPECT_EQ(statement(throws), "EXPECT_THROW(f(), std::out_of_range)");
  Expectation fatal{Kind::NotNull, f};
  fatal.fatal = true;
  EXPECT_EQ(statement(fatal), "ASSERT_NE(f(), nullptr)");
}

TEST(GoogleTestPrinter, KnowsTheLinesOfItsTests) {
  TestFile file{"Header.", {Include{"\"a.h\""}}, {}};
  emit::Test first{"Suite",     "First", "why\nand how", {Evaluation{Expression::call("f", {}), false}},
                   {"<cmath>"}, 0};
  first.statements.emplace_back(
      Expectation{Expectation::Kind::Equal, variable("x"), Expression::literal(std::string(90, '1'))});
  first.statements.emplace_back(Evaluation{Expression::call("g", {}), true});
  file.tests = {first, {"Suite", "Second", "", {}, {}, 1}};
  const Printed printed = googleTest().print(file);
  std::vector<std::string> lines{""};
  for (char c : printed.text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  const auto at = [&](unsigned line) { return lines.at(line - 1); };
  EXPECT_EQ(at(printed.tests[0].first), "TEST(Suite, First) {");
  EXPECT_EQ(at(printed.tests[0].last), "}");
  EXPECT_EQ(at(printed.tests[0].statements[0]), "  f();");
  EXPECT_EQ(at(printed.tests[0].statements[1]), "  EXPECT_EQ(x,");
  EXPECT_EQ(at(printed.tests[0].statements[2]), "  static_cast<void>(g());");
  EXPECT_EQ(at(printed.tests[1].first), "TEST(Suite, Second) {");
}

std::string bodyOf(std::vector<Statement> statements) {
  TestFile file;
  file.tests = {{"Suite", "Test", "", std::move(statements), {}, 0}};
  const std::string text = googleTest().print(file).text;
  const size_t start = text.find("{\n") + 2;
  return text.substr(start, text.rfind('}') - start);
}

TEST(GoogleTestPrinter, PreparationActAndExpectationsAreParted) {
  const Declaration order{"Order", "order", Declaration::Form::Braces, {}};
  const Evaluation act{Expression::methodCall(variable("order"), "place", {}), false};
  const Expectation look{Expectation::Kind::Equal, variable("state"), number("1")};
  const Expectation asked{Expectation::Kind::True, Expression::methodCall(variable("order"), "pay", {})};
  Expectation inspection{Expectation::Kind::Equal, Expression::methodCall(variable("order"), "size", {}),
                         number("1")};
  inspection.isInspection = true;
  const Evaluation disposal{Expression::call("release", {variable("order")}), false, true};
  EXPECT_EQ(bodyOf({order, act, look, look}),
            "  Order order{};\n  order.place();\n  EXPECT_EQ(state, 1);\n  EXPECT_EQ(state, 1);\n")
      << "is taken in at a glance";
  EXPECT_EQ(bodyOf({order, act, act, look, look}),
            "  Order order{};\n  order.place();\n\n  order.place();\n\n  EXPECT_EQ(state, 1);\n"
            "  EXPECT_EQ(state, 1);\n");
  EXPECT_EQ(bodyOf({order, act, asked, inspection, disposal}),
            "  Order order{};\n  order.place();\n\n  EXPECT_TRUE(order.pay());\n"
            "  EXPECT_EQ(order.size(), 1);\n  release(order);\n");
}

TEST(GoogleTestPrinter, WhatIsCStandsInExternC) {
  TestFile file{"Header.", {Include{"<stdio.h>"}}, {}};
  file.cIncludes = {{"\"clamp.h\""}};
  file.cDeclarations = {"int half(int)"};
  EXPECT_EQ(googleTest().print(file).text,
            "// Header.\n#include <stdio.h>\nextern \"C\" {\n#include \"clamp.h\"\nint half(int);\n}\n\n"
            "#include <gtest/gtest.h>\n");
}

TEST(GoogleTestPrinter, DeclarationsStandBehindTheIncludes) {
  TestFile file{"Header.", {Include{"\"clamp.h\""}}, {}};
  file.declarations = {"int half(int);"};
  EXPECT_EQ(googleTest().print(file).text,
            "// Header.\n#include \"clamp.h\"\n\n#include <gtest/gtest.h>\n\nint half(int);\n");
}

TEST(GoogleTestPrinter, ACommentCannotSwallowTheNextLine) {
  const TestFile file{"ends in a backslash \\", {}, {}};
  EXPECT_TRUE(googleTest().print(file).text.starts_with("// ends in a backslash\n"));
}

TEST(GoogleTestPrinter, WithoutExceptionsACallThatReturnsIsAPlainCall) {
  TestFile file;
  file.hasExceptions = false;
  file.tests = {{"Suite",
                 "Completes",
                 "",
                 {Expectation{Expectation::Kind::NoThrow, Expression::call("f", {})}},
                 {},
                 0}};
  EXPECT_EQ(googleTest().print(file).text,
            "#include <gtest/gtest.h>\n\nTEST(Suite, Completes) {\n  f();\n}\n");
}

TEST(GoogleTestPrinter, LeavesNamesToTheCodeThatHasThem) {
  TestFile file;
  file.namesInUse = {"FAIL", "TEST", "EXPECT_EQ", "total"};
  file.tests = {{"Suite", "Name", "", {}, {}, 0}};
  EXPECT_EQ(googleTest().print(file).text,
            "#define GTEST_DONT_DEFINE_FAIL 1\n#define GTEST_DONT_DEFINE_TEST 1\n#undef EXPECT_EQ\n"
            "#include <gtest/gtest.h>\n\nGTEST_TEST(Suite, Name) {\n}\n");
}

TEST(GoogleTestProgram, IsToldWhatToRun) {
  EXPECT_EQ(googleTest().arguments({.only = {"A.b", "A.c"}}, "r").back(), "--gtest_filter=A.b:A.c");
  EXPECT_EQ(
      googleTest().arguments({.except = {"A.b", "A.c"}, .seed = 3, .twice = true}, "r"),
      (std::vector<std::string>{"--gtest_color=no", "--gtest_output=json:r", "--gtest_shuffle",
                                "--gtest_random_seed=3", "--gtest_repeat=2", "--gtest_filter=*-A.b:A.c"}));
}

TEST(GoogleTestProgram, TellsWhichTestsRan) {
  const Said said = googleTest().read(
      R"({"testsuites": [{"name": "A", "testsuite": [{"name": "b", "status": "RUN"}, {"name": "c", "status": "NOTRUN"},
          {"name": "d", "status": "RUN", "failures": [{"failure": "a_test.cpp:7\nno"}]}]}]})",
      "[ RUN      ] A.d\n[==========] 2 tests from 1 test suite ran. (0 ms total)\n");
  EXPECT_EQ(said.ran, (std::vector<std::string>{"A.b", "A.d"}));
  ASSERT_EQ(said.failed.size(), 1u);
  EXPECT_EQ(said.failed[0].lines, (std::vector<unsigned>{7}));
}

TEST(GoogleTestProgram, TellsWhatTheFirstFailureFound) {
  const auto foundBy = [](const std::string& failure) {
    return googleTest()
        .read(
            R"({"testsuites": [{"name": "A", "testsuite": [{"name": "b", "status": "RUN", "failures": [{"failure": ")" +
                failure + R"("}, {"failure": "a.cpp:9\n  Actual: another"}]}]}]})",
            "[==========] 1 test from 1 test suite ran. (0 ms total)\n")
        .failed.at(0)
        .found;
  };
  EXPECT_EQ(foundBy("a.cpp:7\\nExpected equality of these values:\\n  total()\\n    Which is: 5\\n  4"), "5");
  EXPECT_EQ(foundBy("a.cpp:7\\nValue of: isOpen()\\n  Actual: false\\nExpected: true"), "false");
  EXPECT_EQ(foundBy("a.cpp:7\\nExpected: f() throws an exception of type E.\\n  Actual: it throws nothing."),
            "it throws nothing.");
  EXPECT_EQ(foundBy("unknown file\\nC++ exception with description \\\"no\\\" thrown in the\\n  test body."),
            "C++ exception with description \"no\" thrown in the test body.");
  EXPECT_EQ(foundBy(""), "");
}

TEST(Frameworks, StopAtTheFirstFailureWhereThatIsAll) {
  EXPECT_EQ(googleTest().arguments({.stopsAtFailure = true}, "r").back(), "--gtest_fail_fast");
  EXPECT_EQ(catch2().arguments({.stopsAtFailure = true}, "r").back(), "--abort");
  EXPECT_EQ(doctest().arguments({.stopsAtFailure = true}, "r").back(), "--abort-after=1");
}

TEST(Frameworks, AreFoundByName) {
  EXPECT_EQ(findFramework("googletest"), &googleTest());
  EXPECT_EQ(findFramework("nonesuch"), nullptr);
  EXPECT_EQ(frameworkNames(), (std::vector<std::string>{"googletest", "catch2", "catch2-v2", "doctest"}));
}

}  // namespace
}  // namespace covolve::emit
