// Whether the concolic program is worth its build. That takes processor time from
// the search; so it must be short against the time that is left for its use, and
// the search must have covered nothing new for as long as it will take: whoever
// rents until he has paid the price, and then buys, never pays more than double.
//
// Where tests are counted, the clock decides nothing: then the size of the code does.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace covolve::unit {

struct BuildSituation {
  uint64_t bytes = 0;                            // of bitcode to be compiled
  std::chrono::duration<double> harnessTime{0};  // what compiling the harness took
  std::chrono::duration<double> left{0};         // of the search, if it finds something
  std::chrono::duration<double> certain{0};      // of the search, if it does not
  std::chrono::duration<double> stalled{0};      // since it has last covered something
  std::optional<uint64_t> evaluations = {};      // tests are counted: so many in all
};

enum class BuildAdvice {
  Build,
  Wait,
  Never,  // and it stays so
};

std::chrono::duration<double> expectedBuildTime(const BuildSituation& situation);

BuildAdvice adviseBuild(const BuildSituation& situation);

/// Why it is not built, for a reader of the report.
std::string refusalOf(const BuildSituation& situation);

}  // namespace covolve::unit
