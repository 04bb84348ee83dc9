// Builds harnesses of test/unit/execute/harness with the worker and runtime of
// this build, once for all test processes, and runs tests in them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/files.h"
#include "execute/executor.h"

namespace covolve::execute {

enum class Compiler { Plain, Instrumenting };

/// The executable. Fails the running test with the compiler's words.
std::filesystem::path builtHarness(const std::string& source, const std::vector<std::string>& flags = {},
                                   Compiler compiler = Compiler::Plain);

struct ThrownSeen {
  uint32_t action = 0;
  uint32_t callSite = abi::kNoSite;
  std::string type;  // mangled

  bool operator==(const ThrownSeen&) const = default;
};

/// An Execution that outlives the executor.
struct Seen {
  abi::Outcome outcome = abi::Outcome::Returned;
  std::optional<Death> death;
  bool unstable = false;
  uint32_t executedActions = 0;
  std::vector<ThrownSeen> thrown;
  std::vector<uint32_t> sites;
  std::vector<uint64_t> distances;  // to true
  std::string observed;
  std::vector<abi::Operands> operands;
  std::vector<abi::TextOperands> texts;
  std::vector<abi::TrailNote> trail;  // not compared

  /// Of a test that threw once: the type.
  std::string exceptionType() const { return thrown.size() == 1 ? thrown[0].type : ""; }
  bool operator==(const Seen& other) const;
};

Seen copyOf(const Executor& executor, const Execution& execution);

/// A subject in its sandbox.
class Bench {
 public:
  explicit Bench(ExecutorOptions options = {}, Sandbox::Options sandboxOptions = {},
                 std::filesystem::path harness = builtHarness("subject.cpp"));

  Executor& executor() { return *executor_; }
  const Sandbox& sandbox() const { return *sandbox_; }
  const std::filesystem::path& scratch() const { return scratch_; }
  /// A directory outside the sandbox's scratch.
  std::filesystem::path outside() const { return directory_->path(); }
  /// One batch.
  void submit(const std::vector<std::string>& tests);
  std::vector<Seen> collect();
  std::vector<Seen> run(const std::vector<std::string>& tests);
  Seen runOne(const std::string& test) { return run({test}).at(0); }

 private:
  std::optional<ScratchDirectory> directory_;
  std::filesystem::path scratch_;
  std::optional<Sandbox> sandbox_;
  std::optional<Executor> executor_;
};

}  // namespace covolve::execute
