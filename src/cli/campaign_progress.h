// The table that tells how far a campaign is: rewritten in place on a terminal,
// nothing elsewhere, so that logs stay readable.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "campaign/coordinator.h"

namespace covolve::cli {

/// "45 s", "12 min", "3 h 20 min", "2 d 4 h": as exactly as an estimate deserves.
std::string roughDuration(double seconds);

/// algorithms: 341 of 1700 runs done, 2 running, 1 failed, about 1 h 12 min left
///   configuration  finished   running    failed   waiting
///   dynamosa             68         1         0       271
/// With more configurations than a screen has room for, the first ones and a line that counts the others. No
/// line has more characters than the screen has columns: a table with broken lines cannot be taken away
/// again.
std::string campaignTable(const std::string& name, const campaign::CampaignProgress& progress,
                          size_t columns = 80);

class CampaignTable {
 public:
  CampaignTable(std::string name, bool quiet);

  void show(const campaign::CampaignProgress& progress);
  /// Takes the table away before other output.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::string name_;
  bool isShowing_;
  size_t lines_ = 0;  // on the screen now
  Clock::time_point last_;
};

}  // namespace covolve::cli
