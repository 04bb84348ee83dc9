// Catch2 and doctest: what they write, and what their reports say.
#include <gtest/gtest.h>

#include "emit/framework.h"
#include "emit/xml_report.h"

namespace covolve::emit {
namespace {

using Kind = Expectation::Kind;

Expectation expectation(Kind kind, Expression actual, const char* expected = "") {
  return {kind, std::move(actual), Expression::literal(expected)};
}

TEST(ComparingFrameworks, WriteEveryExpectation) {
  const Expression f = Expression::call("f", {});
  const Expression less = Expression::binary(Expression::variable("a"), "<", Expression::variable("b"));
  for (const Framework* framework : {&catch2(), &catch2Version2(), &doctest()}) {
    const auto written = [&](const Expectation& one) { return framework->printStatement(one); };
    EXPECT_EQ(written(expectation(Kind::Equal, f, "1")), "CHECK(f() == 1)");
    EXPECT_EQ(written(expectation(Kind::True, f)), "CHECK(f())");
    EXPECT_EQ(written(expectation(Kind::True, less)), "CHECK((a < b))");
    EXPECT_EQ(written(expectation(Kind::False, f)), "CHECK_FALSE(f())");
    EXPECT_EQ(written(expectation(Kind::IsNan, f)), "CHECK(std::isnan(f()))");
    EXPECT_EQ(written(expectation(Kind::TextEqual, f, "\"a\"")), "CHECK(std::string(f()) == \"a\")");
    EXPECT_EQ(written(expectation(Kind::Null, f)), "CHECK(f() == nullptr)");
    EXPECT_EQ(written(expectation(Kind::ThrowsAnything, f)), "CHECK_THROWS(f())");
    EXPECT_EQ(written(expectation(Kind::NoThrow, f)), "CHECK_NOTHROW(f())");
    Expectation throws = expectation(Kind::Throws, f);
    throws.exceptionType = "std::out_of_range";
    EXPECT_EQ(written(throws), "CHECK_THROWS_AS(f(), std::out_of_range)");
    Expectation fatal = expectation(Kind::NotNull, f);
    fatal.fatal = true;
    EXPECT_EQ(written(fatal), "REQUIRE(f() != nullptr)");
  }
  EXPECT_EQ(catch2().printStatement(expectation(Kind::DoubleEqual, f, "0.1")),
            "CHECK_THAT(f(), Catch::Matchers::WithinULP(0.1, 4))");
  EXPECT_EQ(doctest().printStatement(expectation(Kind::DoubleEqual, f, "0.1")),
            "CHECK(f() == doctest::Approx(0.1).epsilon(1e-14))");
}

TEST(ComparingFrameworks, UsePrefixesWhereTheCodeHasTheirNames) {
  TestFile file;
  file.namesInUse = {"CHECK"};
  file.tests = {{"Suite", "Name", "", {expectation(Kind::Equal, Expression::call("f", {}), "1")}, {}, 0}};
  EXPECT_EQ(catch2().print(file).text,
            "#define CATCH_CONFIG_PREFIX_ALL\n#include <catch2/catch_test_macros.hpp>\n\n"
            "CATCH_TEST_CASE(\"Suite.Name\", \"[Suite]\") {\n  CATCH_CHECK(f() == 1);\n}\n");
  EXPECT_NE(doctest().print(file).text.find("#define DOCTEST_CONFIG_NO_SHORT_MACRO_NAMES\n"),
            std::string::npos);
  EXPECT_NE(
      doctest().print(file).text.find("DOCTEST_TEST_CASE(\"Suite.Name\") {\n  DOCTEST_CHECK(f() == 1);"),
      std::string::npos);
}

TEST(XmlReport, TellsWhichLinesFailed) {
  const Said said = readXmlReport(
      "<doctest><TestCase name=\"A.b\" line=\"3\"><Expression success=\"false\" type=\"CHECK\" line=\"7\">"
      "<Original>x &lt; 1</Original><Exception>no</Exception></Expression></TestCase>"
      "<TestCase name=\"A.c\"><Exception crash=\"false\">thrown</Exception></TestCase>"
      "<TestCase name=\"A.d\"/><TestCase name=\"A.e\"></TestCase></doctest>",
      "doctest");
  EXPECT_TRUE(said.finished);
  ASSERT_EQ(said.failed.size(), 2u);
  EXPECT_EQ(said.failed[0].name, "A.b");
  EXPECT_EQ(said.failed[0].lines, std::vector<unsigned>{7});
  EXPECT_EQ(said.failed[1].name, "A.c");
  EXPECT_EQ(said.failed[1].lines, std::vector<unsigned>{0});
}

TEST(XmlReport, TellsWhatTheFirstFailureFound) {
  const Said said = readXmlReport(
      "<Catch><TestCase name=\"A.b\">"
      "<Expression success=\"true\" line=\"6\"><Expanded>1 == 1</Expanded></Expression>"
      "<Expression success=\"false\" line=\"7\"><Original>x == 4</Original><Expanded>\n  "
      "5\n==\n4\n</Expanded>"
      "</Expression><Expression success=\"false\" line=\"8\"><Expanded>2 == 3</Expanded></Expression>"
      "</TestCase><TestCase name=\"A.c\"><Exception line=\"9\">no &lt; yes</Exception></TestCase>"
      "<TestCase name=\"A.d\"><Expression success=\"false\" line=\"3\"><Original>f()</Original>"
      "<Expanded>f()</Expanded><Exception>thrown</Exception></Expression></TestCase></Catch>",
      "Catch");
  ASSERT_EQ(said.failed.size(), 3u);
  EXPECT_EQ(said.failed[0].found, "5 == 4");
  EXPECT_EQ(said.failed[1].found, "no < yes");
  EXPECT_EQ(said.failed[2].found, "thrown");
}

TEST(XmlReport, WithoutItsEndNamesTheTestThatEndedTheProgram) {
  const Said cut = readXmlReport("<Catch><TestCase name=\"A.b\"></TestCase><TestCase name=\"A.c\">", "Catch");
  EXPECT_FALSE(cut.finished);
  EXPECT_EQ(cut.lastStarted, "A.c");
  // A fatal signal: the framework closes its report before it lets the program die.
  const Said closed = readXmlReport(
      "<Catch><TestCase name=\"A.b\"><FatalErrorCondition line=\"3\">SIGSEGV</FatalErrorCondition></TestCase>"
      "</Catch>",
      "Catch");
  EXPECT_FALSE(closed.finished);
  EXPECT_EQ(closed.lastStarted, "A.b");
}

TEST(XmlReport, TellsWhichTestsRanByTheirOwnNames) {
  const Said said = readXmlReport(
      "<Catch><TestCase name=\"a &lt; b, &quot;c&quot; &amp; d\"></TestCase><TestCase "
      "name=\"e\"></TestCase></Catch>",
      "Catch");
  EXPECT_EQ(said.ran, (std::vector<std::string>{"a < b, \"c\" & d", "e"}));
}

TEST(ComparingFrameworks, NamesAreNoPatterns) {
  EXPECT_EQ(catch2().arguments({.only = {"adds [fast], \"twice\" *"}}, "r").back(),
            "adds \\[fast]\\, \\\"twice\\\" \\*");
  EXPECT_EQ(doctest().arguments({.only = {"a, b", "c"}}, "r").back(), "--test-case=a\\, b,c");
}

TEST(ComparingFrameworks, AreToldWhatToRun) {
  EXPECT_EQ(catch2().arguments({.only = {"A.b", "A.c"}, .seed = 3}, "r"),
            (std::vector<std::string>{"--reporter", "xml", "--out", "r", "--order", "rand", "--rng-seed", "3",
                                      "A.b", ",", "A.c"}));
  EXPECT_EQ(
      catch2().arguments({.except = {"A.b"}, .twice = true}, "r"),
      (std::vector<std::string>{"--reporter", "xml", "--out", "r", "--order", "decl", "~A.b", "twice"}));
  EXPECT_EQ(doctest().arguments({.only = {"A.b", "A.c"}}, "r").back(), "--test-case=A.b,A.c");
}

}  // namespace
}  // namespace covolve::emit
