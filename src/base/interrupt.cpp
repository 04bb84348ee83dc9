#include "base/interrupt.h"

#include <signal.h>
#include <unistd.h>

namespace covolve {

namespace {

// The one global of the engine: a signal handler can reach nothing else.
std::atomic<bool> requested = false;
static_assert(std::atomic<bool>::is_always_lock_free);

constexpr int kStatusOfInterruptedProgram = 130;  // as shells report SIGINT

void onInterrupt(int) {
  if (requested.exchange(true)) _exit(kStatusOfInterruptedProgram);
}

}  // namespace

const std::atomic<bool>& interruptRequested() { return requested; }

void installInterruptHandler() {
  struct sigaction action{};
  action.sa_handler = onInterrupt;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

}  // namespace covolve
