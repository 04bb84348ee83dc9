#include "concolic/evaluate.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>

#include "traces.h"

namespace covolve::concolic {
namespace {

uint64_t bitsOf(double value) { return std::bit_cast<uint64_t>(value); }
uint64_t bitsOf(float value) { return std::bit_cast<uint32_t>(value); }

std::optional<uint64_t> binary(Operation operation, unsigned bits, uint64_t left, uint64_t right,
                               unsigned resultBits = 0) {
  TraceWriter writer;
  const uint32_t first = writer.input(bits);
  const uint32_t second = writer.input(bits);
  const uint32_t result = writer.add(operation, resultBits != 0 ? resultBits : bits, {first, second});
  const uint64_t values[] = {left, right};
  return evaluate(writer.trace, result, values);
}

std::optional<uint64_t> unary(Operation operation, unsigned bits, unsigned resultBits, uint64_t operand,
                              uint64_t value = 0) {
  TraceWriter writer;
  const uint32_t result = writer.add(operation, resultBits, {writer.input(bits)}, value);
  const uint64_t values[] = {operand};
  return evaluate(writer.trace, result, values);
}

TEST(Evaluate, IntegersWrapAtTheirWidth) {
  EXPECT_EQ(binary(Operation::Add, 8, 250, 10), 4);
  EXPECT_EQ(binary(Operation::Subtract, 16, 1, 2), 0xFFFF);
  EXPECT_EQ(binary(Operation::Multiply, 32, 0x10001, 0x10000), 0x10000);
  EXPECT_EQ(binary(Operation::Multiply, 64, uint64_t{1} << 63, 3), uint64_t{1} << 63);
}

TEST(Evaluate, SignedOperationsReadTheSignAtTheirWidth) {
  EXPECT_EQ(binary(Operation::DivideSigned, 8, 0xF9, 2), 0xFD);     // -7 / 2
  EXPECT_EQ(binary(Operation::RemainderSigned, 8, 0xF9, 2), 0xFF);  // -7 % 2
  EXPECT_EQ(binary(Operation::ShiftRightArithmetic, 8, 0x80, 3), 0xF0);
  EXPECT_EQ(binary(Operation::ShiftRightLogical, 8, 0x80, 3), 0x10);
  EXPECT_EQ(binary(Operation::LessSigned, 8, 0x80, 1, 1), 1);
  EXPECT_EQ(binary(Operation::LessUnsigned, 8, 0x80, 1, 1), 0);
}

TEST(Evaluate, WhatTheMachineTrapsOnOrLeavesOpenHasNoValue) {
  EXPECT_EQ(binary(Operation::DivideUnsigned, 32, 1, 0), std::nullopt);
  EXPECT_EQ(binary(Operation::RemainderSigned, 32, 1, 0), std::nullopt);
  EXPECT_EQ(binary(Operation::DivideSigned, 32, 0x80000000, 0xFFFFFFFF), std::nullopt);
  EXPECT_EQ(binary(Operation::DivideSigned, 64, uint64_t{1} << 63, ~uint64_t{0}), std::nullopt);
  EXPECT_EQ(binary(Operation::ShiftLeft, 32, 1, 32), std::nullopt);
  EXPECT_EQ(unary(Operation::FloatToSigned, 64, 32, bitsOf(2147483648.0)), std::nullopt);
  EXPECT_EQ(unary(Operation::FloatToUnsigned, 64, 8, bitsOf(-1.0)), std::nullopt);
  EXPECT_EQ(unary(Operation::FloatToSigned, 64, 64, bitsOf(std::numeric_limits<double>::quiet_NaN())),
            std::nullopt);
}

TEST(Evaluate, WidthsChange) {
  EXPECT_EQ(unary(Operation::SignExtend, 8, 32, 0x80), 0xFFFFFF80);
  EXPECT_EQ(unary(Operation::ZeroExtend, 8, 32, 0x80), 0x80);
  EXPECT_EQ(unary(Operation::Extract, 32, 8, 0x12345678, 16), 0x34);
  TraceWriter writer;
  const uint32_t high = writer.input(8);
  const uint32_t low = writer.input(16);
  const uint32_t whole = writer.add(Operation::Concatenate, 24, {high, low});
  const uint64_t values[] = {0xAB, 0x1234};
  EXPECT_EQ(evaluate(writer.trace, whole, values), 0xAB1234);
}

TEST(Evaluate, FloatsRoundAsTheirTypeDoes) {
  EXPECT_EQ(binary(Operation::FloatAdd, 64, bitsOf(0.1), bitsOf(0.2)), bitsOf(0.1 + 0.2));
  EXPECT_EQ(binary(Operation::FloatAdd, 32, bitsOf(0.1f), bitsOf(0.2f)), bitsOf(0.1f + 0.2f));
  EXPECT_EQ(unary(Operation::FloatToFloat, 64, 32, bitsOf(0.1)), bitsOf(0.1f));
  EXPECT_EQ(unary(Operation::FloatToSigned, 64, 32, bitsOf(-3.9)), 0xFFFFFFFD);
  EXPECT_EQ(unary(Operation::UnsignedToFloat, 64, 64, ~uint64_t{0}), bitsOf(18446744073709551615.0));
  EXPECT_EQ(unary(Operation::SignedToFloat, 8, 32, 0xFF), bitsOf(-1.0f));
  EXPECT_EQ(unary(Operation::FloatNegate, 32, 32, bitsOf(1.5f)), bitsOf(-1.5f));
}

TEST(Evaluate, ComparisonsWithNanAreFalseUnlessTheyAskForIt) {
  const uint64_t nan = bitsOf(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(binary(Operation::FloatEqual, 64, nan, nan, 1), 0);
  EXPECT_EQ(binary(Operation::FloatLessEqual, 64, nan, bitsOf(1.0), 1), 0);
  EXPECT_EQ(binary(Operation::FloatUnordered, 64, nan, bitsOf(1.0), 1), 1);
  EXPECT_EQ(binary(Operation::FloatEqual, 64, bitsOf(0.0), bitsOf(-0.0), 1), 1);
}

TEST(Program, HasOnlyWhatTheRootsAreMadeOf) {
  TraceWriter writer;
  const uint32_t used = writer.input(32);
  const uint32_t unused = writer.input(32);
  const uint32_t twice = writer.add(Operation::Add, 32, {used, used});
  writer.add(Operation::Multiply, 32, {unused, twice});
  const uint32_t root = writer.add(Operation::Equal, 1, {twice, writer.constant(32, 10)});
  const uint32_t roots[] = {root};
  Program program(writer.trace, roots);
  EXPECT_EQ(std::vector(program.data().begin(), program.data().end()), std::vector<uint32_t>{0});
  EXPECT_EQ(program.size(), 4);
  const uint64_t five[] = {5};
  ASSERT_TRUE(program.run(five));
  EXPECT_EQ(program.valueOf(root), 1);
  const uint64_t six[] = {6};
  ASSERT_TRUE(program.run(six));
  EXPECT_EQ(program.valueOf(root), 0);
  EXPECT_EQ(program.valueOf(twice), 12);
}

}  // namespace
}  // namespace covolve::concolic
