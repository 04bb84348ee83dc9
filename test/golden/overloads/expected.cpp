// Tests for subject.cpp, evolved by covolve.
#include "subject.h"

#include <gtest/gtest.h>

#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

TEST(VecTest, SubscriptReturns2) {
  math::Vec vec(1, 2);
  EXPECT_EQ(vec[1u], 2);
}

TEST(VecTest, SubscriptReturns3) {
  const math::Vec vec(1, 2);
  EXPECT_EQ(vec[1u], 3);
}

TEST(VecTest, SubscriptReturns4) {
  math::Vec vec{};
  ++vec;
  EXPECT_EQ(std::as_const(vec)[0u], 4);
}

TEST(VecTest, CallReturns5) {
  const math::Vec vec{};
  EXPECT_EQ(vec(1, -2), 5);
}

TEST(VecTest, ConversionToBoolReturnsTrue) {
  const math::Vec vec{};
  EXPECT_TRUE(static_cast<bool>(vec));
}

TEST(VecTest, NegationDoesNotThrow) {
  const math::Vec vec{};
  EXPECT_NO_THROW(static_cast<void>(-vec));
}

TEST(VecTest, BeginReturnsNull) {
  const math::Vec vec{};
  EXPECT_EQ(vec.begin(), nullptr);
}

TEST(VecTest, LengthReturnsOne) {
  const math::Vec vec(3);
  EXPECT_EQ(vec.length(), 1);
}

TEST(VecTest, LengthReturns2) {
  const math::Vec vec(3.0);
  EXPECT_EQ(vec.length(), 2);
}

TEST(VecTest, LengthReturns6) {
  const math::Vec vec{};
  const auto vec2 = -vec;
  EXPECT_EQ(vec2.length(), 6);
}

TEST(VecTest, LengthReturns7) {
  math::Vec vec{};
  const math::Vec other{};
  vec += other;
  EXPECT_EQ(vec.length(), 7);
}

TEST(VecTest, LengthReturns8) {
  math::Vec vec{};
  static_cast<void>(vec++);
  EXPECT_EQ(vec.length(), 8);
}

TEST(VecTest, LengthReturns9) {
  math::Vec vec{};
  const auto vec2 = std::move(vec).take();
  EXPECT_EQ(vec2.length(), 9);
}

TEST(VecTest, LengthReturns10) {
  const math::Vec left{};
  const math::Vec right(2);
  const auto vec = left + right;
  EXPECT_EQ(vec.length(), 10);
}

TEST(VecTest, LengthReturns11) {
  const math::Vec left{};
  const auto vec = left * static_cast<short>(2);
  EXPECT_EQ(vec.length(), 11);
}

TEST(VecTest, LengthReturns12) {
  const math::Vec left{};
  const auto vec = left * 2.0f;
  EXPECT_EQ(vec.length(), 12);
}

TEST(SubjectTest, LessThanReturnsTrue) {
  const math::Vec left{};
  const math::Vec right(2);
  EXPECT_TRUE(left < right);
}

TEST(SubjectTest, LessThanThrowsLengthError) {
  const math::Vec left{};
  const math::Vec right(2);
  EXPECT_THROW(static_cast<void>(left < right), std::length_error);
}

TEST(SubjectTest, PlusReturnsOneElement) {
  EXPECT_EQ(math::operator+(std::vector<int>{1}, std::vector<int>{}), std::vector<int>{1});
}

TEST(SubjectTest, KindReturns19) {
  EXPECT_EQ(math::kind(3), 19);
}

TEST(SubjectTest, KindReturns20) {
  EXPECT_EQ(math::kind(static_cast<short>(3)), 20);
}

TEST(SubjectTest, KindReturns21) {
  EXPECT_EQ(math::kind(static_cast<unsigned char>(3)), 21);
}

TEST(SubjectTest, KindReturns22) {
  EXPECT_EQ(math::kind(3uL), 22);
}

TEST(SubjectTest, KindReturns23) {
  EXPECT_EQ(math::kind(3.0f), 23);
}

TEST(SubjectTest, KindReturns24) {
  EXPECT_EQ(math::kind(3.0), 24);
}

TEST(SubjectTest, KindReturns25) {
  EXPECT_EQ(math::kind("x"), 25);
}

TEST(SubjectTest, KindReturns26) {
  EXPECT_EQ(math::kind(static_cast<const char*>(nullptr)), 26);
}

TEST(SubjectTest, KindReturns27) {
  EXPECT_EQ(math::kind(std::string("x")), 27);
}

TEST(SubjectTest, KindReturns28) {
  EXPECT_EQ(math::kind(std::string_view("x")), 28);
}

TEST(SubjectTest, KindReturns29) {
  EXPECT_EQ(math::kind(std::vector<int>{1}), 29);
}

TEST(SubjectTest, KindReturns30) {
  EXPECT_EQ(math::kind(std::vector<short>{}), 30);
}

TEST(SubjectTest, KindReturns31) {
  EXPECT_EQ(math::kind(std::optional<int>(3)), 31);
}

TEST(SubjectTest, KindReturns32) {
  EXPECT_EQ(math::kind(std::optional<int>()), 32);
}

TEST(SubjectTest, KindReturns33) {
  EXPECT_EQ(math::kind(static_cast<const int*>(nullptr)), 33);
}

TEST(SubjectTest, KindReturns34) {
  const int value = 4;
  EXPECT_EQ(math::kind(&value), 34);
}

TEST(SubjectTest, KindReturns35) {
  EXPECT_EQ(math::kind(static_cast<const math::Vec*>(nullptr)), 35);
}

TEST(SubjectTest, KindPassedReturnsOne) {
  std::string text = "x";
  EXPECT_EQ(math::kindPassed(text), 1);
}

TEST(SubjectTest, KindPassedReturns2) {
  const std::string text = "x";
  EXPECT_EQ(math::kindPassed(text), 2);
}

TEST(SubjectTest, KindPassedReturns3) {
  EXPECT_EQ(math::kindPassed("x"), 3);
}

TEST(SubjectTest, PassedReturns4) {
  math::Vec vec{};
  ++vec;
  EXPECT_EQ(math::passed(vec), 4);
}

TEST(SubjectTest, PassedReturns5) {
  math::Vec vec{};
  ++vec;
  EXPECT_EQ(math::passed(std::as_const(vec)), 5);
}

TEST(SubjectTest, PassedReturns6) {
  math::Vec vec{};
  ++vec;
  EXPECT_EQ(math::passed(&vec), 6);
}

TEST(SubjectTest, PassedReturns7) {
  math::Vec vec{};
  ++vec;
  EXPECT_EQ(math::passed(static_cast<const math::Vec*>(&vec)), 7);
}

TEST(SubjectTest, PadReturns7) {
  EXPECT_EQ(math::pad(7), 7);
}

TEST(SubjectTest, LookUpThrowsLookupError) {
  using ExpectedException = math::LookupError<int, char>;
  EXPECT_THROW(math::lookUp(7), ExpectedException);
}

TEST(SubjectTest, LookUpThrows) {
  EXPECT_ANY_THROW(math::lookUp(8));
}

TEST(SubjectTest, RunReturnsOne) {
  EXPECT_EQ(::Run(1), 1);
}

TEST(SubjectTest, OrderReturnsOne) {
  EXPECT_EQ(order(1), 1);
}

TEST(TestTest, ConstructionThrowsBadAlloc) {
  const math::Vec vec{};
  EXPECT_THROW(static_cast<void>(::Test(vec)), std::bad_alloc);
}

TEST(TestTest, Constructs) {
  const math::Vec vec{};
  EXPECT_NO_THROW(static_cast<void>(::Test(vec)));
}
