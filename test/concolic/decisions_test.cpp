// What a concolic run tells about the decisions of a test.
#include <gtest/gtest.h>

#include "concolic/evaluate.h"
#include "subject.h"

namespace covolve::unit {


namespace {

const concolic::Decision* decisionAt(const concolic::Trace& trace, uint64_t site) {
  for (const concolic::Decision& decision : trace.decisions) {
    if (decision.site == site) return &decision;
  }
  return nullptr;
}

/// Under its own data every condition is what was taken.
void expectSound(const concolic::Trace& trace, const MarkedTest& test) {
  const std::vector<uint64_t> values = valuesOf(test);
  for (const concolic::Decision& decision : trace.decisions)
    EXPECT_EQ(concolic::evaluate(trace, decision.condition, values), decision.taken);
}

}  // namespace

TEST(Concolic, AComparisonOfASumIsADecisionOnBothArguments) {
  Subject subject("int f(int a, int b) {\n  if (a * 3 + b == 4711) return 1;\n  return 0;\n}\n");
  const MarkedTest test = subject.test({{"f", {Value::number(5), Value::number(-7)}}});
  const concolic::Trace trace = subject.run(test);
  const auto* const decision = decisionAt(trace, subject.site('C', 2));
  ASSERT_NE(decision, nullptr);
  EXPECT_EQ(decision->taken, 0);
  EXPECT_EQ(decision->kind, 0);
  expectSound(trace, test);
  EXPECT_EQ(concolic::evaluate(trace, decision->condition, std::vector<uint64_t>{1570, 1}), 1u);
  ASSERT_EQ(trace.data.size(), 2u);
  EXPECT_EQ(trace.data[1].leaf, 1u);
  EXPECT_EQ(trace.data[1].bits, 32);
}

}  // namespace covolve::unit
