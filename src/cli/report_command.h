// covolve report: one page about what runs found.
#pragma once

#include <filesystem>
#include <vector>

#include "cli/command.h"

namespace covolve::cli {

class ReportCommand final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override;
  Result<void> check(const std::optional<std::vector<std::string>>& rest) override;
  int run() override;

 private:
  std::vector<std::filesystem::path> folders_;
  std::filesystem::path output_;
};

}  // namespace covolve::cli
