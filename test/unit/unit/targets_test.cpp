#include "unit/problem/targets.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace covolve::unit {
namespace {

using search::Closeness;
using search::TargetKind;

// Two instantiations of one template (same ids), a switch, a site of another file.
constexpr const char* kText =
    "F\t0000000000000001\t3\t1\t-\t3,4\tmaximum\t/p/a.cpp\n"
    "C\t0000000000000002\t4\t9\t-\t-\tmaximum\t/p/a.cpp\n"
    "F\t0000000000000001\t3\t1\t-\t3,4\tmaximum\t/p/a.cpp\n"
    "C\t0000000000000002\t4\t9\t-\t-\tmaximum\t/p/a.cpp\n"
    "S\t0000000000000003\t8\t2\t-7\t-\tchoose\t/p/a.cpp\n"
    "D\t0000000000000004\t8\t2\t-\t-\tchoose\t/p/a.cpp\n"
    "C\t0000000000000005\t1\t1\t-\t-\tother\t/p/b.cpp\n"
    "X\t0000000000000006\t9\t5\t-\t-\tchoose\t/p/a.cpp\n";

std::vector<Closeness> translated(const TargetMap& map, std::vector<abi::TouchedSite> touched) {
  std::vector<Closeness> reached;
  map.translate(touched, reached);
  return reached;
}

size_t countKind(const TargetMap& map, TargetKind kind) {
  return static_cast<size_t>(std::ranges::count(map.targets(), kind, &search::Target::kind));
}

TEST(Targets, InstantiationsOfOneTemplateShareTargets) {
  const auto sites = execute::SiteTable::parse(kText);
  ASSERT_TRUE(sites.has_value()) << sites.error().message;
  const TargetMap map(*sites, {"/p/a.cpp"});
  EXPECT_EQ(countKind(map, TargetKind::Function), 1u);
  EXPECT_EQ(countKind(map, TargetKind::Line), 2u);
  EXPECT_EQ(countKind(map, TargetKind::Branch), 4u);
  const auto first = translated(map, {{1, 0, 0, 7}});
  const auto second = translated(map, {{3, 0, 0, 7}});
  ASSERT_EQ(first.size(), 2u);
  EXPECT_EQ(first[0].target, second[0].target);
  EXPECT_EQ(first[0].distance, 0u);
  EXPECT_EQ(first[1].distance, 7u);
}

TEST(Targets, OtherFilesMakeNone) {
  const auto sites = execute::SiteTable::parse(kText);
  const TargetMap map(*sites, {"/p/a.cpp"});
  EXPECT_TRUE(translated(map, {{6, 0, 0, 1}}).empty());
}

TEST(Targets, ASideThatWasNeverMeasuredIsNotReached) {
  const auto sites = execute::SiteTable::parse(kText);
  const TargetMap map(*sites, {"/p/a.cpp"});
  EXPECT_EQ(translated(map, {{4, 0, 3, abi::kNever}}).size(), 1u);
  EXPECT_TRUE(translated(map, {{4, 0, abi::kNever, abi::kNever}}).empty());
}

TEST(Targets, SitesThatDoNotExistAreNotBelieved) {
  const auto sites = execute::SiteTable::parse(kText);
  const TargetMap map(*sites, {"/p/a.cpp"});
  for (const uint32_t nonsense : {8u, 9u, 1u << 20, ~0u, ~0u - 1}) {
    EXPECT_TRUE(translated(map, {{nonsense, 0, 0, 0}}).empty());
  }
}

TEST(Targets, ExceptionsAreFoundOnTheWayAndOnce) {
  const auto sites = execute::SiteTable::parse(kText);
  TargetMap map(*sites, {"/p/a.cpp"});
  const size_t before = map.targets().size();
  const auto thrown = map.exceptionTarget(7, 0, "choose");
  EXPECT_EQ(map.exceptionTarget(7, 0, "choose"), thrown);
  EXPECT_EQ(map.targets()[thrown].line, 9u);
  EXPECT_NE(map.exceptionTarget(abi::kNoSite, 0, "choose"), thrown);
  EXPECT_EQ(map.targets().size(), before + 2);
}

}  // namespace
}  // namespace covolve::unit
