// The fault tests that an earlier run has left. Those that still show their fault
// are kept byte for byte, in place of a new test for the same one; those that pass
// now or do not compile are changes, left as they are unless --update says
// otherwise.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "execute/sandbox.h"
#include "unit/earlier_file.h"
#include "unit/preparation.h"
#include "unit/scenario/scenario.h"
#include "unit/session.h"
#include "unit/verify/verification.h"

namespace covolve::unit {

/// One that still shows what the comment above it says.
struct KeptFault {
  std::string name;         // Suite.Name
  std::string description;  // "SIGFPE in shop::ratio at order.cpp:12"; empty: somebody took it away
  FaultRank rank = FaultRank::LikelyBug;
  std::string rankReason;
  std::string ending;
};

/// Of a description: kind and function, without the place, which moves.
std::string_view causeOf(std::string_view description);

struct EarlierFaults : EarlierFile {
  std::vector<KeptFault> kept;             // in the order of the file, as are the changes
  std::map<size_t, std::string> standIns;  // by origin of a new test: the earlier one that stays in its place
  std::string joined;  // the file with new fault tests behind those that stay; empty: there is none

  /// That shows the same fault, wherever its line is now, with no more doubts; null: none does.
  const KeptFault* find(const Fault& fault) const;
};

Result<EarlierFaults> replayEarlierFaults(const std::filesystem::path& file, const Session& session,
                                          const Prepared& prepared, const execute::Sandbox& sandbox,
                                          const std::filesystem::path& scratch);

/// What stays of the earlier ones and the new ones that `added` still has.
std::string joinedFaults(const EarlierFaults& earlier, const Verified& added, const Session& session,
                         const std::filesystem::path& source);

}  // namespace covolve::unit
