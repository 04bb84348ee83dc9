// GoogleTest: TEST(Suite, Name) with EXPECT_* lines.
#include <set>
#include <utility>

#include "emit/cpp_text.h"
#include "emit/printer.h"

namespace covolve::emit {

namespace {

constexpr size_t kIndent = 2;

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

class Page {
 public:
  void line(std::string_view text = {}) {
    text_ += text;
    text_ += '\n';
    ++lines_;
  }
  void comment(std::string_view text) {
    while (!text.empty()) {
      const size_t end = text.find('\n');
      // A backslash at the end would swallow the next line.
      std::string one = "// " + std::string(text.substr(0, end));
      while (one.ends_with(' ') || one.ends_with('\\')) one.pop_back();
      line(one);
      text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    }
  }
  unsigned nextLine() const { return lines_ + 1; }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  unsigned lines_ = 0;
};

class GoogleTestPrinter : public Printer {
 public:
  std::string_view name() const override { return "googletest"; }

  Printed print(const TestFile& file) const override {
    Page page;
    Printed printed;
    page.comment(file.headerComment);
    printIncludes(page, file);
    for (const Test& test : file.tests) {
      page.line();
      printed.tests.push_back(printTest(page, test, file.hasExceptions));
    }
    printed.text = page.take();
    return printed;
  }

  std::string printStatement(const Statement& statement) const override {
    if (const auto* declaration = std::get_if<Declaration>(&statement)) return printDeclaration(*declaration);
    if (const auto* evaluation = std::get_if<Evaluation>(&statement)) {
      return printEvaluation(evaluation->expression, evaluation->discardsValue);
    }
    return printExpectation(std::get<Expectation>(statement));
  }

  std::string symbolOf(const Test& test) const override { return test.suite + "_" + test.name + "_Test"; }

 private:
  static void printIncludes(Page& page, const TestFile& file) {
    std::set<std::string> known;
    for (const Include& include : file.includes) {
      known.insert(include.what);
      if (!include.mainName.empty()) page.line("#define main " + include.mainName);
      page.line("#include " + include.what);
      if (!include.mainName.empty()) page.line("#undef main");
    }
    const bool hasC = !file.cIncludes.empty() || !file.cDeclarations.empty();
    if (hasC) page.line("extern \"C\" {");
    for (const std::string& include : file.cIncludes) page.line("#include " + include);
    for (const std::string& declaration : file.cDeclarations) page.line(declaration + ";");
    if (hasC) page.line("}");
    if (!file.includes.empty() || hasC) page.line();
    page.line("#include <gtest/gtest.h>");
    std::set<std::string> further;
    for (const Test& test : file.tests) {
      for (const std::string& include : test.includes) {
        if (!known.contains(include)) further.insert(include);
      }
    }
    if (!further.empty()) page.line();
    for (const std::string& include : further) page.line("#include " + include);
  }

  /// Without exceptions, a call that comes back is all that can be expected: EXPECT_NO_THROW would not compile.
  std::string printStatement(const Statement& statement, bool hasExceptions) const {
    const auto* expectation = std::get_if<Expectation>(&statement);
    if (hasExceptions || expectation == nullptr || expectation->kind != Expectation::Kind::NoThrow)
      return printStatement(statement);
    return printEvaluation(expectation->actual, expectation->discardsValue);
  }

  TestLines printTest(Page& page, const Test& test, bool hasExceptions) const {
    TestLines lines;
    page.comment(test.comment);
    lines.first = page.nextLine();
    page.line("TEST(" + test.suite + ", " + test.name + ") {");
    for (const Statement& statement : test.statements) {
      lines.statements.push_back(page.nextLine());
      for (const std::string& line : breakLine(printStatement(statement, hasExceptions) + ";", kIndent))
        page.line(line);
    }
    lines.last = page.nextLine();
    page.line("}");
    return lines;
  }
};

}  // namespace

const Printer& googleTestPrinter() {
  static const GoogleTestPrinter printer;
  return printer;
}

}  // namespace covolve::emit
