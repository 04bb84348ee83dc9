// What gets no site: code the compiler made on its own, and system headers.
#include <gtest/gtest.h>

#include "workspace.h"

namespace covolve::test {

TEST(SourceOrigin, DeleteAndItsNullTest) {
  const Workspace work;
  EXPECT_EQ(kindsAndLines(work.sitesOf(R"(struct A { ~A(); };
void f(A* a, A* array, int n) {
  delete a;
  delete[] array;
  A local[5];
  A* made = new A[n];
  delete[] made;
})"),
                          "CTSD"),
            "");
}

TEST(SourceOrigin, GuardsOfStaticVariables) {
  const Workspace work;
  EXPECT_EQ(kindsAndLines(work.sitesOf(R"(int make();
struct A { A(int); ~A(); };
int f() {
  static int once = make();
  static A object(once);
  thread_local A local(3);
  return once;
}
A global(make());
thread_local A perThread(make());
A array[3] = {1, 2, 3};
)"),
                          "CTSD"),
            "");
}

TEST(SourceOrigin, CleanUpsAndDispatchOfExceptions) {
  const Workspace work;
  EXPECT_EQ(kindsAndLines(work.sitesOf(R"(struct A { A(); A(const A&); ~A(); int size() const; };
int risky(const A&);
A f(int n) {
  A result;
  for (;;) {
    A inner;
    try {
      if (risky(inner) > n) return result;
      if (risky(inner)) continue;
      break;
    } catch (int) {
      return A();
    } catch (const A& a) {
      risky(a);
    }
  }
  return result;
}
int g(bool b, const A& a) { return (b ? A() : a).size(); }
)"),
                          "CTSD"),
            "C8 C9 T19");
}

TEST(SourceOrigin, Casts) {
  const Workspace work;
  EXPECT_EQ(kindsAndLines(work.sitesOf(R"(struct A { virtual ~A(); int a; };
struct B { virtual ~B(); int b; };
struct C : A, B { virtual void call(); };
B* up(C* c) { return c; }
C* down(B* b) { return static_cast<C*>(b); }
C* across(A* a) { return dynamic_cast<C*>(a); }
C& across(A& a) { return dynamic_cast<C&>(a); }
void call(C* c, void (C::*member)()) { (c->*member)(); }
)"),
                          "CTSD"),
            "");
}

TEST(SourceOrigin, MembersThatNobodyWrote) {
  const Workspace work;
  const auto sites = work.sitesOf(R"(struct Part { Part(); Part(const Part&); ~Part(); };
struct Base { virtual ~Base() {} virtual int f(); };
struct Other { virtual int g(); };
struct Whole : Other, Base { Part parts[3]; int f() override { return 1; } };
struct Child : Whole { using Whole::Whole; };
int use() { Child child; Child copy(child); copy = child; return copy.f(); }
)");
  for (const auto& site : sites)
    EXPECT_TRUE(site.line == 2 || site.line == 4 || site.line == 6) << site.function;
  EXPECT_EQ(kindsAndLines(sites, "F"), "F2 F4 F6");
}

TEST(SourceOrigin, ConstantConditions) {
  const Workspace work;
  EXPECT_EQ(kindsAndLines(work.sitesOf(R"(template <class T> int f(T t) {
  if constexpr (sizeof(T) == 4) return 1;
  if (sizeof(T) > 100) return 2;
  while (true) { if (t > 3) return 5; ++t; }
}
int use() { return f(1L); }
)"),
                          "CTSD"),
            "C4");
}

TEST(SourceOrigin, ChecksOfSanitizers) {
  const Workspace work;
  const std::string source = "int f(int* p, int i) {\n  int a[3] = {1, 2, 3};\n  return a[i] / *p + i;\n}\n";
  EXPECT_EQ(kindsAndLines(work.sitesOf(source, {"-fsanitize=address,undefined"}), "CTSD"), "");
}

TEST(SourceOrigin, Coroutines) {
  const Workspace work;
  const auto sites = work.sitesOf(R"(#include <coroutine>
struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int) { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
Task count(int n) {
  for (int i = 0; i < n; ++i) {
    co_yield i;
  }
})",
                                  {"-O2"});
  EXPECT_EQ(kindsAndLines(sites, "CTSD"), "C13");
}

TEST(SourceOrigin, RangeForIsOfTheSource) {
  const Workspace work;
  const auto sites = work.sitesOf(R"(struct List { int* begin() const; int* end() const; };
int f(const List& list) {
  int sum = 0;
  for (int i : list) sum += i;
  return sum;
})");
  EXPECT_EQ(kindsAndLines(sites, "CT"), "C4");
}

TEST(SourceOrigin, SystemHeadersGetNoSites) {
  const Workspace work;
  work.write("third/lib.h", "template <class T> bool big(T t) { return t > 100; }\n");
  work.write("own/own.h", "template <class T> bool small(T t) { return t < 100; }\n");
  const std::string source = R"(#include <algorithm>
#include <string>
#include <vector>
#include "lib.h"
#include "own.h"
int f(std::vector<std::string>& v) {
  std::sort(v.begin(), v.end());
  return big(3) + small(4);
})";
  const auto sites = work.sitesOf(source, {"-isystem", "third", "-Iown"});
  EXPECT_EQ(kindsAndLines(sites, "FC"), "C1 F1 F6");
  for (const auto& site : sites)
    EXPECT_TRUE(site.file == work.path("source.cpp") || site.file == work.path("own/own.h"));
  EXPECT_EQ(kindsAndLines(work.sitesOf(source, {"-isystemthird", "-isystem", work.path("own")}), "FC"), "F6");
}

TEST(SourceOrigin, SkippedFilesGetNoSites) {
  const Workspace work;
  work.write("own.h", "inline bool small(int t) { return t < 100; }\n");
  const auto sites = work.sitesOf("#include \"own.h\"\nint f(int a) { return a > 3 && small(a); }\n",
                                  {"-mllvm", "-covolve-skip-file=" + work.path("source.cpp")});
  EXPECT_EQ(kindsAndLines(sites, "FCT"), "C1 F1");
}

}  // namespace covolve::test
