// What stands behind a call that may end in an exception depends on its return.
#include <gtest/gtest.h>

#include <algorithm>

#include "analysed.h"

namespace covolve::analysis {

TEST(Returns, WhatStandsBehindAValidatorDependsOnItsLastCheck) {
  const Analysed code(R"(static void require(int a) {
  if (a < 10) throw 1;
  if (a % 97 != 5) throw 2;
}
int f(int a, int b) {
  require(a);
  if (b > 3)
    return 1;
  return 0;
})");
  EXPECT_EQ(code.of("C7"), "C3-");
  EXPECT_EQ(code.of("C3"), "C2-");
  EXPECT_EQ(code.of("C2"), "F5+");
  EXPECT_EQ(code.leaving(), "C2+ C3+");
}

TEST(Returns, OneValidatorBehindTheOther) {
  const Analysed code(R"(static void one(int a) {
  if (a < 10) throw 1;
}
static void other(int a) {
  if (a > 20) throw 2;
}
int f(int a, int b) {
  one(a);
  other(b);
  if (b > 3) return 1;
  return 0;
})");
  EXPECT_EQ(code.of("C5"), "C2-");
  EXPECT_EQ(code.of("C10"), "C5-");
}

TEST(Returns, AValidatorUnderACondition) {
  const Analysed code(R"(static void require(int a) {
  if (a < 10) throw 1;
}
int f(int a, int b) {
  if (b == 7)
    require(a);
  if (b > 3) return 1;
  return 0;
})");
  EXPECT_EQ(code.of("C2"), "C5+");
  EXPECT_EQ(code.of("C7"), "C2- C5-");
}

TEST(Returns, WhatIsCaughtDecidesNothing) {
  const Analysed code(R"(static void require(int a) {
  if (a < 10) throw 1;
}
int f(int a, int b) {
  try {
    require(a);
  } catch (int) {
    b = 0;
  }
  if (b > 3) return 1;
  return 0;
})");
  EXPECT_EQ(code.of("C10"), "root");
}

TEST(Returns, ConstructorsThatThrowAndObjectsToDestroy) {
  const Analysed code(R"(#include <stdexcept>
#include <string>
class Number {
 public:
  explicit Number(const std::string& text) : text_(text) {
    for (const char c : text) {
      if (c < '0')
        throw std::invalid_argument("no digit");
    }
  }
  bool isShort() const { return text_.size() < 3; }
 private:
  std::string text_;
};
int f(const std::string& text, int b) {
  const Number number(text);
  if (b > 3) return 1;
  return 0;
})");
  EXPECT_EQ(code.of("C17"), "T6-");  // the loop's end
  EXPECT_EQ(code.leaving(), "C7+");
}

TEST(Returns, AFunctionThatNeverReturnsIsAThrow) {
  const Analysed code(R"(static void fail(int code) { throw code; }
static void require(int a) {
  if (a < 10) fail(1);
}
int f(int a, int b) {
  require(a);
  if (b > 3) return 1;
  return 0;
})");
  EXPECT_EQ(code.of("C7"), "C3-");
  EXPECT_EQ(code.leaving(), "C3+");
}

TEST(Returns, Assertions) {
  const Analysed code(R"(#include <cassert>
static void require(int a) {
  assert(a > 10);
}
int f(int a, int b) {
  require(a);
  if (b > 3) return 1;
  return 0;
})");
  EXPECT_EQ(code.of("C7"), "C3+");
  EXPECT_EQ(code.leaving(), "C3-");
}

TEST(Returns, RecursionIsTakenToReturn) {
  const Analysed code(R"(int f(int a) {
  if (a < 0) throw 1;
  if (a > 10)
    f(a - 1);
  if (a == 77) return 1;
  return 0;
})");
  EXPECT_EQ(code.of("C5"), "C2-");
}

TEST(Returns, DoNotCountUnlessWanted) {
  const Analysed code(R"(static void require(int a) {
  if (a < 10) throw 1;
}
int f(int a, int b) {
  require(a);
  if (b > 3) return 1;
  return 0;
})");
  const auto plain = analyse(code.objects(), {.followsReturns = false});
  ASSERT_TRUE(plain.has_value());
  EXPECT_TRUE(plain->dependsOn.at(code.id("C6")).empty());
}

TEST(Returns, AValidatorOfAnotherUnitCounts) {
  const std::vector<std::pair<std::string, std::string>> units{{"use.cpp", R"(void require(int a);
int f(int a, int b) {
  require(a);
  if (b > 3) return 1;
  return 0;
})"},
                                                               {"require.cpp", R"(#line 20
void requireSmall(int a);
void require(int a) {
  if (a < 10) throw 1;
  requireSmall(a);
})"},
                                                               {"small.cpp", R"(#line 30
#include <cstdlib>
void requireSmall(int a) {
  if (a > 99) std::abort();
})"}};
  // Whoever comes first.
  for (const bool isReversed : {false, true}) {
    auto ordered = units;
    if (isReversed) std::ranges::reverse(ordered);
    const Analysed code(ordered);
    EXPECT_EQ(code.of("C4"), "C32-");
    EXPECT_EQ(code.of("C32"), "C22-");
    EXPECT_EQ(code.leaving(), "C22+ C32+");
  }
}

}  // namespace covolve::analysis
