#include "report/decision_text.h"

#include <algorithm>
#include <array>

#include "base/trimmed.h"

namespace covolve::report {

namespace {

constexpr size_t kLongest = 80;
constexpr std::array<std::string_view, 4> kStatements{"switch", "if", "while", "for"};

bool isOpening(char c) { return c == '(' || c == '[' || c == '{'; }
bool isClosing(char c) { return c == ')' || c == ']' || c == '}'; }

/// Whether an expression of a condition ends at `at`, seen from within it and outside all brackets.
bool endsAt(std::string_view line, size_t at) {
  const char c = line[at];
  const char next = at + 1 < line.size() ? line[at + 1] : '\0';
  const char before = at > 0 ? line[at - 1] : '\0';
  if (c == ';' || c == ',' || c == '?') return true;
  if (c == ':') return next != ':' && before != ':';
  if (c == '&') return next == '&' || before == '&';
  if (c == '|') return next == '|' || before == '|';
  // An assignment, but no comparison.
  if (c == '=') return next != '=' && before != '=' && before != '<' && before != '>' && before != '!';
  return false;
}

size_t startOf(std::string_view line, size_t from) {
  int depth = 0;
  for (size_t at = from; at-- > 0;) {
    const char c = line[at];
    if (isClosing(c)) ++depth;
    if (isOpening(c) && depth-- == 0) return at + 1;
    if (depth == 0 && endsAt(line, at)) return at + 1;
  }
  return 0;
}

size_t endOf(std::string_view line, size_t from, bool goesOnBehindOperands) {
  int depth = 0;
  for (size_t at = from; at < line.size(); ++at) {
    const char c = line[at];
    if (isOpening(c)) ++depth;
    if (isClosing(c) && depth-- == 0) return at;
    const bool isLogical = c == '&' || c == '|';
    if (depth == 0 && at > from && endsAt(line, at) && !(isLogical && goesOnBehindOperands)) return at;
  }
  return line.size();
}

std::string shortened(std::string_view text) {
  return text.size() <= kLongest ? std::string(text) : std::string(text.substr(0, kLongest - 3)) + "...";
}

}  // namespace

std::string decisionText(std::string_view line, unsigned column) {
  const std::string_view whole = trimmed(line);
  if (column == 0 || column > line.size()) return shortened(whole);
  size_t at = column - 1;
  // A statement's own position: what it decides on is in its brackets.
  if (std::ranges::any_of(kStatements,
                          [&](std::string_view word) { return line.substr(at).starts_with(word); })) {
    at = std::min(line.find('(', at), line.size() - 1) + 1;
    if (at >= line.size()) return shortened(whole);
  }
  const size_t start = startOf(line, at);
  // At a && or || the decision is on its left operand.
  const bool isOperand = line.substr(at, 2) == "&&" || line.substr(at, 2) == "||";
  // At a condition's start it may be on the last operand, which only the whole one shows.
  const bool isStart = line.find_first_not_of(" \t", start) == at;
  const size_t end = isOperand ? at : endOf(line, at, isStart);
  std::string_view text = trimmed(line.substr(start, end - start));
  for (const std::string_view keyword : {"return ", "if ", "while ", "for ", "switch ", "case ", "else "}) {
    if (text.starts_with(keyword)) text = trimmed(text.substr(keyword.size()));
  }
  // What is decided on is the value without its negation.
  while (text.starts_with('!') && !text.starts_with("!=")) text = trimmed(text.substr(1));
  return shortened(text.empty() ? whole : text);
}

}  // namespace covolve::report
