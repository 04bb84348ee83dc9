// What the probes report when instrumented programs run.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "workspace.h"

namespace covolve::test {

class Probes : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Levels, Probes, testing::Values("-O0", "-O2"),
                         [](const auto& level) { return std::string(level.param).substr(1); });

// Each right character brings the end of the loop nearer; where the nodes of a list lie says nothing.
TEST_P(Probes, ReportHowFarALoopThroughMemoryWasFromItsEnd) {
  for (const std::string standard : {"-std=c++17", "-std=c++20"}) {
    const Workspace work;
    const auto seen = work.observe(R"(#include <string>
#include <vector>
int digits(const std::string& text) {
  for (char c : text)
    if (c < '0') return 0;
  return 1;
}
int fives(const std::vector<int>& numbers) {
  auto at = numbers.begin();
  while (at != numbers.end() && *at == 5) ++at;
  return at == numbers.end();
}
int letters(const char* at, const char* end) {
  for (; at != end; ++at)
    if (*at != 'x') return 0;
  return 1;
}
struct Node { int number; Node* next; };
int nodes(const Node* at, const Node* end) {
  for (; at != end; at = at->next)
    if (at->number != 5) return 0;
  return 1;
}
int main() {
  const char* const text = "xx-45";
  Node list[3] = {{5, list + 1}, {4, list + 2}, {5, nullptr}};
  return digits("12-45") + fives({5, 5, 4, 5}) + letters(text, text + 5) + nodes(list, list + 2);
})",
                                   {GetParam(), standard});
    EXPECT_EQ(seen.program.status, 0);
    EXPECT_EQ(seen.at('T', 4).toFalse, 3u);
    EXPECT_EQ(seen.at('T', 4).toTrue, 0u);
    EXPECT_EQ(seen.at('C', 14).toFalse, 3u);
    EXPECT_EQ(seen.at('C', 20).toFalse, 1u);
  }
}

TEST_P(Probes, ReportTheSmallestDistancesOfARun) {
  const Workspace work;
  const auto seen = work.observe(R"(#include <cstdint>
volatile int number = 7;
volatile unsigned long long large = 0x8000000000000001ull;
volatile double real = 2.0;
volatile __int128 wide = -5;
volatile long double extended = 1.5L;
const char* volatile text = nullptr;
int main() {
  int hits = 0;
  for (int i = 0; i < 3; ++i) {
    if (number + i == 20) ++hits;
  }
  if (large < 2) ++hits;
  if (real > 2.0) ++hits;
  if (wide >= 0) ++hits;
  if (extended == 1.5L) ++hits;
  if (text) ++hits;
  return hits;
})",
                                 {GetParam()});
  EXPECT_EQ(seen.program.status, 1);
  EXPECT_EQ(seen.at('C', 10).toTrue, 0u);
  EXPECT_EQ(seen.at('C', 10).toFalse, 0u);
  EXPECT_EQ(seen.at('C', 11).toTrue, 11u);
  EXPECT_EQ(seen.at('C', 11).toFalse, 0u);
  EXPECT_EQ(seen.at('C', 13).toTrue, 0x8000000000000000u);
  EXPECT_EQ(seen.at('C', 14).toTrue, 1u);
  EXPECT_EQ(seen.at('C', 15).toTrue, 5u);
  EXPECT_EQ(seen.at('C', 16).toTrue, 0u);
  EXPECT_EQ(seen.at('C', 16).toFalse, 1u);
  EXPECT_EQ(seen.at('C', 17).toTrue, 1u);
}

TEST_P(Probes, ReportTruthValuesAndCases) {
  const Workspace work;
  const auto seen = work.observe(R"(volatile bool flag = true;
volatile int value = 12;
bool ask(int a) { return a & 1; }
int main() {
  int result = flag ? 1 : 2;
  switch (value) {
    case 10: result += 10; break;
    case 12: result += 12; break;
    default: result += 100;
  }
  bool both = ask(1) && ask(2);
  return result + both;
})",
                                 {GetParam()});
  EXPECT_EQ(seen.program.status, 13);
  EXPECT_EQ(seen.at('T', 5).toTrue, 0u);
  EXPECT_EQ(seen.at('T', 5).toFalse, 1u);
  EXPECT_EQ(seen.at('S', 6, "10").toTrue, 2u);
  EXPECT_EQ(seen.at('S', 6, "12").toTrue, 0u);
  EXPECT_EQ(seen.at('S', 6, "12").toFalse, abi::kNever);
  EXPECT_EQ(seen.at('D', 6).toTrue, 1u);
  std::vector<uint64_t> operands;
  for (size_t i = 0; i < seen.sites.size(); ++i) {
    if (seen.sites[i].kind == 'T' && seen.sites[i].line == 11) operands.push_back(seen.states[i].toTrue);
  }
  EXPECT_EQ(operands, (std::vector<uint64_t>{0, 1}));
}

TEST_P(Probes, LinesBehindAThrowAreNotCovered) {
  const Workspace work;
  const auto seen = work.observe(R"(volatile int zero = 0;
int risky() {
  if (zero == 0)
    throw 3;
  return 1;
}
int main() {
  int result = 0;
  try {
    result = risky();
    result += 5;
  } catch (int e) {
    result = e;
  }
  return result;
})",
                                 {GetParam()});
  EXPECT_EQ(seen.program.status, 3);
  const auto lines = seen.coveredLines();
  for (const unsigned line : {3u, 4u, 8u, 10u, 13u, 15u})
    EXPECT_TRUE(std::ranges::count(lines, line)) << line;
  for (const unsigned line : {5u, 11u}) EXPECT_FALSE(std::ranges::count(lines, line)) << line;
  // The last call is the throw itself.
  ASSERT_LT(seen.shared.lastCall, seen.sites.size());
  EXPECT_EQ(seen.sites[seen.shared.lastCall].kind, 'X');
  EXPECT_EQ(seen.sites[seen.shared.lastCall].line, 4u);
}

TEST_P(Probes, EndlessLoopsRunOutOfSteps) {
  const Workspace work;
  work.write("source.cpp", R"(#include <cstdlib>
volatile long zero = 0;
int main(int, char** arguments) {
  switch (std::atoi(arguments[1])) {
    case 0: for (;;) {}
    case 1: while (true) { zero = 0; }
    case 2: do { zero = zero + 1; } while (zero != -1);
    case 3: again: if (zero < 3) goto again;
    case 4: for (int i = 0; i < 10; i = zero * i) zero = 0;
  }
  return 0;
})");
  const Completed built = work.cxx({GetParam(), "source.cpp", "-o", "program"});
  ASSERT_TRUE(built.succeeded()) << built.errors;
  for (const char* loop : {"0", "1", "2", "3", "4"}) {
    const auto seen = work.observeProgram(work.path("program"), 1000, {loop});
    EXPECT_EQ(seen.program.status, 99) << loop;
    EXPECT_EQ(seen.shared.ending, static_cast<uint32_t>(abi::Ending::OutOfSteps)) << loop;
  }
}

TEST_P(Probes, TouchedListsEachSiteOnceAndNoCalls) {
  const Workspace work;
  const auto seen = work.observe(R"(#include <thread>
#include <vector>
volatile int sum = 0;
void add(int n) {
  for (int i = 0; i < n; ++i) {
    if (i % 3 == 0) sum = sum + i;
  }
}
int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back([] { add(1000); });
  for (auto& thread : threads) thread.join();
})",
                                 {GetParam(), "-pthread"});
  EXPECT_TRUE(seen.program.succeeded());
  auto touched = seen.touched;
  std::ranges::sort(touched);
  EXPECT_EQ(std::ranges::adjacent_find(touched), touched.end());
  for (const uint32_t site : touched) EXPECT_NE(seen.sites.at(site).kind, 'X');
  EXPECT_EQ(seen.at('C', 6).toTrue, 0u);
  EXPECT_EQ(seen.at('C', 6).toFalse, 0u);
}

TEST_P(Probes, InlineFunctionsOfSeveralUnitsLinkAndReport) {
  const Workspace work;
  work.write("shared.h", R"(#pragma once
inline bool big(int a) { return a > 100; }
template <class T> bool equal(T a, T b) { return a == b; }
struct Counter { int n = 0; bool next() { return ++n > 2; } };
)");
  work.write(
      "one.cpp",
      "#include \"shared.h\"\nint one(int a) { Counter c; return big(a) + equal(a, 3) + c.next(); }\n");
  work.write("two.cpp", R"(#include "shared.h"
int one(int);
int main(int argc, char**) { Counter c; return one(argc) + big(argc + 200) + equal(argc, 4) + c.next(); }
)");
  for (const char* name : {"one", "two"}) {
    EXPECT_TRUE(
        work.cxx({GetParam(), "-c", name + std::string(".cpp"), "-o", name + std::string(".o")}).succeeded());
  }
  EXPECT_TRUE(work.cxx({"one.o", "two.o", "-o", "program", "-Wl,--gc-sections"}).succeeded());
  const auto seen = work.observeProgram(work.path("program"));
  EXPECT_EQ(seen.program.status, 1);
  // Each unit has its own copy of the site; whichever function the linker kept, together they saw both calls.
  std::map<std::string, std::pair<uint64_t, uint64_t>> best;
  for (size_t i = 0; i < seen.sites.size(); ++i) {
    if (seen.sites[i].kind != 'C' || seen.sites[i].function != "big" || !seen.states[i].touched) continue;
    auto& [toTrue, toFalse] = best.try_emplace(seen.sites[i].id, abi::kNever, abi::kNever).first->second;
    toTrue = std::min(toTrue, seen.states[i].toTrue);
    toFalse = std::min(toFalse, seen.states[i].toFalse);
  }
  ASSERT_EQ(best.size(), 1u);
  EXPECT_EQ(best.begin()->second, (std::pair<uint64_t, uint64_t>{0, 0}));
}

TEST_P(Probes, SharedLibrariesReportIntoTheSameMemory) {
  const Workspace work;
  work.write("library.cpp", "int inLibrary(int a) { return a > 5 ? 1 : 0; }\n");
  work.write("plugin.cpp", "extern \"C\" int inPlugin(int a) { return a < 5 ? 2 : 0; }\n");
  work.write("main.cpp", R"(#include <dlfcn.h>
int inLibrary(int);
int main() {
  void* plugin = dlopen("./libplugin.so", RTLD_NOW);
  auto function = reinterpret_cast<int (*)(int)>(dlsym(plugin, "inPlugin"));
  return inLibrary(3) + function(3);
})");
  const std::string level = GetParam();
  EXPECT_TRUE(work.cxx({level, "-fPIC", "-shared", "library.cpp", "-o", "liblibrary.so"}).succeeded());
  EXPECT_TRUE(work.cxx({level, "-fPIC", "-shared", "plugin.cpp", "-o", "libplugin.so"}).succeeded());
  EXPECT_TRUE(
      work.cxx({level, "main.cpp", "-o", "program", "-L.", "-llibrary", "-Wl,-rpath," + work.path("")})
          .succeeded());
  const auto seen = work.observeProgram(work.path("program"));
  EXPECT_EQ(seen.program.status, 2) << seen.program.errors;
  std::map<std::string, uint64_t> toTrue;
  for (size_t i = 0; i < seen.sites.size(); ++i) {
    if (seen.sites[i].kind == 'C') toTrue[seen.sites[i].function] = seen.states[i].toTrue;
  }
  EXPECT_EQ(toTrue, (std::map<std::string, uint64_t>{{"inLibrary", 3}, {"inPlugin", 0}}));
}

TEST_P(Probes, ConstructorsOfGlobalsAreSeenToo) {
  const Workspace work;
  const auto seen = work.observe(R"(volatile int zero = 0;
struct Early {
  Early() { if (zero == 0) zero = 1; }
};
__attribute__((init_priority(101))) Early early;
int main() { return zero; })",
                                 {GetParam()});
  EXPECT_EQ(seen.program.status, 1);
  EXPECT_EQ(seen.at('C', 3).toTrue, 0u);
}

TEST_P(Probes, AProgramRunsAloneToo) {
  const Workspace work;
  work.write("source.cpp", "int main(int argc, char**) { return argc > 1 ? 1 : 42; }\n");
  EXPECT_TRUE(work.cxx({GetParam(), "source.cpp", "-o", "program"}).succeeded());
  EXPECT_EQ(work.tool({work.path("program")}).status, 42);
}

TEST_P(Probes, AFunctionThatIsCompiledElsewhereTooReports) {
  const Workspace work;
  work.write("box.h", R"(template <class T> struct Box {
  T value;
  bool isLarge() const { return value > 7; }
};
extern template struct Box<int>;
)");
  work.write("box.cpp", "#include \"box.h\"\ntemplate struct Box<int>;\n");
  work.write("main.cpp", "#include \"box.h\"\nint main(int n, char**) { return Box<int>{n}.isLarge(); }\n");
  ASSERT_TRUE(work.cxx({GetParam(), "box.cpp", "main.cpp", "-o", "program"}).succeeded());
  const auto seen = work.observeProgram(work.path("program"));
  std::set<uint64_t> reported;  // both units have the site, one of them reports
  for (size_t i = 0; i < seen.sites.size(); ++i) {
    if (seen.sites[i].kind == 'C' && seen.states[i].touched) reported.insert(seen.states[i].toTrue);
  }
  EXPECT_EQ(reported, std::set<uint64_t>{7});
}

TEST_P(Probes, AnInlineFunctionOfCNeedsNoOtherDefinition) {
  const Workspace work;
  work.write("source.c", R"(inline int isLarge(int n) {
  if (n > 7) return 1;
  return 0;
}
int main(int n, char** arguments) { return isLarge(n); }
)");
  // As it links for the user: where every call is inlined.
  ASSERT_TRUE(work.cc({"-O2", "source.c", "-o", "program"}).succeeded());
  const auto seen = work.observeProgram(work.path("program"));
  EXPECT_EQ(seen.program.status, 0);
  EXPECT_EQ(seen.at('C', 2).toTrue, 7u);
}

/// Whether the only static of the function is found to be constant.
bool isConstantStatic(const std::string& declarations, const std::string& initialised) {
  const Workspace work;
  work.write("source.cpp", "#include <string>\n#include <vector>\n#include <functional>\n" + declarations +
                               "\nconst void* of() { static const " + initialised + "; return &value; }\n");
  EXPECT_TRUE(work.cxx({"-std=c++20", "-c", "source.cpp", "-o", "source.o"}).succeeded()) << initialised;
  const Completed sections = work.tool({"llvm-objdump-19", "-h", work.path("source.o")});
  return sections.output.find("covolve_statics") != std::string::npos;
}

TEST(ConstantStaticsPass, WhatLiesElsewhereIsOnlyConstantWhereNobodyCanChangeIt) {
  EXPECT_TRUE(isConstantStatic("", "std::vector<int> value{1, 2}"));
  EXPECT_TRUE(isConstantStatic("extern const int limit;", "std::vector<int> value{limit}"));
  EXPECT_FALSE(isConstantStatic("extern int limit;", "std::vector<int> value{limit}"));
  EXPECT_FALSE(isConstantStatic("struct Config { std::string name; }; extern Config* const config;",
                                "std::string value = config->name"));
  EXPECT_FALSE(isConstantStatic("struct Config { std::string name; }; extern Config& config;",
                                "std::string value = config.name"));
}

TEST(ConstantStaticsPass, FunctionsOfTheUserAreNotTheLanguagesOwn) {
  EXPECT_FALSE(isConstantStatic("struct Money { int cents; }; Money operator/(Money, int);",
                                "Money value = Money{100} / 2"));
  EXPECT_FALSE(
      isConstantStatic("struct Key { int id; }; template <> struct std::hash<Key> { size_t "
                       "operator()(const Key&) const; };",
                       "std::vector<size_t> value{std::hash<Key>()(Key{3})}"));
}

}  // namespace covolve::test
