#include "unit/concolic_search.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/bitcode.h"

namespace covolve::unit {

namespace {

// It gives way to search and workers, but must get some of a processor that they share.
constexpr int kNiceness = 5;

/// What cannot be read is linked as it is.
uint64_t bitcodeBytes(const std::vector<std::filesystem::path>& objects) {
  uint64_t bytes = 0;
  for (const std::filesystem::path& object : objects) {
    const auto parts = analysis::rawBitcode(object);
    if (!parts) continue;
    for (const std::string& part : *parts) bytes += part.size();
  }
  return bytes;
}

/// Steps end most that is endless; what they do not gets little of a budget that is time. Where tests are
/// counted, the clock must not decide.
execute::ExecutorOptions limited(execute::ExecutorOptions options, const UnitOptions& of) {
  constexpr std::chrono::milliseconds kLongest(500);
  options.hangLimit = of.evaluations ? 10 * options.hangLimit : std::min(options.hangLimit, kLongest);
  return options;
}

Deadline endOf(const UnitOptions& options) {
  const auto budget = std::chrono::duration_cast<Deadline::Clock::duration>(options.budget);
  return Deadline(Deadline::Clock::now() + budget);
}

}  // namespace

ConcolicSearch::ConcolicSearch(const Session& session, const Prepared& prepared,
                               const execute::Sandbox& sandbox,
                               const execute::ExecutorOptions& executorOptions,
                               const guidance::TargetMap& targets, const std::filesystem::path& scratch,
                               std::chrono::duration<double> harnessTime)
    : options_(session.options),
      atStart_{.bytes = bitcodeBytes(prepared.harnessObjects),
               .harnessTime = harnessTime,
               .evaluations = session.options.evaluations},
      searchEnd_(endOf(session.options)),
      program_({.installation = session.installation,
                .objects = prepared.harnessObjects,
                .linkArguments = prepared.plan.linkArguments,
                .folder = scratch / "concolic",
                .jobs = 1,
                .niceness = session.options.evaluations ? 0 : kNiceness},
               sandbox, limited(executorOptions, session.options)),
      tests_({.targets = targets,
              .run = [this](const search::Individual& test) { return program_.run(test); },
              .prepare = [this](std::chrono::duration<double> stalled) { return prepare(stalled); },
              .timeLeft = [this] { return searchEnd_.left().value_or(std::chrono::milliseconds(0)); },
              .smtSolver = session.installation.smtSolver(),
              .scratch = scratch,
              .repeatable = session.options.evaluations.has_value()}) {}

BuildSituation ConcolicSearch::situation(std::chrono::duration<double> stalled) const {
  BuildSituation now = atStart_;
  now.left = searchEnd_.left().value_or(std::chrono::milliseconds(0));
  now.stalled = stalled;
  return now;
}

ConcolicTests::Readiness ConcolicSearch::prepare(std::chrono::duration<double> stalled) {
  using enum ConcolicTests::Readiness;
  if (refusal_) return Never;
  if (!isBegun_) {
    const BuildSituation now = situation(stalled);
    const BuildAdvice advice = options_.parameters.dse == "always" ? BuildAdvice::Build : adviseBuild(now);
    if (advice == BuildAdvice::Never) refusal_ = refusalOf(now);
    if (advice != BuildAdvice::Build) return refusal_ ? Never : NotYet;
    isBegun_ = true;
    program_.expect();
  }
  return options_.evaluations || program_.isBuilt() ? Ready : NotYet;
}

void ConcolicSearch::end() {
  isLate_ = isBegun_ && !program_.isBuilt();
  program_.giveUp();
}

std::string ConcolicSearch::preparation() const {
  if (refusal_) return "not built: " + *refusal_;
  if (!isBegun_) return "not built: the search was not stuck where data decide";
  if (isLate_) return "not built in time: the search was over before";
  return "built";
}

}  // namespace covolve::unit
