// Which sites a source gets.
#include <gtest/gtest.h>

#include "workspace.h"

namespace covolve::test {

TEST(Sites, BothOperandsOfAReturnedAndAreCompares) {
  const Workspace work;
  EXPECT_EQ(kindsAndLines(work.sitesOf("bool f(int a, int b) { return a > 3 && b < 4; }"), "CT"), "C1 C1");
}

TEST(Sites, ComparesAreFoundWhereverTheirResultGoes) {
  const Workspace work;
  const auto sites = work.sitesOf(R"(void take(bool);
bool kept;
int f(int a, double d, const char* p) {
  if (a > 1) return 0;
  kept = a < 5;
  take(d >= 2.5);
  int chosen = p == nullptr ? 3 : 4;
  while (a) --a;
  bool both = (a == 1) & (d != 3);
  return both + chosen;
})");
  EXPECT_EQ(kindsAndLines(sites, "CT"),
            "C4 C5 C6 C7 C8 C9 C9 C9");  // the third in line 9 is the & as a whole
}

TEST(Sites, DecisionsOnTruthValuesThatAreNoCompares) {
  const Workspace work;
  const auto sites = work.sitesOf(R"(bool ask(int);
bool stored;
int f(bool argument, int a) {
  if (argument) return 1;
  if (!stored) return 2;
  if (ask(a)) return 3;
  return argument ? a : 5;
}
bool g(int a) {
  return ask(a) || ask(a + 1);
})");
  EXPECT_EQ(kindsAndLines(sites, "CT"), "T4 T5 T6 T7 T10 T10");
}

TEST(Sites, EachCaseOfASwitchAndItsDefault) {
  const Workspace work;
  const auto sites = work.sitesOf(R"(int f(signed char c) {
  switch (c) {
    case 'a': return 1;
    case -7:
    case 3: return 2;
  }
  return 3;
})");
  EXPECT_EQ(kindsAndLines(sites, "SDCT"), "D2 S2 S2 S2");
  std::vector<std::string> values;
  for (const auto& site : sites) {
    if (site.kind == 'S') values.push_back(site.value);
  }
  EXPECT_EQ(values, (std::vector<std::string>{"97", "-7", "3"}));
}

TEST(Sites, CallsThatMayThrowAndThrowsThemselves) {
  const Workspace work;
  const auto sites = work.sitesOf(R"(void risky();
void safe() noexcept;
void f(int a) {
  risky();
  safe();
  if (a > 3) throw a;
  try {
    risky();
  } catch (int) {
    throw;
  }
})");
  EXPECT_EQ(kindsAndLines(sites, "X"), "X4 X6 X8 X10");
}

TEST(Sites, LinesBehindACallThatMayThrowAreARunOfTheirOwn) {
  const Workspace work;
  const auto sites = work.sitesOf(R"(void risky();
int f(int a) {
  int b = a + 1;
  risky();
  b *= 2;
  return b;
})");
  std::vector<std::string> lines;
  for (const auto& site : sites) {
    if (site.kind == 'F' || site.kind == 'B') lines.push_back(site.kind + site.lines);
  }
  EXPECT_EQ(lines, (std::vector<std::string>{"F3,4", "B5,6"}));
}

TEST(Sites, EveryStatementsLineBelongsToARun) {
  const Workspace work;
  const auto sites = work.sitesOf(R"(int f(int a) {
  int sum = 0;
  for (int i = 0; i < a; ++i) {
    if (i % 2) {
      sum += i;
    } else {
      continue;
    }
    sum += 2;
    if (sum > 50)
      break;
  }
  return sum;
})");
  std::string lines;
  for (const auto& site : sites) {
    if (site.kind == 'F' || site.kind == 'B') lines += " " + site.lines;
  }
  for (const char* line : {" 2", "3", " 4", " 5", " 7", " 9", "10", " 11", " 13"}) {
    EXPECT_NE((lines + " ").find(line), std::string::npos) << line << " is not in" << lines;
  }
}

TEST(Sites, LambdasAndLocalClassesHaveTheirFunctionsName) {
  const Workspace work;
  const auto sites = work.sitesOf(R"(namespace shop { template <class T> struct Box {
  int f(T a) const {
    struct Local { bool test(int x) { return x > 1; } };
    auto less = [](auto p, auto q) { return p < q; };
    return Local().test(a) + less(a, 3);
  }
}; }
namespace { bool operator<(shop::Box<int>, int b) { return b > 0; } }
int use() { return shop::Box<int>().f(1) + (shop::Box<int>() < 2); })");
  std::map<unsigned, std::string> names;
  for (const auto& site : sites) {
    if (site.kind == 'C') names[site.line] = site.function;
  }
  EXPECT_EQ(names[3], "shop::Box::f::Local::test");
  EXPECT_EQ(names[4], "shop::Box::f::lambda::operator()");
  EXPECT_EQ(names[8], "(anonymous namespace)::operator<");
}

TEST(Sites, CHasThemToo) {
  const Workspace work;
  work.write("source.c", R"(#include <stdlib.h>
static int helper(const char* text) { return text && *text == 'x'; }
int f(int a, const char* text) {
  if (a > 3 || helper(text)) return 1;
  switch (a) { case 1: return 2; default: return atoi(text) < 5; }
})");
  EXPECT_TRUE(work.cc({"-c", "source.c", "-o", "source.o"}).succeeded());
  const auto sites = work.sitesOfObject("source.o");
  EXPECT_EQ(kindsAndLines(sites, "CTSDX"), "C2 C2 C4 C4 C5 D5 S5");
  EXPECT_EQ(sites.front().file, work.path("source.c"));
}

TEST(Sites, WideAndOddNumbersCompile) {
  const Workspace work;
  const auto sites = work.sitesOf(R"(bool a(__int128 x) { return x > 3; }
bool b(unsigned _BitInt(200) x) { return x > 3; }
bool c(long double x) { return x > 3; }
bool d(_Float16 x) { return x > 3; }
bool e(__float128 x) { return x > 3; }
struct S { int i : 3; bool b : 1; };
bool f(S s) { return s.i == 1; }
typedef int Four __attribute__((vector_size(16)));
Four g(Four x) { return x > 3; }
bool h(int S::*m);
)");
  EXPECT_EQ(kindsAndLines(sites, "CT"), "C1 C2 C3 C4 C5 C7");
}

}  // namespace covolve::test
