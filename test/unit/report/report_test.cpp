#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/file_table.h"
#include "report/json_report.h"
#include "report/sarif_report.h"
#include "report/text_report.h"

namespace covolve::report {
namespace {

using nlohmann::json;

RunReport example() {
  RunReport report;
  report.version = "0.1.0";
  report.options = {{"algorithm", "random"}, {"sandbox", "on"}};
  report.seed = 42;
  report.source = "/project/src/order.cpp";
  report.requestedFiles = {"/project/src/order.cpp", "/project/include/order.h"};
  report.budget.seconds = 20;
  report.evaluations = 12345;
  report.timing = {21.5, 20, 617.25, {{"reading", 0.5}, {"searching", 20}}};
  report.search.lastProgressEvaluations = 4938;
  report.search.progress = {{500, 0.25, 1}, {4938, 8.5, 2}};
  report.targets = {
      {{0xabc, search::TargetKind::Branch, "true", "shop::ratio", "order.cpp", 12, 7}, true, 0},
      {{0xdef, search::TargetKind::Branch, "false", "shop::ratio", "order.cpp", 12, 7}, false, 9, "b == 0"},
      {{0x123, search::TargetKind::Line, "", "shop::ratio", "order.cpp", 13, 0}, false}};
  report.knownCalls = {{"std::stoi", "shop::ratio", "order.cpp", 12, 9, true, false},
                       {"std::map::find", "shop::ratio", "order.cpp", 13, 3, true, true}};
  report.coverage =
      CoverageFigures{{{"/project/src/order.cpp", {9, 10}, {3, 4}, {2, 2}, {13}, {{12, 7, false}}},
                       {"/project/include/order.h", {5, 5}, {0, 0}, {1, 1}, {}, {}}}};
  report.tests = {{"OrderTest", "TotalReturnsZero", "order_test.cpp", 5},
                  {"OrderTest", "Constructs", "order_test.cpp", 1}};
  report.faults = {
      {"SIGFPE", "SIGFPE in shop::ratio at order.cpp:12", "/project/my src/order.cpp", 12, "shop::ratio",
       "OrderFaults.RatioCrashesWithSIGFPE", true, "crashes with SIGFPE", "likely bug"},
      {"SIGSEGV", "SIGSEGV in shop::print at order.cpp:40", "/project/my src/order.cpp", 40, "shop::print",
       "OrderFaults.PrintCrashesWithSIGSEGV", true, "crashes with SIGSEGV", "outside the contract",
       "null is passed"}};
  report.dropped = {{"OrderTest.NowReturns7", "", "differs between repetitions"},
                    {"OrderTest.TotalReturnsZero", "EXPECT_EQ(now(), 7)", "differs between repetitions"}};
  report.skipped = {{"shop::draw(Canvas &)", "abstract without subclass", "order.h", 40},
                    {"shop::write(std::ostream &)", "no accessible constructor", "order.h", 41},
                    {"shop::paint(Canvas &)", "abstract without subclass", "order.h", 42}};
  report.protections = {"seccomp", "no network"};
  report.missingProtections = {{"landlock", "the kernel is too old"}};
  report.executor = {{"crashes", 3}};
  report.files = {
      {"tests", "out/order_test.cpp"}, {"faults", "out/order_faults_test.cpp"}, {"json", "out/covolve.json"}};
  return report;
}

TEST(JsonReport, AFailureLeadsWithWhatStandsInTheWayOfMost) {
  RunReport report = example();
  EXPECT_FALSE(json::parse(writeJson(report)).contains("failure"));
  report.failure = "nothing can be tested";
  const json written = json::parse(writeJson(report));
  EXPECT_EQ(written["failure"], "nothing can be tested");
  EXPECT_EQ(written["reasons"], (json{{{"reason", "abstract without subclass"}, {"callables", 2}},
                                      {{"reason", "no accessible constructor"}, {"callables", 1}}}));
}

TEST(FileTable, HasALineAFileAndTheirSum) {
  RunReport failed;
  failed.failure = "broken.cpp does not compile: error: x\nand its second line";
  EXPECT_EQ(writeFileTable(std::vector{rowOf(example(), "src/order.cpp"), rowOf(failed, "src/broken.cpp")}),
            "2 files, 1 not tested\n\n"
            "                  tests  faults  lines                branches\n"
            "  src/order.cpp       2       2     14/15     93.3 %      3/4      75.0 %\n"
            "  src/broken.cpp  broken.cpp does not compile: error: x\n"
            "  all                 2       2     14/15     93.3 %      3/4      75.0 %\n");
}

TEST(JsonReport, HoldsEverything) {
  const json written = json::parse(writeJson(example()));
  EXPECT_EQ(written["covolve"], "0.1.0");
  EXPECT_EQ(written["seed"], 42);
  EXPECT_EQ(written["options"]["algorithm"], "random");
  EXPECT_EQ(written["budget"]["seconds"], 20);
  EXPECT_EQ(written["evaluations"], 12345);
  EXPECT_EQ(written["coverage"]["search"]["targets"], (json{{"covered", 1}, {"total", 3}}));
  EXPECT_EQ(written["coverage"]["emitted"]["lines"], (json{{"covered", 14}, {"total", 15}}));
  EXPECT_EQ(written["coverage"]["emitted"]["files"][0]["uncoveredBranches"][0]["outcome"], false);
  EXPECT_EQ(written["tests"][0]["coveredTargets"], 5);
  EXPECT_EQ(written["faults"][0]["line"], 12);
  EXPECT_EQ(written["dropped"][1]["expectation"], "EXPECT_EQ(now(), 7)");
  EXPECT_EQ(written["skipped"][2]["reason"], "abstract without subclass");
  EXPECT_EQ(written["sandbox"]["missing"][0]["protection"], "landlock");
  EXPECT_EQ(written["executor"]["crashes"], 3);
}

TEST(TextReport, SaysWhatTheRunWasRestrictedTo) {
  RunReport report = example();
  EXPECT_TRUE(writeSummary(report).starts_with("order.cpp: 12345 tests run"));
  report.only = {"shop::Order", "shop::total"};
  EXPECT_TRUE(writeSummary(report).starts_with("order.cpp (only shop::Order, shop::total): 12345 tests run"));
}

TEST(JsonReport, TargetsTellHowNearTheSearchCame) {
  const json targets = json::parse(writeJson(example()))["targets"];
  EXPECT_EQ(targets[0]["id"], "0000000000000abc");
  EXPECT_EQ(targets[0]["value"], 1.0);
  EXPECT_EQ(targets[1]["distance"], 9);
  EXPECT_DOUBLE_EQ(targets[1]["value"], 0.19);
  EXPECT_TRUE(targets[2]["distance"].is_null());
  EXPECT_EQ(targets[2]["value"], 0);
}

TEST(JsonReport, KnownCallsTellWhichAnswersTheyGave) {
  const json written = json::parse(writeJson(example()));
  EXPECT_EQ(written["knownCalls"][0], (json{{"call", "std::stoi"},
                                            {"function", "shop::ratio"},
                                            {"file", "order.cpp"},
                                            {"line", 12},
                                            {"column", 9},
                                            {"sides", {{"yes", true}, {"no", false}}}}));
  EXPECT_EQ(written["knownCalls"][1]["sides"], (json{{"yes", true}, {"no", true}}));
}

TEST(JsonReport, ProgressTellsHowManyTargetsWereCoveredWhen) {
  RunReport report = example();
  EXPECT_EQ(json::parse(writeJson(report))["progress"],
            (json{{{"evaluations", 500}, {"covered", 1}, {"milliseconds", 250}},
                  {{"evaluations", 4938}, {"covered", 2}, {"milliseconds", 8500}}}));
  report.budget = {5000, std::nullopt};
  EXPECT_EQ(json::parse(writeJson(report))["progress"][1], (json{{"evaluations", 4938}, {"covered", 2}}));
}

TEST(JsonReport, TheClockShowsInOneObjectOnly) {
  RunReport slow = example();
  slow.timing = {99, 98, 1, {{"reading", 50}}};
  json first = json::parse(writeJson(example()));
  json second = json::parse(writeJson(slow));
  EXPECT_NE(first, second);
  first.erase("timing");
  second.erase("timing");
  EXPECT_EQ(first, second);
}

TEST(JsonReport, WhereItIsWrittenMakesNoDifference) {
  RunReport elsewhere = example();
  for (auto& [role, path] : elsewhere.files) path = "/somewhere/else" + path.substr(path.rfind('/'));
  EXPECT_EQ(writeJson(example()), writeJson(elsewhere));
  EXPECT_EQ(json::parse(writeJson(elsewhere))["files"]["tests"], "order_test.cpp");
}

TEST(JsonReport, ABudgetOfEvaluationsLeavesTheClockOut) {
  RunReport report = example();
  report.budget = {5000, std::nullopt};
  EXPECT_FALSE(json::parse(writeJson(report)).contains("timing"));
  EXPECT_TRUE(json::parse(writeJson(report, true)).contains("timing"));
  EXPECT_FALSE(json::parse(writeJson(example(), false)).contains("timing"));
}

TEST(JsonReport, BytesThatAreNoTextDoNotBreakIt) {
  RunReport report = example();
  report.skipped[0].what = "bad \xff byte";
  EXPECT_FALSE(json::parse(writeJson(report), nullptr, false).is_discarded());
}

TEST(SarifReport, NamesRuleAndPlaceOfEachFault) {
  const json sarif = json::parse(writeSarif(example()));
  EXPECT_EQ(sarif["version"], "2.1.0");
  const json& run = sarif["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["rules"][0]["id"], "SIGFPE");
  const json& result = run["results"][0];
  EXPECT_EQ(result["ruleId"], "SIGFPE");
  EXPECT_EQ(result["ruleIndex"], 0);
  EXPECT_EQ(result["level"], "error");
  const json& place = result["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "file:///project/my%20src/order.cpp");
  EXPECT_EQ(place["region"]["startLine"], 12);
}

TEST(SarifReport, WithoutFaultsHasAnEmptyListOfResults) {
  RunReport report = example();
  report.faults.clear();
  EXPECT_EQ(json::parse(writeSarif(report))["runs"][0]["results"], json::array());
}

TEST(SarifReport, AnUnknownLineGivesNoRegion) {
  RunReport report = example();
  report.faults[0].line = 0;
  const json sarif = json::parse(writeSarif(report));
  EXPECT_FALSE(sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"].contains("region"));
}

TEST(Summary, ReadsWell) {
  EXPECT_EQ(writeSummary(example()),
            R"(order.cpp: 12345 tests run in 20.0 s (617 a second), 1 of 3 targets covered, seed 42
  reading 0.5 s, searching 20.0 s

             lines                branches             functions
  order.cpp      9/10     90.0 %      3/4      75.0 %      2/2     100.0 %
  order.h        5/5     100.0 %  -                        1/1     100.0 %
  all           14/15     93.3 %      3/4      75.0 %      3/3     100.0 %

  2 tests in out/order_test.cpp
  2 faults (1 likely a bug) in out/order_faults_test.cpp
    SIGFPE in shop::ratio at order.cpp:12  OrderFaults.RatioCrashesWithSIGFPE
    1 outside the contract: null is passed (1)
  1 side of a decision not covered
    order.cpp:12  b == 0  false  (h 0.190, distance 9)
  1 of 2 calls of the standard library did not give both answers
  the last 60 % of the search found nothing new
  1 test dropped
    differs between repetitions: OrderTest.NowReturns7
  1 expectation dropped
    differs between repetitions: OrderTest.TotalReturnsZero
  3 callables not tested
    abstract without subclass: shop::draw(Canvas &), shop::paint(Canvas &)
    no accessible constructor: shop::write(std::ostream &)
  not protected: landlock (the kernel is too old)
  see also out/covolve.json
)");
}

TEST(Summary, WhatFollowsACallThatThrewIsNotTakenForRun) {
  RunReport report = example();
  report.tests[0].covers = {0, 3};
  report.targets.push_back(
      {{0x456, search::TargetKind::Exception, "", "shop::ratio", "order.cpp", 12, 0}, true, 0});
  const std::string shown = writeSummary(report);
  EXPECT_NE(shown.find(
                "  by probes *      0/1       0.0 %      1/2      50.0 %  -\n"
                "  * as they saw the tests run; llvm-cov also counts what stands behind a call that threw\n"),
            std::string::npos)
      << shown;
  const json written = json::parse(writeJson(report));
  EXPECT_EQ(written["coverage"]["probed"]["branches"], (json{{"covered", 1}, {"total", 2}}));
  report.tests[0].covers = {0, 1, 2, 3};
  EXPECT_EQ(writeSummary(report).find("by probes"), std::string::npos) << "nothing to add";
}

TEST(Summary, AlmostAllIsNotAll) {
  RunReport report = example();
  report.coverage = CoverageFigures{{{"a.cpp", {9999, 10000}, {1, 1}, {1, 1}, {5}, {}}}};
  EXPECT_NE(writeSummary(report).find(" 99.9 %"), std::string::npos);
}

}  // namespace
}  // namespace covolve::report
