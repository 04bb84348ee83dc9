// covolve's own rates: the worker alone, and the whole search.
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/process.h"
#include "execute/executor.h"
#include "execute/sandbox.h"
#include "measure.h"
#include "program/front_end.h"
#include "unit/build/build.h"
#include "unit/concolic/concolic_build.h"
#include "unit/concolic/trace_memory.h"
#include "unit/harness/harness.h"
#include "unit/problem/call_sequences.h"
#include "unit/scenario/encoding.h"

namespace covolve::bench {

namespace fs = std::filesystem;

namespace {

using Bytes = std::vector<uint8_t>;

/// Tests of exactly the wanted number of calls, as the search would sample them.
std::vector<search::Individual> sampleTests(const program::Model& model, size_t calls, size_t count) {
  const unit::CallCatalog catalog(model);
  const gene::Constants constants;
  const unit::CallSequences sequences(catalog, constants, {.longestTest = calls});
  Rng rng(1);
  std::vector<search::Individual> tests;
  while (tests.size() < count) {
    search::Individual individual = sequences.sample(rng);
    if (individual.actions.size() == calls) tests.push_back(std::move(individual));
  }
  return tests;
}

/// As the search would build and run it.
struct BuiltHarness {
  Installation installation;
  program::Model model;
  unit::LinkPlan plan;
  unit::Compiled harness;
  execute::Sandbox sandbox;

  static Result<BuiltHarness> of(const Case& which, const fs::path& scratch) {
    const auto installation = locateInstallation();
    if (!installation) return std::unexpected(installation.error());
    const unit::Project project = unit::projectFromFlags({which.target}, flags());
    const auto command = unit::findCommand(project, which.target);
    if (!command) return std::unexpected(command.error());
    auto model = program::readProgram({command->file, command->directory, command->flags});
    if (!model) return std::unexpected(model.error());
    unit::BuildOptions options;
    options.installation = *installation;
    options.scratch = scratch / which.name;
    unit::Builder builder(project, options);
    auto plan = builder.plan(*command, model->access.includeSource, model->access.definesMain);
    if (!plan) return std::unexpected(plan.error());
    const fs::path source = options.scratch / "harness.cpp";
    const auto written = replaceFile(source, unit::generateHarness(*model));
    if (!written) return std::unexpected(written.error());
    auto harness = builder.tryHarness(*plan, source);
    if (!harness) return std::unexpected(harness.error());
    if (!harness->succeeded) return std::unexpected(unit::Builder::harnessError(*plan, *harness));
    execute::Sandbox::Options sandboxOptions;
    sandboxOptions.scratch = options.scratch / "run";
    auto sandbox = execute::Sandbox::prepare(sandboxOptions);
    if (!sandbox) return std::unexpected(sandbox.error());
    return BuiltHarness{*installation, std::move(*model), std::move(*plan), std::move(*harness),
                        std::move(*sandbox)};
  }
};

/// Keeps both lanes busy, as the search does. Returns tests a second.
Result<double> timed(execute::Executor& executor, const std::vector<Bytes>& tests, uint64_t wanted) {
  constexpr uint32_t kBatch = 16'384;  // long enough that handing over does not count
  uint64_t sent = 0;
  uint64_t done = 0;
  uint64_t touched = 0;
  const auto start = std::chrono::steady_clock::now();
  while (done < wanted) {
    while (executor.hasFreeLane() && sent < wanted) {
      for (uint32_t i = 0; i < kBatch && executor.add(tests[sent % tests.size()]); ++i) ++sent;
      executor.submit(false);
    }
    const auto results = executor.collect();
    if (!results) return std::unexpected(results.error());
    for (const execute::Execution& execution : *results) touched += execution.touched.size();
    done += results->size();
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  if (touched == 0) return ownError("the worker's tests reached nothing");
  return static_cast<double>(done) / taken.count();
}

Result<double> oneSearch(const Case& which, uint64_t seconds, const fs::path& scratch) {
  const auto installation = locateInstallation();
  if (!installation) return std::unexpected(installation.error());
  const fs::path output = scratch / which.name / "search";
  std::vector<std::string> arguments{(installation->root / "bin/covolve").string(),
                                     "unit",
                                     which.target.string(),
                                     "--afresh",
                                     "--budget",
                                     std::to_string(seconds) + "s",
                                     "--seed",
                                     "1",
                                     "--output",
                                     output.string(),
                                     "--quiet",
                                     "--"};
  arguments.insert(arguments.end(), flags().begin(), flags().end());
  const auto completed = run({.arguments = arguments});
  if (!completed) return std::unexpected(completed.error());
  if (!completed->succeeded()) return ownError("covolve unit failed: " + completed->errors);
  const auto text = readFile(output / "covolve.json");
  if (!text) return std::unexpected(text.error());
  const auto report = nlohmann::json::parse(*text, nullptr, false);
  const auto pointer = nlohmann::json::json_pointer("/timing/testsPerSecond");
  if (report.is_discarded() || !report.contains(pointer)) return ownError("covolve.json tells no throughput");
  return report[pointer].get<double>();
}

}  // namespace

Result<double> workerRate(const Case& which, uint64_t count, const fs::path& scratch) {
  const auto built = BuiltHarness::of(which, scratch);
  if (!built) return std::unexpected(built.error());
  auto executor = execute::Executor::start(built->harness.executable, built->sandbox);
  if (!executor) return std::unexpected(executor.error());
  std::vector<Bytes> tests;
  for (const search::Individual& individual : sampleTests(built->model, which.callsPerTest, 20'000))
    tests.push_back(unit::encodeTest(individual));
  const auto warmUp = timed(*executor, tests, 10'000);
  if (!warmUp) return warmUp;
  return fastest(kRounds, [&] { return timed(*executor, tests, count); });
}

Result<double> concolicRate(const Case& which, uint64_t count, const fs::path& scratch) {
  constexpr uint32_t kRepeated = 500;
  const auto built = BuiltHarness::of(which, scratch);
  if (!built) return std::unexpected(built.error());
  const auto program = unit::buildConcolic({built->installation, built->harness.objects,
                                            built->plan.linkArguments, scratch / which.name / "concolic"});
  if (!program) return std::unexpected(program.error());
  auto memory = unit::TraceMemory::make();
  if (!memory) return std::unexpected(memory.error());
  auto executor = execute::Executor::start(
      *program, built->sandbox, {.descriptors = {{concolic::kMemoryVariable, memory->descriptor()}}});
  if (!executor) return std::unexpected(executor.error());
  const std::vector<search::Individual> tests =
      sampleTests(built->model, which.callsPerTest, std::max<size_t>(count / kRepeated, 1));
  return fastest(kRounds, [&]() -> Result<double> {
    const auto start = std::chrono::steady_clock::now();
    uint64_t done = 0;
    for (const search::Individual& individual : tests) {
      const unit::MarkedTest test = unit::markTest(individual);
      memory->prepare(test);
      for (uint32_t i = 0; i < kRepeated; ++i) executor->add(test.bytes);
      executor->submit(false);
      const auto results = executor->collect();
      if (!results) return std::unexpected(results.error());
      done += results->size();
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    return static_cast<double>(done) / taken.count();
  });
}

Result<double> searchRate(const Case& which, uint64_t seconds, const fs::path& scratch) {
  return fastest(kRounds, [&] { return oneSearch(which, seconds, scratch); });
}

}  // namespace covolve::bench
