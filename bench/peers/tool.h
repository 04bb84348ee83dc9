// A peer: how its fuzzer is built and run on the harness, and what it leaves.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "build.h"

namespace covolve::peers {

struct Budget {
  std::chrono::duration<double> time{60};
  std::optional<uint64_t> evaluations;  // instead of the time
};

struct Order {
  const Builder& builder;
  std::filesystem::path directory;   // to work in: the only one that can be written
  std::filesystem::path seed;        // the one input to start from
  std::filesystem::path dictionary;  // empty: the code has no constants
  uint64_t randomSeed = 1;
  Budget budget;
  std::function<void()> beforeExec;  // enters the sandbox
};

struct Found {
  std::vector<std::filesystem::path> corpus;
  std::vector<std::filesystem::path> deaths;  // inputs on which the code crashed or hung
  uint64_t executions = 0;
  double seconds = 0;
  std::vector<std::string> notes;  // a sentence each
};

class Tool {
 public:
  virtual ~Tool() = default;
  /// Before the budget begins to run.
  virtual Result<void> prepare(const Order& order) = 0;
  virtual Result<Found> fuzz(const Order& order) = 0;
};

std::unique_ptr<Tool> makeLibFuzzer();
std::unique_ptr<Tool> makeAflPlusPlus();

/// Null for an unknown name.
std::unique_ptr<Tool> makeTool(const std::string& name);
const std::vector<std::string>& toolNames();

/// What is longer is neither useful nor reachable: a test has at most 40 calls.
constexpr unsigned kLongestInput = 4096;
/// A test that needs more processor time hangs. The fuzzers' own limits are of the clock's time: on a busy
/// machine that would be another limit every time, so theirs are longer, for what is blocked.
constexpr unsigned kHangMilliseconds = 200;

/// All files of a directory, in the order of their names.
std::vector<std::filesystem::path> filesIn(const std::filesystem::path& directory);

}  // namespace covolve::peers
