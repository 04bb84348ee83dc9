// covolve mutants: the mutation score of existing tests for a source.
#pragma once

#include "cli/command.h"
#include "unit/measure_mutants.h"

namespace covolve::cli {

class MutantsCommand final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override;
  Result<void> check(const std::optional<std::vector<std::string>>& rest) override;
  int run() override;

 private:
  unit::MutantsOptions options_;
  std::string budget_ = "10m";
  std::string sandbox_ = "on";
};

}  // namespace covolve::cli
