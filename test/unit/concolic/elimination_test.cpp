#include "concolic/solving/elimination.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "concolic/evaluate.h"
#include "concolic/solving/alternating_variable.h"
#include "concolic/solving/decorators.h"
#include "traces.h"

namespace covolve::concolic {
namespace {

/// Tries all values of all data, and says over which it did.
class Exhaustive final : public Solver {
 public:
  explicit Exhaustive(std::vector<uint32_t>& data) : data_(data) {}
  Answer solve(const Query& query) override {
    Program program(query.trace, rootsOf(query.constraints));
    data_.assign(program.data().begin(), program.data().end());
    std::vector<uint64_t> values(query.current.begin(), query.current.end());
    for (const uint32_t datum : data_) values[datum] = 0;
    while (true) {
      if (fulfils(query.trace, query.constraints, values)) return {Verdict::Solved, values};
      size_t i = 0;
      while (i < data_.size() && values[data_[i]] == lowBits(~uint64_t{0}, query.trace.data[data_[i]].bits))
        values[data_[i++]] = 0;
      if (i == data_.size()) return {Verdict::Unsatisfiable};
      ++values[data_[i]];
    }
  }

 private:
  std::vector<uint32_t>& data_;
};

struct Elimination : testing::Test, TraceWriter {
  Answer solve(const std::vector<Constraint>& constraints) {
    const std::vector<uint64_t> current(trace.data.size(), 0);
    Eliminating eliminating(std::make_unique<Exhaustive>(asked), {eliminated, visits});
    const Answer answer = eliminating.solve({trace, constraints, current});
    if (answer.verdict == Verdict::Solved) {
      EXPECT_TRUE(fulfils(trace, constraints, answer.values));
    }
    return answer;
  }
  uint32_t equal(uint32_t left, uint32_t right) { return add(Operation::Equal, 1, {left, right}); }
  uint32_t different(uint32_t left, uint32_t right) {
    return add(Operation::Xor, 1, {equal(left, right), constant(1, 1)});
  }

  std::vector<uint32_t> asked;  // data of the last query behind
  uint64_t eliminated = 0;
  uint64_t visits = 0;
};

TEST_F(Elimination, WhatAnEquationDefinesIsNotSearchedFor) {
  const uint32_t quantity = input(4);
  const uint32_t total = input(4);
  const uint32_t product = add(Operation::Multiply, 4, {quantity, constant(4, 3)});
  const Answer answer = solve(
      {{different(total, product), false}, {add(Operation::LessUnsigned, 1, {constant(4, 8), total}), true}});
  EXPECT_EQ(answer.verdict, Verdict::Solved);
  EXPECT_EQ(asked, std::vector<uint32_t>{0});
  EXPECT_EQ(eliminated, 1);
}

TEST_F(Elimination, DefinitionsMayHangOnEachOther) {
  const uint32_t net = input(4);
  const uint32_t tax = input(4);
  const uint32_t total = input(4);
  const uint32_t line = input(4);
  const Answer answer =
      solve({{equal(total, add(Operation::Add, 4, {net, tax})), true},
             {equal(net, line), true},
             {equal(tax, add(Operation::ShiftRightLogical, 4, {net, constant(4, 1)})), true},
             {equal(total, constant(4, 9)), true}});
  EXPECT_EQ(answer.verdict, Verdict::Solved);
  EXPECT_EQ(answer.values, (std::vector<uint64_t>{6, 3, 9, 6}));
  EXPECT_LE(asked.size(), 1);
}

TEST_F(Elimination, EquationsThatGoInACircleAreNoDefinitions) {
  const uint32_t x = input(4);
  const uint32_t y = input(4);
  const uint32_t next = add(Operation::Add, 4, {y, constant(4, 1)});
  const uint32_t last = add(Operation::Subtract, 4, {x, constant(4, 1)});
  EXPECT_EQ(solve({{equal(x, next), true}, {equal(y, last), true}}).verdict, Verdict::Solved);
  EXPECT_EQ(eliminated, 1);
  EXPECT_EQ(solve({{equal(x, next), true}, {equal(y, x), true}}).verdict, Verdict::Unsatisfiable);
  const uint32_t square = add(Operation::Multiply, 4, {x, x});
  EXPECT_EQ(solve({{equal(x, square), true}, {different(x, constant(4, 0)), true}}).verdict, Verdict::Solved);
}

TEST_F(Elimination, PartsOfOneNumberMayHangOnEachOther) {
  const uint32_t x = input(4);
  const uint32_t y = input(4);
  const uint32_t sum = add(Operation::Add, 4, {x, y});
  const uint32_t difference = add(Operation::Subtract, 4, {y, x});
  const Answer answer =
      solve({{equal(add(Operation::Concatenate, 8, {sum, difference}), constant(8, 0x71)), true}});
  EXPECT_EQ((answer.values[0] + answer.values[1]) % 16, 7);
  EXPECT_EQ((answer.values[1] - answer.values[0] + 16) % 16, 1);
}

TEST_F(Elimination, ADatumThatIsTooNarrowIsStillDemanded) {
  const uint32_t low = input(2);
  const uint32_t sum = add(Operation::Add, 4, {input(4), constant(4, 13)});
  const uint32_t check = equal(add(Operation::ZeroExtend, 4, {low}), sum);
  EXPECT_EQ(solve({{check, true}, {equal(sum, constant(4, 7)), true}}).verdict, Verdict::Unsatisfiable);
  const Answer answer = solve({{check, true}, {equal(sum, constant(4, 2)), true}});
  EXPECT_EQ(answer.values, (std::vector<uint64_t>{2, 5}));
}

TEST_F(Elimination, NumbersMayBePutTogetherOfBytes) {
  const uint32_t high = input(4);
  const uint32_t low = input(4);
  const uint32_t rest = input(8);
  const uint32_t shifted =
      add(Operation::ShiftLeft, 8, {add(Operation::ZeroExtend, 8, {high}), constant(8, 4)});
  for (const Operation join : {Operation::Or, Operation::Add}) {
    const uint32_t number = add(join, 8, {shifted, add(Operation::ZeroExtend, 8, {low})});
    const Answer answer = solve({{equal(number, add(Operation::Multiply, 8, {rest, constant(8, 7)})), true},
                                 {equal(rest, constant(8, 5)), true}});
    EXPECT_EQ(answer.values, (std::vector<uint64_t>{2, 3, 5}));
  }
  const Answer joined =
      solve({{equal(add(Operation::Concatenate, 8, {high, low}), constant(8, 0x5A)), true}});
  EXPECT_EQ(joined.values, (std::vector<uint64_t>{5, 10, 0}));
}

TEST_F(Elimination, WhatIsConstantThenJoinsNoConditions) {
  const uint32_t x = input(4);
  const uint32_t a = input(4);
  const uint32_t b = input(4);
  const auto above = [&](uint32_t datum) {
    return Constraint{add(Operation::LessUnsigned, 1, {x, add(Operation::Multiply, 4, {datum, datum})}),
                      true};
  };
  const uint32_t mixed = add(Operation::Xor, 4, {x, constant(4, 5)});
  const std::vector<uint64_t> current(trace.data.size(), 0);
  std::vector<uint32_t> data;
  Eliminating eliminating(std::make_unique<Independent>(std::make_unique<Exhaustive>(data)),
                          {eliminated, visits});
  const std::vector<Constraint> constraints{{equal(mixed, constant(4, 7)), true}, above(a), above(b)};
  EXPECT_EQ(eliminating.solve({trace, constraints, current}).verdict, Verdict::Solved);
  EXPECT_EQ(data.size(), 1u) << "each for itself";
}

// The whole of it: a query has a solution exactly where the one that is left has one.
TEST_F(Elimination, LosesAndGainsNoSolution) {
  Rng rng(7);
  unsigned satisfiable = 0;
  for (int round = 0; round < 1000; ++round) {
    TraceWriter::trace = {};
    trace.expressions.emplace_back();
    std::vector<uint32_t> numbers{input(3), input(3), input(3), constant(3, rng.below(8))};
    const auto any = [&] { return numbers[rng.below(numbers.size())]; };
    constexpr Operation kOperations[] = {
        Operation::Add, Operation::Subtract, Operation::Multiply,       Operation::Xor,
        Operation::Or,  Operation::And,      Operation::DivideUnsigned, Operation::ShiftLeft};
    for (int i = 0; i < 4; ++i)
      numbers.push_back(add(kOperations[rng.below(std::size(kOperations))], 3, {any(), any()}));
    std::vector<Constraint> constraints;
    for (int i = 0; i < 3; ++i) {
      const bool isEquation = rng.chance(0.7);
      const uint32_t left = any();
      constraints.push_back({isEquation ? equal(left, any()) : add(Operation::LessUnsigned, 1, {left, any()}),
                             rng.chance(0.8)});
    }
    std::vector<uint32_t> data;
    const std::vector<uint64_t> current(trace.data.size(), 0);
    const Answer expected = Exhaustive(data).solve({trace, constraints, current});
    const Answer answer = solve(constraints);
    EXPECT_EQ(answer.verdict, expected.verdict) << "round " << round;
    satisfiable += expected.verdict == Verdict::Solved ? 1 : 0;
  }
  EXPECT_GT(satisfiable, 150);
  EXPECT_LT(satisfiable, 950);
  EXPECT_GT(eliminated, 600);
}

// x | x << 1, and so on: each is there twice in the next one. And a sum over many data.
TEST_F(Elimination, TakesNoLongerForWhatIsSharedOrDeep) {
  std::vector<Constraint> constraints;
  for (const Operation join : {Operation::Or, Operation::Add, Operation::Xor}) {
    uint32_t mixed = input(64);
    for (int i = 0; i < 5000; ++i)
      mixed = add(join, 64, {mixed, add(Operation::ShiftLeft, 64, {mixed, constant(64, 1)})});
    constraints.push_back({equal(mixed, add(Operation::Multiply, 64, {input(64), input(64)})), true});
  }
  uint32_t sum = constant(64, 0);
  for (int i = 0; i < 3000; ++i) {
    sum = add(Operation::Add, 64, {sum, input(64)});
    constraints.push_back({add(Operation::LessUnsigned, 1, {sum, constant(64, 1'000'000)}), true});
  }
  const uint32_t claimed = input(64);
  constraints.push_back({equal(sum, claimed), true});
  const std::vector<uint64_t> current(trace.data.size(), 1);
  uint64_t evaluations = 0;
  uint64_t operations = 0;
  Eliminating eliminating(
      std::make_unique<AlternatingVariable>(1000, AlternatingVariable::Counts{evaluations, operations}),
      {eliminated, visits});
  eliminating.solve({trace, constraints, current});
  EXPECT_GE(eliminated, 1u);
}

TEST_F(Elimination, ClimbsOverWhatIsLeft) {
  // Three products whose sum is claimed, and the claim must be large.
  std::vector<Constraint> constraints;
  uint32_t sum = constant(32, 0);
  for (int i = 0; i < 3; ++i) {
    const uint32_t count = input(32);
    const uint32_t cents = input(32);
    for (const uint32_t one : {count, cents})
      constraints.push_back({add(Operation::LessUnsigned, 1, {one, constant(32, 5000)}), true});
    sum = add(Operation::Add, 32, {sum, add(Operation::Multiply, 32, {count, cents})});
  }
  const uint32_t claimed = input(32);
  constraints.push_back({equal(claimed, sum), true});
  constraints.push_back({add(Operation::LessUnsigned, 1, {constant(32, 9'000'000), claimed}), true});
  const std::vector<uint64_t> current(trace.data.size(), 0);
  uint64_t evaluations = 0;
  uint64_t operations = 0;
  Eliminating eliminating(
      std::make_unique<AlternatingVariable>(200'000, AlternatingVariable::Counts{evaluations, operations}),
      {eliminated, visits});
  const Answer answer = eliminating.solve({trace, constraints, current});
  ASSERT_EQ(answer.verdict, Verdict::Solved);
  EXPECT_TRUE(fulfils(trace, constraints, answer.values));
}

}  // namespace
}  // namespace covolve::concolic
