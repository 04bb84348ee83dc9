#include "report/decision_text.h"

#include <gtest/gtest.h>

namespace covolve::report {
namespace {

std::string at(std::string_view line, std::string_view mark) {
  return decisionText(line, static_cast<unsigned>(line.find(mark)) + 1);
}

TEST(DecisionText, IsTheComparisonAroundItsOperator) {
  EXPECT_EQ(at("  if (a == b && c < 3) {", "=="), "a == b");
  EXPECT_EQ(at("  if (a == b && c < 3) {", "<"), "c < 3");
  EXPECT_EQ(at("  while (x->next() != end(list)) step();", "!="), "x->next() != end(list)");
}

TEST(DecisionText, StopsAtBracketsButKeepsThoseWithin) {
  EXPECT_EQ(at("  if ((f(a, b) > 2) || g[i + 1] >= 4)", ">"), "f(a, b) > 2");
  EXPECT_EQ(at("  if ((f(a, b) > 2) || g[i + 1] >= 4)", ">="), "g[i + 1] >= 4");
}

TEST(DecisionText, LeavesKeywordsAndAssignmentsOut) {
  EXPECT_EQ(at("  return a < b ? 1 : 2;", "<"), "a < b");
  EXPECT_EQ(at("  bool equal = a <= std::max(b, 3);", "<="), "a <= std::max(b, 3)");
  EXPECT_EQ(at("for (int i = 0; i < n; ++i)", "<"), "i < n");
}

TEST(DecisionText, IsWhatAStatementDecidesOn) {
  EXPECT_EQ(at("  switch (state_) {", "switch"), "state_");
  EXPECT_EQ(at("  } else if (ready()) {", "if"), "ready()");
  EXPECT_EQ(at("  switch", "switch"), "switch");
}

TEST(DecisionText, IsTheValueWithoutItsNegation) {
  EXPECT_EQ(at("  if (!ready) return;", "ready"), "ready");
  EXPECT_EQ(at("  if (!ready) return;", "!"), "ready");
}

TEST(DecisionText, IsTheWholeConditionWhereItStandsAtItsStart) {
  EXPECT_EQ(at("  if (count == 9 && last(x)) return;", "count"), "count == 9 && last(x)");
}

TEST(DecisionText, IsTheLeftOperandWhereItStandsAtALogicalOperator) {
  EXPECT_EQ(at("  if (isDigit(code[4]) && isDigit(code[5])) {", "&&"), "isDigit(code[4])");
  EXPECT_EQ(at("  return near || far;", "||"), "near");
}

TEST(DecisionText, IsTheWholeLineWhereThePositionIsUnknown) {
  EXPECT_EQ(decisionText("  switch (kind) {  ", 0), "switch (kind) {");
  EXPECT_EQ(decisionText("  x", 99), "x");
  EXPECT_EQ(decisionText("", 1), "");
}

TEST(DecisionText, LongOnesAreCut) {
  EXPECT_EQ(decisionText("if (" + std::string(200, 'a') + " == b)", 206).size(), 80u);
}

}  // namespace
}  // namespace covolve::report
