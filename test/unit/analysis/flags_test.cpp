// What may give a flag its value.
#include <gtest/gtest.h>

#include "analysed.h"

namespace covolve::analysis {

TEST(Flags, AFunctionThatDecidesByControlFlow) {
  const Analysed code(R"(static bool isGood(int a, int b) {
  if (a < 10)
    return false;
  if (b > a)
    return true;
  return false;
}
int f(int a, int b) {
  if (isGood(a, b)) return 1;
  return 0;
})");
  EXPECT_EQ(code.requiredFor("T9", true), "C4+");
  EXPECT_EQ(code.requiredFor("T9", false), "C2+ C4-");
}

TEST(Flags, AFunctionThatReturnsAComparison) {
  const Analysed code(R"(static bool isGood(int a) { return a == 4711; }
int f(int a) {
  if (!isGood(a)) return 1;
  return 0;
})");
  EXPECT_EQ(code.requiredFor("T3", true), "C1+");  // of the call: the branch is turned round instead
  EXPECT_EQ(code.requiredFor("T3", false), "C1-");
}

TEST(Flags, ResultsThatAreHandedOn) {
  const Analysed code(R"(static bool inner(int a) {
  if (a > 7) return true;
  return false;
}
static bool outer(int a) { return inner(a); }
int f(int a) {
  if (outer(a)) return 1;
  return 0;
})");
  EXPECT_EQ(code.requiredFor("T7", true), "C2+");
  EXPECT_EQ(code.requiredFor("T7", false), "C2-");
}

TEST(Flags, VariablesThatALoopSets) {
  const Analysed code(R"(int f(const int* a, int n) {
  bool found = false;
  for (int i = 0; i < n; ++i) {
    if (a[i] == 4711)
      found = true;
  }
  if (found) return 1;
  return 0;
})");
  EXPECT_EQ(code.requiredFor("T7", true), "C4+");
  EXPECT_EQ(code.requiredFor("T7", false), "");  // it is so from the beginning
}

TEST(Flags, ErrorCodes) {
  const Analysed code(R"(enum class Code { Ok, Bad, Worse };
static Code check(int a) {
  if (a < 3) return Code::Bad;
  if (a == 77) return Code::Ok;
  return Code::Worse;
}
int f(int a) {
  if (check(a) == Code::Ok) return 1;
  return 0;
})");
  EXPECT_EQ(code.requiredFor("C8", true), "C4+");
  EXPECT_EQ(code.requiredFor("C8", false), "C3+ C4-");
}

TEST(Flags, CodesThatAreChosenWithoutABranch) {
  const Analysed code(R"(static bool isOpen(int a) { return a > 7; }
static int check(int a, int sum) {
  if (a < 3) return -1;
  return sum == a * 31 ? 0 : -5;
}
static int mode(int a) {
  return isOpen(a) ? 4 : 2;
}
int f(int a, int sum) {
  if (check(a, sum) != 0) return 1;
  if (mode(a) == 2) return 2;
  return 0;
})");
  EXPECT_EQ(code.requiredFor("C10", false), "C4+");
  EXPECT_EQ(code.requiredFor("C10", true), "C3+ C4-");
  EXPECT_EQ(code.requiredFor("C11", true), "T7-");
  EXPECT_EQ(code.requiredFor("C11", false), "T7+");
}

TEST(Flags, NumbersAreNone) {
  const Analysed code(R"(void read(int*);
static int limit(int a) {
  if (a > 3) return 7;
  return a;
}
int f(int a) {
  int b = 0;
  read(&b);
  if (b == 5) return 1;
  if (limit(a) == 2) return 2;
  return 0;
})");
  EXPECT_EQ(code.requiredFor("C9", true), "");
  EXPECT_EQ(code.requiredFor("C10", true), "");
}

TEST(Flags, WhatKnownCallsReadIsNone) {
  const Analysed code(R"(#include <cstdio>
#include <cstring>
#include <string>
int f(const char* text) {
  int a = 0, b = 0;
  const int read = std::sscanf(text, "%d,%d", &a, &b);
  if (read != 2) return 1;
  const int number = std::stoi(text);
  if (number == 1) return 2;
  const int order = std::strcmp(text, "1,2");
  if (order == 0) return 3;
  return 0;
})");
  EXPECT_EQ(code.requiredFor("C7", true), "");
  EXPECT_EQ(code.requiredFor("C7", false), "");
  EXPECT_EQ(code.requiredFor("C9", true), "");
  EXPECT_EQ(code.requiredFor("C11", true), "K10+");
  EXPECT_EQ(code.requiredFor("C11", false), "K10-");
}

TEST(Flags, Optionals) {
  const Analysed code(R"(#include <optional>
#include <string>
static std::optional<std::string> name(int a) {
  if (a != 77)
    return std::nullopt;
  return std::string("x");
}
static std::optional<int> number(int a) {
  if (a < 7) return std::nullopt;
  return a;
}
int f(int a) {
  if (name(a)) return 1;
  const auto n = number(a);
  if (!n.has_value()) return 2;
  return 3;
})");
  EXPECT_EQ(code.requiredFor("T13", true), "C4-");
  EXPECT_EQ(code.requiredFor("T13", false), "C4+");
  EXPECT_EQ(code.requiredFor("T15", true), "C9-");
  EXPECT_EQ(code.requiredFor("T15", false), "C9+");
}

TEST(Flags, PointersThatMeanFound) {
  const Analysed code(R"(struct Item { int key; };
static Item items[4];
static Item* find(int key) {
  for (int i = 0; i < 4; ++i) {
    if (items[i].key == key)
      return &items[i];
  }
  return nullptr;
}
int f(int a) {
  if (find(a) != nullptr) return 1;
  return 0;
})");
  EXPECT_EQ(code.requiredFor("C11", true), "C5+");
}

TEST(Flags, FieldsThatOthersSet) {
  const Analysed code(R"(class Door {
 public:
  void turn(int key) {
    if (key == 4711) open_ = true;
  }
  int pass() const {
    if (open_) return 1;
    return 0;
  }
 private:
  bool open_ = false;
};
int use(int key) { Door door; door.turn(key); return door.pass(); })");
  EXPECT_EQ(code.requiredFor("T7", true), "C4+");
}

TEST(Flags, Counters) {
  const Analysed code(R"(static bool isBad(int a) {
  if (a > 7) return true;
  return false;
}
int f(const int* a, int n, int b) {
  int errors = 0;
  for (int i = 0; i < n; ++i)
    errors += isBad(a[i]);
  if (b == 4711)
    ++errors;
  if (errors == 0) return 1;
  return 0;
})");
  EXPECT_EQ(code.requiredFor("C11", true), "C2-");
  EXPECT_EQ(code.requiredFor("C11", false), "C2+ C9+");
  EXPECT_EQ(code.facts().counters, (std::vector<uint64_t>{code.id("C11")}));
}

// Of all that may come there only the first is known: the own distance tells of the others.
TEST(Flags, CodesThatMayComeFromElsewhere) {
  const Analysed code(R"(#include <algorithm>
enum Outcome { Accept, Defer, Refuse };
static Outcome checked(int a) {
  if (a < 5) return Refuse;
  return Accept;
}
static Outcome screen(int a, int b) {
  if (a > 70) return Defer;
  return std::max(checked(a), checked(b));
}
int f(int a, int b) {
  if (screen(a, b) != Accept) return 1;
  if (checked(b) == Refuse) return 2;
  return 0;
})");
  EXPECT_EQ(code.requiredFor("C12", true), "C8+");
  EXPECT_EQ(code.facts().partial, (std::vector<uint64_t>{code.id("C12")}));
}

TEST(Flags, SumsOfTruthValues) {
  const Analysed code(R"(int f(int a, int b) {
  const int right = (a == 7) +
                    (b == 9);
  if (right == 2) return 1;
  return 0;
})");
  EXPECT_EQ(code.requiredFor("C4", true), "C2+ C3+");
  EXPECT_EQ(code.requiredFor("C4", false), "C2- C3-");
}

TEST(Flags, TruthValuesThatAreCombinedStepByStep) {
  const Analysed code(R"(static bool isGood(int a) { return a == 7; }
int f(const int* a, int n) {
  bool all = true;
  for (int i = 0; i < n; ++i)
    all &= isGood(a[i]);
  if (all) return 1;
  return 0;
})");
  EXPECT_NE(code.requiredFor("T6", false), "");
  const std::string given = code.requiredFor("T6", false);
  // Through the store, which is a decision of its own where it has a site.
  EXPECT_TRUE(given == "C1-" || code.requiredFor(given.substr(0, given.size() - 1), false) == "C1-") << given;
}

TEST(Flags, WhatIsMadeOfComparisonsHasADistanceOfItsOwn) {
  const Analysed code(R"(int f(int a, int b) {
  if ((a == 7) & (b == 9)) return 1;
  return 0;
})");
  for (const auto& [side, _] : code.facts().required) ADD_FAILURE() << code.name(side.site);
}

TEST(Flags, SizesOfWhatAFunctionFillsIn) {
  const Analysed code(R"(#include <string>
#include <vector>
static void check(int a, std::vector<std::string>& mistakes) {
  if (a < 10) mistakes.push_back("small");
  if (a % 97 != 5)
    mistakes.emplace_back("odd");
}
static std::vector<std::string> mistakesIn(int a) {
  std::vector<std::string> mistakes;
  if (a > 1000)
    mistakes.emplace_back("large");
  return mistakes;
}
int f(int a) {
  std::vector<std::string> mistakes;
  check(a, mistakes);
  if (mistakes.empty()) return 1;
  if (mistakesIn(a).size() == 0)
    return 2;
  return 3;
})");
  EXPECT_EQ(code.requiredFor("T17", false), "C4+ C5+");
  EXPECT_EQ(code.requiredFor("C18", false), "C10+");
}

TEST(Flags, WhatAFunctionSetsByReference) {
  const Analysed code(R"(static void check(int a, bool& ok) {
  if (a == 4711)
    ok = true;
}
int f(int a) {
  bool ok = false;
  check(a, ok);
  if (ok) return 1;
  return 0;
})");
  EXPECT_EQ(code.requiredFor("T8", true), "C2+");
}

TEST(Flags, AllAnyAndNoneOfTheElements) {
  const Analysed code(R"(#include <algorithm>
#include <vector>
static bool isGood(int a) {
  if (a % 97 == 5) return true;
  return false;
}
int f(const std::vector<int>& all) {
  if (std::all_of(all.begin(), all.end(), [](int a) { return isGood(a); })) return 1;
  if (std::any_of(all.begin(), all.end(), [](int a) { return a == 4711; })) return 2;
  if (std::none_of(all.begin(), all.end(), [](int a) { return a > 17; })) return 3;
  return 0;
})");
  EXPECT_EQ(code.requiredFor("T8", true), "");
  EXPECT_EQ(code.requiredFor("T8", false), "C4-");
  EXPECT_EQ(code.requiredFor("T9", true), "C9+");
  EXPECT_EQ(code.requiredFor("T9", false), "");
  EXPECT_EQ(code.requiredFor("T10", false), "C10+");
}

TEST(Flags, WhetherAnExpectedHasAValue) {
  const Analysed code(R"(#include <expected>
#include <string>
enum class Mistake { Small, Odd };
static std::expected<int, Mistake> parsed(int a) {
  if (a < 10) return std::unexpected(Mistake::Small);
  if (a % 97 != 5)
    return std::unexpected(Mistake::Odd);
  return a * 2;
}
static std::expected<std::string, std::string> named(int a) {
  std::expected<std::string, std::string> name = "one";
  if (a == 4711)
    name = std::unexpected<std::string>("none");
  return name;
}
int f(int a) {
  const auto result = parsed(a);
  if (!result) return 1;
  if (named(a).has_value()) return 2;
  return 3;
})",
                      {"-std=c++23"});
  EXPECT_EQ(code.requiredFor("T18", true), "C6-");
  EXPECT_EQ(code.requiredFor("T18", false), "C5+ C6+");
  EXPECT_EQ(code.requiredFor("T19", false), "C12+");
}

TEST(Flags, WhetherAnIteratorIsTheEnd) {
  const Analysed code(R"(#include <algorithm>
#include <map>
#include <vector>
using Numbers = std::vector<int>;
static Numbers::const_iterator located(const Numbers& all, int key) {
  for (auto each = all.begin(); each != all.end(); ++each)
    if (*each * 3 == key)
      return each;
  return all.end();
}
int f(const Numbers& all, const std::map<int, int>& map, int key) {
  const auto place = located(all, key);
  if (place == all.end()) return 1;
  const auto first = std::find_if(all.begin(), all.end(), [&](int a) { return a % 97 == key; });
  if (first != all.end()) return 2;
  const auto entry = map.find(key * 7);
  if (entry == map.end()) return 3;
  return 4;
})");
  EXPECT_EQ(code.requiredFor("T13", false), "C7+");
  EXPECT_EQ(code.requiredFor("T15", true), "C14+");
  EXPECT_EQ(code.requiredFor("C17", false), "K16+");
  EXPECT_EQ(code.requiredFor("C17", true), "K16-");
}

TEST(Flags, ContainersOfTextsFindAsOthersDo) {
  const Analysed code(R"(#include <map>
#include <string>
int f(const std::map<std::string, int>& map, const std::string& key) {
  const auto entry = map.find(key);
  if (entry == map.end()) return 1;
  return 2;
})");
  EXPECT_EQ(code.requiredFor("C5", false), "K4+");
  EXPECT_EQ(code.requiredFor("C5", true), "K4-");
}

TEST(Flags, TextsThatDifferByAnOperatorOfTheirOwn) {
  const Analysed code(R"(#include <string>
static bool differs(const std::string& a, const std::string& b) { return a != b; }
int f(const std::string& a) {
  if (differs(a, "hello")) return 1;
  return 2;
})",
                      {"-std=c++17"});
  EXPECT_EQ(code.requiredFor("T4", true), "K2-");
  EXPECT_EQ(code.requiredFor("T4", false), "K2+");
}

TEST(Flags, APositionOrAnOrderIsAFlagOnlyWhereThatIsAsked) {
  const Analysed code(R"(#include <string>
int f(const std::string& a, const std::string& b) {
  const int order = a.compare(b);
  if (order < 0) return 1;
  if (order == 0) return 2;
  const auto at = a.find(':');
  if (at == 5) return 3;
  if (at == std::string::npos) return 4;
  return 5;
})");
  EXPECT_EQ(code.requiredFor("C4", true), "");
  EXPECT_EQ(code.requiredFor("C4", false), "");
  EXPECT_EQ(code.requiredFor("C5", true), "K3+");
  EXPECT_EQ(code.requiredFor("C7", true), "");
  EXPECT_EQ(code.requiredFor("C7", false), "");
  EXPECT_EQ(code.requiredFor("C8", true), "K6-");
}

TEST(Flags, AStepOfALoopIsNotSomethingFound) {
  const Analysed code(R"(#include <string_view>
int f(std::string_view text) {
  auto it = text.begin();
  const auto end = text.end();
  while (it != end && *it == ' ') ++it;
  if (it == end) return 1;
  return 2;
})");
  EXPECT_EQ(code.requiredFor("C6", true), "");
  EXPECT_EQ(code.requiredFor("C6", false), "");
}

TEST(Flags, WhetherSomethingWasInserted) {
  const Analysed code(R"(#include <map>
#include <set>
int f(std::set<int>& all, std::map<int, int>& map, int key) {
  if (all.insert(key).second) return 1;
  const auto [entry, isNew] = map.emplace(key, 3);
  if (!isNew) return 2;
  return 3;
})");
  EXPECT_EQ(code.requiredFor("T4", true), "K4-");
  EXPECT_EQ(code.requiredFor("T6", true), "K5-");
}

TEST(Flags, ResultsOfOtherUnits) {
  const Analysed code({{"use.cpp", R"(bool isGood(int a);
int f(int a) {
  if (isGood(a)) return 1;
  return 0;
})"},
                       {"good.cpp", R"(#line 10
bool isGood(int a) {
  if (a < 10) return false;
  return a % 97 == 5;
})"}});
  EXPECT_EQ(code.requiredFor("T3", true), "C12+");
  EXPECT_EQ(code.requiredFor("T3", false), "C11+ C12-");
}

}  // namespace covolve::analysis
