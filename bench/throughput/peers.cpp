// Native calls and libFuzzer: programs compiled here and timed from outside.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/process.h"
#include "measure.h"

namespace covolve::bench {

namespace fs = std::filesystem;

namespace {

Result<Completed> succeed(const std::vector<std::string>& arguments) {
  auto completed = run({.arguments = arguments});
  if (completed && !completed->succeeded()) {
    return ownError(fmt::format("{} failed: {}", arguments[0], completed->errors));
  }
  return completed;
}

Result<fs::path> compile(const Case& which, const std::string& driver, std::vector<std::string> more,
                         const fs::path& scratch) {
  const fs::path executable = scratch / fmt::format("{}-{}", which.name, driver);
  std::vector<std::string> arguments{"clang++-19"};
  arguments.insert(arguments.end(), flags().begin(), flags().end());
  arguments.insert(arguments.end(), more.begin(), more.end());
  arguments.insert(arguments.end(),
                   {"-I" + which.target.parent_path().string(), which.target.string(),
                    (which.drivers / (driver + ".cpp")).string(), "-o", executable.string()});
  auto compiled = succeed(arguments);
  if (!compiled) return std::unexpected(compiled.error());
  return executable;
}

Result<double> secondsOf(const std::vector<std::string>& arguments) {
  const auto start = std::chrono::steady_clock::now();
  auto completed = succeed(arguments);
  if (!completed) return std::unexpected(completed.error());
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

const std::vector<std::string>& flags() {
  static const std::vector<std::string> kFlags{"-std=c++20", "-O2"};
  return kFlags;
}

Result<double> nativeRate(const Case& which, uint64_t calls, const fs::path& scratch) {
  const auto program = compile(which, "native", {}, scratch);
  if (!program) return std::unexpected(program.error());
  return fastest(kRounds, [&]() -> Result<double> {
    const auto completed = succeed({program->string(), std::to_string(calls)});
    if (!completed) return std::unexpected(completed.error());
    return std::stod(completed->output);
  });
}

Result<double> libFuzzerRate(const Case& which, uint64_t runs, const fs::path& scratch) {
  const auto program = compile(which, "fuzzer", {"-fsanitize=fuzzer"}, scratch);
  if (!program) return std::unexpected(program.error());
  const auto arguments = [&](uint64_t count) {
    return std::vector<std::string>{program->string(), fmt::format("-runs={}", count), "-seed=1",
                                    "-max_len=64", "-verbosity=0"};
  };
  return fastest(kRounds, [&]() -> Result<double> {
    const auto start = secondsOf(arguments(1));  // what starting it takes does not count
    const auto whole = secondsOf(arguments(runs));
    if (!start || !whole) return std::unexpected(!start ? start.error() : whole.error());
    return static_cast<double>(runs) / std::max(*whole - *start, 1e-6);
  });
}

}  // namespace covolve::bench
