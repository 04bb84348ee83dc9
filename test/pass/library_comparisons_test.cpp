// Comparisons that the standard library makes in several steps: which have sites,
// how near they were, and that programs do what they did.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "workspace.h"

namespace covolve::test {

namespace {

/// How far the steps within what the library compares were from true, in the order of the table.
std::vector<uint64_t> stepsTowardsTrue(const Observed& observed, unsigned line) {
  std::vector<uint64_t> distances;
  for (size_t i = 0; i < observed.sites.size(); ++i) {
    const SiteLine& site = observed.sites[i];
    if (site.kind == 'C' && site.line == line && site.value == "2")
      distances.push_back(observed.states[i].toTrue);
  }
  return distances;
}

class StepsAtLevels : public testing::TestWithParam<const char*> {};

// Comparisons that take the library several steps have sites for these at the place of the call.
TEST_P(StepsAtLevels, HaveTheirOwnDistances) {
  const Workspace work;
  const Observed observed = work.observe(R"(#include <tuple>
#include <vector>
struct Word {
  int letter;
  friend bool operator==(const Word& a, const Word& b) { return a.letter == b.letter; }
};
int f(std::pair<int, long> at, const std::vector<int>& row) {
  int result = at == std::pair<int, long>(7, -23);
  result += 2 * (std::make_tuple(at.first, 5) < std::make_tuple(4, 5));
  result += 4 * (row == std::vector<int>{1, 20});
  result += 8 * (std::pair<Word, int>({at.first}, 1) == std::pair<Word, int>({3}, 1));
  return result;
}
int main() { return f({7, -20}, {1, 25}) == 0 ? 0 : 1; })",
                                         {GetParam(), "-std=c++17"});
  EXPECT_EQ(observed.program.status, 0);
  EXPECT_EQ(stepsTowardsTrue(observed, 8), (std::vector<uint64_t>{0, 3}));
  EXPECT_THAT(stepsTowardsTrue(observed, 9), testing::Contains(4u));
  EXPECT_THAT(stepsTowardsTrue(observed, 10), testing::Contains(0u));
  EXPECT_EQ(observed.at('C', 5).toTrue, 4u) << "the source's own functions are its own";
  EXPECT_THAT(observed.coveredLines(), testing::Each(testing::Lt(16u))) << "none is the library's";
}

// `<` of what only has `<=>` goes through a value of three states.
TEST_P(StepsAtLevels, AreThoseOfOrderingsToo) {
  const Workspace work;
  const Observed observed = work.observe(R"(#include <chrono>
#include <compare>
#include <optional>
#include <string>
#include <tuple>
struct Version {
  int major, minor;
  auto operator<=>(const Version&) const = default;
};
int f(std::chrono::seconds time, int a, int b, unsigned c, std::optional<int> some) {
  if (time > std::chrono::minutes(2)) return 1;
  if (std::tuple(a, b) < std::tuple(7, -30)) return 2;
  if (Version{a, b} == Version{7, 100}) return 3;
  if (some > 40) return 4;
  if ((c <=> 0x80000000u) > 0) return 5;
  if ((a <=> 7) != 0) return 6;
  return 0;
}
int main() { return f(std::chrono::seconds(115), 7, -20, 0x7ffffff0u, 30); })",
                                         {GetParam(), "-std=c++20"});
  EXPECT_EQ(observed.program.status, 0);
  EXPECT_EQ(observed.at('C', 11).toTrue, 6u);
  EXPECT_THAT(stepsTowardsTrue(observed, 12), testing::Contains(11u));
  EXPECT_THAT(stepsTowardsTrue(observed, 13), testing::ElementsAre(0u, 120u));
  EXPECT_EQ(observed.at('C', 15).toTrue, 17u);
  EXPECT_EQ(observed.at('C', 16).toTrue, 0u) << "!= asks for equality";
  EXPECT_EQ(observed.at('C', 16).toFalse, 1u);
}

// Each relation of all kinds of orderings, against what is told apart by hand.
TEST_P(StepsAtLevels, LeaveOrderingsAsTheyAre) {
  const Workspace work;
  work.write("source.cpp", R"(#include <array>
#include <chrono>
#include <compare>
#include <cstdio>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>
struct Version {
  int major;
  unsigned char minor;
  auto operator<=>(const Version&) const = default;
};
std::strong_ordering kept = std::strong_ordering::equal;
int sign(std::strong_ordering order) { return order < 0 ? -1 : order > 0 ? 1 : 0; }
int wrong = 0;
template <class T>
void check(const T& a, const T& b, bool isLess, bool isEqual, bool isOrdered = true) {
  wrong += (a < b) != isLess;
  wrong += (a == b) != isEqual;
  wrong += (a != b) == isEqual;
  wrong += (a > b) != (isOrdered && !isLess && !isEqual);
  wrong += (a <= b) != (isLess || isEqual);
  wrong += (a >= b) != (isOrdered && !isLess);
  const auto order = a <=> b;
  wrong += (order < 0) != isLess;
  wrong += (0 < order) != (isOrdered && !isLess && !isEqual);
  wrong += (order == 0) != isEqual;
  wrong += (order != 0) == isEqual;
  wrong += std::is_lteq(order) != (isLess || isEqual);
}
int main() {
  std::mt19937 random(1);
  int less = 0;
  for (int i = 0; i < 10000; ++i) {
    const int a = static_cast<int>(random() % 5) - 2, b = static_cast<int>(random() % 5) - 2;
    const int c = static_cast<int>(random()), d = random() % 2 == 0 ? c : static_cast<int>(random());
    const bool isLess = a < b || (a == b && c < d);
    const bool isEqual = a == b && c == d;
    less += isLess;
    check(c, d, c < d, c == d);
    const unsigned e = static_cast<unsigned>(c), f = static_cast<unsigned>(d);
    check(e, f, e < f, e == f);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double x = random() % 9 == 0 ? nan : c, y = random() % 9 == 0 ? nan : d;
    check(x, y, x < y, x == y, x == x && y == y);
    check(std::pair(a, c), std::pair(b, d), isLess, isEqual);
    check(std::tuple(a, c, 1), std::tuple(b, d, 1), isLess, isEqual);
    check(std::chrono::seconds(c), std::chrono::seconds(d), c < d, c == d);
    check(std::optional<int>(c), std::optional<int>(d), c < d, c == d);
    check(std::optional<int>(), std::optional<int>(d), true, false);
    check(std::vector<int>{a, c}, std::vector<int>{b, d}, isLess, isEqual);
    check(std::array<int, 2>{a, c}, std::array<int, 2>{b, d}, isLess, isEqual);
    const auto m = static_cast<unsigned char>(c), n = static_cast<unsigned char>(d);
    check(Version{a, m}, Version{b, n}, a < b || (a == b && m < n), a == b && m == n);
    kept = Version{a, m} <=> Version{b, n};
    std::strong_ordering* const elsewhere = &kept;
    wrong += sign(*elsewhere) != (a != b ? (a < b ? -1 : 1) : m != n ? (m < n ? -1 : 1) : 0);
  }
  std::printf("%d %d", wrong, less > 1000);
})");
  const Completed built = work.cxx({"-std=c++20", GetParam(), "-fsanitize=address,undefined",
                                    "-fno-sanitize-recover=all", "source.cpp", "-o", "program"});
  ASSERT_TRUE(built.succeeded()) << built.errors;
  EXPECT_EQ(work.tool({work.path("program")}).output, "0 1");
}

INSTANTIATE_TEST_SUITE_P(Levels, StepsAtLevels, testing::Values("-O0", "-O2"),
                         [](const auto& level) { return std::string(level.param).substr(1); });

// What a predicate of the user's decides is its own; the library's steps lead there, not the letters.
TEST(StepsOfComparisons, AreThoseOfTheUsersPredicates) {
  const Workspace work;
  const Observed observed = work.observe(R"(#include <algorithm>
#include <string>
bool f(std::string_view text, std::string_view layout) {
  return std::ranges::equal(text, layout, [](char have, char want) {
    return want != 'n' || have <= '9';
  });
}
bool g(std::string_view text, std::string_view layout) {
  return std::equal(text.begin(), text.end(), layout.begin(), layout.end(), [](char have, char want) {
    return want == '?' || have == want;
  });
}
int main() { return f("12c", "nnn") || !g("tea", "?ea") ? 1 : 0; })");
  EXPECT_EQ(observed.program.status, 0);
  std::map<unsigned, std::string> kinds;
  for (const SiteLine& site : observed.sites) kinds[site.line] += site.kind;
  for (const unsigned line : {4u, 9u}) {
    EXPECT_EQ(kinds[line].find('K'), std::string::npos) << kinds[line];
    EXPECT_NE(kinds[line].find('T'), std::string::npos) << kinds[line];
  }
}

const char* const kPairs = R"(#include <utility>
#include <vector>
#define IS_ONE_OF(pair, a, b) ((pair) == (a) || (pair) == (b))
template <class Number>
bool f(Number at) {
  const std::pair<int, int> place(at, at), home(1, 2);
  return place == home;
}
bool g(int a, const std::vector<int>& row) { return f<int>(a) || f<long>(a) || row.begin() == row.end(); }
bool h(std::pair<int, int> at) { return IS_ONE_OF(at, std::pair(1, 2), std::pair(3, 4)); })";

// Positions in a container are no numbers.
TEST(StepsOfComparisons, AreSharedByInstantiationsButNotByTwoAtOnePlace) {
  const Workspace work;
  std::map<unsigned, std::string> stepsOfLine;
  std::set<std::string> ids;
  for (const SiteLine& site : work.sitesOf(kPairs)) {
    if (site.value != "2") continue;
    stepsOfLine[site.line] += site.kind;
    EXPECT_TRUE(ids.insert(site.id).second) << "twice in the table";
  }
  EXPECT_EQ(stepsOfLine, (std::map<unsigned, std::string>{{7, "FCC"}, {10, "FCCFCC"}}));
}

// The answer is worth a test each way although no decision is made of it.
TEST(StepsOfComparisons, GiveAnAnswerThatIsADecision) {
  const Workspace work;
  const Observed observed = work.observe(R"(#include <utility>
bool f(std::pair<int, int> at) {
  return at == std::pair(1, 2);
}
int main() { return f({1, 2}) ? 0 : 1; })",
                                         {"-std=c++17"});
  EXPECT_EQ(observed.program.status, 0);
  EXPECT_EQ(observed.at('T', 3).toTrue, 0u);
  EXPECT_EQ(observed.at('T', 3).toFalse, 1u);
}

// Only the first elements have steps; the answer is that of all.
TEST(StepsOfComparisons, LookAtTheFirstElementsOfNumbers) {
  const Workspace work;
  const Observed observed = work.observe(R"(#include <algorithm>
int one[1000], other[1000];
bool f() { return std::equal(one, one + 1000, other); }
int main() {
  one[999] = 1;
  const bool differs = !f();
  other[999] = 1;
  return differs && f() ? 0 : 1;
})",
                                         {"-std=c++17"});
  EXPECT_EQ(observed.program.status, 0);
  EXPECT_EQ(stepsTowardsTrue(observed, 3), std::vector<uint64_t>{0});
}

// What such a function defines once must stay in one place.
TEST(StepsOfComparisons, LeaveFunctionsWithLabelsAlone) {
  const Workspace work;
  work.write("library/third.h", R"(#pragma once
struct Third { int number; };
inline bool operator==(const Third& a, const Third& b) {
  static const void* const kWays[] = {&&is, &&isNot};
  goto *const_cast<void*>(kWays[a.number != b.number]);
is:
  return true;
isNot:
  asm volatile("third_label: nop");
  return false;
})");
  work.write("a.cpp", R"(#include <utility>
#include <third.h>
int main() { return std::pair<Third, int>({1}, 2) == std::pair<Third, int>({3}, 4) ? 1 : 0; })");
  const Completed built =
      work.cxx({"-std=c++17", "-w", "-isystem", work.path("library"), "a.cpp", "-o", "a"});
  ASSERT_EQ(built.status, 0) << built.output;
  EXPECT_EQ(work.tool({work.path("a")}).status, 0);
}

TEST(StepsOfComparisons, AreNoneWhereCallsAreNotKnown) {
  const Workspace work;
  EXPECT_THAT(work.sitesOf(kPairs, {"-mllvm", "-covolve-known-calls=false"}),
              testing::Each(testing::Field(&SiteLine::value, "-")));
}

}  // namespace

}  // namespace covolve::test
