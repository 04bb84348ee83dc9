// The page about runs: what it reads, what it says, and how it looks.
#include "page/page.h"

#include <gmock/gmock.h>

#include "browsed_page.h"
#include "page/progress_plot.h"
#include "page/source_lines.h"

namespace covolve::page {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kReport = R"json({
  "covolve": "0.1.0", "source": "/project/ratio.cpp", "requestedFiles": ["/project/ratio.cpp"],
  "seed": 7, "evaluations": 1000, "notes": ["A note with <angles>."],
  "timing": {"searchSeconds": 2.0, "phases": {"reading": 0.5, "searching": 2.0}},
  "progress": [{"evaluations": 1, "covered": 2, "milliseconds": 1}, {"evaluations": 500, "covered": 4, "milliseconds": 900}],
  "coverage": {"emitted": {"branches": {"covered": 1, "total": 2}, "lines": {"covered": 3, "total": 4}}},
  "mutation": {"score": 87.5, "alive": [
     {"file": "/project/ratio.cpp", "line": 2, "change": "`/` becomes `*`", "reached": true},
     {"file": "/project/ratio.cpp", "line": 3, "change": "`-` becomes `+`", "reached": false}]},
  "tests": [{"suite": "RatioTest", "name": "HalvesTwo", "file": "ratio_test.cpp", "covers": [0, 1]}],
  "faults": [{"kind": "SIGFPE", "description": "SIGFPE in ratio at ratio.cpp:2", "rank": "likely bug", "rankReason": "",
              "test": "RatioFaults.Crashes"}],
  "skipped": [{"what": "hidden()",
                     "reason" : "private"
}],
  "files": {"tests": "ratio_test.cpp", "faults": "ratio_faults_test.cpp", "report": "covolve.json"},
  "knownCalls": [
    {"call": "strcmp", "file": "/project/ratio.cpp", "line": 2, "sides": {"yes": true, "no": false}},
    {"call": "std::stoi", "file": "/project/ratio.cpp", "line": 3, "sides": {"yes": false, "no": false}}],
  "targets": [
    {"kind": "line", "file": "/project/ratio.cpp", "line": 2, "covered": true},
    {"kind": "branch", "description": "true", "file": "/project/ratio.cpp", "line": 2, "covered": true},
    {"kind": "branch", "description": "false", "file": "/project/ratio.cpp", "line": 2, "covered": false,
     "distance": 9, "text": "a < b"},
    {"kind": "line", "file": "/project/ratio.cpp", "line": 3, "covered": false}]
})json";

RunDocument example() {
  RunDocument run;
  run.folder = "out";
  run.report = Json::parse(kReport);
  run.sources["/project/ratio.cpp"] =
      "int ratio(int a, int b) {\n  if (a < b) return a / b;\n  return -1;\n}\n";
  run.tests["ratio_test.cpp"] = "TEST(RatioTest, HalvesTwo) { EXPECT_EQ(ratio(1, 2), 0); }\n";
  run.tests["ratio_faults_test.cpp"] = "// SIGFPE\nTEST(RatioFaults, Crashes) { ratio(-1, 0); }\n";
  return run;
}

TEST(SourceLines, TellWhatTestsDoThere) {
  const FileLines lines = linesOf(example().report).at("/project/ratio.cpp");
  EXPECT_TRUE(lines.at(2).isCovered);
  EXPECT_THAT(lines.at(2).missing, ElementsAre("a < b is never false (nearest: 9)"));
  EXPECT_THAT(lines.at(2).tests, ElementsAre(0));
  EXPECT_THAT(lines.at(2).survivors, ElementsAre("`/` becomes `*`"));
  EXPECT_THAT(lines.at(2).answers, ElementsAre("strcmp: yes, never no"));
  EXPECT_THAT(lines.at(3).answers, ElementsAre("std::stoi: never asked"));
  EXPECT_TRUE(lines.at(3).hasCode);
  EXPECT_FALSE(lines.at(3).isCovered);
  EXPECT_TRUE(lines.at(3).survivors.empty()) << "what no test reaches is told by its colour";
}

TEST(SplitTests, KeepsTheCommentAboveATestWithIt) {
  EXPECT_THAT(splitTests("#include <a>\n\n// one\nTEST(A, B) {\n  f();  // two\n}\n\nTEST(A, C) {}\n"),
              ElementsAre("// one\nTEST(A, B) {\n  f();  // two\n}", "TEST(A, C) {}"));
  EXPECT_THAT(splitTests("import x\n\ndef test_a():\n    f()\n\n\ndef test_b():\n    g()\n"),
              ElementsAre("def test_a():\n    f()", "def test_b():\n    g()"));
  EXPECT_TRUE(splitTests("").empty());
}

TEST(Page, HoldsSourceTestsFaultsAndWhatIsMissing) {
  const std::string page = writePage({example()});
  EXPECT_THAT(page, HasSubstr("<title>ratio.cpp: covolve</title>"));
  EXPECT_THAT(page, HasSubstr("<b>50.0 %</b><span>of branches</span>"));
  EXPECT_THAT(page, HasSubstr("<tr class=\"partly\"><td>2</td><td>  if (a &lt; b) return a / b;"));
  EXPECT_THAT(page, HasSubstr("a &lt; b is never false (nearest: 9)"));
  EXPECT_THAT(page, HasSubstr("<div class=\"answer\">strcmp: yes, never no</div>"));
  EXPECT_THAT(page, HasSubstr("no test notices: `/` becomes `*`"));
  EXPECT_THAT(page, HasSubstr("<tr class=\"missed\"><td>3</td>"));
  EXPECT_THAT(page, HasSubstr("<a href=\"#test-1-0\">HalvesTwo</a>"));
  EXPECT_THAT(page, HasSubstr("id=\"test-1-0\""));
  EXPECT_THAT(page, HasSubstr("TEST(RatioFaults, Crashes) { ratio(-1, 0); }"));
  EXPECT_THAT(page, HasSubstr("likely bug"));
  EXPECT_THAT(page, HasSubstr("private (1)"));
  EXPECT_THAT(page, HasSubstr("A note with &lt;angles&gt;."));
  EXPECT_THAT(page, Not(HasSubstr("href=\"http"))) << "nothing comes from elsewhere";
  EXPECT_THAT(page, Not(HasSubstr("src=")));
  EXPECT_THAT(page, Not(HasSubstr("<script")));
}

TEST(Page, SeveralRunsHaveAnIndex) {
  const std::string page = writePage({example(), example()});
  EXPECT_THAT(page, HasSubstr("<a href=\"#run-2\">ratio.cpp</a>"));
  EXPECT_THAT(page, HasSubstr("<section id=\"run-2\">"));
}

TEST(Page, WhateverStandsInAReportIsOnlyText) {
  RunDocument run = example();
  // Members of all kinds where others are expected.
  for (const char* odd : {"null", "3", "\"<b>\"", "[1, [2], {}]", "{\"a\": [null]}", "true", "-1", "1e300"}) {
    for (const auto& member : Json::parse(kReport).items()) {
      run.report = Json::parse(kReport);
      run.report[member.key()] = Json::parse(odd);
      EXPECT_THAT(writePage({run}), Not(HasSubstr("<b><"))) << member.key() << " " << odd;
      run.report[member.key()] = Json::array({Json::parse(odd)});
      EXPECT_THAT(writePage({run}), HasSubstr("</html>"));
    }
  }
}

TEST(ReadRun, NeedsAReport) {
  const auto scratch = ScratchDirectory::make("page");
  ASSERT_TRUE(scratch.has_value());
  EXPECT_THAT(readRun(scratch->path()).error().message, HasSubstr("has no covolve.json"));
  for (const char* text : {"", "[]", "{}", "{\"covolve\"", "\xff"}) {
    ASSERT_TRUE(replaceFile(scratch->path() / "covolve.json", text).has_value());
    EXPECT_THAT(readRun(scratch->path()).error().message, HasSubstr("is no report of covolve")) << text;
  }
  ASSERT_TRUE(replaceFile(scratch->path() / "covolve.json", kReport).has_value());
  ASSERT_TRUE(replaceFile(scratch->path() / "ratio_test.cpp", "TEST(A, B) {}\n").has_value());
  const auto run = readRun(scratch->path());
  ASSERT_TRUE(run.has_value());
  EXPECT_EQ(run->tests.size(), 1u);
  EXPECT_THAT(writePage({*run}), HasSubstr("ratio.cpp cannot be read any more"));
}

class RunPage : public BrowsedPage {
 protected:
  void SetUp() override {
    BrowsedPage::SetUp();
    if (HasFatalFailure() || IsSkipped()) return;
    ASSERT_TRUE(replaceFile(folder() / "report.html", writePage({example(), example()})).has_value());
  }
};

TEST_F(RunPage, IsLightOrDarkAsTheReaderLikesAndMarksLines) {
  constexpr const char* kGreen = "#2e8b57";
  constexpr const char* kRed = "#c0392b";
  constexpr const char* kAmber = "#d08700";
  const std::string colours = std::string("#ffffff #15181c ") + kRed + " " + kAmber + " " + kGreen;
  const double half = 1200 * 1800 / 2.0;
  const auto light = pixelsOf("report.html", "light", colours);
  EXPECT_GT(light.at("#ffffff"), half);
  EXPECT_GT(light.at(kRed), 50);
  EXPECT_GT(light.at(kAmber), 50);
  const auto dark = pixelsOf("report.html", "dark", colours);
  EXPECT_GT(dark.at("#15181c"), half);
  EXPECT_GT(dark.at(kRed), 50);
}

TEST_F(RunPage, FitsNarrowAndWideWindows) {
  for (const int width : {400, 1400}) {
    const auto report = measure("report.html", width);
    ASSERT_TRUE(report.contains("scrollWidth"));
    EXPECT_LE(report.at("scrollWidth"), width);
    EXPECT_EQ(report.at("tooWide"), 0);
    EXPECT_EQ(report.at("drawings"), 2);
    EXPECT_EQ(report.at("overlaps"), 0);
  }
}

}  // namespace
}  // namespace covolve::page
