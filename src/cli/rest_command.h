// covolve rest: tests for a REST API, black box.
#pragma once

#include "cli/command.h"
#include "rest/configuration.h"
#include "rest/options.h"

namespace covolve::cli {

class RestCommand final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override;
  Result<void> check(const std::optional<std::vector<std::string>>& rest) override;
  int run() override;

  /// After check().
  const rest::RestOptions& options() const { return options_; }

 private:
  void declareInput();
  void declareReplay();
  void declareOutput();
  void declareService();
  void declareRequests();
  void declareAuthentication();
  void declareFilters();
  void declareSearchOptions();

  /// What the file says and the command line does not.
  Result<void> applyConfiguration();
  bool isOverruled(const std::string& name) const;
  bool isGiven(const std::string& name) const;

  int runReplay();
  /// What a replay has no use for must not be given beside it.
  Result<void> checkReplay(const std::set<std::string>& given) const;

  Result<void> takeDurations();
  Result<void> takeAuthentication();
  Result<void> takeUrl();
  Result<void> takeConnection();

  CLI::App* command_ = nullptr;
  rest::RestOptions options_;
  std::filesystem::path configurationFile_;
  std::vector<std::string> headers_;      // "Name: value", of the command line
  std::vector<std::string> fileHeaders_;  // of the configuration
  std::string basic_;
  std::string bearer_;
  std::string budget_ = "60s";
  std::string timeout_ = "10s";
  std::string connectTimeout_ = "5s";
  std::string maxResponseTime_;
  std::string waitForSchema_;
  std::string startTimeout_ = "30s";
  size_t bodyLimitMegabytes_ = 10;
  bool isInsecure_ = false;
};

}  // namespace covolve::cli
