// What the entry of a function depends on.
#include <gtest/gtest.h>

#include "analysed.h"

namespace covolve::analysis {

TEST(CallDependence, AStaticFunctionDependsOnWhatGuardsItsCall) {
  const Analysed code(R"(static int hidden(int a) {
  return a * 2;
}
int f(int a) {
  if (a > 3)
    return hidden(a);
  return 0;
})");
  EXPECT_EQ(code.of("F4"), "root");
  EXPECT_EQ(code.of("F1"), "C5+");
}

TEST(CallDependence, AnUnconditionalCallDependsOnItsCaller) {
  const Analysed code(R"(static int inner(int a) {
  if (a == 1)
    return 2;
  return a;
}
static int middle(int a) { return inner(a); }
int f(int a) {
  if (a > 3) return middle(a);
  return 0;
})");
  EXPECT_EQ(code.of("F6"), "C8+");
  EXPECT_EQ(code.of("F1"), "F6+");
  EXPECT_EQ(code.of("C2"), "F6+");  // depends on nothing within: as the entry
  EXPECT_EQ(code.of("B3"), "C2+");
}

TEST(CallDependence, AllCallersAreAlternatives) {
  const Analysed code(R"(static int hidden(int a) { return a * 2; }
int f(int a) { return a > 3 ? hidden(a) : 0; }
int g(int a) { return a > 4 ? hidden(a) : 0; })");
  EXPECT_EQ(code.of("F1"), "C2+ C3+");
}

TEST(CallDependence, PrivateMethodsAndConstructors) {
  const Analysed code(R"(class Account {
 public:
  explicit Account(int start) : sum(start) {
    if (start < 0)
      reset();
  }
  void pay(int amount) {
    if (amount > 100)
      check(amount);
  }
 private:
  void reset() { sum = 0; }
  void check(int amount) {
    if (amount == 777) sum = 1;
  }
  int sum;
};
void use(int a) {
  Account account(a);
  account.pay(a);
})");
  EXPECT_EQ(code.of("F18"), "root");
  EXPECT_EQ(code.of("F3"), "F18+");  // through the complete constructor, which has no sites
  EXPECT_EQ(code.of("F12"), "C4+");
  EXPECT_EQ(code.of("F13"), "C8+");
  EXPECT_EQ(code.of("C14"), "C8+");
}

/// As the engine calls the code under test: from functions without sites, in a table.
const char* const kHarness = R"(#include "account.h"
inline bool pay() { Account(3).pay(1); return true; }
inline bool show() { return Account(4).show() > 3; }
inline bool (*const thunks[])() = {pay};
static bool (*const hidden[])() = {show, nullptr};
extern "C" inline __attribute__((used)) bool run(int i) { return i < 100 ? thunks[i]() : hidden[i](); })";

TEST(CallDependence, WhatAHarnessCallsIsARootAlsoIfOthersCallItToo) {
  const Analysed code({{"account.h", R"(struct Account {
  explicit Account(int);
  void pay(int);
  virtual int show();
  int sum;
 private:
  void check(int);
  virtual void log();
};)"},
                       {"system/harness.h", kHarness},
                       {"harness.cpp", "#include <harness.h>\n"},
                       {"account.cpp", R"(#include "account.h"







Account::Account(int a) : sum(a) {}
void Account::pay(int a) {
  if (a > 100) check(a);
  if (a > 200) log();
}
int Account::show() { return sum; }
void Account::check(int a) { sum = a; }
void Account::log() { sum += show(); }
int use(Account& account, int a) {
  if (a > 300) account.pay(a);
  return a > 400 ? account.show() : 0;
})"}},
                      {"-isystem", "system", "-I."});
  EXPECT_EQ(code.of("F9"), "root");
  EXPECT_EQ(code.of("F10"), "root");
  EXPECT_EQ(code.of("F14"), "root");  // called through the table of virtual functions
  EXPECT_EQ(code.of("F15"), "C11+");
  EXPECT_EQ(code.of("F16"), "C12+");
}

TEST(CallDependence, AFunctionCalledOnlyByItselfIsARoot) {
  const Analysed code(R"(int f(int n) {
  if (n <= 1) return 1;
  return n * f(n - 1);
})");
  EXPECT_EQ(code.of("F1"), "root");
  EXPECT_EQ(code.of("C2"), "root");
  EXPECT_EQ(code.of("B3"), "C2-");
}

TEST(CallDependence, RecursionIsNoWayIn) {
  const Analysed code(R"(static int walk(int n) {
  if (n <= 1) return 1;
  return n * walk(n - 1);
}
int f(int n) { return n > 5 ? walk(n) : 0; })");
  EXPECT_EQ(code.of("F1"), "C5+");
}

TEST(CallDependence, FunctionsThatOnlyCallEachOtherAreRoots) {
  const Analysed code(R"(bool isOdd(int n);
bool isEven(int n) {
  if (n == 0) return true;
  return isOdd(n - 1);
}
bool isOdd(int n) {
  if (n == 0) return false;
  return isEven(n - 1);
})");
  EXPECT_EQ(code.of("F2"), "root");
  EXPECT_EQ(code.of("F6"), "root");
}

TEST(CallDependence, MutualRecursionWithAWayIn) {
  const Analysed code(R"(static bool isOdd(int n);
static bool isEven(int n) {
  if (n == 0) return true;
  return isOdd(n - 1);
}
static bool isOdd(int n) {
  if (n == 0) return false;
  return isEven(n - 1);
}
bool f(int n) { return n > 9 && isEven(n); })");
  EXPECT_EQ(code.of("F2"), "C10+ C7-");
  EXPECT_EQ(code.of("F6"), "C3-");
}

TEST(CallDependence, AFunctionInATableDependsOnTheCallsThroughPointers) {
  const Analysed code(R"(static int twice(int a) { return a * 2; }
static int thrice(int a) { return a * 3; }
using Operation = int (*)(int);
static const Operation operations[] = {twice, thrice};
int f(int a) {
  if (a >= 0)
    return operations[a & 1](a);
  return 0;
})");
  EXPECT_EQ(code.of("F1"), "C6+");
  EXPECT_EQ(code.of("F2"), "C6+");
}

TEST(CallDependence, AFunctionGivenAwayDependsOnWhereItIsGivenAway) {
  const Analysed code(R"(#include <cstdlib>
static int compare(const void* left, const void* right) {
  return *static_cast<const int*>(left) - *static_cast<const int*>(right);
}
void f(int* p, unsigned long n) {
  if (n > 1)
    std::qsort(p, n, sizeof(int), compare);
})");
  EXPECT_EQ(code.of("F2"), "C6+");
}

TEST(CallDependence, AnExportedTableMakesRootsWhereNobodyCallsThroughPointers) {
  const Analysed code(R"(static int twice(int a) { return a * 2; }
extern int (*const operations[])(int);
int (*const operations[])(int) = {twice};)");
  EXPECT_EQ(code.of("F1"), "root");
}

TEST(CallDependence, AVirtualMethodDependsOnTheCallsThroughItsSlot) {
  const Analysed code(R"(struct Shape {
  virtual ~Shape() = default;
  virtual int area(int a) { return a; }
  virtual int width(int a) { return a + 1; }
};
struct Square : Shape {
  int area(int a) override {
    return a * a;
  }
  int width(int a) override {
    return a + 2;
  }
};
Shape* make() { return new Square; }
int f(Shape& shape, int a) {
  if (a > 7)
    return shape.area(a);
  if (a == 3)
    return shape.width(a);
  return 0;
})");
  EXPECT_EQ(code.of("F7"), "C16+");
  EXPECT_EQ(code.of("F10"), "C18+");
}

TEST(CallDependence, AVirtualMethodThatNobodyCallsIsARoot) {
  const Analysed code(R"(struct Shape {
  virtual int area(int a);
};
int Shape::area(int a) { return a; })");
  EXPECT_EQ(code.of("F4"), "root");
}

TEST(CallDependence, ALambdaGivenToSortDependsOnTheSort) {
  const Analysed code(R"(#include <algorithm>
#include <vector>
void f(std::vector<int>& values) {
  if (values.size() > 9)
    std::sort(values.begin(), values.end(), [](int a, int b) {
      return a % 10 < b % 10;
    });
})");
  EXPECT_EQ(code.of("F5"), "C4+");
  EXPECT_EQ(code.of("C6"), "C4+");
}

TEST(CallDependence, ALambdaInAFunctionObjectDependsOnWhereItIsMade) {
  const Analysed code(R"(#include <functional>
void keep(std::function<int(int)>);
void f(int a) {
  if (a > 9)
    keep([](int b) { return b * 3; });
})");
  EXPECT_EQ(code.of("F5"), "C4+");
}

TEST(CallDependence, WhatInitialisersOfGlobalsCallIsARoot) {
  const Analysed code(R"(static int make(int a) {
  return a + 1;
}
int kept = make(3);
int f(int a) {
  if (a > 3) return make(a);
  return 0;
})");
  EXPECT_EQ(code.of("F1"), "root");
}

TEST(CallDependence, CallersOfOtherUnitsCount) {
  const Analysed code({{"hidden.cpp", "int hidden(int a) {\n  return a * 2;\n}\n"},
                       {"user.cpp",
                        "int hidden(int);\n\n\nint f(int a) {\n  if (a > 3)\n    return "
                        "hidden(a);\n  return 0;\n}\n"}});
  EXPECT_EQ(code.of("F1"), "C5+");
}

TEST(CallDependence, EqualNamesOfTwoUnitsStayApart) {
  const Analysed code({{"one.cpp",
                        "static int hidden(int a) { return a; }\nint f(int a) { return a > 3 ? "
                        "hidden(a) : 0; }\n"},
                       {"two.cpp",
                        "\n\nstatic int hidden(int a) { return a; }\nint g(int a) { return a > 3 ? "
                        "hidden(a) : 0; }\n"}});
  EXPECT_EQ(code.of("F1"), "C2+");
  EXPECT_EQ(code.of("F3"), "C4+");
}

TEST(CallDependence, ATemplateInTwoUnitsHasTheCallersOfBoth) {
  const Analysed code(
      {{"half.h", "template <class T>\nT half(T a) {\n  if (a == 7) return 0;\n  return a / 2;\n}\n"},
       {"one.cpp",
        "#include \"half.h\"\n\n\n\n\nint f(int a) {\n  return a > 3 ? half(a) : "
        "0;\n}\n"},
       {"two.cpp",
        "#include \"half.h\"\n\n\n\n\n\n\n\n\nlong g(long a) {\n  return a > 3 ? half(a) "
        ": 0;\n}\n"}});
  EXPECT_EQ(code.of("F2"), "C11+ C7+");
  EXPECT_EQ(code.of("B4"), "C3-");
}

TEST(CallDependence, AnInstantiationThatIsARootMakesTheTemplateOne) {
  const Analysed code(R"(template <class T> T half(T a) { return a / 2; }
template long half<long>(long);
int f(int a) { return a > 3 ? half(a) : 0; })");
  EXPECT_EQ(code.of("F1"), "root");
}

TEST(CallDependence, CallsOfAnAliasAreCallsOfTheFunction) {
  const Analysed code({{"source.c", R"(static int hidden(int a) { return a; }
static int other(int a) __attribute__((alias("hidden")));
int f(int a) {
  if (a > 3) return other(a);
  return 0;
})"}});
  EXPECT_EQ(code.of("F1"), "C4+");
}

}  // namespace covolve::analysis
