#include "unit/mutant_harness.h"

#include <algorithm>

#include "base/interrupt.h"
#include "unit/build/users_tests.h"
#include "unit/variant/variant_build.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

constexpr unsigned kCoresThatTheSearchUses = 2;
constexpr int kBesideTheSearch = 5;  // niceness

}  // namespace

MutantHarness::MutantHarness(const Session& session, const Prepared& prepared, const fs::path& scratch)
    : session_(session), prepared_(prepared), scratch_(scratch) {
  if (prepared.builder->jobs() <= kCoresThatTheSearchUses) return;
  built_ = std::async(std::launch::async, [this] { return build({}, kBesideTheSearch); });
}

/// The harness' own object and the target's: copies of inline functions in other units are not linked.
Result<fs::path> MutantHarness::build(const Deadline& deadline, int niceness) const {
  const Installation& parts = session_.installation;
  const size_t ownObjects =
      std::min<size_t>(prepared_.plan.includeSource ? 1 : 2, prepared_.harnessObjects.size());
  const auto others = prepared_.harnessObjects.begin() + static_cast<ptrdiff_t>(ownObjects);
  return buildVariant({.name = "mutants",
                       .installation = parts,
                       .objects = {prepared_.harnessObjects.begin(), others},
                       .asTheyAre = {others, prepared_.harnessObjects.end()},
                       .linkArguments = prepared_.plan.linkArguments,
                       .folder = scratch_ / "mutant-harness",
                       .compilerFlags = mutantsOf(prepared_.model.requestedFiles, parts).flags,
                       .runtimes = {parts.mutantWorker()},
                       .jobs = prepared_.builder->jobs(),
                       .niceness = niceness,
                       .stop = &isGivenUp_,
                       .deadline = deadline});
}

Result<MutantProgram> MutantHarness::start(const execute::Sandbox& sandbox,
                                           const execute::ExecutorOptions& options,
                                           const Deadline& deadline) {
  constexpr std::chrono::milliseconds kStopLatency(50);
  if (!built_.valid()) {
    built_ = std::async(std::launch::async, [this, &deadline] { return build(deadline, 0); });
  }
  while (built_.wait_for(kStopLatency) != std::future_status::ready) {
    if (interruptRequested() || deadline.isOver()) isGivenUp_ = true;
  }
  const auto executable = built_.get();
  if (!executable) return std::unexpected(executable.error());
  const auto isWanted = [&](const Mutant& mutant) {
    const auto& restriction = prepared_.model.restriction;
    return !restriction || restriction->contains(mutant.file, mutant.line, mutant.column);
  };
  return MutantProgram::start(*executable, sandbox, options, isWanted);
}

}  // namespace covolve::unit
