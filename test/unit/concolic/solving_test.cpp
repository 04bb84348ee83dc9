#include <gtest/gtest.h>

#include <bit>

#include "base/files.h"
#include "base/installation.h"
#include "concolic/evaluate.h"
#include "concolic/solving/alternating_variable.h"
#include "concolic/solving/constraint_distance.h"
#include "concolic/solving/exhaustion.h"
#include "concolic/solving/inversion.h"
#include "concolic/solving/path_condition.h"
#include "concolic/solving/smt_process.h"
#include "concolic/solving/solver_chain.h"
#include "traces.h"

namespace covolve::concolic {
namespace {

uint64_t bitsOf(double value) { return std::bit_cast<uint64_t>(value); }

/// x == 7 first, then y < x, then x + y == 12, then z == 3; all decisions as x = 7, y = 1, z = 0 take them.
struct Linear : TraceWriter {
  Linear() {
    x = input(32);
    y = input(32);
    z = input(32);
    decide(add(Operation::Equal, 1, {x, constant(32, 7)}), true, 1);
    decide(add(Operation::LessSigned, 1, {y, x}), true, 2);
    decide(add(Operation::Equal, 1, {z, constant(32, 3)}), false, 3);
    const uint32_t sum = add(Operation::Add, 32, {x, y});
    decide(add(Operation::Equal, 1, {sum, constant(32, 12)}), false, 4);
  }
  uint32_t x, y, z;
  std::vector<uint64_t> current{7, 1, 0};
};

/// Remembers what it was asked.
class Asked final : public Solver {
 public:
  explicit Asked(std::vector<Query>& queries, Answer answer = {})
      : queries_(queries), answer_(std::move(answer)) {}
  Answer solve(const Query& query) override {
    queries_.push_back(query);
    return answer_;
  }

 private:
  std::vector<Query>& queries_;
  Answer answer_;
};

TEST(PathCondition, TurnsTheLastAndKeepsThoseBefore) {
  const Linear linear;
  const std::vector<Constraint> constraints = turned(linear.trace, 3);
  ASSERT_EQ(constraints.size(), 4);
  EXPECT_TRUE(constraints[0].wanted);
  EXPECT_FALSE(constraints[2].wanted);
  EXPECT_TRUE(constraints[3].wanted);  // it was not taken
}

TEST(PathCondition, AloneKeepsOnlyWhatWasMadeConcrete) {
  Linear linear;
  linear.trace.decisions[1].kind = DecisionKind::MadeConcrete;
  const std::vector<Constraint> constraints = turnedAlone(linear.trace, 3);
  ASSERT_EQ(constraints.size(), 2);
  EXPECT_EQ(constraints[0].expression, linear.trace.decisions[1].condition);
}

TEST(PathCondition, ATraceIsNoWitnessForWhatDoesNotComeOutAsExecuted) {
  Linear linear;
  const std::vector<uint64_t> other{8, 1, 0};
  dropDivergent(linear.trace, other);
  EXPECT_EQ(linear.trace.decisions.size(), 3);  // all but x == 7
}

TEST(Independent, SolvesOnlyWhatSharesData) {
  const Linear linear;
  std::vector<Query> queries;
  Independent independent(std::make_unique<Asked>(queries));
  independent.solve({linear.trace, turned(linear.trace, 3), linear.current});
  ASSERT_EQ(queries.size(), 1);
  EXPECT_EQ(queries[0].constraints.size(), 3);  // not that on z
}

TEST(Independent, WhatIsDemandedBothWaysHasNoSolution) {
  Linear linear;
  linear.trace.decisions.push_back(linear.trace.decisions[0]);
  std::vector<Query> queries;
  Independent independent(std::make_unique<Asked>(queries));
  const Answer answer = independent.solve({linear.trace, turned(linear.trace, 4), linear.current});
  EXPECT_EQ(answer.verdict, Verdict::Unsatisfiable);
  EXPECT_TRUE(queries.empty());
}

TEST(Cached, TheSameConditionsOverOtherDataAreNotSolvedAgain) {
  const auto lessThan = [](unsigned datum) {
    TraceWriter writer;
    std::vector<uint32_t> inputs{writer.input(32), writer.input(32)};
    writer.decide(writer.add(Operation::Equal, 1, {inputs[datum], writer.constant(32, 9)}), false);
    return writer;
  };
  std::vector<Query> queries;
  uint64_t hits = 0;
  Cached cached(std::make_unique<Asked>(queries, Answer{Verdict::Solved, {9, 0}}), hits);
  const std::vector<uint64_t> current{0, 0};
  const TraceWriter first = lessThan(0);
  const TraceWriter second = lessThan(1);
  cached.solve({first.trace, turned(first.trace, 0), current});
  const Answer answer = cached.solve({second.trace, turned(second.trace, 0), current});
  EXPECT_EQ(queries.size(), 1);
  EXPECT_EQ(hits, 1);
  EXPECT_EQ(answer.values, (std::vector<uint64_t>{0, 9}));
}

TEST(ModelReusing, TriesWhatSolvedOtherQueries) {
  const Linear linear;
  std::vector<Query> queries;
  uint64_t hits = 0;
  ModelReusing reusing(std::make_unique<Asked>(queries, Answer{Verdict::Solved, {7, 5, 3}}), hits);
  reusing.solve({linear.trace, turned(linear.trace, 2), linear.current});
  const Answer answer = reusing.solve({linear.trace, turnedAlone(linear.trace, 3), linear.current});
  EXPECT_EQ(queries.size(), 1);
  EXPECT_EQ(answer.values, (std::vector<uint64_t>{7, 5, 0}));  // z is none of the query's data
}

TEST(Checked, WrongModelsAreNone) {
  const Linear linear;
  std::vector<Query> queries;
  Checked checked(std::make_unique<Asked>(queries, Answer{Verdict::Solved, {7, 6, 0}}));
  EXPECT_EQ(checked.solve({linear.trace, turned(linear.trace, 3), linear.current}).verdict, Verdict::Unknown);
}

TEST(ConstraintDistance, IsZeroExactlyWhereAllHold) {
  const Linear linear;
  ConstraintDistance distance(linear.trace, turned(linear.trace, 3));
  EXPECT_EQ(static_cast<uint64_t>(distance.at(std::vector<uint64_t>{7, 1, 0})), 4);
  EXPECT_EQ(static_cast<uint64_t>(distance.at(std::vector<uint64_t>{7, 4, 0})), 1);
  EXPECT_EQ(static_cast<uint64_t>(distance.at(std::vector<uint64_t>{7, 5, 0})), 0);
}

TEST(ConstraintDistance, LooksThroughWidenedTruthValues) {
  TraceWriter writer;
  const uint32_t less = writer.add(Operation::LessSigned, 1, {writer.input(32), writer.constant(32, 100)});
  const uint32_t wide = writer.add(Operation::ZeroExtend, 32, {less});
  const uint32_t isZero = writer.add(Operation::Equal, 1, {wide, writer.constant(32, 0)});
  const std::vector<Constraint> constraints{{isZero, false}};
  ConstraintDistance distance(writer.trace, constraints);
  EXPECT_EQ(static_cast<uint64_t>(distance.at(std::vector<uint64_t>{150})), 51);
}

TEST(Inversion, CarriesAValueThroughOddFactorsAndSums) {
  TraceWriter writer;
  const uint32_t product =
      writer.add(Operation::Multiply, 32, {writer.input(32), writer.constant(32, 1664525)});
  const uint32_t sum = writer.add(Operation::Add, 32, {product, writer.constant(32, 1013904223)});
  const uint32_t equal = writer.add(Operation::Equal, 1, {sum, writer.constant(32, 0xCAFE)});
  const std::vector<uint64_t> current{1};
  const Answer answer = Inversion().solve({writer.trace, {{equal, true}}, current});
  ASSERT_EQ(answer.verdict, Verdict::Solved);
  EXPECT_EQ(static_cast<uint32_t>(answer.values[0] * 1664525 + 1013904223), 0xCAFE);
}

TEST(Inversion, UndoesWhatHashesDo) {
  TraceWriter writer;
  uint32_t value = writer.input(32);
  for (const Operation shift : {Operation::ShiftRightLogical, Operation::ShiftLeft}) {
    const uint32_t shifted = writer.add(shift, 32, {value, writer.constant(32, 7)});
    value = writer.add(Operation::Xor, 32, {value, shifted});
    value = writer.add(Operation::Multiply, 32, {value, writer.constant(32, 0x7feb352d)});
  }
  const uint32_t equal = writer.add(Operation::Equal, 1, {value, writer.constant(32, 0x1F3A90C4)});
  const std::vector<uint64_t> current{1};
  EXPECT_EQ(Inversion().solve({writer.trace, {{equal, true}}, current}).verdict, Verdict::Solved);
}

TEST(Inversion, MendsWhatAChangeBreaks) {
  TraceWriter writer;
  const uint32_t quantity = writer.input(64);
  const uint32_t price = writer.input(64);
  const uint32_t net = writer.input(64);
  const uint32_t total = writer.input(64);
  const uint32_t product = writer.add(Operation::Multiply, 64, {quantity, price});
  const uint32_t taxed = writer.add(Operation::Multiply, 64, {net, writer.constant(64, 119)});
  const uint32_t gross = writer.add(Operation::DivideUnsigned, 64, {taxed, writer.constant(64, 100)});
  const std::vector<Constraint> constraints{
      {writer.add(Operation::LessUnsigned, 1, {quantity, writer.constant(64, 10'000)}), true},
      {writer.add(Operation::LessUnsigned, 1, {price, writer.constant(64, 5'000'000)}), true},
      {writer.add(Operation::Equal, 1, {net, product}), true},
      {writer.add(Operation::Equal, 1, {total, gross}), true},
      {writer.add(Operation::LessUnsigned, 1, {total, writer.constant(64, 25'000)}), false}};
  const std::vector<uint64_t> current{0, 0, 0, 0};
  const Answer answer = Inversion().solve({writer.trace, constraints, current});
  ASSERT_EQ(answer.verdict, Verdict::Solved);
  EXPECT_GE(answer.values[3], 25'000);
}

TEST(Inversion, SetsAllBytesOfANumberAtOnce) {
  TraceWriter writer;
  const uint32_t high = writer.input(8);
  const uint32_t low = writer.input(8);
  const uint32_t word = writer.add(Operation::Concatenate, 16, {high, low});
  const uint32_t equal = writer.add(Operation::Equal, 1, {word, writer.constant(16, 0x4C21)});
  const std::vector<uint64_t> current{0, 0};
  const Answer answer = Inversion().solve({writer.trace, {{equal, true}}, current});
  EXPECT_EQ(answer.values, (std::vector<uint64_t>{0x4C, 0x21}));
}

TEST(AlternatingVariable, SolvesTwoEquationsAtOnce) {
  TraceWriter writer;
  const uint32_t x = writer.input(32);
  const uint32_t y = writer.input(32);
  const uint32_t sum = writer.add(Operation::Add, 32, {x, y});
  const uint32_t difference = writer.add(Operation::Subtract, 32, {x, y});
  const uint32_t one = writer.add(Operation::Equal, 1, {sum, writer.constant(32, 31)});
  const uint32_t other = writer.add(Operation::Equal, 1, {difference, writer.constant(32, 5)});
  const std::vector<uint64_t> current{0, 0};
  uint64_t evaluations = 0;
  uint64_t operations = 0;
  AlternatingVariable solver(20'000'000, {evaluations, operations});
  const Answer answer = solver.solve({writer.trace, {{one, true}, {other, true}}, current});
  ASSERT_EQ(answer.verdict, Verdict::Solved);
  EXPECT_EQ((answer.values[0] + answer.values[1]) & 0xFFFFFFFF, 31);
}

TEST(AlternatingVariable, FindsFloatsToTheLastPlace) {
  TraceWriter writer;
  const uint32_t x = writer.input(64, true);
  const uint32_t square = writer.add(Operation::FloatMultiply, 64, {x, x});
  const uint32_t sum = writer.add(Operation::FloatAdd, 64, {square, x});
  const uint32_t equal =
      writer.add(Operation::FloatEqual, 1, {sum, writer.constant(64, bitsOf(3.1415 * 3.1415 + 3.1415))});
  const std::vector<uint64_t> current{bitsOf(1.0)};
  uint64_t evaluations = 0;
  uint64_t operations = 0;
  AlternatingVariable solver(20'000'000, {evaluations, operations});
  EXPECT_EQ(solver.solve({writer.trace, {{equal, true}}, current}).verdict, Verdict::Solved);
}

TEST(Exhaustion, KnowsOfACharacterWhetherThereIsASolution) {
  TraceWriter writer;
  const uint32_t character = writer.input(8);
  const uint32_t square = writer.add(Operation::Multiply, 8, {character, character});
  const uint32_t isNine = writer.add(Operation::Equal, 1, {square, writer.constant(8, 9)});
  const uint32_t isThree = writer.add(Operation::Equal, 1, {square, writer.constant(8, 3)});
  const std::vector<uint64_t> current{'a'};
  uint64_t operations = 0;
  Exhaustion solver(operations);
  const Answer answer = solver.solve({writer.trace, {{isNine, true}}, current});
  ASSERT_EQ(answer.verdict, Verdict::Solved);
  EXPECT_EQ(answer.values[0] * answer.values[0] % 256, 9);
  operations = 0;
  EXPECT_EQ(solver.solve({writer.trace, {{isThree, true}}, current}).verdict, Verdict::Unsatisfiable);
  EXPECT_GE(operations, 256u) << "what it takes is counted";
}

TEST(Exhaustion, LeavesNumbersToOthers) {
  TraceWriter writer;
  const uint32_t equal = writer.add(Operation::Equal, 1, {writer.input(32), writer.constant(32, 9)});
  const std::vector<uint64_t> current{0};
  uint64_t operations = 0;
  EXPECT_EQ(Exhaustion(operations).solve({writer.trace, {{equal, true}}, current}).verdict, Verdict::Unknown);
  EXPECT_EQ(operations, 0u);
}

TEST(WhilePaying, IsNotAskedAnyMoreWhenItFailedTooOften) {
  const Linear linear;
  std::vector<Query> queries;
  WhilePaying solver(std::make_unique<Asked>(queries, Answer{Verdict::OutOfSteps}), Verdict::OutOfSteps, 3);
  for (int i = 0; i < 10; ++i) solver.solve({linear.trace, {}, linear.current});
  EXPECT_EQ(queries.size(), 3);
}

TEST(WhilePaying, NeitherWhenItDiedOrMetAGuardTooOften) {
  const Linear linear;
  for (const Verdict verdict : {Verdict::Died, Verdict::OutOfTime}) {
    std::vector<Query> queries;
    WhilePaying solver(std::make_unique<Asked>(queries, Answer{verdict}), Verdict::OutOfSteps, 3);
    for (int i = 0; i < 10; ++i) solver.solve({linear.trace, {}, linear.current});
    EXPECT_EQ(queries.size(), 3);
  }
}

TEST(WhilePaying, WhatCostsNothingDoesNotCount) {
  const Linear linear;
  std::vector<Query> queries;
  WhilePaying solver(std::make_unique<Asked>(queries), Verdict::OutOfSteps, 3);
  for (int i = 0; i < 10; ++i) solver.solve({linear.trace, {}, linear.current});
  EXPECT_EQ(queries.size(), 10);
}

TEST(FirstToKnow, TellsWhyRatherThanThatNothingIsKnown) {
  const Linear linear;
  std::vector<Query> queries;
  std::vector<std::unique_ptr<Solver>> members;
  members.push_back(std::make_unique<Asked>(queries, Answer{Verdict::OutOfTime}));
  members.push_back(std::make_unique<Asked>(queries));
  EXPECT_EQ(FirstToKnow(std::move(members)).solve({linear.trace, {}, linear.current}).verdict,
            Verdict::OutOfTime);
}

class ChainTest : public testing::Test {
 protected:
  Answer solve(const TraceWriter& writer, std::vector<Constraint> constraints) {
    const auto installation = locateInstallation();
    EXPECT_TRUE(installation);
    const auto scratch = ScratchDirectory::make("smt");
    EXPECT_TRUE(scratch);
    const std::vector<uint64_t> current(writer.trace.data.size());
    const auto chain =
        makeSolverChain({.smtProgram = installation->smtSolver(), .folder = scratch->path()}, counts_);
    return chain->solve({writer.trace, std::move(constraints), current});
  }

  ChainCounts counts_;
};

TEST_F(ChainTest, AsksZ3WhereItsOwnMeansFail) {
  TraceWriter writer;
  const uint32_t x = writer.input(32);
  const uint32_t shifted = writer.add(Operation::ShiftRightLogical, 32, {x, writer.constant(32, 16)});
  const uint32_t sum = writer.add(Operation::Add, 32, {x, shifted});
  const uint32_t mixed = writer.add(Operation::Multiply, 32, {sum, writer.constant(32, 0x7feb352d)});
  const uint32_t equal = writer.add(Operation::Equal, 1, {mixed, writer.constant(32, 0x1F3A90C4)});
  EXPECT_EQ(solve(writer, {{equal, true}}).verdict, Verdict::Solved);
  EXPECT_EQ(counts_.solvers[ChainCounts::kZ3].solved, 1);
  EXPECT_EQ(counts_.whole.solved, 1);
}

TEST_F(ChainTest, ADeadSolverCostsItsQueryOnly) {
  TraceWriter writer;
  const uint32_t x = writer.input(32);
  const uint32_t square = writer.add(Operation::Multiply, 32, {x, x});
  const uint32_t equal = writer.add(Operation::Equal, 1, {square, writer.constant(32, 3)});
  const auto scratch = ScratchDirectory::make("smt");
  ASSERT_TRUE(scratch);
  const std::vector<uint64_t> current{0};
  const auto chain = makeSolverChain(
      {.mostOperations = 1000, .smtProgram = "/bin/false", .folder = scratch->path()}, counts_);
  EXPECT_EQ(chain->solve({writer.trace, {{equal, true}}, current}).verdict, Verdict::Died);
}

TEST_F(ChainTest, Z3TakesNoLongerThanTheSearchHasLeft) {
  TraceWriter writer;
  const uint32_t x = writer.input(32);
  const uint32_t square = writer.add(Operation::Multiply, 32, {x, x});
  const uint32_t equal = writer.add(Operation::Equal, 1, {square, writer.constant(32, 3)});
  const auto scratch = ScratchDirectory::make("smt");
  ASSERT_TRUE(scratch);
  const auto endless = scratch->path() / "endless";
  ASSERT_TRUE(replaceFile(endless, "#!/bin/sh\nexec sleep 60\n"));
  std::filesystem::permissions(endless, std::filesystem::perms::owner_all);
  const std::vector<uint64_t> current{0};
  const std::atomic<bool> stop = true;
  const std::vector<SolvingEnd> ends{{.timeLeft = [] { return std::chrono::milliseconds(100); }},
                                     {.stop = &stop}};
  for (const SolvingEnd& end : ends) {
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(SmtProcess(endless, scratch->path(), {1'000'000, 10'000, 1024}, end)
                  .solve({writer.trace, {{equal, true}}, current})
                  .verdict,
              Verdict::OutOfTime);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(8));
  }
}

}  // namespace
}  // namespace covolve::concolic
