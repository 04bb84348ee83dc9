#include "unit/concolic/build_gate.h"

#include <fmt/format.h>

#include <algorithm>

namespace covolve::unit {

namespace {

using Seconds = std::chrono::duration<double>;

constexpr double kBytesASecond = 150e3;  // compiled on one core that has nothing else to do
constexpr double kLeastSeconds = 0.7;    // for the compiler's start, and linking
constexpr double kOfHarness = 1;         // what compiling takes against that of the harness
constexpr double kShareOfTimeLeft = 1.0 / 6;
constexpr double kTestsASecond = 20'000;  // that the search could run instead
constexpr double kAlwaysWorthwhile = 3;   // seconds

Seconds nominalTime(uint64_t bytes) {
  return Seconds(kLeastSeconds + static_cast<double>(bytes) / kBytesASecond);
}

}  // namespace

Seconds expectedBuildTime(const BuildSituation& situation) {
  // A machine that is slow or busy was so when it compiled the harness; but parts of that may have been
  // there.
  return std::max(nominalTime(situation.bytes), kOfHarness * situation.harnessTime);
}

BuildAdvice adviseBuild(const BuildSituation& situation) {
  if (situation.evaluations) {
    const double worth =
        std::max(kAlwaysWorthwhile, static_cast<double>(*situation.evaluations) / kTestsASecond);
    return nominalTime(situation.bytes).count() <= worth ? BuildAdvice::Build : BuildAdvice::Never;
  }
  const Seconds expected = expectedBuildTime(situation);
  if (expected > kShareOfTimeLeft * situation.left) return BuildAdvice::Never;
  return situation.stalled < expected ? BuildAdvice::Wait : BuildAdvice::Build;
}

std::string refusalOf(const BuildSituation& situation) {
  if (situation.evaluations) {
    return fmt::format("compiling {} kB of bitcode takes too long for {} tests", situation.bytes / 1000,
                       *situation.evaluations);
  }
  return fmt::format("it would have taken about {:.0f} s, when {:.0f} s of the search were left",
                     expectedBuildTime(situation).count(), situation.left.count());
}

}  // namespace covolve::unit
