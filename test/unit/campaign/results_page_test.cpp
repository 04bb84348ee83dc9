#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "base/files.h"
#include "campaign/results/page.h"
#include "campaign/results/results.h"
#include "markup_check.h"
#include "results_example.h"

namespace covolve::campaign::results {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

size_t count(const std::string& text, const std::string& part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

std::set<std::string> entriesIn(const std::filesystem::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.insert(entry.path().filename().string());
  }
  return names;
}

std::string pageOf(const CampaignData& data) {
  const Comparison comparison = compare(data, Measure::Branches);
  const bool hasPlots = !data.configurations.empty() && !data.targets.empty();
  return writePage(data, comparison, hasPlots ? drawPlots(data, comparison) : std::vector<BudgetPlots>{});
}

TEST(Page, LoadsNothing) {
  std::string page = pageOf(example::madeUp(4, 5, 2));
  const std::string nameSpace = "xmlns=\"http://www.w3.org/2000/svg\"";
  for (size_t at = page.find(nameSpace); at != std::string::npos; at = page.find(nameSpace)) {
    page.erase(at, nameSpace.size());
  }
  for (const char* const outside :
       {"http:", "https:", "src=", "<link", "<script", "url(", "@import", "<iframe"}) {
    EXPECT_FALSE(contains(page, outside)) << outside;
  }
}

TEST(Page, IsWellFormedAndItsContentsLeadSomewhere) {
  const std::string page = pageOf(example::madeUp(4, 5, 2));
  EXPECT_EQ(example::MarkupCheck({"meta"}).problemOf(page), "");
  size_t links = 0;
  for (size_t at = page.find("href=\"#"); at != std::string::npos; at = page.find("href=\"#", at + 1)) {
    const size_t begin = at + 7;
    const std::string anchor = page.substr(begin, page.find('"', begin) - begin);
    EXPECT_EQ(count(page, "id=\"" + anchor + "\""), 1) << anchor;
    ++links;
  }
  EXPECT_EQ(links, 13);  // five a budget, and failures, help and machines
  EXPECT_TRUE(contains(page, "<html lang=\"en\">"));
  EXPECT_EQ(count(page, "<h1>"), 1);
}

TEST(Page, SaysWhatIsMissingMixedAndFailed) {
  const std::string page = pageOf(example::madeUp(4, 5, 1));
  EXPECT_TRUE(contains(page, "<h1>Algorithms &amp; subjects &lt;made up&gt;</h1>"));
  EXPECT_TRUE(contains(page, "55 of 61 planned runs finished, 1 failed, 5 not done yet"));
  EXPECT_TRUE(contains(page, "Runs of 2 different builds of covolve are mixed."));
  EXPECT_TRUE(contains(page, "the compiler died of &lt;signal 9&gt;"));
  EXPECT_TRUE(contains(
      page, "<pre>covolve unit &#39;a b.cpp&#39; --only &quot;x&quot; --seed 99 &amp;&amp; echo done</pre>"));
  EXPECT_FALSE(contains(page, "method<int>"));
}

TEST(Page, EveryBudgetHasItsSection) {
  const std::string page = pageOf(example::madeUp(3, 3, 3));
  EXPECT_EQ(count(page, "<h2 id=\"budget-"), 3);
  EXPECT_EQ(count(page, "id=\"averages-of-"), 3);
  EXPECT_EQ(count(page, "<svg "), 3 * (3 + 2 * 3));
}

TEST(Page, PlotsOfTargetsThatWouldMakeItTooLargeAreLinks) {
  const CampaignData data = example::madeUp(2, 3, 1);
  const Comparison comparison = compare(data, Measure::Branches);
  const std::string page = writePage(data, comparison, drawPlots(data, comparison), 0);
  EXPECT_EQ(count(page, "<svg "), 3);
  EXPECT_EQ(count(page, "<a href=\"plots/target_"), 4);
  EXPECT_EQ(example::MarkupCheck({"meta"}).problemOf(page), "");
}

TEST(Page, AnEmptyCampaignIsAPageToo) {
  CampaignData data;
  const std::string page = pageOf(data);
  EXPECT_EQ(example::MarkupCheck({"meta"}).problemOf(page), "");
  EXPECT_TRUE(contains(page, "There is nothing to compare."));
}

TEST(Page, ACampaignBeforeItsFirstRunIsAPageToo) {
  example::Campaign campaign({"a", "b"}, {"base", "other"});
  campaign.data.planned = 40;
  const std::string page = pageOf(campaign.data);
  EXPECT_EQ(example::MarkupCheck({"meta"}).problemOf(page), "");
  EXPECT_TRUE(contains(page, "0 of 40 planned runs finished, 40 not done yet"));
  EXPECT_FALSE(contains(page, ">nan"));
}

TEST(Page, SaysThatSourcesChangedAndThatThereIsNoProgressToDraw) {
  example::Campaign campaign({"a<b>"}, {"base", "peer"});
  campaign.runs(0, 0, {1}, 2).runs(0, 1, {2}, 2);
  campaign.data.changedTargets = {"a<b>"};
  const std::string page = pageOf(campaign.data);
  EXPECT_TRUE(contains(page, "Runs of different versions of 1 target are mixed: a&lt;b&gt;."));
  EXPECT_TRUE(contains(page, "No run recorded its progress"));
  EXPECT_FALSE(contains(pageOf(example::madeUp(2, 2, 1)), "No run recorded its progress"));
}

TEST(Page, ABudgetOfEvaluationsIsDrawnOverTestsRun) {
  const std::string page = pageOf(example::inEvaluations(example::madeUp(2, 3, 1)));
  EXPECT_TRUE(contains(page, ">Coverage over tests run</text>"));
  EXPECT_FALSE(contains(page, "Search time"));
}

TEST(Page, OneConfigurationHasNothingToBeComparedWith) {
  example::Campaign campaign({"a"}, {"only"});
  campaign.search(0, 0, 1, {{5, 1}}, 2);
  const std::string page = pageOf(campaign.data);
  EXPECT_FALSE(contains(page, "Comparisons with"));
  EXPECT_EQ(count(page, "<svg "), 4);
}

TEST(WriteResults, WritesEveryFormatAndSaysWhich) {
  const auto scratch = ScratchDirectory::make("results");
  ASSERT_TRUE(scratch.has_value());
  const auto folder = scratch->path() / "new" / "results";
  const auto written = writeResults(example::madeUp(2, 3, 1), Measure::Branches, folder);
  ASSERT_TRUE(written.has_value()) << written.error().message;
  const std::string first = "target_subject_with_a_long_name_0-method-int-";
  const std::string second = "target_subject_with_a_long_name_1-method-int-";
  EXPECT_EQ(*written, (std::vector<std::string>{
                          "index.html", "averages.md", "averages.csv", "averages.tex", "comparisons.md",
                          "comparisons.csv", "comparisons.tex", "runs.csv", "failures.md",
                          "plots/over_time.svg", "plots/wins.svg", "plots/boxes.svg",
                          "plots/" + first + "_over_time.svg", "plots/" + first + "_boxes.svg",
                          "plots/" + second + "_over_time.svg", "plots/" + second + "_boxes.svg"}));
  for (const std::string& name : *written) {
    const auto text = readFile(folder / name);
    ASSERT_TRUE(text.has_value()) << name;
    EXPECT_FALSE(text->empty()) << name;
  }
}

TEST(WriteResults, NothingOfAnEarlierTimeStays) {
  const auto scratch = ScratchDirectory::make("results");
  ASSERT_TRUE(scratch.has_value());
  const auto folder = scratch->path() / "results";
  CampaignData data = example::madeUp(2, 3, 1);
  const auto before = writeResults(data, Measure::Branches, folder);
  ASSERT_TRUE(before.has_value());
  EXPECT_TRUE(std::filesystem::exists(folder / "failures.md"));
  const std::string plot = "plots/target_subject_with_a_long_name_1-method-int-_boxes.svg";
  EXPECT_TRUE(std::filesystem::exists(folder / plot));
  std::ofstream(scratch->path() / "campaign.db") << "x";
  const auto after = writeResults(example::Campaign({"a"}, {"base"}).data, Measure::Branches, folder);
  ASSERT_TRUE(after.has_value());
  EXPECT_FALSE(std::filesystem::exists(folder / "failures.md"));
  EXPECT_FALSE(std::filesystem::exists(folder / plot));
  EXPECT_TRUE(std::filesystem::exists(folder / "index.html"));
  EXPECT_EQ(entriesIn(scratch->path()), (std::set<std::string>{"campaign.db", "results"}));
}

TEST(WriteResults, WhatADeadProcessLeftIsTakenAway) {
  const auto scratch = ScratchDirectory::make("results");
  ASSERT_TRUE(scratch.has_value());
  for (const char* const name : {".results.new-a", ".results.new-b", "other"}) {
    std::filesystem::create_directories(scratch->path() / name / "new");
    std::ofstream(scratch->path() / name / "new/half.svg") << "<svg";
  }
  const auto longAgo = std::filesystem::file_time_type::clock::now() - std::chrono::hours(2);
  std::filesystem::last_write_time(scratch->path() / ".results.new-a", longAgo);
  std::filesystem::last_write_time(scratch->path() / "other", longAgo);
  const auto folder = scratch->path() / "results";
  ASSERT_TRUE(writeResults(example::madeUp(1, 2, 1), Measure::Branches, folder).has_value());
  // The second may be of a process that is at work.
  EXPECT_EQ(entriesIn(scratch->path()), (std::set<std::string>{".results.new-b", "other", "results"}));
}

TEST(WriteResults, SeveralAtATimeLeaveTheWholeResultsOfOne) {
  const auto scratch = ScratchDirectory::make("results");
  ASSERT_TRUE(scratch.has_value());
  const auto folder = scratch->path() / "results";
  const std::vector<CampaignData> campaigns{example::madeUp(1, 2, 1), example::madeUp(3, 2, 1)};
  std::atomic<int> failed = 0;
  {
    std::vector<std::jthread> writers;
    for (const CampaignData& data : campaigns) {
      writers.emplace_back([&] {
        for (int i = 0; i < 10; ++i) {
          if (!writeResults(data, Measure::Branches, folder)) ++failed;
        }
      });
    }
  }
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(entriesIn(scratch->path()), (std::set<std::string>{"results"}));
  const size_t plots = entriesIn(folder / "plots").size();
  EXPECT_TRUE(plots == 3 + 2 * 1 || plots == 3 + 2 * 3) << plots;
}

TEST(WriteResults, WhatCannotBeWrittenLeavesTheEarlierResults) {
  const auto scratch = ScratchDirectory::make("results");
  ASSERT_TRUE(scratch.has_value());
  const auto folder = scratch->path() / "results";
  CampaignData data = example::madeUp(1, 2, 1);
  ASSERT_TRUE(writeResults(data, Measure::Branches, folder).has_value());
  const auto before = readFile(folder / "index.html");
  data.name = "another";
  rlimit all{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &all), 0);
  const rlimit little{1000, all.rlim_max};  // as a full disk
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &little), 0);
  const auto written = writeResults(data, Measure::Branches, folder);
  setrlimit(RLIMIT_FSIZE, &all);
  std::signal(SIGXFSZ, handler);
  EXPECT_FALSE(written.has_value());
  EXPECT_EQ(readFile(folder / "index.html").value_or(""), before.value_or("unread"));
  EXPECT_EQ(entriesIn(scratch->path()), (std::set<std::string>{"results"}));
}

TEST(WriteResults, ALinkToAnotherPlaceStays) {
  const auto scratch = ScratchDirectory::make("results");
  ASSERT_TRUE(scratch.has_value());
  std::filesystem::create_directory(scratch->path() / "elsewhere");
  std::filesystem::create_directory_symlink("elsewhere", scratch->path() / "results");
  ASSERT_TRUE(
      writeResults(example::madeUp(1, 2, 1), Measure::Branches, scratch->path() / "results").has_value());
  EXPECT_TRUE(std::filesystem::is_symlink(scratch->path() / "results"));
  EXPECT_TRUE(std::filesystem::exists(scratch->path() / "elsewhere" / "index.html"));
}

TEST(WriteResults, AFolderThatCannotBeMadeIsOneSentence) {
  const auto scratch = ScratchDirectory::make("results");
  ASSERT_TRUE(scratch.has_value());
  std::ofstream(scratch->path() / "file") << "x";
  const auto written = writeResults(example::madeUp(1, 1, 1), Measure::Branches, scratch->path() / "file");
  ASSERT_FALSE(written.has_value());
  EXPECT_EQ(written.error().blame, Error::Blame::User);
  EXPECT_TRUE(contains(written.error().message, "cannot make the folder"));
}

TEST(WriteResults, EveryMeasureCanBeShown) {
  const auto scratch = ScratchDirectory::make("results");
  ASSERT_TRUE(scratch.has_value());
  for (const std::string& name : measureNames()) {
    EXPECT_TRUE(
        writeResults(example::madeUp(2, 2, 1), *measureNamed(name), scratch->path() / name).has_value());
  }
}

}  // namespace
}  // namespace covolve::campaign::results
