#include "rest/baseline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace covolve::rest {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

report::FaultReport fault(const std::string& id) {
  report::FaultReport report;
  report.id = id;
  report.kind = "schema";
  report.function = "GET /" + id;
  report.description = "what " + id + " is";
  return report;
}

report::RunReport reportOf(const std::vector<std::string>& ids) {
  report::RunReport report;
  for (const std::string& id : ids) report.faults.push_back(fault(id));
  return report;
}

const Baseline kKnown{{"a", "schema", "GET /a", "what a is"}, {"b", "schema", "GET /b", "what b is"}};

TEST(Baseline, TellsKnownNewAndVanishedFaultsApart) {
  report::RunReport report = reportOf({"b", "c"});
  compare(kKnown, report, [](const KnownFault&) { return true; });
  EXPECT_TRUE(report.faults[0].isKnown);
  EXPECT_FALSE(report.faults[1].isKnown);
  ASSERT_TRUE(report.vanished);
  EXPECT_THAT(*report.vanished, ElementsAre("a schema: what a is"));
}

TEST(Baseline, WhatWasNotTriedHasNotVanished) {
  report::RunReport report = reportOf({"c"});
  compare(kKnown, report, [](const KnownFault& known) { return known.id == "a"; });
  ASSERT_TRUE(report.vanished);
  EXPECT_THAT(*report.vanished, ElementsAre("a schema: what a is"));
  EXPECT_THAT(report.notes,
              ElementsAre("1 fault of the baseline could not show: what it is about was left out, or the "
                          "run ended early."));
}

std::vector<std::string> writtenIds(const BaselineOptions& options) {
  const auto written = parseBaseline(writeBaseline(kKnown, reportOf({"c", "b"}), options), "written");
  EXPECT_TRUE(written);
  std::vector<std::string> ids;
  for (const KnownFault& known : *written) ids.push_back(known.id);
  return ids;
}

TEST(Baseline, IsUpdatedAndPrunedAsAsked) {
  EXPECT_THAT(writtenIds({"f", true, false}), ElementsAre("a", "b", "c"));
  EXPECT_THAT(writtenIds({"f", false, true}), ElementsAre("b"));
  EXPECT_THAT(writtenIds({"f", true, true}), ElementsAre("b", "c"));
}

TEST(Baseline, KeepsWhatWasNotTried) {
  const std::string written = writeBaseline(kKnown, reportOf({}), {"f", false, true},
                                            [](const KnownFault& known) { return known.id == "b"; });
  const auto read = parseBaseline(written, "f");
  ASSERT_TRUE(read);
  EXPECT_THAT(*read, ElementsAre(kKnown[0]));
}

TEST(Baseline, ReadsWhatItWrote) {
  const auto read = parseBaseline(writeBaseline(kKnown, reportOf({}), {"f", true, false}), "f");
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, kKnown);
}

TEST(Baseline, SaysWhatIsNone) {
  for (const char* text : {"", "[]", "{}", R"({"faults": 5})"}) {
    const auto read = parseBaseline(text, "known.json");
    ASSERT_FALSE(read) << text;
    EXPECT_THAT(read.error().message, HasSubstr("known.json is no baseline"));
  }
  EXPECT_FALSE(parseBaseline(R"({"faults": [{"kind": "schema"}]})", "known.json"));
}

TEST(Baseline, OfNoFileIsAMistakeUnlessItIsToBeMade) {
  EXPECT_FALSE(readBaseline({"/no/such/file", false, false}));
  const auto made = readBaseline({"/no/such/file", true, false});
  ASSERT_TRUE(made);
  EXPECT_TRUE(made->empty());
}

}  // namespace
}  // namespace covolve::rest
