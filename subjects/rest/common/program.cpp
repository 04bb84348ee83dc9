#include "program.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace service {

namespace {

[[noreturn]] void explain(const char* program, const std::set<std::string>& knownSwitches) {
  std::string switches;
  for (const std::string& one : knownSwitches) switches += " [" + one + "]";
  std::fprintf(stderr, "usage: %s --port N%s\n", program, switches.c_str());
  std::exit(2);
}

}  // namespace

Options readOptions(int argc, char** argv, const std::set<std::string>& knownSwitches) {
  Options options;
  bool hasPort = false;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--port" && i + 1 < argc) {
      const std::string_view number = argv[++i];
      const auto [end, problem] = std::from_chars(number.data(), number.data() + number.size(), options.port);
      hasPort = problem == std::errc() && end == number.data() + number.size() && options.port >= 0 &&
                options.port <= 65535;
      if (!hasPort) explain(argv[0], knownSwitches);
    } else if (knownSwitches.contains(argument)) {
      options.switches.insert(argument);
    } else {
      explain(argv[0], knownSwitches);
    }
  }
  if (!hasPort) explain(argv[0], knownSwitches);
  return options;
}

EndingSignals::EndingSignals() {
  sigemptyset(&signals_);
  sigaddset(&signals_, SIGTERM);
  sigaddset(&signals_, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
}

void EndingSignals::waitWhileServing(int port) const {
  std::printf("listening on http://127.0.0.1:%d\n", port);
  std::fflush(stdout);
  int signal = 0;
  sigwait(&signals_, &signal);
}

}  // namespace service
