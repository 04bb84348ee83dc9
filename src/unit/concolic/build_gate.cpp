#include "unit/concolic/build_gate.h"

#include <fmt/format.h>

#include <algorithm>

namespace covolve::unit {

namespace {

using Seconds = std::chrono::duration<double>;

constexpr double kBytesASecond = 110e3;  // compiled on one core that has nothing else to do
constexpr double kLeastSeconds = 0.3;    // for the compiler's start, and linking
constexpr double kOfHarness = 0.5;       // what it takes at least of what building the harness took
constexpr double kShareOfTimeLeft = 1.0 / 6;
constexpr double kTestsOfASecond = 10'000;  // that a second is worth where tests are counted
constexpr double kAlwaysWorthwhile = 4;     // seconds

Seconds nominalTime(uint64_t bytes) {
  return Seconds(kLeastSeconds + static_cast<double>(bytes) / kBytesASecond);
}

}  // namespace

Seconds expectedBuildTime(const BuildSituation& situation) {
  // A machine that is slow or busy was so when it built the harness; but parts of that may have been there.
  return std::max(nominalTime(situation.bytes), kOfHarness * situation.harnessTime);
}

BuildAdvice adviseBuild(const BuildSituation& situation) {
  if (situation.evaluations) {
    const double worth =
        std::max(kAlwaysWorthwhile, static_cast<double>(*situation.evaluations) / kTestsOfASecond);
    return nominalTime(situation.bytes).count() <= worth ? BuildAdvice::Build : BuildAdvice::Never;
  }
  const Seconds expected = expectedBuildTime(situation);
  if (expected > kShareOfTimeLeft * situation.left) return BuildAdvice::Never;
  // A search that finds nothing meanwhile would end before the build.
  const bool isInTime = expected < situation.certain;
  return isInTime && situation.stalled >= expected ? BuildAdvice::Build : BuildAdvice::Wait;
}

std::string refusalOf(const BuildSituation& situation) {
  if (situation.evaluations) {
    return fmt::format("compiling {} kB of bitcode takes too long for {} tests", situation.bytes / 1000,
                       *situation.evaluations);
  }
  return fmt::format("it would have taken about {:.1f} s, more than a sixth of the {:.0f} s left",
                     expectedBuildTime(situation).count(), situation.left.count());
}

}  // namespace covolve::unit
