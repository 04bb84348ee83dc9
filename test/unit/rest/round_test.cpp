#include "rest/search/round.h"

#include <gtest/gtest.h>

#include <set>

namespace covolve::rest {
namespace {

std::vector<size_t> drawn(Round& round, size_t count, Rng& rng) {
  std::vector<size_t> numbers;
  for (size_t i = 0; i < count; ++i) numbers.push_back(round.next(rng));
  return numbers;
}

TEST(Round, EachComesOnceBeforeAnyComesAgain) {
  for (const size_t count : {1, 2, 7, 40}) {
    Rng rng(count);
    Round round(count);
    for (int i = 0; i < 20; ++i) {
      const auto numbers = drawn(round, count, rng);
      const std::set<size_t> different(numbers.begin(), numbers.end());
      EXPECT_EQ(different.size(), count);
      EXPECT_EQ(*different.rbegin(), count - 1);
    }
  }
}

TEST(Round, HasAnotherOrderEachTime) {
  Rng rng(1);
  Round round(10);
  std::set<std::vector<size_t>> orders;
  for (int i = 0; i < 20; ++i) orders.insert(drawn(round, 10, rng));
  EXPECT_EQ(orders.size(), 20u);
}

TEST(Round, OfNothingIsEmpty) {
  EXPECT_TRUE(Round(0).empty());
  EXPECT_FALSE(Round(1).empty());
}

}  // namespace
}  // namespace covolve::rest
