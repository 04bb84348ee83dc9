#include "watchdog.h"

#include <signal.h>
#include <sys/time.h>

namespace covolve::peers {

namespace {

constexpr uint32_t kTicks = 4;  // in the time that is allowed

void (*callAtHang)() = nullptr;
uint64_t testAtLastTick = 0;
uint32_t ticksOfTest = 0;

void tick(int) {
  const uint64_t now = testsStarted.load(std::memory_order_relaxed);
  ticksOfTest = now == testAtLastTick ? ticksOfTest + 1 : 0;
  testAtLastTick = now;
  if (ticksOfTest >= kTicks) callAtHang();
}

}  // namespace

void startWatchdog(uint32_t milliseconds, void (*atHang)()) {
  if (milliseconds == 0) return;
  callAtHang = atHang;
  struct sigaction action = {};
  action.sa_handler = tick;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigaction(SIGVTALRM, &action, nullptr);
  const suseconds_t interval = static_cast<suseconds_t>(milliseconds) * 1000 / kTicks;
  const timeval period{interval / 1'000'000, interval % 1'000'000};
  const itimerval timer{period, period};
  setitimer(ITIMER_VIRTUAL, &timer, nullptr);
}

}  // namespace covolve::peers
