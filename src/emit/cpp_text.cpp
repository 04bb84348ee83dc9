#include "emit/cpp_text.h"

#include <cctype>

namespace covolve::emit {

namespace {

using Kind = Expression::Kind;

std::string printList(const std::vector<Expression>& expressions, size_t from = 0) {
  std::string text;
  for (size_t i = from; i < expressions.size(); ++i) {
    if (i > from) text += ", ";
    text += printExpression(expressions[i]);
  }
  return text;
}

bool startsWithSign(std::string_view text) { return text.starts_with('-') || text.starts_with('+'); }

/// Binds at least as tightly as a postfix operator.
bool isPrimary(const Expression& expression) {
  switch (expression.kind) {
    case Kind::Prefix:
    case Kind::Binary:
      return false;
    case Kind::Literal:  // "-3", or a composed one: "1 | 2"
      return !startsWithSign(expression.text) &&
             (expression.text.find(' ') == std::string::npos || expression.text.starts_with('"') ||
              expression.text.starts_with('\'') || expression.text.ends_with(')'));
    default:
      return true;
  }
}

/// An operand of a binary operator: a signed literal is fine there, another operator is clearer in
/// parentheses.
std::string printOperand(const Expression& expression) {
  return expression.kind == Kind::Binary ? "(" + printExpression(expression) + ")"
                                         : printExpression(expression);
}

/// `*p` as a receiver is written p->.
std::string printAccess(const Expression& receiver) {
  if (receiver.kind == Kind::Prefix && receiver.text == "*") return printPrimary(receiver.operands[0]) + "->";
  return printPrimary(receiver) + ".";
}

/// Calls `visit(position, depth)` for each character outside string and character literals; depth counts
/// parentheses only. A quote between digits or letters separates digits and starts no literal.
template <class Visit>
void scanCode(std::string_view text, Visit visit) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool afterDigit = i > 0 && std::isdigit(static_cast<unsigned char>(text[i - 1])) != 0;
    if (c == '"' || (c == '\'' && !afterDigit)) {
      for (++i; i < text.size() && text[i] != c; ++i) {
        if (text[i] == '\\') ++i;
      }
      continue;
    }
    if (c == '(') ++depth;
    if (c == ')') --depth;
    visit(i, depth);
  }
}

/// Where a line may be broken: before this character, at this depth of brackets of any kind.
struct BreakPlace {
  size_t position;
  int depth;
};

std::vector<BreakPlace> breakPlaces(std::string_view text) {
  std::vector<BreakPlace> places;
  int brackets = 0;
  scanCode(text, [&](size_t i, int parentheses) {
    const char c = text[i];
    const char before = i > 0 ? text[i - 1] : ' ';
    // A template's argument list hugs its name; a comparison has spaces around it.
    const bool opens = c == '{' || c == '[' || (c == '<' && before != ' ' && before != '<');
    const bool closes = c == '}' || c == ']' || (c == '>' && before != ' ' && before != '-');
    brackets += opens ? 1 : closes ? -1 : 0;
    if (c != ' ') return;
    const bool betweenLiterals = before == '"' && i + 1 < text.size() && text[i + 1] == '"';
    if (before == ',' || betweenLiterals) places.push_back({i + 1, parentheses + brackets});
  });
  return places;
}

/// The end of the line that starts at `start`: the last of the outermost places that fit, or else the first
/// at all.
size_t lineEnd(const std::vector<BreakPlace>& places, size_t start, size_t room, size_t textEnd) {
  const BreakPlace* best = nullptr;
  for (const BreakPlace& place : places) {
    if (place.position <= start) continue;
    const bool fits = place.position - 1 - start <= room;
    if (!fits && best != nullptr) break;
    if (best == nullptr || place.depth <= best->depth) best = &place;
    if (!fits) break;
  }
  return best == nullptr ? textEnd : best->position;
}

}  // namespace

std::string printPrimary(const Expression& expression) {
  const std::string text = printExpression(expression);
  return isPrimary(expression) ? text : "(" + text + ")";
}

std::string printExpression(const Expression& e) {
  switch (e.kind) {
    case Kind::Literal:
    case Kind::Variable:
      return e.text;
    case Kind::Call:
    case Kind::Construct:
      return e.text + "(" + printList(e.operands) + ")";
    case Kind::MethodCall:
      return printAccess(e.operands[0]) + e.text + "(" + printList(e.operands, 1) + ")";
    case Kind::Prefix: {
      const std::string operand = printPrimary(e.operands[0]);
      return e.text + operand;
    }
    case Kind::Postfix:
      return printPrimary(e.operands[0]) + e.text;
    case Kind::Binary:
      return printOperand(e.operands[0]) + " " + e.text + " " + printOperand(e.operands[1]);
    case Kind::Subscript:
      return printPrimary(e.operands[0]) + "[" + printExpression(e.operands[1]) + "]";
    case Kind::Invoke:
      return printPrimary(e.operands[0]) + "(" + printList(e.operands, 1) + ")";
    case Kind::BraceList:
      return e.text + "{" + printList(e.operands) + "}";
    case Kind::StaticCast:
      return "static_cast<" + e.text + ">(" + printExpression(e.operands[0]) + ")";
    case Kind::Member:
      return printAccess(e.operands[0]) + e.text;
  }
  return {};
}

bool hasBareComma(std::string_view text) {
  bool found = false;
  scanCode(text, [&](size_t i, int depth) { found = found || (text[i] == ',' && depth == 0); });
  return found;
}

std::string printMacroArgument(const Expression& expression) {
  std::string text = printExpression(expression);
  return hasBareComma(text) ? "(" + text + ")" : text;
}

std::string printDeclaration(const Declaration& declaration) {
  const std::string start = declaration.type + " " + declaration.name;
  switch (declaration.form) {
    case Declaration::Form::None:
      return start;
    case Declaration::Form::Parentheses:
      // Empty parentheses would declare a function.
      if (declaration.initializer.empty()) return start + "{}";
      return start + "(" + printList(declaration.initializer) + ")";
    case Declaration::Form::Braces:
      return start + "{" + printList(declaration.initializer) + "}";
    case Declaration::Form::Assignment:
      return start + " = " + printExpression(declaration.initializer[0]);
  }
  return start;
}

/// An enumerator, not a number or a text (which may have a prefix).
static bool isName(std::string_view literal) {
  const char first = literal.empty() ? '0' : literal[0];
  const bool isLetter =
      (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '_' || first == ':';
  return isLetter && literal.find_first_of("'\"(") == std::string_view::npos && literal != "true" &&
         literal != "false" && literal != "nullptr";
}

std::string printEvaluation(const Expression& expression, bool discardsValue) {
  const std::string text = printExpression(expression);
  bool asDeclaration = false;
  if (expression.kind == Kind::Construct && expression.operands.size() == 1) {
    const Expression& only = expression.operands[0];
    asDeclaration = only.kind == Kind::Variable || only.kind == Kind::Prefix ||
                    (only.kind == Kind::Literal && isName(only.text));
  }
  const bool cast =
      discardsValue || asDeclaration || expression.kind == Kind::BraceList || hasBareComma(text);
  return cast ? "static_cast<void>(" + text + ")" : text;
}

std::vector<std::string> breakLine(std::string_view text, size_t indent, size_t width) {
  std::vector<std::string> lines;
  const std::vector<BreakPlace> places = breakPlaces(text);
  size_t start = 0;
  size_t margin = indent;
  while (start < text.size()) {
    size_t end = text.size();
    if (margin + (end - start) > width) end = lineEnd(places, start, width - margin, text.size());
    std::string line = std::string(margin, ' ') + std::string(text.substr(start, end - start));
    while (line.ends_with(' ')) line.pop_back();
    lines.push_back(std::move(line));
    start = end;
    margin = indent + 4;
  }
  return lines;
}

}  // namespace covolve::emit
