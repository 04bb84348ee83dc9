// Ids name places of the source, not of a build.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "workspace.h"

namespace covolve::test {

namespace {

std::set<std::string> idsOf(const std::vector<SiteLine>& sites, const std::string& function = "") {
  std::set<std::string> ids;
  for (const SiteLine& site : sites) {
    if (function.empty() || site.function == function) ids.insert(site.id);
  }
  return ids;
}

const std::string kSource = R"(int other(int a) { return a * 2; }
bool f(int a) {
  auto test = [](int x) { return x > 3; };
  switch (a) { case 1: return true; case 2: return false; }
  return test(a) && a < 9;
}
)";

}  // namespace

TEST(StableIds, NoTwoPlacesShareOne) {
  const Workspace work;
  const auto sites = work.sitesOf(kSource);
  EXPECT_EQ(idsOf(sites).size(), sites.size());
}

TEST(StableIds, DoNotDependOnTheDirectory) {
  const Workspace work;
  for (const char* place : {"here/src/", "there/deep/src/"})
    work.write(place + std::string("file.cpp"), kSource);
  EXPECT_TRUE(work.cxx({"-c", "file.cpp", "-o", work.path("a.o")}, work.path("here/src")).succeeded());
  EXPECT_TRUE(work.cxx({"-c", "deep/src/file.cpp", "-o", work.path("b.o")}, work.path("there")).succeeded());
  EXPECT_EQ(idsOf(work.sitesOfObject("a.o")), idsOf(work.sitesOfObject("b.o")));
}

TEST(StableIds, DoNotDependOnOptimisationAndDebugInformation) {
  const Workspace work;
  const auto plain = idsOf(work.sitesOf(kSource));
  EXPECT_EQ(plain, idsOf(work.sitesOf(kSource, {"-O2"})));
  EXPECT_EQ(plain, idsOf(work.sitesOf(kSource, {"-g", "-O1"})));
  EXPECT_EQ(plain, idsOf(work.sitesOf(kSource, {"-g0", "-fPIC"})));
}

TEST(StableIds, DoNotChangeWithOtherFunctions) {
  const Workspace work;
  const auto before = work.sitesOf(kSource);
  std::string changed = kSource;
  // One lambda more before f, in a line of its own already.
  changed.replace(0, changed.find('\n'),
                  "int other(int a) { return [](int b) { return b > 1 ? 3 : b; }(a); }");
  const auto after = work.sitesOf(changed);
  EXPECT_EQ(idsOf(before, "f"), idsOf(after, "f"));
  EXPECT_EQ(idsOf(before, "f::lambda::operator()"), idsOf(after, "f::lambda::operator()"));
  EXPECT_FALSE(idsOf(after, "other::lambda::operator()").empty());
}

TEST(StableIds, InstantiationsOfATemplateShareTheirs) {
  const Workspace work;
  const auto sites = work.sitesOf(R"(template <class T> struct Box {
  template <class U> bool less(T t, U u) const {
    switch (sizeof(T) + t) { case 1: return false; }
    return t < u;
  }
};
int use() { return Box<int>().less(1, 2L) + Box<long>().less(1L, 2.5) + Box<char>().less('a', 3); })");
  EXPECT_EQ(kindsAndLines(sites, "C"), "C4");
  EXPECT_EQ(std::ranges::count_if(sites, [](const auto& site) { return site.kind == 'F' && site.line == 2; }),
            1);
}

TEST(StableIds, VariantsOfAConstructorShareTheirs) {
  const Workspace work;
  const auto sites = work.sitesOf(R"(struct Top { virtual ~Top(); };
struct Left : virtual Top { Left(int a) : big(a > 3) { if (a < 0) big = false; } ~Left() { if (big) big = false; } bool big; };
struct Bottom : Left { Bottom() : Left(2) {} };
int use() { Left left(1); Bottom bottom; Left* l = new Bottom; delete l; return left.big; })");
  EXPECT_EQ(kindsAndLines(sites, "FCT"), "C2 C2 F2 F2 T2 F3 F4");
}

TEST(StableIds, SitesOfOneMacroAreCounted) {
  const Workspace work;
  const auto sites = work.sitesOf(
      "#define BETWEEN(x, a, b) ((x) > (a) && (x) < (b))\nbool f(int x) { return BETWEEN(x, 1, 5); }\n");
  EXPECT_EQ(kindsAndLines(sites, "C"), "C2 C2");
  EXPECT_EQ(idsOf(sites).size(), sites.size());
}

}  // namespace covolve::test
