// A command of the program: declares its options once (parsing, validation,
// --help and docs/reference.md all derive from that declaration) and runs.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace covolve::cli {

/// The program's exit statuses, as users' scripts rely on them.
enum ExitStatus { kDone = 0, kUserMistake = 1, kOwnMistake = 2, kFaultsFound = 3, kEndedEarly = 4 };

class Command {
 public:
  virtual ~Command() = default;

  virtual CLI::App* declare(CLI::App& program) = 0;
  /// All that can be said about the parsed options before any work begins. `rest` holds what followed a bare
  /// `--`, if there was one.
  virtual Result<void> check(const std::optional<std::vector<std::string>>& rest) = 0;
  /// After check() found nothing.
  virtual int run() = 0;
};

/// All commands in the order of the help. A new command is one file and one line here.
std::vector<std::unique_ptr<Command>> makeCommands();

/// Whether covolve would accept this command line, whose first word is the program's name; nothing is run.
Result<void> checkCommandLine(const std::vector<std::string>& words);

/// Prints the one sentence for the user to standard error and returns the exit status.
int reportError(const Error& error);

}  // namespace covolve::cli
