// What the bitcode of the code under test says about its sites: which side of
// which decision must be taken to get there, within a function and across
// calls, and which constants the code knows (docs/design/dependence.md).
//
// Easy to get wrong: the sides of a site are alternatives. Any one of them may
// lead there, each has dependences of its own, and there are cycles.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <vector>

#include "analysis/constants.h"
#include "analysis/side.h"
#include "base/error.h"

namespace covolve::analysis {

struct Facts {
  /// By site id, sorted and unique. Empty: a root, any call of the right function gets there.
  std::map<uint64_t, std::vector<Side>> dependsOn;
  /// By side of a decision on a flag: alternatives that may give it (flags.h).
  std::map<Side, std::vector<Side>> required;
  /// Sites of those that ask for a number of flags: their own distance tells, too. Sorted.
  std::vector<uint64_t> counters;
  /// And of those of which not all that gives a value is known: where none of it did, their own distance
  /// tells.
  std::vector<uint64_t> partial;
  /// Sides that lead to where a function is left without a return. Sorted.
  std::vector<Side> leaving;
  Constants constants;
  /// Not compiled by the wrapper, so nothing is known about them.
  std::vector<std::filesystem::path> withoutBitcode;
};

struct Options {
  /// What stands behind a call depends on that call's return, where it may end in an exception instead.
  bool followsReturns = true;
};

/// The objects of one program, in any order. An Error names the file whose bitcode is broken.
Result<Facts> analyse(std::span<const std::filesystem::path> objects, Options options = {});

}  // namespace covolve::analysis
