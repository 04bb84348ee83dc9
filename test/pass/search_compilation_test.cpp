// The search's build is optimised and reports just what the user's own would.
#include "unit/build/search_compilation.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "unit/build/objects.h"
#include "workspace.h"

namespace covolve::unit {
namespace {

using Flags = std::vector<std::string>;

bool contains(const Flags& flags, const std::string& flag) {
  return std::ranges::find(flags, flag) != flags.end();
}

TEST(SearchCompilation, WhatTheUserOptimisesAsMuchStaysAsItIs) {
  for (const char* level : {"-O2", "-O3", "-Ofast"}) {
    const Flags command{"covolve-c++", level};
    const auto steps = searchCommands(command, {level}, "a.cpp", "a.o");
    ASSERT_EQ(steps.size(), 1u) << level;
    EXPECT_EQ(steps[0], (Flags{"covolve-c++", level, "-c", "a.cpp", "-o", "a.o"}));
  }
}

TEST(SearchCompilation, LessIsRaisedAndTheLastLevelCounts) {
  for (const Flags& flags : {Flags{"-O1"}, {"-O"}, {"-Og"}, {"-Os"}, {"-Oz"}, {"-O3", "-O1"}}) {
    const auto steps = searchCommands({"covolve-c++"}, flags, "a.cpp", "a.o");
    ASSERT_EQ(steps.size(), 1u) << flags.back();
    EXPECT_TRUE(contains(steps[0], "-O2")) << flags.back();
    const bool isForSize = flags.back() == "-Os" || flags.back() == "-Oz";
    EXPECT_EQ(contains(steps[0], "-D__OPTIMIZE_SIZE__=1"), isForSize) << flags.back();
  }
}

TEST(SearchCompilation, WithoutOptimisationTheLevelIsTheUsersAndTheBitcodeIsOptimised) {
  for (const Flags& flags : {Flags{}, {"-O0"}, {"-O2", "-O0", "-mavx2", "-DNDEBUG"}}) {
    const auto steps = searchCommands({"covolve-c++"}, flags, "a.cpp", "a.o");
    ASSERT_EQ(steps.size(), 2u);
    EXPECT_FALSE(contains(steps[0], "-O2"));
    EXPECT_TRUE(contains(steps[1], "-O2"));
    EXPECT_EQ(contains(steps[1], "-mavx2"), contains(flags, "-mavx2"));
  }
}

// Much of what clang does otherwise at -O2: a case that only breaks, scopes with lifetimes, a destructor like
// its base's, a missing return, macros.
constexpr const char* kSource = R"(#include <cassert>
#include <string>
#include <vector>
struct Base { int x = 0; ~Base() { if (x > 3) x = 1; } };
struct Derived : Base { ~Derived() {} };
inline int helper(int a) {
  if (a > 4) return a - 1;
  return 2;
}
int loops(const std::vector<std::string>& texts, int limit) {
  int n = 0;
  for (const auto& text : texts) {
    std::string copy = text;
    if (copy.empty()) continue;
    if (copy == "stop")
      break;
    for (char c : copy) {
      Derived guard;
      if (c == 'x')
        return n;
      switch (c) {
        case 'a': n += helper(c - 'a' + limit); break;
        case 'b':
          break;
        default: ++n;
      }
    }
  }
  const bool both = (n == 7) & (limit == 9);
  return both || n > limit ? n : -n;
}
int missing(int a) {
  if (a > 3) return 1;
#ifdef __OPTIMIZE__
  if (a > 2) return 7;
#endif
}
int main(int count, char**) {
  assert(count > 0);
  return loops({"aab", "", "zz", "stop", "x"}, 5) + loops({"bbx"}, 9) + missing(4) > 100;
}
)";

class SearchBuild : public testing::Test {
 protected:
  /// Compiled by the search's way for a user with these flags.
  test::Observed observed(const std::string& name, const Flags& userFlags) {
    work_.write("src/file.cpp", kSource);
    const std::string object = work_.path(name + ".o");
    Flags command{work_.wrapper(true), "-std=c++17", "-w"};
    command.insert(command.end(), userFlags.begin(), userFlags.end());
    const Compiled compiled =
        compileForSearch(command, userFlags, work_.path("src"), work_.path("src/file.cpp"), object);
    EXPECT_TRUE(compiled.succeeded) << compiled.diagnostics;
    EXPECT_TRUE(work_.cxx({object, "-o", work_.path(name)}).succeeded());
    return work_.observeProgram(work_.path(name));
  }

  /// Compiled just as the user would, with probes.
  test::Observed unoptimised() {
    work_.write("src/file.cpp", kSource);
    EXPECT_TRUE(
        work_.cxx({"-std=c++17", "-w", work_.path("src/file.cpp"), "-o", work_.path("plain")}).succeeded());
    return work_.observeProgram(work_.path("plain"));
  }

  test::Workspace work_;
};

TEST(SearchCompilation, ValuesOfOtherOptionsAreNoFlags) {
  const auto steps = searchCommands(
      {"covolve-c++"}, {"-mllvm", "-misched=shuffle", "-Xclang", "-O2", "-march=x86-64-v2"}, "a.cpp", "a.o");
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_FALSE(contains(steps[1], "-misched=shuffle"));
  EXPECT_TRUE(contains(steps[1], "-march=x86-64-v2"));
}

// A licence for the optimiser that the user's own build never makes use of.
TEST(SearchCompilation, ComputesFloatingPointNumbersAsTheUsersBuildDoes) {
  const test::Workspace work;
  work.write("file.cpp", R"(volatile double zero = 0;
int main() {
  double x = zero / zero;
  return x != x ? 42 : 7;
}
)");
  const Flags flags{"-ffast-math"};
  Flags command{work.wrapper(true), "-w"};
  command.insert(command.end(), flags.begin(), flags.end());
  ASSERT_TRUE(
      compileForSearch(command, flags, work.path(""), work.path("file.cpp"), work.path("file.o")).succeeded);
  ASSERT_TRUE(work.cxx({work.path("file.o"), "-o", work.path("program")}).succeeded());
  EXPECT_EQ(work.tool({work.path("program")}).status, 42);
}

TEST_F(SearchBuild, HasTheSitesIdsAndDistancesOfTheUsersOwn) {
  const test::Observed user = unoptimised();
  const test::Observed search = observed("search", {"-O0"});
  ASSERT_EQ(user.sites.size(), search.sites.size());
  ASSERT_GT(user.sites.size(), 40u);
  EXPECT_EQ(user.program.status, search.program.status);
  for (size_t i = 0; i < user.sites.size(); ++i) {
    const auto& [mine, theirs] = std::pair(search.sites[i], user.sites[i]);
    const std::string place = theirs.kind + std::to_string(theirs.line);
    EXPECT_EQ(mine.kind, theirs.kind) << place;
    EXPECT_EQ(mine.id, theirs.id) << place;
    EXPECT_EQ(mine.lines, theirs.lines) << place;
    EXPECT_EQ(search.states[i].touched, user.states[i].touched) << place;
    EXPECT_EQ(search.states[i].toTrue, user.states[i].toTrue) << place;
    EXPECT_EQ(search.states[i].toFalse, user.states[i].toFalse) << place;
  }
  EXPECT_EQ(user.touched, search.touched) << "the order, too";
}

}  // namespace
}  // namespace covolve::unit
