// covolve campaign: many targets, configurations and seeds, with statistics.
#pragma once

#include "campaign/coordinator.h"
#include "campaign/definition/definition.h"
#include "campaign/folder.h"
#include "campaign/results/results.h"
#include "campaign/store/data.h"
#include "cli/command.h"

namespace covolve::cli {

class CampaignCommand final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override;
  Result<void> check(const std::optional<std::vector<std::string>>& rest) override;
  int run() override;

 private:
  Result<std::unique_ptr<campaign::Engine>> makeEngine(const campaign::Folder& folder) const;
  Result<int> conduct();
  Result<int> writeResultsOnly() const;
  Result<int> summarise(const std::filesystem::path& results, const campaign::Store& store,
                        const std::optional<campaign::CampaignProgress>& progress) const;

  std::filesystem::path file_;
  std::filesystem::path output_;
  std::string engine_ = "local";
  std::optional<unsigned> jobs_;
  std::string measureName_;  // empty: as the command has it
  bool resume_ = false;
  bool retryFailed_ = false;
  bool resultsOnly_ = false;
  bool checkOnly_ = false;
  bool failOnFailure_ = false;
  bool quiet_ = false;

  campaign::Definition definition_;
  campaign::Measure measure_ = campaign::Measure::Branches;
  std::vector<campaign::PlannedRun> runs_;
};

}  // namespace covolve::cli
