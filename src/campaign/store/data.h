// All runs of a campaign as figures, for statistics and results. Names are
// indices here: a hundred thousand runs are held at once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "campaign/run/run.h"

namespace covolve::campaign {

struct TargetName {
  std::string name;
  std::string group;
};

/// A finished run; failed ones are in CampaignData::failures.
struct RunFigures {
  uint32_t target = 0;
  uint32_t configuration = 0;
  uint32_t budget = 0;
  uint64_t seed = 0;
  double seconds = 0;
  double searchSeconds = 0;
  uint64_t evaluations = 0;
  uint64_t tests = 0;
  uint64_t faults = 0;
  report::Ratio lines;
  report::Ratio branches;
  report::Ratio functions;
  report::Ratio targets;
  uint32_t progressBegin = 0;  // in CampaignData::progress
  uint32_t progressEnd = 0;
};

struct Failure {
  RunKey key;
  std::string reason;
  std::string command;
};

struct CampaignData {
  std::string name;
  std::string baseline;
  std::vector<TargetName> targets;  // in the definition's order, as the following
  std::vector<std::string> configurations;
  std::vector<std::string> budgets;
  std::vector<RunFigures> runs;  // by budget, target, configuration, seed
  std::vector<ProgressPoint> progress;
  std::vector<Failure> failures;
  std::vector<Provenance> provenances;      // all that took part
  std::vector<std::string> changedTargets;  // whose sources were not the same in all runs
  uint64_t planned = 0;                     // runs that the definition asks for
};

}  // namespace covolve::campaign
