#include "cli/mutants_command.h"

#include <fmt/format.h>

#include "base/duration.h"
#include "base/files.h"
#include "cli/declared_options.h"
#include "cli/progress.h"

namespace covolve::cli {

CLI::App* MutantsCommand::declare(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "mutants",
      "Measures tests by small changes of the source (mutants): which of them make a test fail, and which "
      "nobody notices.");
  command->footer(
      "Examples:\n"
      "  covolve mutants -p build src/order.cpp --tests build/order_test      a test program of the build\n"
      "  covolve mutants -p build src/order.cpp --tests test/order_test.cpp   a source of tests\n"
      "  covolve mutants src/order.cpp --tests order_test.cpp -- -std=c++20   flags given here\n"
      "A program is built anew beside the build, with all mutants in it: the build must say how it is linked "
      "(CMake or Meson). A source of tests is linked with what the source needs, and with its framework.");

  command->add_option("source", options_.source, "Source file (or header) whose code is changed")
      ->group("Input")
      ->type_name("FILE")
      ->required();
  command
      ->add_option(
          "--tests", options_.tests,
          "Tests to measure (repeatable): a source for GoogleTest, Catch2 or doctest or with a main() "
          "of its own, or a program that the build in -p links; any of them may kill a mutant")
      ->group("Input")
      ->type_name("FILE")
      ->expected(1)
      ->take_all();
  command
      ->add_option("-p,--build", options_.buildDirectory,
                   "Directory with compile_commands.json; without it, flags follow --")
      ->group("Input")
      ->type_name("DIR");
  command
      ->add_option(
          "--link", options_.linkArguments,
          "Library, package of pkg-config or linker argument that a source of tests needs (repeatable)")
      ->group("Input")
      ->type_name("LIB")
      ->expected(1)
      ->take_all();
  command
      ->add_option("--directory", options_.directory,
                   "Where the tests run, if they need files; without it, the current directory")
      ->group("Input")
      ->type_name("DIR");

  command->add_option("-o,--output", options_.output, "Where mutants.json goes: the figures and what lives")
      ->group("Output")
      ->type_name("DIR")
      ->capture_default_str();
  command->add_flag("-q,--quiet", options_.quiet, "No progress line and no summary")->group("Output");
  command
      ->add_flag("--keep-scratch", options_.keepScratch,
                 "Keep the directory with programs and objects, and do not tidy up")
      ->group("Output");

  command
      ->add_option("--budget", budget_,
                   "Time for running mutants: 30s, 5m; those that are left then are not counted")
      ->group("Running")
      ->type_name("TIME")
      ->capture_default_str();
  command->add_option("--jobs", options_.jobs, "Compilations and mutants at a time; 0: one a core")
      ->group("Running")
      ->type_name("N")
      ->capture_default_str();
  declareLauncher(*command, "Running", options_.compilerLauncher);
  command
      ->add_option("--sandbox", sandbox_,
                   "Run the changed code without network and without writing outside its scratch directory")
      ->group("Running")
      ->check(CLI::IsMember({"on", "off"}))
      ->capture_default_str();
  return command;
}

Result<void> MutantsCommand::check(const std::optional<std::vector<std::string>>& rest) {
  const auto budget = parseDuration(budget_);
  if (!budget) return userError("--budget: " + budget.error().message);
  options_.budget = *budget;
  options_.sandbox = sandbox_ == "on";
  if (rest) {
    options_.hasCompilerFlags = true;
    options_.compilerFlags = *rest;
  }
  if (auto checked = checkHowCompiled(options_.buildDirectory, options_.hasCompilerFlags); !checked)
    return checked;
  if (auto found = findLauncher(options_.compilerLauncher); !found) return found;
  if (options_.tests.empty()) {
    return userError("which tests are to be measured? Name their source or their program with --tests");
  }
  std::error_code ignored;
  std::vector<std::filesystem::path> files = options_.tests;
  files.insert(files.begin(), options_.source);
  for (const auto& file : files) {
    if (!std::filesystem::is_regular_file(file, ignored))
      return userError(fmt::format("there is no file {}", file.string()));
  }
  if (!options_.directory.empty() && !std::filesystem::is_directory(options_.directory, ignored))
    return userError(fmt::format("there is no directory {}", options_.directory.string()));
  return {};
}

int MutantsCommand::run() {
  // Known to be writable before minutes are spent.
  const std::filesystem::path file = options_.output / "mutants.json";
  std::error_code failed;
  std::filesystem::create_directories(options_.output, failed);
  if (failed)
    return reportError(
        {fmt::format("cannot make {}: {}", options_.output.string(), failed.message()), Error::Blame::User});
  ProgressLine progress(options_.quiet);
  const auto report =
      unit::measureMutants(options_, [&](const generate::Progress& state) { progress.show(state); });
  progress.clear();
  if (!report) return reportError(report.error());
  std::vector<std::string> tests;
  for (const auto& test : options_.tests) tests.push_back(test.string());
  const std::string json = report::writeMutationJson(*report, options_.source.string(), tests);
  if (const auto written = replaceFile(file, json); !written) return reportError(written.error());
  if (!options_.quiet) {
    constexpr size_t kMostShown = 40;
    fmt::print("{}: {}\n{}  see also {}\n", options_.source.filename().string(),
               report::mutationLine(*report), report::aliveLines(*report, kMostShown), file.string());
  }
  return kDone;
}

}  // namespace covolve::cli
