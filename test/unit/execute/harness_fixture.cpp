#include "harness_fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "base/process.h"
#include "built_once.h"
#include "repository.h"

namespace covolve::execute {

namespace fs = std::filesystem;

namespace {

fs::path sources() { return test::repository() / "test/unit/execute/harness"; }

}  // namespace

fs::path builtHarness(const std::string& source, const std::vector<std::string>& flags, Compiler compiler) {
  const fs::path parts = test::buildRoot() / "lib/covolve";
  const fs::path worker = parts / "libcovolve_worker.a";
  const fs::path runtime = parts / "libcovolve_runtime.a";
  const fs::path from = sources() / source;
  const bool isPlain = compiler == Compiler::Plain;
  const std::string program = isPlain ? "clang++-19" : (test::buildRoot() / "bin/covolve-c++").string();
  std::vector<std::string> ingredients = flags;
  for (const fs::path& file : {worker, runtime, from}) ingredients.push_back(test::fingerprintOf(file));
  if (!isPlain) {
    for (const fs::path& file : {fs::path(program), parts / "covolve_pass.so"})
      ingredients.push_back(test::fingerprintOf(file));
  }
  Command command;
  command.arguments = {program,   "-std=c++17", "-O1", "-g",
                       "-no-pie", "-w",         "-I",  (parts / "include").string()};
  command.arguments.push_back(from.string());
  const bool isLibrary = std::find(flags.begin(), flags.end(), "-shared") != flags.end();
  if (!isLibrary)
    command.arguments.insert(command.arguments.end(),
                             {"-no-pie", "-Wl,-z,now", worker.string(), runtime.string()});
  command.arguments.insert(command.arguments.end(), flags.begin(), flags.end());
  for (const char* last : {"-pthread", "-ldl", "-fuse-ld=lld", "-o"}) command.arguments.push_back(last);
  const std::string name = from.stem().string();
  return test::builtOnce(name, ingredients,
                         [&](const fs::path& folder) {
                           command.arguments.push_back((folder / name).string());
                           const auto compiled = covolve::run(command);
                           EXPECT_TRUE(compiled && compiled->succeeded())
                               << (compiled ? compiled->errors : compiled.error().message);
                           return compiled && compiled->succeeded();
                         }) /
         name;
}

namespace {

template <class Record>
bool areSame(const std::vector<Record>& a, const std::vector<Record>& b) {
  return a.size() == b.size() && (a.empty() || memcmp(a.data(), b.data(), a.size() * sizeof(Record)) == 0);
}

}  // namespace

bool Seen::operator==(const Seen& other) const {
  const auto cause = [](const Seen& seen) { return seen.death ? seen.death->ending : abi::Ending::None; };
  return outcome == other.outcome && cause(*this) == cause(other) && unstable == other.unstable &&
         executedActions == other.executedActions && thrown == other.thrown && sites == other.sites &&
         distances == other.distances && observed == other.observed && areSame(operands, other.operands) &&
         areSame(texts, other.texts);
}

Seen copyOf(const Executor& executor, const Execution& execution) {
  Seen seen;
  seen.outcome = execution.outcome;
  if (execution.death != nullptr) seen.death = *execution.death;
  seen.unstable = execution.unstable;
  seen.executedActions = execution.executedActions;
  for (const abi::ThrownCall& call : execution.thrown)
    seen.thrown.push_back({call.action, call.callSite, executor.exceptionType(call.type)});
  for (const abi::TouchedSite& site : execution.touched) {
    seen.sites.push_back(site.site);
    seen.distances.push_back(site.toTrue);
  }
  seen.observed.assign(execution.observations.begin(), execution.observations.end());
  seen.operands.assign(execution.operands.begin(), execution.operands.end());
  seen.trail.assign(execution.trail.begin(), execution.trail.end());
  for (abi::TextOperands texts : execution.texts) {  // what is not kept means nothing
    std::fill(texts.left + texts.leftSize, texts.left + abi::kTextKept, 0);
    std::fill(texts.right + texts.rightSize, texts.right + abi::kTextKept, 0);
    seen.texts.push_back(texts);
  }
  return seen;
}

Bench::Bench(ExecutorOptions options, Sandbox::Options sandboxOptions, fs::path harness) {
  auto directory = ScratchDirectory::make("execute-test");
  if (!directory) throw std::runtime_error(directory.error().message);
  directory_ = std::move(*directory);
  scratch_ = directory_->path() / "scratch";
  sandboxOptions.scratch = scratch_;
  auto sandbox = Sandbox::prepare(sandboxOptions);
  if (!sandbox) throw std::runtime_error(sandbox.error().message);
  sandbox_ = std::move(*sandbox);
  auto executor = Executor::start(harness, *sandbox_, options);
  if (!executor) throw std::runtime_error(executor.error().message);
  executor_.emplace(std::move(*executor));
}

void Bench::submit(const std::vector<std::string>& tests) {
  for (const std::string& test : tests) {
    if (!executor_->add({reinterpret_cast<const uint8_t*>(test.data()), test.size()})) {
      throw std::runtime_error("the batch is full");
    }
  }
  if (auto submitted = executor_->submit(true); !submitted)
    throw std::runtime_error(submitted.error().message);
}

std::vector<Seen> Bench::collect() {
  auto executions = executor_->collect();
  if (!executions) throw std::runtime_error(executions.error().message);
  std::vector<Seen> seen;
  for (const Execution& execution : *executions) seen.push_back(copyOf(*executor_, execution));
  return seen;
}

std::vector<Seen> Bench::run(const std::vector<std::string>& tests) {
  submit(tests);
  return collect();
}

}  // namespace covolve::execute
