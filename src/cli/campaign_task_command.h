// covolve campaign-task: what a task of a campaign's job array does on its
// node. Started by Slurm only; not in the help.
#pragma once

#include "cli/command.h"

namespace covolve::cli {

class CampaignTaskCommand final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override;
  Result<void> check(const std::optional<std::vector<std::string>>&) override { return {}; }
  int run() override;

 private:
  std::filesystem::path batch_;
};

}  // namespace covolve::cli
