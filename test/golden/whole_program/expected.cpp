// Tests for tool.cpp, evolved by covolve.
#define main mainOfTool
#include "tool.cpp"
#undef main

#include <gtest/gtest.h>

TEST(ToolTest, DigitsReturns3) {
  EXPECT_EQ(digits(100), 3);
}

TEST(ToolTest, WidthReturns3) {
  const Range range{1, 4};
  EXPECT_EQ(width(range), 3);
}
