// covolve campaign as its users run it: whole campaigns of small runs, cut off,
// resumed, misdirected.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <thread>

#include "project.h"

namespace covolve::e2e {
namespace {

namespace fs = std::filesystem;

const char* const kSign = "int sign(int x) { return x < 0 ? -1 : x > 0 ? 1 : 0; }\n";
// Runs are to be many and short: what takes builds of its own is off.
const char* const kDefinition =
    "name: try\n"
    "seeds: 2\n"
    "budgets: {evaluations: 300}\n"
    "run: {cores: 1}\n"
    "targets:\n"
    "  - {file: sign.cpp, flags: -std=c++20}\n"
    "configurations:\n"
    "  - {name: dynamosa, options: {algorithm: dynamosa, dse: off, mutants: off, sanitize: off}}\n"
    "  - {name: random, options: {algorithm: random, dse: off, mutants: off, sanitize: off}}\n";

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  return text.replace(text.find(what), what.size(), with);
}

Project project(const std::string& definition = kDefinition) {
  return Project({{"sign.cpp", kSign}, {"try.yaml", definition}});
}

TEST(Campaign, RunsEverythingAndComparesIt) {
  const Project here = project();
  const Completed completed = here.covolve({"campaign", "try.yaml"});
  ASSERT_EQ(completed.status, 0) << completed.errors;
  EXPECT_NE(completed.output.find("try: 4 of 4 runs finished"), std::string::npos) << completed.output;
  EXPECT_EQ(completed.errors, "");  // quiet where there is no terminal
  EXPECT_NE(here.read("try-campaign/results/averages.md").find("sign"), std::string::npos);
  EXPECT_NE(here.read("try-campaign/results/comparisons.csv").find("random"), std::string::npos);
  EXPECT_NE(here.read("try-campaign/results/index.html").find("<svg"), std::string::npos);
  EXPECT_EQ(lineCount(here.read("try-campaign/results/runs.csv")), 5u);
  size_t kept = 0;
  for (const auto& [name, text] : contents(here.path("try-campaign/tests"))) {
    kept += name.ends_with("sign_test.cpp") ? 1 : 0;
  }
  EXPECT_EQ(kept, 4u);
}

// Each run starts a service of its own, on its own port, so that several can run at a time.
TEST(Campaign, ComparesServicesByTheTargetsOfTheSearch) {
  const std::string programs = fs::path(COVOLVE_EXECUTABLE).parent_path();
  const std::string documents = COVOLVE_SUBJECTS "/rest";
  const Project here({{"news.yaml", "schema: " + documents +
                                        "/news/openapi.yaml\n"
                                        "url: http://127.0.0.1:{port}\n"
                                        "start: exec " +
                                        programs +
                                        "/rest_news --port {port}\n"
                                        "reset: POST /reset\n"},
                      {"try.yaml",
                       "command: rest\n"
                       "seeds: 2\n"
                       "budgets: {requests: 150}\n"
                       "run: {cores: 1}\n"
                       "targets:\n"
                       "  - {rest: news, config: news.yaml}\n"
                       "  - rest: scs\n"
                       "    schema: " +
                           documents +
                           "/scs/openapi.yaml\n"
                           "    options: {start: 'exec " +
                           programs +
                           "/rest_scs --port {port}'}\n"
                           "configurations:\n"
                           "  - {name: mio}\n"
                           "  - {name: random, options: {algorithm: random}}\n"}});
  const Completed completed = here.covolve({"campaign", "try.yaml"});
  ASSERT_EQ(completed.status, 0) << completed.errors;
  EXPECT_NE(completed.output.find("try: 8 of 8 runs finished"), std::string::npos) << completed.output;
  EXPECT_EQ(completed.output.find("failed"), std::string::npos) << completed.output;
  const std::string averages = here.read("try-campaign/results/averages.md");
  for (const char* part : {"Search targets covered, %", "| news", "| scs", "budget 150 requests"}) {
    EXPECT_NE(averages.find(part), std::string::npos) << part << " is not in\n" << averages;
  }
  size_t kept = 0;
  for (const auto& [name, text] : contents(here.path("try-campaign/tests"))) {
    kept += name.ends_with("successes_test.cpp") ? 1 : 0;
  }
  EXPECT_EQ(kept, 8u);
}

TEST(Campaign, GrowsBySeedsWithoutRepeatingRuns) {
  const Project here = project();
  ASSERT_EQ(here.covolve({"campaign", "try.yaml"}).status, 0);
  const auto before = contents(here.path("try-campaign/tests"));
  const fs::path old = here.path("try-campaign/tests") / before.begin()->first;
  const auto changed = fs::last_write_time(old);
  here.write("try.yaml", replaced(kDefinition, "seeds: 2", "seeds: 3"));
  const Completed completed = here.covolve({"campaign", "try.yaml", "--resume"});
  ASSERT_EQ(completed.status, 0) << completed.errors;
  EXPECT_NE(completed.output.find("6 of 6 runs finished"), std::string::npos) << completed.output;
  EXPECT_EQ(fs::last_write_time(old), changed);
  // The configuration means something else now: its results must not be mixed.
  here.write("try.yaml", replaced(kDefinition, "algorithm: random", "algorithm: mio"));
  const Completed refused = here.covolve({"campaign", "try.yaml", "--resume"});
  EXPECT_EQ(refused.status, 1);
  EXPECT_NE(refused.errors.find("random"), std::string::npos) << refused.errors;
}

/// `covolve campaign` that is to be killed.
class RunningCampaign {
 public:
  explicit RunningCampaign(const Project& project) {
    child_ = fork();
    if (child_ != 0) return;
    const int log = open(project.path("log.txt").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    if (chdir(project.path().c_str()) != 0) _exit(126);
    execl(COVOLVE_EXECUTABLE, "covolve", "campaign", "try.yaml", "--jobs", "1", nullptr);
    _exit(127);
  }
  ~RunningCampaign() { end(SIGKILL); }

  int end(int signal) {
    int status = 0;
    if (child_ > 0) {
      kill(child_, signal);
      waitpid(child_, &status, 0);
    }
    child_ = 0;
    return status;
  }

 private:
  pid_t child_;
};

size_t finishedRuns(const Project& project) {
  size_t found = 0;
  for (const auto& [name, text] : contents(project.path("try-campaign/tests"))) {
    found += name.ends_with("sign_test.cpp") ? 1 : 0;
  }
  return found;
}

/// Processes whose command line names the project.
size_t processesIn(const Project& project) {
  size_t found = 0;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const auto line = readFile(entry.path() / "cmdline");
    if (line && line->find(project.path().string()) != std::string::npos) ++found;
  }
  return found;
}

void waitUntil(const std::function<bool()>& isSo) {
  for (int i = 0; i < 2400 && !isSo(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_TRUE(isSo());
}

TEST(Campaign, KilledAtAnyMomentLosesOnlyTheRunsInFlight) {
  const Project here = project(replaced(kDefinition, "seeds: 2", "seeds: 3"));
  RunningCampaign running(here);
  waitUntil([&] { return finishedRuns(here) >= 2; });
  running.end(SIGKILL);
  waitUntil([&] { return processesIn(here) == 0; });
  // The last of them may not have been stored yet; the one before was.
  const Completed table = here.covolve({"campaign", "try.yaml", "--results-only"});
  ASSERT_EQ(table.status, 0) << table.errors;
  const size_t stored = lineCount(here.read("try-campaign/results/runs.csv")) - 1;
  EXPECT_GE(stored, 1u);
  EXPECT_LT(stored, 6u);
  const Completed completed = here.covolve({"campaign", "try.yaml", "--resume"});
  ASSERT_EQ(completed.status, 0) << completed.errors;
  EXPECT_NE(completed.output.find("6 of 6 runs finished"), std::string::npos) << completed.output;
}

TEST(Campaign, AnInterruptEndsItAndSaysHowToGoOn) {
  const Project here = project(replaced(kDefinition, "seeds: 2", "seeds: 5"));
  RunningCampaign running(here);
  waitUntil([&] { return finishedRuns(here) >= 1; });
  const int status = running.end(SIGINT);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_EQ(processesIn(here), 0u);
  EXPECT_TRUE(here.has("try-campaign/results/index.html"));
  EXPECT_NE(here.read("log.txt").find("of 10 runs done; --resume goes on"), std::string::npos);
}

TEST(Campaign, ASecondProcessIsTurnedAwayButMayReadResults) {
  const Project here = project(replaced(kDefinition, "seeds: 2", "seeds: 5"));
  const RunningCampaign running(here);
  waitUntil([&] { return finishedRuns(here) >= 1; });
  const Completed results = here.covolve({"campaign", "try.yaml", "--results-only"});
  EXPECT_EQ(results.status, 0) << results.errors;
  EXPECT_NE(results.output.find("of 10 runs finished"), std::string::npos) << results.output;
  const Completed second = here.covolve({"campaign", "try.yaml", "--resume"});
  EXPECT_EQ(second.status, 1);
  EXPECT_NE(second.errors.find("another covolve is working"), std::string::npos) << second.errors;
}

TEST(Campaign, RunsOnSlurm) {
  const Project here = project();
  Command command;
  command.arguments = {(fs::path(COVOLVE_SUBJECTS) / "../.ci/slurm").string(),
                       "run",
                       COVOLVE_EXECUTABLE,
                       "campaign",
                       "try.yaml",
                       "--engine",
                       "slurm"};
  command.directory = here.path();
  const bool hasSlurm = fs::exists("/usr/sbin/slurmctld") && fs::exists("/usr/sbin/slurmd");
  if (!hasSlurm && std::getenv("COVOLVE_CI") == nullptr) GTEST_SKIP() << "there is no Slurm on this machine";
  const auto completed = run(command);
  ASSERT_TRUE(completed);
  ASSERT_EQ(completed->status, 0) << completed->output << completed->errors;
  EXPECT_NE(completed->output.find("4 of 4 runs finished"), std::string::npos) << completed->output;
  EXPECT_EQ(finishedRuns(here), 4u);
  EXPECT_TRUE(contents(here.path("try-campaign/slurm")).empty());
}

TEST(Campaign, ChecksWithoutRunning) {
  const Project here = project();
  const Completed completed = here.covolve({"campaign", "try.yaml", "--check"});
  EXPECT_EQ(completed.status, 0);
  EXPECT_EQ(completed.output, "try: 1 target x 2 configurations x 1 budget x 2 seeds = 4 runs\n");
  EXPECT_FALSE(here.has("try-campaign"));
}

TEST(Campaign, AFailedRunIsListedWithTheCommandThatRepeatsIt) {
  const Project here = project(replaced(kDefinition, "seeds: 2", "seeds: 1"));
  here.write("sign.cpp", "int sign(int x) { return y; }\n");
  const Completed completed = here.covolve({"campaign", "try.yaml"});
  EXPECT_EQ(completed.status, 1);
  EXPECT_NE(completed.output.find("2 failed:"), std::string::npos) << completed.output;
  EXPECT_NE(completed.output.find(" unit "), std::string::npos);
  EXPECT_NE(completed.errors.find("every run failed"), std::string::npos);
  here.write("sign.cpp", kSign);
  EXPECT_EQ(here.covolve({"campaign", "try.yaml", "--resume"}).status, 1);
  EXPECT_EQ(here.covolve({"campaign", "try.yaml", "--resume", "--retry-failed"}).status, 0);
}

/// One sentence, exit status 1, and nothing begun.
void expectRefused(const Project& project, const std::string& saying, std::vector<std::string> more = {}) {
  std::vector<std::string> arguments{"campaign", "try.yaml"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Completed completed = project.covolve(arguments);
  EXPECT_EQ(completed.status, 1) << completed.errors;
  EXPECT_EQ(completed.output, "");
  EXPECT_EQ(lineCount(completed.errors), 1u) << completed.errors;
  EXPECT_NE(completed.errors.find(saying), std::string::npos) << completed.errors;
  EXPECT_FALSE(project.has("try-campaign/results"));
}

TEST(BadCampaign, UnknownOption) {
  expectRefused(project(replaced(kDefinition, "algorithm: random", "algoritm: random")), "algoritm");
}
TEST(BadCampaign, OptionOutOfRange) {
  expectRefused(project(replaced(kDefinition, "algorithm: random", "population: 1")), "population");
}
TEST(BadCampaign, MissingFile) {
  expectRefused(project(replaced(kDefinition, "sign.cpp", "sine.cpp")), "sine.cpp");
}
TEST(BadCampaign, NoYaml) { expectRefused(project("targets: ["), "try.yaml"); }
TEST(BadCampaign, UnknownKey) { expectRefused(project(replaced(kDefinition, "seeds", "sedes")), "sedes"); }
TEST(BadCampaign, OptionOfTargetAndConfiguration) {
  expectRefused(
      project(replaced(kDefinition, "flags: -std=c++20", "flags: -std=c++20, options: {algorithm: mio}")),
      "algorithm");
}
TEST(BadCampaign, OptionThatIsNotForServices) {
  expectRefused(
      project(
          "command: rest\nseeds: 1\nbudgets: 1s\ntargets:\n  - {rest: shop, url: 'http://localhost:1', "
          "schema: 'http://localhost:1/api'}\nconfigurations:\n  - {name: one, options: {criteria: line}}\n"),
      "criteria");
}
TEST(BadCampaign, JobsWithSlurm) { expectRefused(project(), "--jobs", {"--engine", "slurm", "--jobs", "3"}); }
TEST(BadCampaign, ResultsOfNothing) {
  const Project here = project();
  expectRefused(here, "no campaign in", {"--results-only"});
  EXPECT_FALSE(here.has("try-campaign"));
}
TEST(BadCampaign, AStoreThatIsGoneIsNotReplacedByAnEmptyOne) {
  const Project here = project();
  here.write("try-campaign/results/index.html", "precious");
  const Completed completed = here.covolve({"campaign", "try.yaml", "--resume"});
  EXPECT_EQ(completed.status, 1);
  EXPECT_EQ(here.read("try-campaign/results/index.html"), "precious");
}

TEST(BadCampaign, NoSlurm) {
  const Project here = project();
  Command command;
  command.arguments = {COVOLVE_EXECUTABLE, "campaign", "try.yaml", "--engine", "slurm"};
  command.directory = here.path();
  command.environment = {{"PATH", "/nowhere"}};
  const auto completed = run(command);
  ASSERT_TRUE(completed);
  EXPECT_EQ(completed->status, 1);
  EXPECT_NE(completed->errors.find("sbatch"), std::string::npos) << completed->errors;
  EXPECT_FALSE(here.has("try-campaign/campaign.db"));
}

TEST(BadCampaign, ACampaignThatIsThereAlready) {
  const Project here = project();
  ASSERT_EQ(here.covolve({"campaign", "try.yaml"}).status, 0);
  const Completed again = here.covolve({"campaign", "try.yaml"});
  EXPECT_EQ(again.status, 1);
  EXPECT_NE(again.errors.find("--resume"), std::string::npos);
}

TEST(BadCampaign, DamagedStore) {
  const Project here = project();
  here.write("try-campaign/campaign.db", std::string(8192, 'x'));
  expectRefused(here, "campaign.db", {"--resume"});
  EXPECT_EQ(here.read("try-campaign/campaign.db"), std::string(8192, 'x'));
}

// The disk fills up once the first run is done.
TEST(BadCampaign, FullDiskKeepsWhatWasStored) {
  const Project here = project(replaced(kDefinition, "seeds: 2", "seeds: 4"));
  here.write("full.sh", R"(set -eu
mkdir disk
mount -t tmpfs -o size=2m none disk
touch mounted
"$1" campaign try.yaml -o disk/campaign --jobs 1 2> errors.txt > output.txt &
until ls disk/campaign/tests/*/*/*/*/sign_test.cpp > /dev/null 2>&1; do sleep 0.1; done
sleep 1
dd if=/dev/zero of=disk/ballast bs=1k 2> /dev/null || true
status=0
wait $! || status=$?
rm disk/ballast
"$1" campaign try.yaml -o disk/campaign --results-only > /dev/null
cp disk/campaign/results/runs.csv stored.csv
"$1" campaign try.yaml -o disk/campaign --resume > resumed.txt
exit $status
)");
  Command command;
  command.arguments = {"unshare", "--mount", "--user",          "--map-root-user",
                       "bash",    "full.sh", COVOLVE_EXECUTABLE};
  command.directory = here.path();
  const auto completed = run(command);
  ASSERT_TRUE(completed);
  if (!std::filesystem::exists(here.path("mounted")))
    GTEST_SKIP() << "this process may not mount a file system";
  const std::string errors = here.read("errors.txt");
  EXPECT_EQ(completed->status, 1) << completed->errors << errors;
  EXPECT_EQ(lineCount(errors), 1u) << errors;
  EXPECT_NE(errors.find("--resume"), std::string::npos) << errors;
  const size_t stored = lineCount(here.read("stored.csv")) - 1;
  EXPECT_GE(stored, 1u);
  EXPECT_LT(stored, 8u);
  EXPECT_NE(here.read("resumed.txt").find("8 of 8 runs finished"), std::string::npos);
}

}  // namespace
}  // namespace covolve::e2e
