#include "guidance/target_map.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace covolve::guidance {
namespace {

using search::TargetDistance;
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
    "X\t0000000000000006\t9\t5\t-\t-\tchoose\t/p/a.cpp\n"
    "O\t0000000000000007\t8\t0\t0\tnegative\tchoose\t/p/a.cpp\n"
    "O\t0000000000000008\t8\t0\t1\tzero\tchoose\t/p/a.cpp\n";

std::vector<TargetDistance> translated(TargetMap& map, std::vector<abi::TouchedSite> touched) {
  std::vector<TargetDistance> reached;
  map.translate(touched, reached);
  return reached;
}

size_t countKind(const TargetMap& map, TargetKind kind) {
  return static_cast<size_t>(std::ranges::count(map.targets(), kind, &search::Target::kind));
}

TEST(TargetMap, InstantiationsOfOneTemplateShareTargets) {
  const auto sites = execute::SiteTable::parse(kText);
  ASSERT_TRUE(sites.has_value()) << sites.error().message;
  TargetMap map(*sites, {"/p/a.cpp"});
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

TEST(TargetMap, StepsOfTheLibraryAreTargetsButNoBranchesOfTheSource) {
  const auto sites = execute::SiteTable::parse(
      "T\t0000000000000001\t4\t9\t-\t-\tmaximum\t/p/a.cpp\n"
      "F\t0000000000000002\t4\t9\t2\t-\tstd::operator== for a.cpp:4:9\t/p/a.cpp\n"
      "C\t0000000000000003\t4\t9\t2\t-\tstd::operator== for a.cpp:4:9\t/p/a.cpp\n"
      "K\t0000000000000004\t4\t9\t2\tstd::operator==\tstd::operator== for a.cpp:4:9\t/p/a.cpp\n"
      "K\t0000000000000005\t4\t9\t3\tstd::operator==\tstd::operator== for a.cpp:4:9\t/p/a.cpp\n");
  ASSERT_TRUE(sites.has_value()) << sites.error().message;
  TargetMap map(*sites, {"/p/a.cpp"});
  EXPECT_EQ(countKind(map, TargetKind::Branch), 2u);
  EXPECT_EQ(countKind(map, TargetKind::Step), 4u);
  EXPECT_EQ(countKind(map, TargetKind::Answer), 0u);
  EXPECT_TRUE(map.knownCalls().empty()) << "the source makes none of these calls";
  EXPECT_EQ(countKind(map, TargetKind::Function), 0u);
  EXPECT_NE(map.sidesOf(2).first, search::kNoTarget);
}

TEST(TargetMap, SettledSitesTellNothing) {
  const auto sites = execute::SiteTable::parse(kText);
  ASSERT_TRUE(sites.has_value()) << sites.error().message;
  TargetMap map(*sites, {"/p/a.cpp"});
  const auto open = [&] {
    std::vector<TargetDistance> reached;
    map.translateOpen(std::vector<abi::TouchedSite>{{1, 0, 0, 7}}, reached);
    return reached.size();
  };
  EXPECT_EQ(open(), 2u);
  const auto sides = map.sidesOf(1);
  std::vector<uint8_t> settled(map.targets().size());
  settled[sides.first] = 1;
  map.settle(settled);
  EXPECT_EQ(open(), 2u) << "one side is open";
  settled[sides.second] = 1;
  map.settle(settled);
  EXPECT_EQ(open(), 0u);
  EXPECT_EQ(translated(map, {{1, 0, 0, 7}}).size(), 2u) << "who asks for all gets all";
}

TEST(TargetMap, KnownCallsRememberTheAnswersOfAllTests) {
  const auto sites = execute::SiteTable::parse(
      "K\t0000000000000009\t7\t2\t1\tstd::stoi\tread\t/p/a.cpp\n"
      "K\t0000000000000001\t5\t2\t-\tstd::map::find\tread\t/p/a.cpp\n"
      "K\t0000000000000009\t7\t2\t1\tstd::stoi\tread\t/p/a.cpp\n"
      "K\t0000000000000003\t1\t2\t-\tstrcmp\tother\t/p/b.cpp\n");
  ASSERT_TRUE(sites.has_value()) << sites.error().message;
  TargetMap map(*sites, {"/p/a.cpp"});
  EXPECT_FALSE(map.knownCalls()[1].yes);
  EXPECT_EQ(translated(map, {{0, 0, 4, 0}}).size(), 0u);  // the decision has the targets
  translated(map, {{1, 0, 0, 3}, {3, 0, 0, 0}});
  translated(map, {{2, 0, 0, 5}});
  const auto calls = map.knownCalls();
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[0].site.callee, "std::map::find");
  EXPECT_TRUE(calls[0].yes);
  EXPECT_FALSE(calls[0].no);
  EXPECT_EQ(calls[1].site.callee, "std::stoi");
  EXPECT_TRUE(calls[1].yes);
  EXPECT_TRUE(calls[1].no);
}

TEST(TargetMap, OtherFilesMakeNone) {
  const auto sites = execute::SiteTable::parse(kText);
  TargetMap map(*sites, {"/p/a.cpp"});
  EXPECT_TRUE(translated(map, {{6, 0, 0, 1}}).empty());
}

TargetMap::Restriction onlyLines(unsigned first, unsigned last) {
  return [=](const execute::Site& site) { return first <= site.line && site.line <= last; };
}

TEST(TargetMap, WhatIsNotAskedForMakesNone) {
  const auto sites = execute::SiteTable::parse(kText);
  TargetMap map(*sites, {"/p/a.cpp"}, Criteria::defaults(), onlyLines(8, 9));
  EXPECT_TRUE(translated(map, {{0, 0, 0, 0}, {1, 0, 0, 7}}).empty());
  EXPECT_EQ(countKind(map, TargetKind::Branch), 2u);
  EXPECT_EQ(countKind(map, TargetKind::Function), 0u);
}

TEST(TargetMap, ExceptionsCountWhereTheCallOrThePlaceIsAskedFor) {
  const auto sites = execute::SiteTable::parse(kText);
  TargetMap map(*sites, {"/p/a.cpp"}, Criteria::defaults(), onlyLines(3, 4));
  const auto typeName = [] { return std::string("int"); };
  EXPECT_EQ(map.exceptionTarget({7, 0, 1, false}, "choose", typeName), search::kNoTarget);
  EXPECT_NE(map.exceptionTarget({7, 0, 1, true}, "choose", typeName), search::kNoTarget);
  TargetMap atPlace(*sites, {"/p/a.cpp"}, Criteria::defaults(), onlyLines(8, 9));
  EXPECT_NE(atPlace.exceptionTarget({7, 0, 1, false}, "choose", typeName), search::kNoTarget);
}

TEST(TargetMap, WhatOnlyMakersOfOthersThrowMakesNone) {
  const auto sites = execute::SiteTable::parse(kText);
  TargetMap map(*sites, {"/p/a.cpp"});
  const auto typeName = [] { return std::string("int"); };
  EXPECT_EQ(map.exceptionTarget({abi::kNoSite, 0, 1, false}, "std::string", typeName), search::kNoTarget);
  EXPECT_NE(map.exceptionTarget({abi::kNoSite, 0, 1, true}, "choose", typeName), search::kNoTarget);
  EXPECT_NE(map.exceptionTarget({7, 0, 1, false}, "std::string", typeName), search::kNoTarget);
}

TEST(TargetMap, ASideThatWasNeverMeasuredIsNotReached) {
  const auto sites = execute::SiteTable::parse(kText);
  TargetMap map(*sites, {"/p/a.cpp"});
  EXPECT_EQ(translated(map, {{4, 0, 3, abi::kNever}}).size(), 1u);
  EXPECT_TRUE(translated(map, {{4, 0, abi::kNever, abi::kNever}}).empty());
}

TEST(TargetMap, SitesThatDoNotExistAreNotBelieved) {
  const auto sites = execute::SiteTable::parse(kText);
  TargetMap map(*sites, {"/p/a.cpp"});
  for (const uint32_t nonsense : {10u, 11u, 1u << 20, ~0u, ~0u - 1}) {
    EXPECT_TRUE(translated(map, {{nonsense, 0, 0, 0}}).empty());
  }
}

constexpr auto kRangeError = [] { return std::string("St11range_error"); };
constexpr auto kInteger = [] { return std::string("i"); };

TEST(TargetMap, ExceptionsAreFoundOnTheWayOncePerPlaceAndType) {
  const auto sites = execute::SiteTable::parse(kText);
  TargetMap map(*sites, {"/p/a.cpp"});
  const size_t before = map.targets().size();
  const auto thrown = map.exceptionTarget({7, 1, 0}, "choose", kRangeError);
  EXPECT_EQ(map.exceptionTarget({7, 1, 0}, "choose", kRangeError), thrown);
  EXPECT_EQ(map.targets()[thrown].line, 9u);
  EXPECT_EQ(map.targets()[thrown].description, "throws std::range_error");
  EXPECT_NE(map.exceptionTarget({abi::kNoSite, 1, 0}, "choose", kRangeError), thrown);
  EXPECT_NE(map.exceptionTarget({7, 2, 0}, "choose", kInteger), thrown);
  EXPECT_EQ(map.targets().size(), before + 3);
}

TEST(TargetMap, OnlyThoseOfTheCriteriaAreMade) {
  const auto sites = execute::SiteTable::parse(kText);
  for (const CriterionInfo& info : kCriteria) {
    Criteria criteria;
    criteria.add(info.criterion);
    TargetMap map(*sites, {"/p/a.cpp"}, criteria);
    EXPECT_EQ(countKind(map, TargetKind::Branch), info.criterion == Criterion::Branch ? 4u : 0u);
    EXPECT_EQ(countKind(map, TargetKind::Line), info.criterion == Criterion::Line ? 2u : 0u);
    EXPECT_EQ(countKind(map, TargetKind::Function), info.criterion == Criterion::Function ? 1u : 0u);
    EXPECT_EQ(countKind(map, TargetKind::Output), info.criterion == Criterion::Output ? 2u : 0u);
    EXPECT_EQ(map.exceptionTarget({7, 1, 0}, "choose", kRangeError) != search::kNoTarget,
              info.criterion == Criterion::Exception);
    EXPECT_EQ(map.returnTarget(0, "choose", "/p/a.cpp", 8) != search::kNoTarget,
              info.criterion == Criterion::NoException);
  }
}

search::TargetId targetOf(const TargetMap& map, TargetKind kind, const std::string& description,
                          unsigned line) {
  for (search::TargetId id = 0; id < map.targets().size(); ++id) {
    const search::Target& target = map.targets()[id];
    if (target.kind == kind && target.description == description && target.line == line) return id;
  }
  return search::kNoTarget;
}

TEST(TargetMap, DependencesBecomeEdgesBetweenSides) {
  const auto sites = execute::SiteTable::parse(kText);
  TargetMap map(*sites, {"/p/a.cpp"});
  // The comparison is in every call of its function; the switch only where the comparison was false.
  const auto graph = map.graph({{2, {{1, true}}}, {3, {{2, false}}}, {4, {{2, false}}}});
  const auto entered = targetOf(map, TargetKind::Function, "entered", 3);
  const auto whenTrue = targetOf(map, TargetKind::Branch, "true", 4);
  const auto whenFalse = targetOf(map, TargetKind::Branch, "false", 4);
  const auto chosen = targetOf(map, TargetKind::Branch, "case -7", 8);
  EXPECT_TRUE(graph.parents(entered).empty());
  EXPECT_EQ(std::vector(graph.parents(whenTrue).begin(), graph.parents(whenTrue).end()),
            std::vector{entered});
  EXPECT_EQ(std::vector(graph.parents(chosen).begin(), graph.parents(chosen).end()), std::vector{whenFalse});
}

TEST(TargetMap, SidesThatAreNoTargetsArePassedOver) {
  const auto sites = execute::SiteTable::parse(kText);
  TargetMap map(*sites, {"/p/a.cpp"});
  // Site 5 lies in another file.
  const auto graph = map.graph({{3, {{5, true}}}, {5, {{2, true}}}});
  const auto chosen = targetOf(map, TargetKind::Branch, "case -7", 8);
  const auto whenTrue = targetOf(map, TargetKind::Branch, "true", 4);
  EXPECT_EQ(std::vector(graph.parents(chosen).begin(), graph.parents(chosen).end()), std::vector{whenTrue});
}

TEST(TargetMap, CyclesOfDependencesEnd) {
  const auto sites = execute::SiteTable::parse(kText);
  TargetMap map(*sites, {"/p/a.cpp"});
  const auto graph = map.graph({{3, {{5, true}}}, {5, {{6, true}}}, {6, {{5, true}}}});
  EXPECT_TRUE(graph.parents(targetOf(map, TargetKind::Branch, "case -7", 8)).empty());
}

}  // namespace
}  // namespace covolve::guidance
