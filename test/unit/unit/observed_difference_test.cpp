#include "unit/mutants/observed_difference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace covolve::unit {
namespace {

using What = Observation::What;
using Steps = std::set<uint32_t>;

Observation seen(uint32_t step, Value value, What what = What::Returned) {
  return {step, what, 0, std::move(value), {}, {}};
}

Observation thrown(uint32_t step, const std::string& type, const std::string& text = {}) {
  return {step, What::Threw, 0, {}, type, text};
}

TEST(ObservedDifference, OtherValuesAreSeenWhereTheyAre) {
  const std::vector<Observation> asWritten{seen(0, Value::number(1)), seen(2, Value::string("a"))};
  EXPECT_TRUE(differingSteps(asWritten, asWritten).empty());
  EXPECT_EQ(differingSteps(asWritten, {seen(0, Value::number(1)), seen(2, Value::string("b"))}), Steps({2}));
}

TEST(ObservedDifference, WhatCannotBeLookedIntoTellsNothing) {
  EXPECT_TRUE(differingSteps({seen(0, Value())}, {seen(0, Value::number(7))}).empty());
  EXPECT_TRUE(differingSteps({seen(0, Value::present(Value()))}, {seen(0, Value::present(Value::number(7)))})
                  .empty());
  EXPECT_EQ(differingSteps({seen(0, Value::present(Value()))}, {seen(0, Value::absent())}), Steps({0}));
}

TEST(ObservedDifference, AnExceptionInPlaceOfAValueIsSeen) {
  EXPECT_EQ(differingSteps({seen(1, Value::number(1))}, {thrown(1, "std::logic_error")}), Steps({1}));
  EXPECT_EQ(differingSteps({thrown(1, "std::logic_error")}, {}), Steps({1}));
  // A call that returns nothing.
  EXPECT_EQ(differingSteps({}, {thrown(3, "std::logic_error")}), Steps({3}));
}

TEST(ObservedDifference, ExceptionsAreToldByTypeAndNotByText) {
  EXPECT_TRUE(differingSteps({thrown(0, "shop::Closed", "a")}, {thrown(0, "shop::Closed", "b")}).empty());
  EXPECT_EQ(differingSteps({thrown(0, "shop::Closed")}, {thrown(0, "shop::Open")}), Steps({0}));
}

TEST(ObservedDifference, WhoExpectsABaseIsContentWithWhatIsDerivedFromIt) {
  EXPECT_TRUE(differingSteps({thrown(0, "std::logic_error")}, {thrown(0, "std::invalid_argument")}).empty());
  EXPECT_TRUE(differingSteps({thrown(0, "std::exception")}, {thrown(0, "std::out_of_range")}).empty());
  EXPECT_EQ(differingSteps({thrown(0, "std::invalid_argument")}, {thrown(0, "std::logic_error")}),
            Steps({0}));
}

TEST(ObservedDifference, LastBitsOfFloatingPointNumbersAreRounding) {
  const double next = std::nextafter(0.1, 1.0);
  EXPECT_TRUE(differingSteps({seen(0, Value::real(0.1))}, {seen(0, Value::real(next))}).empty());
  EXPECT_EQ(differingSteps({seen(0, Value::real(0.1))}, {seen(0, Value::real(0.1000001))}), Steps({0}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(differingSteps({seen(0, Value::real(nan))}, {seen(0, Value::real(nan))}).empty());
  EXPECT_TRUE(differingSteps({seen(0, Value::real(infinity))}, {seen(0, Value::real(infinity))}).empty());
  EXPECT_EQ(differingSteps({seen(0, Value::real(infinity))}, {seen(0, Value::real(-infinity))}), Steps({0}));
}

TEST(ObservedDifference, WhoOwnsMemoryIsNotExpected) {
  EXPECT_TRUE(differingSteps({seen(0, Value(), What::Given)}, {seen(0, Value(), What::Freed)}).empty());
}

}  // namespace
}  // namespace covolve::unit
