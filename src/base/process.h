// Runs a program to its end and captures what it printed. The one place that
// forks helpers (compilers, linkers, llvm-cov, emitted tests).
#pragma once

#include <signal.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/error.h"

namespace covolve {

struct Command {
  std::vector<std::string> arguments;                   // arguments[0] is the program, looked up in PATH
  std::filesystem::path directory = {};                 // working directory; empty: ours
  std::map<std::string, std::string> environment = {};  // added to ours
  std::optional<std::chrono::milliseconds> timeout = {};
  Deadline deadline = {};  // the same, by its own clock
  /// Called in the child between fork and exec (to enter a sandbox). Only system calls: other
  /// threads of ours may have held locks. Signals are blocked until exec.
  std::function<void()> beforeExec = {};
  /// Of each stream only about so many last bytes are kept; 0: all. For programs that may print without end.
  size_t outputLimit = 0;
  /// Added to ours (nice(2)): what nobody waits for yet comes after what is waited for.
  int niceness = 0;
  /// When it becomes true the program is ended as at a timeout.
  const std::atomic<bool>* stop = nullptr;
  /// What its group is sent at a timeout or a stop. A program that handles it has ten seconds to end what it
  /// started; then SIGKILL follows.
  int endSignal = SIGKILL;
};

struct Completed {
  int status = 0;  // exit status, valid when signal == 0
  int signal = 0;  // the signal that ended it, or 0
  bool timedOut = false;
  bool stopped = false;
  std::string output;  // standard output
  std::string errors;  // standard error

  bool succeeded() const { return status == 0 && signal == 0 && !timedOut && !stopped; }
};

/// Whatever whoever started us left open is none of our children's business, least of all of code under test,
/// which tries any number as a descriptor. To be called before anything else is opened.
void keepInheritedDescriptors();

/// An Error only where the program could not be started at all.
Result<Completed> run(const Command& command);

}  // namespace covolve
