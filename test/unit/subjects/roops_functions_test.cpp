// The Roops subjects without state answer what their names say.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "../../../subjects/roops/bin_search_error.cpp"
#include "../../../subjects/roops/float_arithmetic.cpp"
#include "../../../subjects/roops/int_array_parameters.cpp"
#include "../../../subjects/roops/int_array_without_exceptions.cpp"
#include "../../../subjects/roops/linear_without_overflow.cpp"
#include "../../../subjects/roops/long_arithmetics.cpp"

namespace {

constexpr int kLeast = std::numeric_limits<int>::min();
constexpr int kMost = std::numeric_limits<int>::max();

/// What the six comparisons say of two numbers, in the order ==, !=, <, <=, >, >=.
using Verdicts = std::vector<int>;
Verdicts verdicts(long left, long right) {
  return {left == right, left != right, left<right, left <= right, left> right, left >= right};
}

TEST(RoopsLinear, ComparesWithoutOverflow) {
  using namespace roops;
  const std::vector<int> values = {kLeast, -93287, -1, 0, 1, 2, 74, 93287, 234566, 234567, 234568, kMost};
  for (const int x : values) {
    EXPECT_EQ(Verdicts({constantEquals(x), constantDiffers(x), constantLess(x), constantAtMost(x),
                        constantGreater(x), constantAtLeast(x)}),
              verdicts(x, 234567));
    for (const int z : values) {
      EXPECT_EQ(Verdicts({raisedEquals(x, z), raisedDiffers(x, z), raisedLess(x, z), raisedAtMost(x, z),
                          raisedGreater(x, z), raisedAtLeast(x, z)}),
                verdicts(x + 93287L, z));
      EXPECT_EQ(Verdicts({loweredEquals(x, z), loweredDiffers(x, z), loweredLess(x, z), loweredAtMost(x, z),
                          loweredGreater(x, z), loweredAtLeast(x, z)}),
                verdicts(x - 93287L, z));
      EXPECT_EQ(Verdicts({multipleEquals(x, z), multipleDiffers(x, z), multipleLess(x, z),
                          multipleAtMost(x, z), multipleGreater(x, z), multipleAtLeast(x, z)}),
                verdicts(74L * x, z));
      EXPECT_EQ(Verdicts({negatedEquals(x, z), negatedDiffers(x, z), negatedLess(x, z), negatedAtMost(x, z),
                          negatedGreater(x, z), negatedAtLeast(x, z)}),
                verdicts(-static_cast<long>(x), z));
      for (const int y : values) {
        EXPECT_EQ(Verdicts({sumEquals(x, y, z), sumDiffers(x, y, z), sumLess(x, y, z), sumAtMost(x, y, z),
                            sumGreater(x, y, z), sumAtLeast(x, y, z)}),
                  verdicts(static_cast<long>(x) + y, z));
        EXPECT_EQ(
            Verdicts({differenceEquals(x, y, z), differenceDiffers(x, y, z), differenceLess(x, y, z),
                      differenceAtMost(x, y, z), differenceGreater(x, y, z), differenceAtLeast(x, y, z)}),
            verdicts(static_cast<long>(x) - y, z));
      }
    }
  }
}

TEST(RoopsLinear, TwoEquationsMustHoldAtOnce) {
  EXPECT_EQ(roops::sumAndDifference(18, 13), 1);
  EXPECT_EQ(roops::sumAndDifference(17, 14), 0);
  EXPECT_EQ(roops::sumAndDifference(10, 5), 0);
  EXPECT_EQ(roops::twoEquations(15, 1, 12), 1);
  EXPECT_EQ(roops::twoEquations(15, 1, 11), 0);
  EXPECT_EQ(roops::twoEquations(kMost, kLeast, 0), 0);
}

TEST(RoopsIntArray, WritesAndReadsOnlyWithinBounds) {
  for (const auto function : {roops::writeAndRead, roops::writeAndReadLarge}) {
    EXPECT_EQ(function(3, 42), 1);
    EXPECT_EQ(function(3, 41), 0);
    EXPECT_EQ(function(-1, 42), -1);
    EXPECT_EQ(function(100000, 42), -1);
  }
  EXPECT_EQ(roops::writeAndRead(10, 42), -1);
  EXPECT_EQ(roops::writeAndReadFixedCell(7, 42), 1);
  EXPECT_EQ(roops::writeAndReadFixedCell(6, 42), 0);
  EXPECT_EQ(roops::writeAndReadFixedCell(10, 42), -1);
  EXPECT_EQ(roops::writeAndReadFixedCellLarge(76543, 42), 1);
  EXPECT_EQ(roops::writeAndReadFixedCellLarge(76542, 42), 0);
  EXPECT_EQ(roops::writeAndReadFixedCellLarge(100000, 42), -1);
  for (const auto function : {roops::writeAndReadThroughIndex, roops::writeAndReadThroughIndexLarge}) {
    EXPECT_EQ(function(3, 42, 3), 1);
    EXPECT_EQ(function(3, 42, 4), 0);
    EXPECT_EQ(function(0, 42, 0), 0);
    EXPECT_EQ(function(-1, 42, 3), -1);
    EXPECT_EQ(function(3, 42, 100000), -1);
  }
}

TEST(RoopsIntArray, ReadsArrayParametersOfAtLeastTenNumbers) {
  const std::vector<int> shortArray(9, 42);
  EXPECT_EQ(roops::readCell(shortArray), -1);
  EXPECT_EQ(roops::readCellAt(shortArray, 0), -1);
  EXPECT_EQ(roops::readThroughIndex(shortArray, 0), -1);
  EXPECT_EQ(roops::writeAndReadNeighbours(shortArray, 1, 42), -1);
  const std::vector<int> cells = {3, -1, 10, 42, 7, 0, 0, 1, 0, 50};
  EXPECT_EQ(roops::readCell(cells), 1);
  EXPECT_EQ(roops::readCell(std::vector<int>(10)), 0);
  EXPECT_EQ(roops::readCellAt(cells, 3), 1);
  EXPECT_EQ(roops::readCellAt(cells, 4), 0);
  EXPECT_EQ(roops::readCellAt(cells, -1), -2);
  EXPECT_EQ(roops::readCellAt(cells, 10), -2);
  EXPECT_EQ(roops::readThroughIndex(cells, 0), 1);
  EXPECT_EQ(roops::readThroughIndex(cells, 4), 0);
  EXPECT_EQ(roops::readThroughIndex(cells, -1), -2);
  EXPECT_EQ(roops::readThroughIndex(cells, 10), -2);
  EXPECT_EQ(roops::readThroughIndex(cells, 1), -3);
  EXPECT_EQ(roops::readThroughIndex(cells, 2), -3);
  EXPECT_EQ(roops::writeAndReadNeighbours(cells, 0, 42), -2);
  EXPECT_EQ(roops::writeAndReadNeighbours(cells, 9, 42), -2);
  EXPECT_EQ(roops::writeAndReadNeighbours(std::vector<int>(10), 4, 42), 1);
  EXPECT_EQ(roops::writeAndReadNeighbours(std::vector<int>(10), 4, -1), 0);
  EXPECT_EQ(roops::writeAndReadNeighbours(cells, 2, 42), 2);
  EXPECT_EQ(roops::writeAndReadNeighbours(cells, 2, 50), 0);
  EXPECT_EQ(roops::writeAndReadNeighbours(cells, 2, 3), 0);
}

TEST(RoopsFloat, KnowsWhatRoundingDoes) {
  const float infinity = std::numeric_limits<float>::infinity();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float largest = std::numeric_limits<float>::max();
  EXPECT_EQ(roops::differsFromItself(nan), 1);
  EXPECT_EQ(roops::differsFromItself(infinity), 0);
  EXPECT_EQ(roops::swallowsOne(infinity), 1);
  EXPECT_EQ(roops::swallowsOne(1.0f), 0);
  EXPECT_EQ(roops::finiteSwallowsOne(1e20f), 1);
  EXPECT_EQ(roops::finiteSwallowsOne(-1e20f), 0);
  EXPECT_EQ(roops::finiteSwallowsOne(infinity), 0);
  EXPECT_EQ(roops::finiteSwallowsOne(1.0f), 0);
  EXPECT_EQ(roops::isItsDouble(0.0f), 1);
  EXPECT_EQ(roops::isItsDouble(1.0f), 0);
  EXPECT_EQ(roops::isNonzeroItsDouble(-infinity), 1);
  EXPECT_EQ(roops::isNonzeroItsDouble(0.0f), 0);
  EXPECT_EQ(roops::isNonzeroItsDouble(largest), 0);
  EXPECT_EQ(roops::isLargest(largest), 1);
  EXPECT_EQ(roops::isLargest(std::nextafter(largest, 0.0f)), 0);
  EXPECT_EQ(roops::isSmallestNormal(std::numeric_limits<float>::min()), 1);
  EXPECT_EQ(roops::isSmallestNormal(0.0f), 0);
  EXPECT_EQ(roops::vanishesWhenHalved(std::numeric_limits<float>::denorm_min()), 1);
  EXPECT_EQ(roops::vanishesWhenHalved(0.0f), 0);
  EXPECT_EQ(roops::vanishesWhenHalved(1.0f), 0);
  EXPECT_EQ(roops::sumOverflows(largest, largest), 1);
  EXPECT_EQ(roops::sumOverflows(largest, 1.0f), 0);
  EXPECT_EQ(roops::sumOverflows(infinity, 1.0f), 0);
  EXPECT_EQ(roops::sumOverflows(1.0f, infinity), 0);
  EXPECT_EQ(roops::dependsOnOrder(1e20f, -1e20f, 1.0f), 1);
  EXPECT_EQ(roops::dependsOnOrder(1.0f, 2.0f, 3.0f), 0);
  EXPECT_EQ(roops::equalsQuotient(5.0f, 4.0f), 1);
  EXPECT_EQ(roops::equalsQuotient(5.0f, 3.0f), 0);
  EXPECT_EQ(roops::equalsQuotient(5.0f, 0.0f), 0);
  EXPECT_EQ(roops::betweenNeighbours(1.0 + 1e-10), 1);
  EXPECT_EQ(roops::betweenNeighbours(1.0), 0);
  EXPECT_EQ(roops::betweenNeighbours(2.0), 0);
}

TEST(RoopsLong, ComputesProductsSquaresAndQuotients) {
  EXPECT_EQ(roops::productOfSeven(1, 2, 3, 4, 5, 6, 7), 1);
  EXPECT_EQ(roops::productOfSeven(1, 2, 3, 4, 5, 6, 8), 0);
  EXPECT_EQ(roops::largeProductOfSeven(~0ULL, 1, 1, 1, 1, 1, 1), 1);
  EXPECT_EQ(roops::largeProductOfSeven(2, 2, 2, 2, 2, 2, 2), 0);
  EXPECT_EQ(roops::sumOfTenSquares(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 1);
  EXPECT_EQ(roops::sumOfTenSquares(1, 2, 3, 4, 5, 6, 7, 8, 9, 11), 0);
  EXPECT_EQ(roops::quotientAndRest(73, 10), 1);
  EXPECT_EQ(roops::quotientAndRest(74, 10), 0);
  EXPECT_EQ(roops::quotientAndRest(83, 10), 0);
  EXPECT_EQ(roops::quotientAndRest(1, 0), -1);
  EXPECT_EQ(roops::chainOfQuotients(100000, 10, 10), 1);
  EXPECT_EQ(roops::chainOfQuotients(1, 10, 10), 0);
  EXPECT_EQ(roops::chainOfQuotients(1, 0, 10), -1);
  EXPECT_EQ(roops::chainOfQuotients(1, 10, 0), -1);
}

TEST(RoopsBinarySearch, FindsWhatTheStandardLibraryFinds) {
  const std::vector<int> sorted = {-5, -1, 0, 3, 3, 8, 20};
  for (int key = -7; key <= 22; ++key) {
    const int found = roops::binarySearch(sorted, key);
    ASSERT_EQ(found >= 0, std::binary_search(sorted.begin(), sorted.end(), key)) << key;
    if (found >= 0) EXPECT_EQ(sorted[static_cast<std::size_t>(found)], key);
  }
  EXPECT_EQ(roops::binarySearch({}, 1), -1);
  EXPECT_THROW(roops::binarySearch({2, 1}, 1), std::invalid_argument);
}

TEST(RoopsBinarySearch, MidpointShowsTheOverflow) {
  EXPECT_EQ(roops::midpoint(2, 8), 5);
  EXPECT_EQ(roops::midpoint(kMost / 2, kMost / 2 + 1), kMost / 2);
  EXPECT_THROW(roops::midpoint(kMost / 2 + 1, kMost / 2 + 1), std::overflow_error);
  EXPECT_THROW(roops::midpoint(-1, 1), std::invalid_argument);
  EXPECT_THROW(roops::midpoint(2, 1), std::invalid_argument);
}

}  // namespace
