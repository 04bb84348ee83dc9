// covolve unit: tests for the functions and classes of a source file.
#pragma once

#include "cli/command.h"
#include "unit/options.h"

namespace covolve::cli {

class UnitCommand final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override;
  Result<void> check(const std::optional<std::vector<std::string>>& rest) override;
  int run() override;

 private:
  void declareCriteria(CLI::App& command);
  /// What was asked for beside the sources, without what has no influence on the tests.
  std::string commandOptions() const;

  CLI::App* command_ = nullptr;
  unit::UnitOptions options_;
  std::vector<std::string> criteria_;
  std::string budget_ = "60s";
  std::string testTimeout_ = "2s";
  std::string sandbox_ = "on";
  std::string sanitize_ = "on";
  std::string mutants_ = "on";
};

}  // namespace covolve::cli
