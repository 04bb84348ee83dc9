// SIGSEGV, SIGFPE, ... for messages.
#pragma once

#include <string.h>  // sigabbrev_np is glibc's, not C++'s

#include <string>

namespace covolve {

inline std::string signalName(int signal) {
  const char* name = sigabbrev_np(signal);
  return name != nullptr ? std::string("SIG") + name : "signal " + std::to_string(signal);
}

}  // namespace covolve
