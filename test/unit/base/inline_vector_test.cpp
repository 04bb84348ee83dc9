#include "base/inline_vector.h"

#include <gtest/gtest.h>

#include <vector>

namespace covolve {

namespace {

std::vector<int> contents(const InlineVector<int, 2>& vector) { return {vector.begin(), vector.end()}; }

TEST(InlineVector, KeepsWhatItHasWhenItGrows) {
  InlineVector<int, 2> vector;
  EXPECT_TRUE(vector.empty());
  for (int i = 0; i < 9; ++i) vector.push_back(i);
  EXPECT_EQ(contents(vector), (std::vector{0, 1, 2, 3, 4, 5, 6, 7, 8}));
  vector.push_back(vector[3]);
  EXPECT_EQ(vector[9], 3);
}

TEST(InlineVector, ErasesInOrder) {
  InlineVector<int, 2> vector;
  for (int i = 0; i < 6; ++i) vector.push_back(i);
  vector.eraseIf([](int value) { return value % 2 == 0; });
  EXPECT_EQ(contents(vector), (std::vector{1, 3, 5}));
  vector.truncate(1);
  EXPECT_EQ(contents(vector), (std::vector{1}));
  vector.clear();
  EXPECT_EQ(vector.size(), 0u);
}

}  // namespace

}  // namespace covolve
