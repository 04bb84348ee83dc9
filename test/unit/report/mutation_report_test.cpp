#include "report/mutation_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace covolve::report {
namespace {

MutantReport mutant(unsigned line, unsigned column, const std::string& change, Fate fate) {
  return {"/project/order.cpp", line, column, "comparison", change, "shop::total", fate, "if (a < b) {"};
}

MutationReport example() {
  return {{mutant(3, 7, "`<` becomes `<=`", Fate::Survived), mutant(3, 7, "`<` becomes `>=`", Fate::Killed),
           mutant(3, 9, "`&&` drops", Fate::Survived), mutant(8, 2, "returns `0`", Fate::NotReached),
           mutant(9, 2, "returns `0`", Fate::NotTried)}};
}

TEST(MutationReport, ScoresWhatWasTried) {
  EXPECT_DOUBLE_EQ(example().score(), 25);
  EXPECT_EQ(mutationLine(example()),
            "1 of 4 mutants killed (25.0 %): 2 survived, 1 not reached; 1 not tried, the time was up");
}

TEST(MutationReport, SaysWhereOnlySomeWereToBeTried) {
  MutationReport report = example();
  report.isSample = true;
  EXPECT_THAT(mutationLine(report), testing::HasSubstr("; 1 not tried, the others are a sample"));
}

TEST(MutationReport, AlmostAllIsNotAll) {
  MutationReport report;
  report.mutants.assign(9999, mutant(1, 1, "x", Fate::Killed));
  EXPECT_EQ(mutationLine(report), "9999 of 9999 mutants killed (100.0 %)");
  report.mutants.push_back(mutant(1, 1, "x", Fate::Survived));
  EXPECT_EQ(mutationLine(report), "9999 of 10000 mutants killed (99.9 %): 1 survived");
}

TEST(MutationReport, TellsOfTestsThatWereAdded) {
  MutationReport report;
  report.mutants.assign(2, mutant(1, 1, "x", Fate::Killed));
  report.search = MutantSearchReport{.killedBefore = 1, .addedTests = 1, .runs = 30};
  EXPECT_EQ(mutationLine(report), "2 of 2 mutants killed (100.0 %); 1 test was added for them");
  const auto json = nlohmann::json::parse(writeMutationJson(report, "order.cpp", {}));
  EXPECT_EQ(json["search"]["killedBefore"], 1);
  EXPECT_EQ(json["search"]["addedTests"], 1);
}

TEST(MutationReport, NamesALineOnceForAllThatLiveInIt) {
  EXPECT_EQ(aliveLines(example(), 2),
            "  order.cpp:3  if (a < b) {\n"
            "    `<` becomes `<=` (column 7)\n"
            "    `&&` drops (column 9)\n"
            "  and 1 more\n");
  EXPECT_NE(aliveLines(example(), 9).find("    returns `0`: not reached (column 2)\n"), std::string::npos);
}

TEST(MutationReport, JsonHasTheFiguresAndWhatLives) {
  const auto json = nlohmann::json::parse(writeMutationJson(example(), "order.cpp", {"order_test.cpp"}));
  EXPECT_EQ(json["score"], 25.0);
  EXPECT_EQ(json["mutants"], 5);
  EXPECT_EQ(json["killed"], 1);
  EXPECT_EQ(json["survived"], 2);
  EXPECT_EQ(json["notReached"], 1);
  EXPECT_EQ(json["notTried"], 1);
  ASSERT_EQ(json["alive"].size(), 3u);
  EXPECT_EQ(json["alive"][0]["change"], "`<` becomes `<=`");
  EXPECT_EQ(json["alive"][0]["line"], 3);
  EXPECT_EQ(json["alive"][2]["reached"], false);
  EXPECT_EQ(json["tests"][0], "order_test.cpp");
}

}  // namespace
}  // namespace covolve::report
