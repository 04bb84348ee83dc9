#include "emit/page.h"

#include <algorithm>
#include <set>
#include <utility>

#include "emit/cpp_text.h"

namespace covolve::emit {

namespace {

constexpr size_t kIndent = 2;

/// Whether it gets at what is there without calling anything but operators that do no more than that.
bool isAccess(const Expression& expression) {
  using enum Expression::Kind;
  const bool follows = expression.kind == Prefix && (expression.text == "*" || expression.text == "&");
  // std::string(out, out + 256)
  const bool isOfStandard =
      (expression.kind == Construct || expression.kind == Call) && expression.text.starts_with("std::");
  const bool isOne = expression.kind == Literal || expression.kind == Variable ||
                     expression.kind == Subscript || expression.kind == Member || follows || isOfStandard;
  const auto isWithin = [&](const Expression& operand) {
    const bool isPlace = isOfStandard && operand.kind == Binary;
    return isPlace ? std::ranges::all_of(operand.operands, isAccess) : isAccess(operand);
  };
  return isOne && std::ranges::all_of(expression.operands, isWithin);
}

/// Whether it only says what came of the statements before it.
bool onlyLooks(const Statement& statement) {
  if (isInspection(statement)) return true;
  if (const auto* evaluation = std::get_if<Evaluation>(&statement)) return evaluation->isDisposal;
  const auto* expectation = std::get_if<Expectation>(&statement);
  return expectation != nullptr && isAccess(expectation->actual);
}

/// Statements behind a blank line: a test that is no longer taken in at a glance is parted into what is
/// prepared, what is done, and what is expected of that.
std::set<size_t> paragraphsOf(const std::vector<Statement>& statements) {
  constexpr size_t kAtAGlance = 4;
  if (statements.size() <= kAtAGlance) return {};
  size_t looks = statements.size();
  while (looks > 0 && onlyLooks(statements[looks - 1])) --looks;
  if (looks == 0) return {};
  const size_t act = looks - 1;
  std::set<size_t> paragraphs;
  if (act > 0) paragraphs.insert(act);
  // What is expected of a call within the call's own line goes on with what else is expected.
  if (looks < statements.size() && !std::holds_alternative<Expectation>(statements[act]))
    paragraphs.insert(looks);
  return paragraphs;
}

class Page {
 public:
  Page(const TestFile& file, const Dialect& dialect) : file_(file), dialect_(dialect) {}

  Printed print() {
    comment(file_.headerComment);
    comment(dialect_.comment);
    includes();
    helpers();
    for (const Test& test : file_.tests) {
      line();
      printed_.tests.push_back(printTest(test));
    }
    return std::move(printed_);
  }

 private:
  void line(std::string_view text = {}) {
    printed_.text += text;
    printed_.text += '\n';
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

  void include(const Include& include) {
    if (!include.mainName.empty()) line("#define main " + include.mainName);
    line("#include " + include.what);
    if (!include.mainName.empty() && !include.renamesOthers) line("#undef main");
  }

  /// The code's come first: it may not live on what the framework's bring along.
  void includes() {
    if (!file_.frameworkFirst) includesOfCode();
    otherIncludes();
    if (file_.frameworkFirst) {
      line();
      line("// Behind the others, which its macros would change.");
      includesOfCode();
    }
    if (!file_.declarations.empty()) line();
    for (const std::string& text : file_.declarations) line(text);
    if (file_.callsDeprecated) {
      line();
      line("// What is deprecated is tested as long as it is there.");
      line("#pragma GCC diagnostic ignored \"-Wdeprecated-declarations\"");
    }
  }

  void includesOfCode() {
    for (const Include& one : file_.includes) include(one);
    const bool hasC = !file_.cIncludes.empty() || !file_.cDeclarations.empty();
    if (hasC) line("extern \"C\" {");
    for (const Include& one : file_.cIncludes) include(one);
    for (const std::string& declaration : file_.cDeclarations) line(declaration + ";");
    if (hasC) line("}");
    if (!file_.frameworkFirst && (!file_.includes.empty() || hasC)) line();
  }

  void otherIncludes() {
    std::set<std::string> known(dialect_.headers.begin(), dialect_.headers.end());
    for (const Include& one : file_.includes) known.insert(one.what);
    for (const std::string& text : dialect_.setup) line(text);
    std::set<std::string> further;
    for (const Test& test : file_.tests) {
      std::ranges::set_difference(test.includes, known, std::inserter(further, further.end()));
    }
    // Headers of C and of libraries, then those of C++.
    const auto isC = [](const std::string& header) { return header.ends_with(".h>"); };
    std::vector<std::string> first = dialect_.headers;
    std::ranges::copy_if(further, std::back_inserter(first), isC);
    if (std::ranges::all_of(first, isC)) std::ranges::sort(first);
    std::erase_if(further, isC);
    for (const std::string& header : first) line("#include " + header);
    if (!further.empty()) line();
    for (const std::string& header : further) line("#include " + header);
  }

  void helpers() {
    std::set<Helper> needed;
    for (const Test& test : file_.tests) needed.insert(test.helpers.begin(), test.helpers.end());
    if (needed.empty()) return;
    line();
    line("namespace {");
    for (const Helper& helper : needed) {
      line();
      std::string_view left = helper.text;
      while (!left.empty()) {
        const size_t end = std::min(left.find('\n'), left.size());
        line(left.substr(0, end));
        left.remove_prefix(std::min(end + 1, left.size()));
      }
    }
    line();
    line("}  // namespace");
  }

  TestLines printTest(const Test& test) {
    TestLines lines;
    comment(test.comment);
    lines.first = nextLine();
    line(dialect_.opening(test) + " {");
    const std::set<size_t> paragraphs = paragraphsOf(test.statements);
    for (size_t i = 0; i < test.statements.size(); ++i) {
      if (paragraphs.contains(i)) line();
      lines.statements.push_back(nextLine());
      for (const std::string& text : breakLine(print(test.statements[i]) + ";", kIndent)) line(text);
    }
    lines.last = nextLine();
    line("}");
    return lines;
  }

  /// Without exceptions, all that can be expected of a call that returns nothing is that it comes back.
  std::string print(const Statement& statement) const {
    const auto* expectation = std::get_if<Expectation>(&statement);
    if (file_.hasExceptions || expectation == nullptr || expectation->kind != Expectation::Kind::NoThrow)
      return printStatement(statement, dialect_);
    return printEvaluation(expectation->actual, expectation->discardsValue);
  }

  const TestFile& file_;
  const Dialect& dialect_;
  Printed printed_;
  unsigned lines_ = 0;
};

}  // namespace

Printed printPage(const TestFile& file, const Dialect& dialect) { return Page(file, dialect).print(); }

std::string printStatement(const Statement& statement, const Dialect& dialect) {
  if (const auto* declaration = std::get_if<Declaration>(&statement)) return printDeclaration(*declaration);
  if (const auto* assignment = std::get_if<Assignment>(&statement)) {
    return printExpression(assignment->target) + " = " + printExpression(assignment->value);
  }
  if (const auto* evaluation = std::get_if<Evaluation>(&statement)) {
    return printEvaluation(evaluation->expression, evaluation->discardsValue);
  }
  return dialect.expectation(std::get<Expectation>(statement));
}

std::vector<std::string> clashes(const TestFile& file, const std::vector<std::string>& names) {
  std::vector<std::string> found;
  for (const std::string& name : names) {
    if (file.namesInUse.contains(name)) found.push_back(name);
  }
  return found;
}

}  // namespace covolve::emit
