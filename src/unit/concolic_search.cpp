#include "unit/concolic_search.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/bitcode.h"
#include "base/interrupt.h"

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
      time_(session.options.budget, session.spareTime),
      program_({.installation = session.installation,
                .objects = prepared.harnessObjects,
                .linkArguments = prepared.plan.linkArguments,
                .folder = scratch / "concolic",
                .jobs = 1,
                .niceness = session.options.evaluations ? 0 : kNiceness,
                .stop = &interruptRequested()},
               sandbox, limited(executorOptions, session.options)),
      tests_({.targets = targets,
              .run = [this](const search::Individual& test) { return program_.run(test); },
              .prepare = [this](std::chrono::duration<double> stalled) { return prepare(stalled); },
              .timeLeft = [this] { return time_.certain(); },
              .stop = &interruptRequested(),
              .smtSolver = session.installation.smtSolver(),
              .scratch = scratch,
              .repeatable = session.options.evaluations.has_value()}) {}

BuildSituation ConcolicSearch::situation(std::chrono::duration<double> stalled) const {
  BuildSituation now = atStart_;
  now.left = time_.atMost();
  now.certain = time_.certain();
  now.stalled = stalled;
  return now;
}

ConcolicTests::Readiness ConcolicSearch::prepare(std::chrono::duration<double> stalled) {
  using enum ConcolicTests::Readiness;
  if (refusal_) return Never;
  if (program_.buildState() == ConcolicProgram::BuildState::NotBegun) {
    const BuildSituation now = situation(stalled);
    const BuildAdvice advice = options_.parameters.dse == "always" ? BuildAdvice::Build : adviseBuild(now);
    if (advice == BuildAdvice::Never) refusal_ = refusalOf(now);
    if (advice != BuildAdvice::Build) return refusal_ ? Never : NotYet;
    program_.expect();
  }
  if (options_.evaluations) program_.awaitBuild();
  switch (program_.buildState()) {
    case ConcolicProgram::BuildState::Built:
      return Ready;
    case ConcolicProgram::BuildState::Failed:
    case ConcolicProgram::BuildState::GivenUp:
      return Never;
    default:
      return NotYet;
  }
}

void ConcolicSearch::end() {
  atEnd_ = program_.buildState();
  program_.giveUp();
}

std::string ConcolicSearch::preparation() const {
  using enum ConcolicProgram::BuildState;
  if (refusal_) return "not built: " + *refusal_;
  switch (atEnd_) {
    case NotBegun:
      return options_.parameters.dseProbability < 1
                 ? "not built: the search was not stuck where data decide, or chance was against it"
                 : "not built: the search was not stuck where data decide";
    case UnderWay:
    case GivenUp:
      return "not built in time: the search was over before";
    case Failed:
      return "failed: " + program_.buildFailure().message;
    case Built:
      break;
  }
  return "built";
}

std::optional<std::string> ConcolicSearch::complaint() const {
  if (atEnd_ == ConcolicProgram::BuildState::Failed)
    return fmt::format("Conditions could not be solved: {}.", program_.buildFailure().message);
  if (tests_.failure())
    return fmt::format("Some tests could not be run concolically: {}.", *tests_.failure());
  return std::nullopt;
}

}  // namespace covolve::unit
