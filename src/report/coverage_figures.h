// What of the requested files the emitted tests cover, as measured by llvm-cov
// independently of the search's own probes.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace covolve::report {

struct Ratio {
  uint64_t covered = 0;
  uint64_t total = 0;

  Ratio& operator+=(const Ratio& other) {
    covered += other.covered;
    total += other.total;
    return *this;
  }
  /// 100 when there is nothing to cover.
  double percent() const {
    return total == 0 ? 100.0 : 100.0 * static_cast<double>(covered) / static_cast<double>(total);
  }
  bool operator==(const Ratio&) const = default;
};

/// One outcome of a condition that no test brought about.
struct UncoveredBranch {
  unsigned line = 0;
  unsigned column = 0;
  bool outcome = false;

  auto operator<=>(const UncoveredBranch&) const = default;
};

struct FileCoverage {
  std::string file;
  Ratio lines;
  Ratio branches;  // both outcomes of each condition, once per place in the source however often it is
                   // instantiated
  Ratio functions;
  std::vector<unsigned> uncoveredLines;
  std::vector<UncoveredBranch> uncoveredBranches;

  bool operator==(const FileCoverage&) const = default;
};

struct CoverageFigures {
  std::vector<FileCoverage> files;

  FileCoverage total() const {
    FileCoverage sum;
    sum.file = "all";
    for (const FileCoverage& file : files) {
      sum.lines += file.lines;
      sum.branches += file.branches;
      sum.functions += file.functions;
    }
    return sum;
  }
  bool operator==(const CoverageFigures&) const = default;
};

}  // namespace covolve::report
