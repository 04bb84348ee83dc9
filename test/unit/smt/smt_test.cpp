#include <gtest/gtest.h>

#include <bit>

#include "../concolic/traces.h"
#include "concolic/evaluate.h"
#include "smt/solve.h"

namespace covolve::smt {
namespace {

using concolic::Constraint;
using concolic::Operation;
using concolic::TraceWriter;
using concolic::Verdict;

concolic::SmtAnswer ask(const TraceWriter& writer, std::vector<Constraint> constraints,
                        concolic::SmtLimits limits = {50'000'000, 60'000, 1024}) {
  const std::vector<uint64_t> current(writer.trace.data.size());
  const concolic::Query query{writer.trace, std::move(constraints), current};
  const concolic::SmtQuery question = concolic::smtQueryOf(query, limits);
  // As it goes through a file.
  const auto read = concolic::smtQueryFrom(concolic::bytesOf(question));
  EXPECT_TRUE(read);
  concolic::SmtAnswer answer = solve(*read);
  if (answer.verdict == Verdict::Solved) {
    EXPECT_TRUE(concolic::fulfils(writer.trace, query.constraints, answer.values));
  }
  return answer;
}

TEST(Smt, SolvesWhatWasMixed) {
  TraceWriter writer;
  uint32_t value = writer.input(32);
  const auto shifted = [&](unsigned bits) {
    const uint32_t right = writer.add(Operation::ShiftRightLogical, 32, {value, writer.constant(32, bits)});
    value = writer.add(Operation::Xor, 32, {value, right});
  };
  shifted(16);
  value = writer.add(Operation::Multiply, 32, {value, writer.constant(32, 0x7feb352d)});
  shifted(15);
  const uint32_t equal = writer.add(Operation::Equal, 1, {value, writer.constant(32, 0x1F3A90C4)});
  EXPECT_EQ(ask(writer, {{equal, true}}).verdict, Verdict::Solved);
}

TEST(Smt, SaysWhatHasNoSolution) {
  TraceWriter writer;
  const uint32_t x = writer.input(32);
  const uint32_t square = writer.add(Operation::Multiply, 32, {x, x});
  const uint32_t low = writer.add(Operation::And, 32, {square, writer.constant(32, 3)});
  const uint32_t equal = writer.add(Operation::Equal, 1, {low, writer.constant(32, 2)});
  EXPECT_EQ(ask(writer, {{equal, true}}).verdict, Verdict::Unsatisfiable);
}

TEST(Smt, DivisionsByZeroAreNoSolutions) {
  TraceWriter writer;
  const uint32_t x = writer.input(32);
  const uint32_t quotient = writer.add(Operation::DivideUnsigned, 32, {writer.constant(32, 100), x});
  const uint32_t equal = writer.add(Operation::Equal, 1, {quotient, writer.constant(32, 0xFFFFFFFF)});
  EXPECT_EQ(ask(writer, {{equal, true}}).verdict, Verdict::Unsatisfiable);  // Z3's own 100 / 0
}

TEST(Smt, SolvesEquationsOfFloats) {
  TraceWriter writer;
  const uint32_t x = writer.input(32, true);
  const uint32_t sum =
      writer.add(Operation::FloatAdd, 32, {x, writer.constant(32, std::bit_cast<uint32_t>(0.5f))});
  const uint32_t equal =
      writer.add(Operation::FloatEqual, 1, {sum, writer.constant(32, std::bit_cast<uint32_t>(2.75f))});
  EXPECT_EQ(ask(writer, {{equal, true}}).verdict, Verdict::Solved);
}

TEST(Smt, TruncatesFloatsAsTheMachineDoes) {
  TraceWriter writer;
  const uint32_t x = writer.input(64, true);
  const uint32_t whole = writer.add(Operation::FloatToSigned, 32, {x});
  const uint32_t equal = writer.add(Operation::Equal, 1, {whole, writer.constant(32, 0xFFFFFFF9)});
  EXPECT_EQ(ask(writer, {{equal, true}}).verdict, Verdict::Solved);
}

TEST(Smt, GivesUpAfterSoManySteps) {
  TraceWriter writer;
  const uint32_t x = writer.input(64);
  const uint32_t y = writer.input(64);
  const uint32_t product = writer.add(Operation::Multiply, 64, {x, y});
  const uint32_t equal = writer.add(Operation::Equal, 1, {product, writer.constant(64, 0xFFFFFFFFFFFFFFC5)});
  const uint32_t isProper = writer.add(Operation::LessUnsigned, 1, {writer.constant(64, 1), x});
  const uint32_t isSmall =
      writer.add(Operation::LessUnsigned, 1, {x, writer.constant(64, uint64_t{1} << 32)});
  const uint32_t other = writer.add(Operation::LessUnsigned, 1, {y, writer.constant(64, uint64_t{1} << 32)});
  const std::vector<Constraint> constraints{{equal, true}, {isProper, true}, {isSmall, true}, {other, true}};
  EXPECT_EQ(ask(writer, constraints, {20'000, 60'000, 1024}).verdict, Verdict::OutOfSteps);
  EXPECT_EQ(ask(writer, constraints, {4'000'000'000, 50, 1024}).verdict, Verdict::OutOfTime);
}

}  // namespace
}  // namespace covolve::smt
