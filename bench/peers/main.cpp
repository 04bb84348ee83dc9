// bench_peers: a fuzzer in covolve's place. It takes the command line of
// `covolve unit` and leaves a covolve.json, so that `covolve campaign` can run
// it as one configuration among others.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/duration.h"
#include "base/interrupt.h"
#include "base/process.h"
#include "compare.h"

using namespace covolve;

namespace {

int fail(const Error& error) {
  fmt::print(stderr, "bench_peers: {}\n", error.message);
  return error.blame == Error::Blame::User ? 1 : 2;
}

/// What follows a bare -- is for the compiler.
void takeFlags(std::vector<std::string>& words, unit::UnitOptions& options) {
  const auto dashes = std::ranges::find(words, "--");
  if (dashes == words.end()) return;
  options.hasCompilerFlags = true;
  options.compilerFlags.assign(dashes + 1, words.end());
  words.erase(dashes, words.end());
}

}  // namespace

int main(int count, char** values) {
  CLI::App program("Runs libFuzzer or AFL++ on a source file, with covolve's harness and covolve's measure.");
  peers::Options options;
  unit::UnitOptions& unit = options.unit;
  std::filesystem::path source;
  std::string budget = "60s";
  std::string sandbox = "on";
  program.require_subcommand(1);
  CLI::App* command = program.add_subcommand("unit", "One source file, as `covolve unit` takes it");
  command->add_option("source", source, "Source file")->required()->check(CLI::ExistingFile);
  command->add_option("--tool", options.tool, "The fuzzer")
      ->required()
      ->check(CLI::IsMember(peers::toolNames()));
  command->add_option("-p,--build", unit.buildDirectory, "Directory with compile_commands.json");
  command->add_option("--link", unit.linkArguments, "Library or linker argument")->expected(1)->take_all();
  command->add_option("--only", unit.only, "Class, function or namespace to test")->expected(1)->take_all();
  command->add_option("-o,--output", unit.output, "Where covolve.json goes")->capture_default_str();
  command->add_option("--budget", budget, "Time for the fuzzer: 30s, 5m, 1h")->capture_default_str();
  command->add_option("--evaluations", unit.evaluations, "Executions instead of a time");
  command->add_option("--seed", unit.seed, "Seed of all random choices")->capture_default_str();
  command->add_option("--sandbox", sandbox, "As for covolve")->check(CLI::IsMember({"on", "off"}));
  command->add_option("--jobs", unit.jobs, "Compilations at a time; 0: one a core");
  command->add_flag("-q,--quiet", unit.quiet, "No summary");
  command->add_flag("--keep-scratch", unit.keepScratch, "Keep the directory with harness and corpus");

  std::vector<std::string> words(values + 1, values + count);
  takeFlags(words, unit);
  std::ranges::reverse(words);  // CLI11's order for a vector
  try {
    program.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error);
    return fail({error.what(), Error::Blame::User});
  }
  const auto time = parseDuration(budget);
  if (!time) return fail({"--budget: " + time.error().message, Error::Blame::User});
  unit.budget = *time;
  unit.sandbox = sandbox == "on";
  unit.sources = {source};
  keepInheritedDescriptors();
  installInterruptHandler();
  const auto summary = peers::runPeer(options, source);
  if (!summary) return fail(summary.error());
  if (!unit.quiet) fmt::print("{}", *summary);
  return 0;
}
