#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/command_line.h"
#include "base/process.h"
#include "campaign/run/run.h"

namespace covolve::campaign {
namespace {

using testing::ElementsAre;
using testing::StartsWith;

Definition small() {
  Definition definition;
  definition.name = "small";
  definition.targets = {{.name = "triangle",
                         .group = "",
                         .arguments = {"/s/triangle.cpp", "-p", "/b"},
                         .flags = {},
                         .files = {"/s/triangle.cpp"}},
                        {.name = "order",
                         .group = "",
                         .arguments = {"/s/order.cpp"},
                         .flags = {"-std=c++20", "-DX=a b"},
                         .hasFlags = true}};
  definition.configurations = {{"random", "", {"--algorithm", "random"}}, {"peer", "/opt/peer", {"--quiet"}}};
  definition.budgets = {{"30s", {"--budget", "30s"}}, {"20000 evaluations", {"--evaluations", "20000"}}};
  definition.seeds = {3, 1};
  return definition;
}

std::vector<PlannedRun> plan(const Definition& definition) {
  return planRuns(definition, "/bin/covolve", "/c");
}

TEST(RunKeys, AreDescribedInOneLine) {
  EXPECT_EQ(describe({"triangle", "random", "30s", 3}), "triangle, random, 30s, seed 3");
}

TEST(PlannedRuns, GoSeedBySeedThenByBudgetTargetAndConfiguration) {
  std::vector<std::string> order;
  for (const PlannedRun& run : plan(small())) order.push_back(describe(run.key));
  EXPECT_THAT(
      order, ElementsAre(
                 "triangle, random, 30s, seed 3", "triangle, peer, 30s, seed 3", "order, random, 30s, seed 3",
                 "order, peer, 30s, seed 3", "triangle, random, 20000 evaluations, seed 3",
                 "triangle, peer, 20000 evaluations, seed 3", "order, random, 20000 evaluations, seed 3",
                 "order, peer, 20000 evaluations, seed 3", "triangle, random, 30s, seed 1",
                 "triangle, peer, 30s, seed 1", "order, random, 30s, seed 1", "order, peer, 30s, seed 1",
                 "triangle, random, 20000 evaluations, seed 1", "triangle, peer, 20000 evaluations, seed 1",
                 "order, random, 20000 evaluations, seed 1", "order, peer, 20000 evaluations, seed 1"));
}

TEST(PlannedRuns, HaveTheWholeCommandButForTheOutput) {
  const auto runs = plan(small());
  EXPECT_THAT(runs[0].command,
              ElementsAre("/bin/covolve", "unit", "/s/triangle.cpp", "-p", "/b", "--algorithm", "random",
                          "--seed", "3", "--budget", "30s", "--quiet"));
  EXPECT_THAT(runs[7].command, ElementsAre("/opt/peer", "unit", "/s/order.cpp", "--quiet", "--seed", "3",
                                           "--evaluations", "20000", "--", "-std=c++20", "-DX=a b"));
}

TEST(PlannedRuns, KeepABareDashDashWithoutFlags) {
  Definition definition = small();
  definition.targets[1].flags.clear();
  EXPECT_EQ(plan(definition)[2].command.back(), "--");
}

TEST(PlannedRuns, WriteToAFolderEach) {
  const auto runs = plan(small());
  EXPECT_EQ(runs[0].output, "/c/tests/triangle/random/30s/seed-3");
  EXPECT_EQ(runs[7].output, "/c/tests/order/peer/20000-evaluations/seed-3");
}

TEST(PlannedRuns, CarryWhatTheDefinitionSaysOfThem) {
  Definition definition = small();
  definition.command = "rest";
  definition.keep = Keep::Everything;
  definition.needs = {.cores = 5, .memoryMegabytes = 7, .timeout = std::chrono::seconds(9)};
  const auto run = plan(definition).front();
  EXPECT_EQ(run.command[1], "rest");
  EXPECT_EQ(run.keep, Keep::Everything);
  EXPECT_EQ(run.needs.cores, 5u);
  EXPECT_EQ(run.needs.memoryMegabytes, 7u);
  EXPECT_EQ(run.needs.timeout, std::chrono::seconds(9));
  EXPECT_EQ(run.directory, std::filesystem::current_path());
  EXPECT_THAT(run.inputs, ElementsAre("/s/triangle.cpp"));
}

TEST(PlannedRuns, AProgramWithAFolderIsAbsoluteAndANameIsLeftToPath) {
  const Definition definition = small();
  EXPECT_EQ(planRuns(definition, "bin/covolve", "/c")[0].command[0],
            (std::filesystem::current_path() / "bin/covolve").string());
  EXPECT_EQ(planRuns(definition, "covolve", "/c")[0].command[0], "covolve");
}

TEST(PlannedRuns, NamesThatNoFolderCanHaveStayApart) {
  Definition definition = small();
  const std::vector<std::string> names{"a/b",
                                       "a+b",
                                       "a_b",
                                       "a b",
                                       "a:b",
                                       "..",
                                       ".",
                                       "-x",
                                       "x",
                                       "\xc3\xa4",
                                       "shop::Order",
                                       "A",
                                       "a",
                                       std::string(300, 'y'),
                                       std::string(301, 'y'),
                                       std::string(200, 'z') + "\xc3\xa4"};
  definition.targets.clear();
  for (const std::string& name : names)
    definition.targets.push_back({.name = name, .group = "", .arguments = {}, .flags = {}});
  std::set<std::string> folders;
  for (const PlannedRun& run : plan(definition)) {
    const auto below = run.output.lexically_relative("/c/tests");
    ASSERT_EQ(std::distance(below.begin(), below.end()), 4) << run.output;
    const std::string folder = below.begin()->string();
    folders.insert(folder);
    EXPECT_LE(folder.size(), 110u);
    EXPECT_NE(folder.front(), '.');
    EXPECT_NE(folder.front(), '-');
    EXPECT_EQ(folder.find_first_of(" :/"), std::string::npos);
  }
  EXPECT_EQ(folders.size(), names.size());
  EXPECT_TRUE(folders.contains("x"));
  EXPECT_TRUE(folders.contains("\xc3\xa4"));
}

TEST(PlannedRuns, ATargetsFolderDoesNotDependOnItsNeighbours) {
  Definition alone = small();
  alone.targets = {{.name = "a:b", .group = "", .arguments = {}, .flags = {}}};
  Definition grown = alone;
  grown.targets.insert(grown.targets.begin(), {.name = "a_b", .group = "", .arguments = {}, .flags = {}});
  EXPECT_EQ(plan(alone)[0].output, plan(grown)[2].output);
}

TEST(ShellText, IsACommandToPaste) {
  auto runs = plan(small());
  for (PlannedRun& run : runs) run.directory = "/my projects";
  EXPECT_EQ(shellText(runs[0]),
            "cd '/my projects' && /bin/covolve unit /s/triangle.cpp -p /b --algorithm random --seed 3 "
            "--budget 30s --quiet --output "
            "repeat-triangle-random-30s-3");
  EXPECT_EQ(shellText(runs[6]),
            "cd '/my projects' && /bin/covolve unit /s/order.cpp --algorithm random --seed 3 --evaluations "
            "20000 --quiet --output "
            "repeat-order-random-20000-evaluations-3 -- -std=c++20 '-DX=a b'");
}

TEST(ShellText, GoesToTheDirectoryOfTheRun) {
  PlannedRun run;
  run.key = {"a", "b", "1s", 1};
  run.command = {"sh", "-c", "pwd"};
  run.directory = "/usr/share";
  const auto completed = covolve::run({.arguments = {"/bin/sh", "-c", shellText(run)}});
  ASSERT_TRUE(completed);
  EXPECT_EQ(completed->output, "/usr/share\n");
}

TEST(ShellText, SurvivesAShell) {
  PlannedRun run;
  run.key = {"a b", "c/d", "1s", 1};
  run.command = {"printf", "%s\\n", "it's", "$HOME", "`id`", "\"q\"", "*",
                 "",       "a\\b",  "~",    "#x",    "!x",   "a;b"};
  const auto completed = covolve::run({.arguments = {"/bin/sh", "-c", shellText(run)}});
  ASSERT_TRUE(completed);
  EXPECT_THAT(completed->output,
              StartsWith("it's\n$HOME\n`id`\n\"q\"\n*\n\na\\b\n~\n#x\n!x\na;b\n--output\nrepeat-a_b-"));
  const auto words = splitCommandLine(shellText(run));
  EXPECT_TRUE(std::equal(run.command.begin(), run.command.end(), words.begin()));
}

}  // namespace
}  // namespace covolve::campaign
