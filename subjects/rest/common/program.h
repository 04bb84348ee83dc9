// The command line and the end that all services share.
#pragma once

#include <signal.h>

#include <set>
#include <string>

namespace service {

struct Options {
  int port = 0;                    // 0: a free one, which is printed
  std::set<std::string> switches;  // those given
};

/// `--port N` and the switches that a service knows. Ends the process with status 2 where the line is wrong.
Options readOptions(int argc, char** argv, const std::set<std::string>& knownSwitches = {});

/// SIGTERM and SIGINT, taken by whoever waits for them. To be made before any thread, so that none takes
/// them.
class EndingSignals {
 public:
  EndingSignals();
  /// Tells the world which port is served, and returns when the service shall end. The caller then exits with
  /// status 0, so that a coverage profile is written.
  void waitWhileServing(int port) const;

 private:
  sigset_t signals_;
};

}  // namespace service
