#include "campaign/run/runner.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

#include "base/path_search.h"
#include "campaign/run/claimed_directory.h"
#include "campaign/run/disk_room.h"
#include "campaign/run/failure_text.h"
#include "campaign/run/file_hash.h"
#include "campaign/run/processors.h"
#include "campaign/run/provenance_book.h"
#include "campaign/run/run_output.h"
#include "child_process.h"
#include "planned_script.h"
#include "report/json_report.h"

namespace covolve::campaign {
namespace {

namespace fs = std::filesystem;
using test::eventually;
using test::hasEnded;
using test::kSucceed;
using test::plannedScript;
using test::textOf;

class Runner : public testing::Test {
 protected:
  RunRecord execute(const std::string& body) { return execute(plannedScript(folder_, body)); }
  RunRecord execute(const PlannedRun& run) {
    auto record = executeRun(run, provenance_, {}, stop_);
    if (!record) throw std::runtime_error(record.error().message);  // gtest reports it
    return std::move(*record);
  }
  std::vector<std::string> entries(const fs::path& directory) const {
    std::vector<std::string> names;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(directory, ignored))
      names.push_back(entry.path().filename());
    std::ranges::sort(names);
    return names;
  }

  ScratchDirectory scratch_ = std::move(*ScratchDirectory::make("test"));
  fs::path folder_ = scratch_.path();
  std::atomic<bool> stop_ = false;
  Provenance provenance_{"0.1.0", "abcd", "clang", "here", "processor", 4, 1000, "Linux 6"};
};

constexpr const char* kWholeReport = R"({
  "options": {"algorithm": "mio", "seed": 3}, "evaluations": 500,
  "coverage": {"search": {"targets": {"covered": 8, "total": 9}},
               "emitted": {"lines": {"covered": 1, "total": 2}, "branches": {"covered": 3, "total": 4},
                           "functions": {"covered": 5, "total": 6}}},
  "tests": [{"name": "A"}, {"name": "B"}],
  "faults": [{"kind": "crash", "description": "null", "file": "a.cpp", "line": 12, "reproduced": true}],
  "timing": {"seconds": 4500000, "searchSeconds": 2.5},
  "progress": [{"evaluations": 0, "covered": 3, "milliseconds": 12},
               {"evaluations": 90, "covered": 8, "milliseconds": 700}]})";

TEST_F(Runner, ReadsTheFiguresOfTheRunFromItsReport) {
  std::ofstream(folder_ / "report") << kWholeReport;
  const RunRecord record = execute("mkdir -p $output; cp report $output/covolve.json");
  EXPECT_EQ(record.failure, "");
  EXPECT_EQ(record.key, (RunKey{"triangle", "random", "30s", 1}));
  EXPECT_EQ(record.lines, (report::Ratio{1, 2}));
  EXPECT_EQ(record.branches, (report::Ratio{3, 4}));
  EXPECT_EQ(record.functions, (report::Ratio{5, 6}));
  EXPECT_EQ(record.targets, (report::Ratio{8, 9}));
  EXPECT_EQ(record.evaluations, 500u);
  EXPECT_EQ(record.tests, 2u);
  EXPECT_LT(record.seconds, 60);  // by our clock, not by the report's
  EXPECT_EQ(record.searchSeconds, 2.5);
  EXPECT_EQ(record.options, R"({"algorithm":"mio","seed":3})");
  EXPECT_EQ(record.progress, (std::vector<ProgressPoint>{{12, 0, 3}, {700, 90, 8}}));
  EXPECT_EQ(record.faults, (std::vector<FaultRecord>{{"crash", "null", "a.cpp", 12, true}}));
  EXPECT_EQ(record.provenance.host, "here");
  EXPECT_EQ(record.started.size(), std::string("2026-11-15T16:01:04Z").size());
  EXPECT_FALSE(record.command.empty());
}

TEST_F(Runner, ReadsTheFiguresOfAService) {
  report::RunReport report;
  report.service.emplace();
  report.budget.seconds = 20;
  report.evaluations = 900;
  report.timing.searchSeconds = 20;
  report.search.progress = {{10, 0.5, 1}};
  report.targets = {{{1, search::TargetKind::Status, "2xx", "GET /pets", "", 0, 0}, true, 0},
                    {{2, search::TargetKind::Status, "4xx", "GET /pets", "", 0, 0}, false}};
  report.tests = {{"Shop", "get_pets", "shop_test.cpp", 1}};
  report.faults.emplace_back().kind = "server-error";
  report.faults[0].description = "GET /pets answers 500.";
  RunRecord record;
  ASSERT_TRUE(takeFigures({writeJson(report)}, record).has_value());
  EXPECT_EQ(record.targets, (report::Ratio{1, 2}));
  EXPECT_EQ(record.branches, report::Ratio{});
  EXPECT_EQ(record.evaluations, 900u);
  EXPECT_EQ(record.tests, 1u);
  EXPECT_EQ(record.searchSeconds, 20);
  EXPECT_EQ(record.progress, (std::vector<ProgressPoint>{{500, 10, 1}}));
  EXPECT_EQ(record.faults,
            (std::vector<FaultRecord>{{"server-error", "GET /pets answers 500.", "", 0, false}}));
}

TEST_F(Runner, OutputStandsBeforeTheFlagsAndOtherwiseLast) {
  PlannedRun run = plannedScript(folder_, std::string("echo \"$arguments\" > arguments; ") + kSucceed);
  EXPECT_EQ(execute(run).failure, "");
  EXPECT_TRUE(textOf(folder_ / "arguments").starts_with("--seed 1 --output "));
  EXPECT_TRUE(textOf(folder_ / "arguments").ends_with(" -- -std=c++20\n"));
  run.command.resize(run.command.size() - 2);
  EXPECT_EQ(execute(run).failure, "");
  EXPECT_NE(textOf(folder_ / "arguments").find("--output " + folder_.string()), std::string::npos);
}

TEST_F(Runner, WhatAPeerDoesNotReportIsZero) {
  const RunRecord record = execute(std::string("sleep 0.1; ") + kSucceed);
  EXPECT_EQ(record.failure, "");
  EXPECT_EQ(record.evaluations, 7u);
  EXPECT_EQ(record.lines, report::Ratio{});
  EXPECT_EQ(record.options, "{}");
  EXPECT_GE(record.seconds, 0.1);
  EXPECT_EQ(record.searchSeconds, 0);
}

TEST_F(Runner, FaultsFoundAreNoFailure) {
  EXPECT_EQ(execute(std::string(kSucceed) + "; exit 3").failure, "");
}

TEST_F(Runner, AFailureIsCovolvesSentence) {
  const RunRecord record =
      execute(std::string(kSucceed) + "; echo one >&2; printf 'covolve: no such file\\n\\n' >&2; exit 1");
  EXPECT_EQ(record.failure, "no such file");
  EXPECT_EQ(record.evaluations, 0u);
  EXPECT_TRUE(entries(folder_ / "runs").empty());
  EXPECT_EQ(execute("exit 2").failure, "exit status 2");
}

TEST_F(Runner, ASignalIsNamed) {
  EXPECT_EQ(execute("kill -9 $$").failure, "it was ended by signal 9 (Killed)");
}

TEST_F(Runner, AProgramThatIsNotThereIsAFailure) {
  PlannedRun run = plannedScript(folder_, "");
  run.command = {"no-such-program"};
  EXPECT_EQ(execute(run).failure, "cannot run no-such-program: No such file or directory");
}

TEST_F(Runner, ARunWithoutAReportIsAFailure) {
  EXPECT_EQ(execute("true").failure, "it left no covolve.json");
}

TEST_F(Runner, AReportWithAWrongTypeIsAFailureWithThePlace) {
  EXPECT_EQ(
      execute("echo '{\"coverage\": {\"emitted\": {\"lines\": {\"covered\": -1}}}}' > $output/covolve.json")
          .failure,
      "its covolve.json is of no use: coverage.emitted.lines.covered is not a whole number");
  EXPECT_EQ(execute("echo '{\"evaluations\": 7' > $output/covolve.json").failure,
            "its covolve.json is no JSON object");
  EXPECT_EQ(execute("echo '{\"faults\": [1]}' > $output/covolve.json").failure,
            "its covolve.json is of no use: faults is not a list of objects");
  EXPECT_EQ(
      execute("echo '{\"progress\": [{\"covered\": 2}, {\"covered\": 1}]}' > $output/covolve.json").failure,
      "its covolve.json is of no use: progress goes back");
}

TEST_F(Runner, AnInterruptedRunIsNoResult) {
  EXPECT_EQ(execute("echo '{\"interrupted\": true}' > $output/covolve.json").failure,
            "its covolve.json is of no use: the run was interrupted");
}

TEST_F(Runner, FiguresOfSeveralSourcesAreAddedUpAndTheirSearchesFollowEachOther) {
  RunRecord record;
  ASSERT_TRUE(takeFigures({kWholeReport, kWholeReport}, record));
  EXPECT_EQ(record.branches, (report::Ratio{6, 8}));
  EXPECT_EQ(record.evaluations, 1000u);
  EXPECT_EQ(record.tests, 4u);
  EXPECT_EQ(record.progress,
            (std::vector<ProgressPoint>{{12, 0, 3}, {700, 90, 8}, {2512, 500, 11}, {3200, 590, 16}}));
  const RunRecord run = execute(
      "for i in a b; do mkdir -p $output/$i; echo '{\"evaluations\": 4}' > $output/$i/covolve.json; done");
  EXPECT_EQ(run.failure, "");
  EXPECT_EQ(run.evaluations, 8u);
}

constexpr const char* kAllKindsOfFiles =
    "mkdir -p $output/data; cd $output; echo '{}' > covolve.json; printf abc > a_test.cpp; echo > "
    "coverage.lcov;"
    "echo > faults.sarif; echo > run.log; echo > data/input.json";

TEST_F(Runner, KeepsTestsAndLeavesReportsUnlessAskedForEverything) {
  PlannedRun run = plannedScript(folder_, kAllKindsOfFiles);
  EXPECT_EQ(execute(run).failure, "");
  EXPECT_EQ(entries(run.output), (std::vector<std::string>{"a_test.cpp", "data"}));
  EXPECT_EQ(entries(run.output / "data"), std::vector<std::string>{"input.json"});
  run.keep = Keep::Everything;
  EXPECT_EQ(execute(run).failure, "");
  EXPECT_EQ(entries(run.output).size(), 6u);
  EXPECT_EQ(entries(folder_ / "runs"), std::vector<std::string>{"1"});
}

TEST_F(Runner, WithNothingToKeepNothingIsLeft) {
  PlannedRun run = plannedScript(folder_, std::string("echo $output > place; ") + kAllKindsOfFiles);
  run.keep = Keep::Nothing;
  const RunRecord record = execute(run);
  EXPECT_EQ(record.failure, "");
  EXPECT_EQ(record.files.size(), 5u);
  EXPECT_FALSE(fs::exists(folder_ / "runs"));
  std::string place = textOf(folder_ / "place");
  ASSERT_FALSE(place.empty());
  place.pop_back();
  EXPECT_FALSE(fs::exists(place));
}

TEST_F(Runner, EveryEmittedFileIsHashed) {
  const RunRecord record = execute(kAllKindsOfFiles);
  ASSERT_EQ(record.files.size(), 5u);
  // FIPS 180-2, appendix B.1
  EXPECT_EQ(record.files[0],
            (EmittedFile{"a_test.cpp", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}));
  EXPECT_EQ(record.files[2].name, "data/input.json");
}

TEST_F(Runner, AnOlderOutputIsReplacedAsAWhole) {
  PlannedRun run = plannedScript(folder_, kAllKindsOfFiles);
  fs::create_directories(run.output / "old");
  EXPECT_EQ(execute(run).failure, "");
  EXPECT_EQ(entries(run.output), (std::vector<std::string>{"a_test.cpp", "data"}));
  EXPECT_EQ(entries(folder_ / "runs"), std::vector<std::string>{"1"});
}

TEST_F(Runner, AFailedRunLeavesTheOlderOutput) {
  PlannedRun run = plannedScript(folder_, "touch $output/new_test.cpp; exit 1");
  fs::create_directories(run.output / "old");
  EXPECT_EQ(execute(run).failure, "exit status 1");
  EXPECT_EQ(entries(run.output), std::vector<std::string>{"old"});
}

TEST_F(Runner, WhatAKilledCampaignLeftIsRemovedByTheSameRun) {
  fs::create_directories(folder_ / "runs/1.part-abcdef/half");
  fs::create_directories(folder_ / "runs/10.part-abcdef");  // of another run
  EXPECT_EQ(execute(kSucceed).failure, "");
  EXPECT_EQ(entries(folder_ / "runs"), (std::vector<std::string>{"1", "10.part-abcdef"}));
}

TEST_F(Runner, WhatAKilledCampaignLeftAmongTemporaryFilesIsRemoved) {
  fs::create_directories(folder_ / "temporary/covolve-campaign-abandoned/covolve-unit-inside");
  const auto inUse = ClaimedDirectory::make(folder_ / "temporary/covolve-campaign-");
  ASSERT_TRUE(inUse);
  const test::TemporaryDirectory here(folder_ / "temporary");
  EXPECT_EQ(execute(kSucceed).failure, "");
  EXPECT_EQ(entries(folder_ / "temporary"), std::vector<std::string>{inUse->path().filename()});
}

TEST_F(Runner, RunsOfATargetHaveTheSameTemporaryDirectoryOneAfterTheOther) {
  PlannedRun run = plannedScript(folder_, std::string("echo $TMPDIR >> places; ") + kSucceed);
  EXPECT_EQ(execute(run).failure, "");
  run.key.seed = 2;
  EXPECT_EQ(execute(run).failure, "");
  std::ofstream(folder_ / "other.cpp") << "other";
  run.inputs = {folder_ / "other.cpp"};
  EXPECT_EQ(execute(run).failure, "");
  std::ifstream places(folder_ / "places");
  std::string first, second, ofOther;
  places >> first >> second >> ofOther;
  EXPECT_EQ(first, second);
  EXPECT_NE(first, ofOther) << "so that it does not count for the others' number";
}

TEST_F(Runner, WhatIsTestedIsHashedAsItWasBeforeTheRun) {
  std::ofstream(folder_ / "a.cpp") << "abc";
  PlannedRun run = plannedScript(folder_, std::string("echo changed > a.cpp; ") + kSucceed);
  EXPECT_EQ(execute(run).inputs, "");
  std::ofstream(folder_ / "a.cpp") << "abc";
  run.inputs = {folder_ / "a.cpp"};
  EXPECT_EQ(execute(run).inputs, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

// On a small file system, which only a process with mounts of its own can have.
TEST_F(Runner, AFullDiskIsNoResultOfTheRun) {
  const PlannedRun run = plannedScript(folder_, "head -c 100M /dev/zero > $TMPDIR/filler; exit 1");
  const fs::path temporary = folder_ / "temporary";
  fs::create_directory(temporary);
  const stored::Child child([&](int end) {
    if (!test::mountSmallDisk(temporary)) return stored::send(end, "cannot mount");
    const test::TemporaryDirectory here(temporary);
    const auto record = executeRun(run, {}, {}, stop_);
    stored::send(end, record ? "a record: " + record->failure : record.error().message);
  });
  const std::string said = child.readAll();
  if (said == "cannot mount") GTEST_SKIP() << "this process may not mount a file system";
  EXPECT_EQ(said, fmt::format("no room left on the disk of {}: what was stored before is kept, and --resume "
                              "goes on with it",
                              temporary.string()));
}

TEST_F(Runner, AnOutputThatCannotBeMadeIsAFailure) {
  std::ofstream(folder_ / "runs") << "a file";
  const RunRecord record = execute(kSucceed);
  EXPECT_EQ(record.failure.find("cannot make the directory " + folder_.string()), 0u) << record.failure;
}

TEST_F(Runner, TemporaryFilesOfTheRunGoWithIt) {
  EXPECT_EQ(execute(std::string("touch $(mktemp -d)/file; echo -n $TMPDIR > place; ") + kSucceed).failure,
            "");
  ASSERT_FALSE(textOf(folder_ / "place").empty());
  EXPECT_FALSE(fs::exists(textOf(folder_ / "place")));
}

TEST_F(Runner, ATimeoutEndsTheRunAndAllItStartedEvenInAnotherSession) {
  PlannedRun run = plannedScript(folder_,
                                 "setsid sleep 1000 & echo $! > session; (sleep 1000 & echo $! > orphan);"
                                 "echo $$ > self; sleep 1000");
  run.needs.timeout = std::chrono::seconds(1);
  EXPECT_EQ(execute(run).failure, "it took longer than 1s");
  EXPECT_TRUE(hasEnded(folder_ / "self"));
  EXPECT_TRUE(hasEnded(folder_ / "session"));
  EXPECT_TRUE(hasEnded(folder_ / "orphan"));
}

TEST_F(Runner, WhatARunLeftInTheBackgroundEndsWithItAndDoesNotDelayIt) {
  EXPECT_EQ(execute(std::string("setsid sleep 1000 & echo $! > session; ") + kSucceed).failure, "");
  EXPECT_TRUE(hasEnded(folder_ / "session"));
}

TEST_F(Runner, AStopEndsTheRun) {
  std::jthread user([this] {
    EXPECT_TRUE(eventually([this] { return fs::exists(folder_ / "self"); }));
    stop_ = true;
  });
  EXPECT_EQ(execute("setsid sleep 1000 & echo $! > session; echo $$ > self; sleep 1000").failure,
            "it was stopped");
  EXPECT_TRUE(hasEnded(folder_ / "session"));
  EXPECT_EQ(execute("touch started").failure, "it was stopped");
  EXPECT_FALSE(fs::exists(folder_ / "started"));
}

TEST_F(Runner, ProcessorsAreThoseGiven) {
  const unsigned processor = allowedProcessors().back();
  const PlannedRun run =
      plannedScript(folder_, std::string("grep Cpus_allowed_list /proc/self/status > allowed; ") + kSucceed);
  EXPECT_EQ(executeRun(run, {}, {processor}, stop_)->failure, "");
  EXPECT_EQ(textOf(folder_ / "allowed"), fmt::format("Cpus_allowed_list:\t{}\n", processor));
}

TEST_F(Runner, EndlessOutputDoesNotFillTheMemory) {
  EXPECT_EQ(execute("yes | head -c 30000000; yes | head -c 30000000 >&2; echo 'the end' >&2; exit 1").failure,
            "exit status 1: the end");
}

TEST(RunRecordJson, ComesBackAsItWas) {
  RunRecord record;
  record.key = {"a/b", "with \"quotes\"", "20000 evaluations", 18446744073709551615u};
  record.command = "covolve unit 'a b.cpp'";
  record.started = "2026-11-15T16:01:04Z";
  record.seconds = 0.1;
  record.searchSeconds = 1.0 / 3;
  record.evaluations = 5;
  record.tests = 6;
  record.lines = {1, 2};
  record.branches = {3, 4};
  record.functions = {5, 6};
  record.targets = {7, 8};
  record.progress = {{1, 2, 3}, {4, 5, 6}};
  record.faults = {{"crash", "line\nbreak", "a.cpp", 3, true}};
  record.files = {{"a_test.cpp", "00ff"}};
  record.options = R"({"seed":3})";
  record.inputs = "00aa";
  record.provenance = {"0.1.0", "abcd", "clang", "host", "processor", 4, 1000, "Linux 6"};
  const auto back = recordFromJson(toJson(record));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(*back, record);
}

TEST(RunRecordJson, AnythingElseIsAnError) {
  for (const char* text : {"", "[]", "{}", R"({"key": {"seed": "1"}})", R"({"key": {}, "progress": [1]})"}) {
    EXPECT_FALSE(recordFromJson(text)) << text;
  }
  EXPECT_EQ(recordFromJson("{}").error().message, "this is no result of a run: key is not there");
}

TEST(PlannedRunJson, ComesBackAsItWas) {
  PlannedRun run;
  run.key = {"a", "b", "c", 7};
  run.command = {"covolve", "unit", "a b.cpp", "--", "-DX=\"1\""};
  run.directory = "/somewhere/else";
  run.output = "/shared/runs/a";
  run.keep = Keep::Everything;
  run.needs = {3, 512, std::chrono::seconds(77)};
  run.inputs = {"/s/a b.cpp", "/s/c.h"};
  const auto back = plannedRunFromJson(toJson(run));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->key, run.key);
  EXPECT_EQ(back->command, run.command);
  EXPECT_EQ(back->directory, run.directory);
  EXPECT_EQ(back->output, run.output);
  EXPECT_EQ(back->keep, run.keep);
  EXPECT_EQ(back->inputs, run.inputs);
  EXPECT_EQ(back->needs.cores, 3u);
  EXPECT_EQ(back->needs.memoryMegabytes, 512u);
  EXPECT_EQ(back->needs.timeout, std::chrono::seconds(77));
  EXPECT_EQ(toJson(run).find('\n'), std::string::npos);
}

TEST(PlannedRunJson, ARunWithoutACommandIsAnError) {
  EXPECT_EQ(plannedRunFromJson(R"({"key": {}, "command": [], "output": "o", "needs": {}, "keep": "tests"})")
                .error()
                .message,
            "this is no run to execute: command is not a list of texts");
}

TEST(Provenance, NamesProgramCompilerAndMachine) {
  const auto here = provenanceHere();
  ASSERT_TRUE(here) << here.error().message;
  EXPECT_EQ(here->version, "0.1.0");
  EXPECT_EQ(here->program.size(), 16u);
  EXPECT_NE(here->compiler.find("clang version 19"), std::string::npos);
  EXPECT_FALSE(here->host.empty());
  EXPECT_FALSE(here->processor.empty());
  EXPECT_GT(here->cores, 0u);
  EXPECT_GT(here->memoryMegabytes, 0u);
  EXPECT_EQ(here->kernel.find("Linux "), 0u);
  EXPECT_EQ(provenanceHere().value_or(Provenance()), *here);
}

class Provenances : public Runner {};

TEST_F(Provenances, OfAPeerAreToldByItsProgramFile) {
  ProvenanceBook book(provenance_);
  PlannedRun run;
  run.command = {"/proc/self/exe", "unit"};
  EXPECT_EQ(book.of(run), provenance_);
  run.command = {"no-such-program"};
  EXPECT_EQ(book.of(run), provenance_);

  std::ofstream(folder_ / "peer") << "abc";
  fs::permissions(folder_ / "peer", fs::perms(0755));
  run.command = {"./peer", "unit"};
  run.directory = folder_;
  Provenance peer = provenance_;
  peer.version = "peer peer";
  peer.program = "ba7816bf8f01cfea";
  EXPECT_EQ(book.of(run), peer);
  run.command = {"bash"};
  EXPECT_EQ(book.of(run).version, "peer bash");
  EXPECT_EQ(book.of(run).program, hashFile(*findProgram("bash"))->substr(0, 16));
}

TEST(FailureText, IsCovolvesSentence) {
  EXPECT_EQ(failureText(1, "covolve: nothing in a.cpp can be tested\n"), "nothing in a.cpp can be tested");
  EXPECT_EQ(failureText(1, "warning: x\ncovolve: a.cpp is no file\nbye\n"), "a.cpp is no file");
}

TEST(FailureText, HasTheFirstErrorOfTheCompiler) {
  EXPECT_EQ(failureText(1,
                        "covolve: /p/order.cpp does not compile:\n"
                        "In file included from /p/order.cpp:3:\n"
                        "/p/order.h:7:3: warning: unused variable 'x' [-Wunused-variable]\n"
                        "    7 |   int x;\n"
                        "/p/order.cpp:2:12: error: use of undeclared identifier 'total'\n"
                        "    2 |   return a+total;\n"
                        "      |            ^\n"
                        "/p/order.cpp:4:29: error: use of undeclared identifier 'price'\n"
                        "    4 | struct S { int g() { return price; } };\n"
                        "      |                             ^\n\n"),
            "/p/order.cpp does not compile: /p/order.cpp:2:12: error: use of undeclared identifier 'total'");
  EXPECT_EQ(failureText(1,
                        "covolve: /p/a.cpp does not compile:\n/p/a.cpp:1:10: fatal error: 'b.h' file not "
                        "found\n    1 | #include \"b.h\"\n      |          ^~~~~\n"),
            "/p/a.cpp does not compile: /p/a.cpp:1:10: fatal error: 'b.h' file not found");
  EXPECT_EQ(failureText(1, "covolve: a.cpp does not link:\nundefined reference to f\n"),
            "a.cpp does not link");
}

TEST(FailureText, OfOthersIsTheStatusAndTheLastLine) {
  EXPECT_EQ(failureText(7, "one\r\ntwo \t\n \n"), "exit status 7: two");
  EXPECT_EQ(failureText(7, "\n"), "exit status 7");
}

TEST(DiskRoom, IsThatOfThePlaceOrOfTheFolderThatWillHaveIt) {
  const auto scratch = std::move(*ScratchDirectory::make("test"));
  const fs::path here = scratch.path();
  EXPECT_EQ(placeWithoutRoom({here, here / "none/yet"}, 1), std::nullopt);
  EXPECT_EQ(placeWithoutRoom({"/proc", here / "none/yet"}, uint64_t{1} << 62), here);
  EXPECT_EQ(placeWithoutRoom({}), std::nullopt);
}

TEST(FileHash, OfNothingAndOfSeveralFiles) {
  const auto scratch = std::move(*ScratchDirectory::make("test"));
  std::ofstream(scratch.path() / "empty");
  std::ofstream(scratch.path() / "a") << "a";
  std::ofstream(scratch.path() / "bc") << "bc";
  EXPECT_EQ(hashFile(scratch.path() / "empty"),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hashFiles({scratch.path() / "a", scratch.path() / "bc"}),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_FALSE(hashFile(scratch.path() / "none"));
  EXPECT_FALSE(hashFile(scratch.path()));
}

}  // namespace
}  // namespace covolve::campaign
