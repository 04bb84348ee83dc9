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

// A closed terminal may say so twice (the kernel and the shell), and nobody is there to be impatient.
void onHangUp(int) { requested = true; }

void handle(int signal, void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, nullptr);
}

bool isIgnored(int signal) {
  struct sigaction action{};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

const std::atomic<bool>& interruptRequested() { return requested; }

void installInterruptHandler() {
  handle(SIGINT, onInterrupt);
  handle(SIGTERM, onInterrupt);
  if (!isIgnored(SIGHUP)) handle(SIGHUP, onHangUp);  // nohup ignores it
}

}  // namespace covolve
