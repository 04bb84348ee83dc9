#include "cli/unit_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/duration.h"
#include "base/interrupt.h"
#include "base/shell_text.h"
#include "cli/declared_options.h"
#include "cli/progress.h"
#include "unit/generate.h"

namespace covolve::cli {

namespace {

/// Before minutes are spent on the first source, all must be there.
Result<void> checkSources(const std::vector<std::filesystem::path>& sources) {
  for (const auto& source : sources) {
    std::error_code ignored;
    const bool exists =
        std::filesystem::is_regular_file(source, ignored) || std::filesystem::is_directory(source, ignored);
    if (!exists) return userError(fmt::format("there is no file {}", source.string()));
  }
  return {};
}

/// The gravest of the files'. That a folder also has files without anything to test is nobody's mistake.
int statusOf(const unit::FileOutcome& outcome, bool isAlone) {
  if (!outcome.failure) return kDone;
  if (outcome.failure->blame == Error::Blame::Covolve) return kOwnMistake;
  return outcome.hasNothingToTest && !isAlone ? kDone : kUserMistake;
}

}  // namespace

CLI::App* UnitCommand::declare(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "unit",
      "Writes tests (GoogleTest, Catch2, doctest) for the functions and classes of C and C++ source files.");
  command_ = command;
  command->footer(
      "Examples:\n"
      "  covolve unit -p build src/order.cpp                       flags from build/compile_commands.json\n"
      "  covolve unit src/order.cpp -- -std=c++20 -Iinclude        flags given here\n"
      "  covolve unit -p build src/order.cpp --budget 5m -o tests  longer, into tests/\n"
      "  covolve unit -p build src                                 all sources of a folder\n"
      "  covolve unit -p build --target mylib                      all sources of a CMake target");

  command
      ->add_option("sources", options_.sources,
                   "Source files (or headers) to test; a folder stands for the sources below it, those of "
                   "the compilation database or else all")
      ->group("Input")
      ->type_name("FILE");
  command
      ->add_option("-p,--build", options_.buildDirectory,
                   "Directory with compile_commands.json; without it, flags follow --")
      ->group("Input")
      ->type_name("DIR");
  command
      ->add_option("--target", options_.target,
                   "Target of the CMake build in -p: its sources, unless some are named, with its flags and "
                   "libraries, from CMake's file API (cmake is run once where it has not answered yet)")
      ->group("Input")
      ->type_name("NAME");
  command
      ->add_option("--only", options_.only,
                   "Class, function or namespace to test (repeatable); the rest of the source only makes "
                   "values and states: --only shop::Order --only total")
      ->group("Input")
      ->type_name("NAME")
      ->expected(1)
      ->take_all();
  command
      ->add_option(
          "--since", options_.since,
          "Revision of git: of the sources only those are tested that differ from it, or that include "
          "a file which does; what git does not know yet and does not ignore differs, too")
      ->group("Input")
      ->type_name("REV");
  command
      ->add_option("--link", options_.linkArguments,
                   "Library, package of pkg-config or linker argument that the code needs (repeatable): "
                   "--link m, --link zlib, --link libz.a, --link=-L/opt/lib")
      ->group("Input")
      ->type_name("LIB")
      ->expected(1)
      ->take_all();

  command
      ->add_option("--existing", options_.existing,
                   "Tests that are there already (repeatable), as a source or as a program that the build in "
                   "-p links: only what they leave uncovered is searched for; what they throw and return is "
                   "not known, so the criteria are branch, line and function")
      ->group("Input")
      ->type_name("TESTS")
      ->expected(1)
      ->take_all();

  command
      ->add_option("-o,--output", options_.output,
                   "Where the tests and the report go; several sources get a directory each")
      ->group("Output")
      ->type_name("DIR")
      ->capture_default_str();
  command
      ->add_flag(
          "--update", options_.update,
          "Take tests of an earlier run out of the output directory that fail or do not compile now; "
          "without it they are told and left as they are. Those that pass stay as they are, and new ones "
          "are written behind them")
      ->group("Output");
  command
      ->add_flag("--afresh", options_.afresh,
                 "Write all tests anew, whatever an earlier run has left in the output directory")
      ->group("Output");
  command->add_option("--framework", options_.framework, "Test framework that the tests are written for")
      ->group("Output")
      ->check(CLI::IsMember(emit::frameworkNames()))
      ->capture_default_str();
  command
      ->add_option(
          "--mutants", mutants_,
          "Small changes of the source (mutants): tests are looked for that notice those which the others do "
          "not (none with --existing), expectations that show none are left out; the score of the emitted "
          "tests goes to the summary, what survives to covolve.json")
      ->group("Output")
      ->check(CLI::IsMember({"on", "off"}))
      ->capture_default_str();
  command
      ->add_flag("--fail-on-fault", options_.failOnFault,
                 "Exit with status 3 when the code under test crashed, hung or exited")
      ->group("Output");
  command->add_flag("-q,--quiet", options_.quiet, "No progress line and no summary")->group("Output");
  command
      ->add_flag("--keep-scratch", options_.keepScratch,
                 "Keep the directory with harness, objects and logs, and print its path")
      ->group("Output");

  declareSearch(*command,
                {.budget = budget_,
                 .budgetHelp = "Time for the search of a source: 30s, 5m, 1h; what one leaves over goes to "
                               "those after it that still find something when theirs is up",
                 .countOption = "--evaluations",
                 .countHelp = "Number of tests to try instead of a time; repeats exactly with the same seed",
                 .count = options_.evaluations,
                 .seed = options_.seed,
                 .algorithm = options_.algorithm});
  declareCriteria(*command);
  declareParameters(*command, Level::Unit, options_.parameters);
  declareNumbers(*command, "Call sequences", unit::sequenceOptions(), Level::Unit, options_.sequences);

  command
      ->add_option("--test-timeout", testTimeout_,
                   "A test that makes no progress for so long is taken to hang")
      ->group("Isolation")
      ->type_name("TIME")
      ->capture_default_str();
  command
      ->add_option("--steps", options_.stepsPerTest,
                   "Branches and blocks after which a test is taken to loop for ever; 0: no limit")
      ->group("Isolation")
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--memory", options_.memoryLimitMegabytes, "Heap that one test may use, in MiB")
      ->group("Isolation")
      ->type_name("MIB")
      ->check(aboveZero())
      ->capture_default_str();
  command
      ->add_option(
          "--sandbox", sandbox_,
          "Run the code under test without network and without writing outside its scratch directory")
      ->group("Isolation")
      ->check(CLI::IsMember({"on", "off"}))
      ->capture_default_str();
  command
      ->add_option("--sanitize", sanitize_,
                   "Run the emitted tests once more with address and undefined-behaviour sanitizers: what "
                   "these find in the code under test is a fault")
      ->group("Isolation")
      ->check(CLI::IsMember({"on", "off"}))
      ->capture_default_str();
  command
      ->add_option("--jobs", options_.jobs,
                   "Compilations at a time; 0: one a core; 1: nothing in the background")
      ->group("Isolation")
      ->type_name("N")
      ->capture_default_str();
  declareLauncher(*command, "Isolation", options_.compilerLauncher);
  return command;
}

void UnitCommand::declareCriteria(CLI::App& command) {
  std::string help = "What counts as covered, separated by commas";
  std::vector<std::string> names;
  for (const guidance::CriterionInfo& info : guidance::kCriteria) {
    help += fmt::format("{} {}: {}", names.empty() ? "." : ";", info.name, info.meaning);
    names.emplace_back(info.name);
    if (info.isDefault) criteria_.emplace_back(info.name);
  }
  command.add_option("--criteria", criteria_, help)
      ->group("Search")
      ->type_name("NAMES")
      ->delimiter(',')
      ->check(CLI::IsMember(names))
      ->capture_default_str();
}

Result<void> UnitCommand::check(const std::optional<std::vector<std::string>>& rest) {
  if (auto checked = checkLimits(*command_, "--evaluations"); !checked) return checked;
  if (auto checked = checkNeeds(*command_, givenOptions(*command_)); !checked) return checked;
  if (options_.update && options_.afresh)
    return userError("--update has no effect with --afresh, which writes all tests anew");
  const auto budget = parseDuration(budget_);
  if (!budget) return userError("--budget: " + budget.error().message);
  const auto timeout = parseDuration(testTimeout_);
  if (!timeout) return userError("--test-timeout: " + timeout.error().message);
  options_.budget = *budget;
  options_.testTimeout = *timeout;
  options_.sandbox = sandbox_ == "on";
  options_.sanitize = sanitize_ == "on";
  options_.mutants = mutants_ == "on";
  options_.criteria = {};
  for (const guidance::CriterionInfo& info : guidance::kCriteria) {
    if (std::ranges::find(criteria_, info.name) != criteria_.end()) options_.criteria.add(info.criterion);
  }
  if (!options_.existing.empty()) options_.criteria = options_.criteria.toldByCode();
  if (options_.criteria.empty()) {
    return userError(
        "--existing knows which branches, lines and functions the tests cover: --criteria names none of "
        "them");
  }
  if (rest) {
    options_.hasCompilerFlags = true;
    options_.compilerFlags = *rest;
  }
  if (auto checked = checkHowCompiled(options_.buildDirectory, options_.hasCompilerFlags); !checked)
    return checked;
  if (options_.sources.empty() && options_.target.empty()) {
    return userError("what is to be tested? Name source files or folders, or a CMake target with --target");
  }
  if (!options_.target.empty() && options_.buildDirectory.empty()) {
    return userError("--target is a target of a CMake build: give the directory of the build with -p");
  }
  if (auto found = findLauncher(options_.compilerLauncher); !found) return found;
  options_.commandOptions = commandOptions();
  return checkSources(options_.sources);
}

std::string UnitCommand::commandOptions() const {
  std::string text;
  const auto add = [&](const std::string& word) { text += shellWord(word) + ' '; };
  for (const CLI::Option* option : command_->get_options()) {
    constexpr const char* kOfNoInfluence[] = {"output", "quiet",  "keep-scratch", "fail-on-fault",    "jobs",
                                              "since",  "update", "afresh",       "compiler-launcher"};
    const bool tellsNothing =
        std::ranges::any_of(kOfNoInfluence, [&](const char* name) { return option->check_lname(name); });
    if (option->count() == 0 || tellsNothing || option->get_positional() || option->check_lname("seed"))
      continue;
    for (const std::string& value : option->results()) {
      add(option->get_snames().empty() ? "--" + option->get_lnames().front()
                                       : "-" + option->get_snames().front());
      add(value);
    }
  }
  text += fmt::format("--seed {}", options_.seed);
  if (options_.hasCompilerFlags) text += " --";
  for (const std::string& flag : options_.compilerFlags) text += ' ' + shellWord(flag);
  return text;
}

int UnitCommand::run() {
  auto session = unit::startSession(options_);
  if (!session) return reportError(session.error());
  if (!options_.quiet) {
    for (const std::string& note : session->notes) fmt::print(stderr, "covolve: {}\n", note);
  }
  ProgressLine progress(options_.quiet);
  if (session->sources.empty()) {  // none differs
    if (!options_.quiet) fmt::print("nothing to test: no source differs from {}\n", options_.since);
    return kDone;
  }
  const bool isAlone = !session->hasFolderEach;
  int status = kDone;
  bool foundFaults = false;
  std::vector<report::FileRow> rows;
  for (size_t i = 0; i < session->sources.size() && !interruptRequested(); ++i) {
    const std::string place = isAlone ? ""
                                      : fmt::format("[{}/{}] {}: ", i + 1, session->sources.size(),
                                                    session->sources[i].path.string());
    const auto show = [&](generate::Progress state) {
      state.phase = place + state.phase;
      progress.show(state);
    };
    const unit::FileOutcome outcome = unit::generateTests(*session, i, show);
    progress.clear();
    if (outcome.failure) reportError(*outcome.failure);
    if (!options_.quiet) fmt::print("{}{}", outcome.summary.text, isAlone || outcome.failure ? "" : "\n");
    std::fflush(stdout);
    status = std::max(status, statusOf(outcome, isAlone));
    foundFaults |= outcome.summary.foundFaults;
    rows.push_back(outcome.row);
  }
  if (!isAlone && !options_.quiet) fmt::print("{}", report::writeFileTable(rows));
  if (options_.keepScratch && !options_.quiet)
    fmt::print("scratch directory: {}\n", session->scratch.path().string());
  return status == kDone && foundFaults && options_.failOnFault ? kFaultsFound : status;
}

}  // namespace covolve::cli
