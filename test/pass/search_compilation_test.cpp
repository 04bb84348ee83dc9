// --covolve-for-search: the object is optimised and reports just what the user's own would.
#include <gtest/gtest.h>

#include "workspace.h"

namespace covolve::test {
namespace {

namespace fs = std::filesystem;
using Flags = std::vector<std::string>;

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
  Completed compile(const std::string& source, const std::string& object, const Flags& userFlags) const {
    Flags arguments{"-std=c++17", "-w"};
    arguments.insert(arguments.end(), userFlags.begin(), userFlags.end());
    arguments.insert(arguments.end(),
                     {"--covolve-for-search", "-c", work_.path(source), "-o", work_.path(object)});
    return work_.cxx(arguments);
  }

  /// Compiled by the search's way for a user with these flags.
  Observed observed(const std::string& name, const Flags& userFlags) {
    work_.write("src/file.cpp", kSource);
    const Completed compiled = compile("src/file.cpp", name + ".o", userFlags);
    EXPECT_TRUE(compiled.succeeded()) << compiled.errors;
    EXPECT_TRUE(work_.cxx({work_.path(name + ".o"), "-o", work_.path(name)}).succeeded());
    return work_.observeProgram(work_.path(name));
  }

  /// Compiled just as the user would, with probes.
  Observed unoptimised() {
    work_.write("src/file.cpp", kSource);
    EXPECT_TRUE(
        work_.cxx({"-std=c++17", "-w", work_.path("src/file.cpp"), "-o", work_.path("plain")}).succeeded());
    return work_.observeProgram(work_.path("plain"));
  }

  Workspace work_;
};

// A licence for the optimiser that the user's own build never makes use of.
TEST_F(SearchBuild, ComputesFloatingPointNumbersAsTheUsersBuildDoes) {
  work_.write("file.cpp", R"(volatile double zero = 0;
int main() {
  double x = zero / zero;
  return x != x ? 42 : 7;
}
)");
  ASSERT_TRUE(compile("file.cpp", "file.o", {"-ffast-math"}).succeeded());
  ASSERT_TRUE(work_.cxx({work_.path("file.o"), "-o", work_.path("program")}).succeeded());
  EXPECT_EQ(work_.tool({work_.path("program")}).status, 42);
}

TEST_F(SearchBuild, LeavesNothingButTheObject) {
  work_.write("file.cpp", "int f(int x) { return x > 3; }\n");
  ASSERT_TRUE(compile("file.cpp", "file.o", {}).succeeded());
  EXPECT_TRUE(fs::exists(work_.path("file.o")));
  EXPECT_FALSE(fs::exists(work_.path("file.o.bc")));
}

TEST_F(SearchBuild, FailsAsClangDoes) {
  work_.write("file.cpp", "int f() { return missing; }\n");
  const Completed compiled = compile("file.cpp", "file.o", {});
  EXPECT_EQ(compiled.status, 1);
  EXPECT_NE(compiled.errors.find("file.cpp:1:18: error: use of undeclared identifier 'missing'"),
            std::string::npos)
      << compiled.errors;
  EXPECT_FALSE(fs::exists(work_.path("file.o")));
  EXPECT_FALSE(fs::exists(work_.path("file.o.bc")));
}

TEST_F(SearchBuild, NeedsToKnowWhereTheObjectGoes) {
  work_.write("file.cpp", "");
  const Completed compiled = work_.cxx({"--covolve-for-search", "-c", "file.cpp"});
  EXPECT_EQ(compiled.status, 1);
  EXPECT_EQ(compiled.errors, "covolve-c++: --covolve-for-search needs -o\n");
}

TEST_F(SearchBuild, HasTheSitesIdsAndDistancesOfTheUsersOwn) {
  const Observed user = unoptimised();
  const Observed search = observed("search", {"-O0"});
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
}  // namespace covolve::test
