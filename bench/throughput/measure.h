// The four rates of one case. All are tests a second, where a test is one call
// of a function, or a constructor and four calls of a class.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"

namespace covolve::bench {

struct Case {
  std::string name;
  std::filesystem::path target;   // the source under test
  std::filesystem::path drivers;  // native.cpp and fuzzer.cpp
  size_t callsPerTest = 1;
};

struct Rates {
  double native = 0;
  double libFuzzer = 0;
  double worker = 0;
  double concolic = 0;
  double search = 0;
};

struct Amounts {
  uint64_t native = 20'000'000;
  uint64_t libFuzzer = 1'000'000;
  uint64_t worker = 1'000'000;
  uint64_t concolic = 50'000;
  // Of which a compiler that reads the tests' headers meanwhile takes about one from the two.
  uint64_t searchSeconds = 15;
};

/// The fastest of several rounds: whatever else the machine does only slows a round down.
template <class Measure>
Result<double> fastest(int rounds, Measure measure) {
  Result<double> best = 0;
  for (int round = 0; round < rounds && best; ++round) {
    const Result<double> rate = measure();
    best = rate ? std::max(*best, *rate) : rate;
  }
  return best;
}
constexpr int kRounds = 5;

/// Flags of every compilation, so that all four run the same code.
const std::vector<std::string>& flags();

Result<double> nativeRate(const Case& which, uint64_t calls, const std::filesystem::path& scratch);
Result<double> libFuzzerRate(const Case& which, uint64_t runs, const std::filesystem::path& scratch);
/// Tests encoded beforehand, executed by a worker, results looked at: no sampling, no archive.
Result<double> workerRate(const Case& which, uint64_t tests, const std::filesystem::path& scratch);
/// The same tests, executed concolically by a worker: each many times, without waiting for the engine.
Result<double> concolicRate(const Case& which, uint64_t tests, const std::filesystem::path& scratch);
/// covolve unit --budget, by its own report of tests a second during the search. Each case has a branch that
/// cannot be reached, so that the search does not end early.
Result<double> searchRate(const Case& which, uint64_t seconds, const std::filesystem::path& scratch);

}  // namespace covolve::bench
