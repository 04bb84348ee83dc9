// From the archive to a suite a person would keep: tests that add nothing are
// dropped, then steps, then values are made simpler, as long as each test still
// covers what only it covers.
#pragma once

#include <functional>
#include <set>
#include <span>
#include <vector>

#include "base/error.h"
#include "search/archive.h"
#include "search/individual.h"
#include "search/target.h"

namespace covolve::search {

struct MinimisedTest {
  Individual individual;
  std::set<TargetId> targets;  // what it must go on covering
};

/// Runs the tests and tells, for each, the targets it covers (empty for one that did not come to its end).
using Cover = std::function<Result<std::vector<std::set<TargetId>>>(std::span<const Individual>)>;

/// The tests of the archive, without those whose targets others cover anyway.
Result<std::vector<MinimisedTest>> selectTests(const Archive& archive, const Cover& cover);

/// One behaviour a test, fewer steps and simpler values. `goOn` is asked between rounds: an interrupt leaves
/// tests as far as they are.
Result<void> simplifyTests(std::vector<MinimisedTest>& tests, const Cover& cover,
                           const std::function<bool()>& goOn);

/// Where one of these steps (in their order) is needed by nothing behind it, the test becomes two: one ends
/// with it, the other goes on without it. One that covers nothing more is left out.
Result<std::vector<MinimisedTest>> separateAt(std::span<const size_t> steps, MinimisedTest test,
                                              const Cover& cover);

/// Whether a changed test still does what it is kept for; it may be completed by what its run has shown.
/// Where running a test costs more than waiting for its result, one is tried after the other:
using Accept = std::function<bool(Individual&)>;

/// Without all that the last action takes nothing from, where that is accepted, then without each action in
/// turn, but for the last: that is what the test is about.
void dropActions(Individual& test, const Accept& accept);

/// Values become simpler until nothing simpler is accepted; only those of genes that may change.
void simplifyValues(Individual& test, const Accept& accept,
                    const std::function<bool(gene::Gene&)>& mayChange);

}  // namespace covolve::search
