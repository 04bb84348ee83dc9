// What a site depends on within its function.
#include <gtest/gtest.h>

#include "analysed.h"

namespace covolve::analysis {

TEST(Dependence, NestedIfsDependOnTheNearest) {
  const Analysed code(R"(int f(int a, int b) {
  if (a > 3) {
    if (b < 4)
      return 1;
    return 2;
  }
  return 3;
})");
  EXPECT_EQ(code.of("F1"), "root");
  EXPECT_EQ(code.of("C2"), "root");
  EXPECT_EQ(code.of("C3"), "C2+");
  EXPECT_EQ(code.of("B4"), "C3+");
  EXPECT_EQ(code.of("B5"), "C3-");
  EXPECT_EQ(code.of("B7"), "C2-");
}

TEST(Dependence, CodeBehindAnIfThatMeetsAgainDependsOnNothing) {
  const Analysed code(R"(void g(int);
void f(int a) {
  if (a == 1)
    g(1);
  else
    g(2);
  g(3);
})");
  EXPECT_EQ(code.of("B4"), "C3+");
  EXPECT_EQ(code.of("B6"), "C3-");
  EXPECT_EQ(code.of("B7"), "root");
}

TEST(Dependence, NegationFlipsTheSideOfTheComparison) {
  const Analysed code(R"(int f(int a) {
  if (!(a == 1))
    return 1;
  if (__builtin_expect(!(a == 2), 1))
    return 2;
  return 3;
})");
  EXPECT_EQ(code.of("B3"), "C2-");
  EXPECT_EQ(code.of("C4"), "C2+");
  EXPECT_EQ(code.of("B5"), "C4-");
  EXPECT_EQ(code.of("B6"), "C4+");
}

TEST(Dependence, ATruthValuesSideIsThatOfItsBranch) {
  const Analysed code(R"(bool p(int);
int f(int a, bool b) {
  if (!p(a))
    return 1;
  bool kept = a > 7;
  if (kept)
    return 2;
  return b ? p(1) : p(2);
})");
  EXPECT_EQ(code.of("B4"), "T3-");
  EXPECT_EQ(code.of("C5"), "T3+");
  EXPECT_EQ(code.of("B7"), "T6+");
  EXPECT_EQ(code.of("X8"), "T8+");
  EXPECT_EQ(code.of("X8.2"), "T8-");
}

TEST(Dependence, TheRightOperandOfAConditionDependsOnTheLeft) {
  const Analysed code(R"(int f(int a, int b) {
  if (a > 3 && b < 4)
    return 1;
  if (a > 5 || b < 6)
    return 2;
  return 3;
})");
  EXPECT_EQ(code.of("C2"), "root");
  EXPECT_EQ(code.of("C2.2"), "C2+");
  EXPECT_EQ(code.of("B3"), "C2.2+");
  EXPECT_EQ(code.of("C4"), "C2- C2.2-");
  EXPECT_EQ(code.of("C4.2"), "C4-");
  EXPECT_EQ(code.of("B5"), "C4+ C4.2+");
  EXPECT_EQ(code.of("B6"), "C4.2-");
}

TEST(Dependence, TheRightOperandOfAValueDependsOnTheLeft) {
  const Analysed code(R"(bool f(int a, int b) { return a > 3 && b < 4; }
bool g(int a, int b) { return a > 3 || b < 4; }
bool p(int);
bool h(int a) { return p(a) && p(a + 1); })");
  EXPECT_EQ(code.of("C1.2"), "C1+");
  EXPECT_EQ(code.of("C2.2"), "C2-");
  EXPECT_EQ(code.of("T4.2"), "T4+");
}

TEST(Dependence, ALoopsHeadDoesNotDependOnItsBody) {
  const Analysed code(R"(void g(int);
void f(int n) {
  for (int i = 0; i < n; ++i)
    g(i);
  while (n > 9)
    g(--n);
  do
    g(n);
  while (--n > 5);
  g(0);
})");
  EXPECT_EQ(code.of("C3"), "root");
  EXPECT_EQ(code.of("B4"), "C3+");
  EXPECT_EQ(code.of("C5"), "root");
  EXPECT_EQ(code.of("B6"), "C5+");
  EXPECT_EQ(code.of("B8"), "root");
  EXPECT_EQ(code.of("C9"), "root");
  EXPECT_EQ(code.of("B10"), "root");
}

TEST(Dependence, BreakContinueAndReturnDecideWhatFollowsInTheLoop) {
  const Analysed code(R"(void g(int);
int f(int n) {
  for (int i = 0; i < n; ++i) {
    if (i == 3) continue;
    g(1);
    if (i == 5) break;
    g(2);
    if (i == 7) return 1;
    g(3);
  }
  return 2;
})");
  EXPECT_EQ(code.of("C3"), "root");
  EXPECT_EQ(code.of("C4"), "C3+");
  EXPECT_EQ(code.of("B5"), "C4-");
  EXPECT_EQ(code.of("B7"), "C6-");
  EXPECT_EQ(code.of("B9"), "C8-");
  EXPECT_EQ(code.of("B11"), "C3- C6+");
}

TEST(Dependence, ALoopUnderAnIfDependsOnTheIfAlone) {
  const Analysed code(R"(void g(int);
void f(int n) {
  if (n > 100)
    for (;;) {
      if (n == 7) break;
      if (n == 8) continue;
      g(--n);
    }
})");
  EXPECT_EQ(code.of("C5"), "C3+");
  EXPECT_EQ(code.of("C6"), "C5-");
  EXPECT_EQ(code.of("B7"), "C6-");
}

TEST(Dependence, ALoopUnderAndOrDependsOnTheComparisonsThatDecide) {
  const Analysed code(R"(bool p(int);
int f(const int* values, int n) {
  int i = 0;
  while (i < n && values[i] != 7)
    ++i;
  for (; i > 9 || values[i] == 3;)
    ++i;
  while ((i < 4 && !(values[i] > 5)) || p(i))
    ++i;
  i += 2;
  return i;
})");
  EXPECT_EQ(code.of("C4.2"), "C4+");
  EXPECT_EQ(code.of("T4"), "root");
  EXPECT_EQ(code.of("B5"), "C4.2+");
  EXPECT_EQ(code.of("C6.2"), "C6-");
  EXPECT_EQ(code.of("B7"), "C6+ C6.2+");
  EXPECT_EQ(code.of("C8.2"), "C8+");
  EXPECT_EQ(code.of("B9"), "C8.2- T8.2+");
  EXPECT_EQ(code.of("B10"), "root");
}

TEST(Dependence, ATruthValueKeptInAVariableIsADecisionOfItsOwn) {
  const Analysed code(R"(int f(int a, int b) {
  bool both = a > 3 && b > 4;
  if (both)
    return a + 1;
  return a;
})");
  EXPECT_EQ(code.of("B4"), "T3+");
}

TEST(Dependence, CasesAndDefaultOfASwitch) {
  const Analysed code(R"(void g(int);
void f(int a) {
  switch (a) {
    case 1:
      g(1);
      [[fallthrough]];
    case 2:
      g(2);
      break;
    case 3:
    case 4:
      g(3);
      break;
    default:
      g(4);
  }
  g(5);
})");
  EXPECT_EQ(code.of("S3:1"), "root");
  EXPECT_EQ(code.of("D3"), "root");
  EXPECT_EQ(code.of("B5"), "S3:1+");
  EXPECT_EQ(code.of("B8"), "S3:1+ S3:2+");
  EXPECT_EQ(code.of("B12"), "S3:3+ S3:4+");
  EXPECT_EQ(code.of("B15"), "D3+");
  EXPECT_EQ(code.of("B17"), "root");
}

TEST(Dependence, ASwitchWithoutDefaultHasOneAllTheSame) {
  const Analysed code(R"(int f(int a) {
  switch (a) {
    case 1: return 7;
  }
  return 9;
})");
  EXPECT_EQ(code.of("B5"), "D2+");
}

TEST(Dependence, AHandlerDependsOnWhatTheCallsInItsTryDependOn) {
  const Analysed code(R"(void g(int);
int f(int a) {
  if (a > 3) {
    try {
      g(1);
      g(2);
    } catch (int) {
      g(3);
    } catch (...) {
      g(4);
    }
    g(5);
  }
  g(6);
  return 1;
})");
  EXPECT_EQ(code.of("B6"), "C3+");
  EXPECT_EQ(code.of("X8"), "C3+");
  EXPECT_EQ(code.of("X10"), "C3+");
  EXPECT_EQ(code.of("B12"), "C3+");
  EXPECT_EQ(code.of("B14"), "root");
}

TEST(Dependence, AThrowDecidesWhatFollows) {
  const Analysed code(R"(#include <stdexcept>
#include <string>
int f(int a) {
  std::string text = "x";
  if (a == 42) throw std::runtime_error(text);
  return a + 1;
}
int g(int a) {
  try {
    if (a == 42) throw 7;
    a += 3;
  } catch (int) {
    a += 4;
  }
  return a;
})");
  EXPECT_EQ(code.of("B6"), "C5-");
  EXPECT_EQ(code.of("B11"), "C10-");
  EXPECT_EQ(code.of("B12"), "C10+");
  EXPECT_EQ(code.of("B15"), "root");
}

TEST(Dependence, CleanUpsDecideNothing) {
  const Analysed code(R"(#include <memory>
#include <string>
#include <vector>
int f(int n) {
  std::string text(3, 'x');
  std::vector<std::string> all{text, "y", "z"};
  if (n > 3) {
    auto owned = std::make_unique<int>(4);
    std::string other = text + "z";
    if (n > 5) return 7;
    n += *owned;
  }
  return n + int(all.size());
})");
  EXPECT_EQ(code.of("C7"), "root");
  EXPECT_EQ(code.of("C10"), "C7+");
  EXPECT_EQ(code.of("B11"), "C10-");
  EXPECT_EQ(code.of("B13"), "C10- C7-");
}

TEST(Dependence, LeavingALoopWithObjectsKeepsItsReason) {
  const Analysed code(R"(#include <string>
int g(const std::string&);
int f(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    std::string text(i, 'x');
    if (g(text) == 1) break;
    if (g(text) == 2) continue;
    std::string other = text + "y";
    if (g(other) == 3) return sum;
    sum += 1;
  }
  sum += 2;
  return sum;
})");
  EXPECT_EQ(code.of("C5"), "root");
  EXPECT_EQ(code.of("B8"), "C7-");
  EXPECT_EQ(code.of("B9"), "C8-");
  EXPECT_EQ(code.of("B11"), "C10-");
  EXPECT_EQ(code.of("B13"), "C5- C7+");
}

TEST(Dependence, GotoForwardAndBack) {
  const Analysed code(R"(void g(int);
int f(int a) {
again:
  if (a == 1) goto out;
  g(1);
  if (a == 2) goto again;
  g(2);
  return 0;
out:
  return 1;
})");
  EXPECT_EQ(code.of("C4"), "root");
  EXPECT_EQ(code.of("B5"), "C4-");
  EXPECT_EQ(code.of("B7"), "C6-");
  EXPECT_EQ(code.of("B10"), "C4+");
}

TEST(Dependence, AJumpIntoALoopHasAWayInForEverything) {
  const Analysed code(R"(void g(int);
void f(int a) {
  if (a == 1) goto middle;
  for (;;) {
    g(1);
    if (a == 2) break;
middle:
    g(2);
    if (a == 3) break;
  }
})");
  EXPECT_EQ(code.of("B5"), "C3- C9-");
  EXPECT_EQ(code.of("B8"), "C3+ C6-");
}

TEST(Dependence, AnEndlessLoop) {
  const Analysed code(R"(void g(int);
[[noreturn]] void f(int a) {
  for (;;) {
    g(1);
    if (a == 2)
      g(2);
    else
      g(3);
    g(4);
  }
})");
  EXPECT_EQ(code.of("B4"), "root");
  EXPECT_EQ(code.of("B6"), "C5+");
  EXPECT_EQ(code.of("B8"), "C5-");
  EXPECT_EQ(code.of("B9"), "root");
}

TEST(Dependence, AFunctionThatNeverReturns) {
  const Analysed code(R"([[noreturn]] void g(int);
[[noreturn]] void f(int a) {
  if (a == 2) g(1);
  g(2);
})");
  EXPECT_EQ(code.of("X3"), "C3+");
  EXPECT_EQ(code.of("B4"), "C3-");
}

TEST(Dependence, TemporariesAndExpectationsDoNotHideTheDecision) {
  const Analysed code(R"(#include <string>
int f(const std::string& s, long n) {
  if ((s + "x").size() == 4)
    return 1;
  if (__builtin_expect(n > 7, 0))
    return 2;
  if (n == 3) [[unlikely]]
    return 3;
  return 4;
})");
  EXPECT_EQ(code.of("B4"), "C3+");
  EXPECT_EQ(code.of("B6"), "C5+");
  EXPECT_EQ(code.of("B8"), "C7+");
  EXPECT_EQ(code.of("B9"), "C7-");
}

TEST(Dependence, CSourcesWithTheirIntsAsTruth) {
  const Analysed code({{"source.c", R"(int f(int a, int b) {
  if (!a)
    return 1;
  if (!(a > b))
    return 2;
  if (a && !b)
    return 3;
  return (a == 4) && b;
})"}});
  EXPECT_EQ(code.of("B3"), "C2-");
  EXPECT_EQ(code.of("B5"), "C4-");
  EXPECT_EQ(code.of("C6.2"), "C6+");
  EXPECT_EQ(code.of("B7"), "C6.2-");
  EXPECT_EQ(code.of("C8.2"), "C8+");
}

TEST(Dependence, IsTheSameAtEveryOptimisationLevel) {
  const std::string source = R"(int f(int a, int b) {
  int sum = 0;
  for (int i = 0; i < a && i != b; ++i) {
    if (i % 3 == 1) continue;
    sum += i > 7 ? 2 : b;
  }
  return sum;
})";
  const Analysed plain(source, {"-O0"}), optimised(source, {"-O2"});
  EXPECT_FALSE(plain.facts().dependsOn.empty());
  EXPECT_EQ(plain.ofAll(), optimised.ofAll());
}

}  // namespace covolve::analysis
