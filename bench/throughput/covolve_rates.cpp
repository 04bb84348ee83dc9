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
#include "unit/harness/harness.h"
#include "unit/problem/call_sequences.h"
#include "unit/scenario/encoding.h"

namespace covolve::bench {

namespace fs = std::filesystem;

namespace {

using Bytes = std::vector<uint8_t>;

/// Tests of exactly the wanted number of calls, as the search would sample them.
std::vector<Bytes> sampleTests(const program::Model& model, size_t calls, size_t count) {
  const unit::CallCatalog catalog(model);
  const gene::Constants constants;
  const unit::CallSequences sequences(catalog, constants, {.longestTest = calls});
  Rng rng(1);
  std::vector<Bytes> tests;
  while (tests.size() < count) {
    const search::Individual individual = sequences.sample(rng);
    if (individual.actions.size() != calls) continue;
    unit::encodeTest(individual, tests.emplace_back());
  }
  return tests;
}

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
  const auto installation = locateInstallation();
  if (!installation) return std::unexpected(installation.error());
  const unit::Project project = unit::projectFromFlags({which.target}, flags());
  const auto command = unit::findCommand(project, which.target);
  if (!command) return std::unexpected(command.error());
  const auto model = program::readProgram({command->file, command->directory, command->flags});
  if (!model) return std::unexpected(model.error());
  unit::BuildOptions options;
  options.installation = *installation;
  options.scratch = scratch / which.name;
  unit::Builder builder(project, options);
  const auto plan = builder.plan(*command, model->access.includeSource, model->access.definesMain);
  if (!plan) return std::unexpected(plan.error());
  const fs::path source = options.scratch / "harness.cpp";
  const auto written = replaceFile(source, unit::generateHarness(*model));
  if (!written) return std::unexpected(written.error());
  const auto harness = builder.buildHarness(*plan, source);
  if (!harness) return std::unexpected(harness.error());
  execute::Sandbox::Options sandboxOptions;
  sandboxOptions.scratch = options.scratch / "run";
  const auto sandbox = execute::Sandbox::prepare(sandboxOptions);
  if (!sandbox) return std::unexpected(sandbox.error());
  auto executor = execute::Executor::start(*harness, *sandbox);
  if (!executor) return std::unexpected(executor.error());
  const std::vector<Bytes> tests = sampleTests(*model, which.callsPerTest, 20'000);
  const auto warmUp = timed(*executor, tests, 10'000);
  if (!warmUp) return warmUp;
  return fastest(kRounds, [&] { return timed(*executor, tests, count); });
}

Result<double> searchRate(const Case& which, uint64_t seconds, const fs::path& scratch) {
  return fastest(kRounds, [&] { return oneSearch(which, seconds, scratch); });
}

}  // namespace covolve::bench
