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

}  // namespace covolve::analysis
