// The fork server: the program of every harness. Static initialisation has run
// when main begins; the state is saved, and workers are forked from here as
// often as they are needed. It runs no test itself, so no test can harm it.
//
//   engine --Spawn--> fork a worker     engine --Kill--> end it
//   engine <--Died-- the worker's end, with its wait status
//
// Easy to get wrong: the lanes are marked before a death is reported. An engine
// that has the report makes them ready for the next worker at once, and a late
// mark would take them away from it.
#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "batches.h"
#include "constant_statics.h"
#include "covolve/protocol.h"
#include "endings.h"
#include "filter.h"
#include "guarded_pages.h"
#include "heap.h"
#include "interceptions.h"
#include "libc_quiet.h"
#include "process_state.h"
#include "raw_syscall.h"
#include "recovery.h"
#include "snapshot.h"
#include "state.h"

using namespace covolve;
using namespace covolve::worker;

namespace {

constexpr int kServerStatus = 2;  // started by hand, or the engine is gone
constexpr long kPidfdOpen = 434;

COVOLVE_STATE int engine = -1;
COVOLVE_STATE pid_t worker = -1;
COVOLVE_STATE int workerEnd = -1;  // a pidfd: readable when the worker is dead

void report(abi::Event event, int waitStatus) {
  const abi::EventMessage message{static_cast<uint32_t>(event), waitStatus};
  const long sent = rawSyscall(SYS_sendto, engine, asArgument(&message), sizeof message, MSG_NOSIGNAL, 0, 0);
  if (sent != sizeof message) leave(kServerStatus);
}

[[noreturn]] void becomeWorker(const abi::OrderMessage& order, pid_t server) {
  rawSyscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (rawSyscall(SYS_getppid) != server) leave(kServerStatus);
  closeServersDescriptor(engine);
  rawSyscall(SYS_setpgid, 0, 0);
  prepareRecovery();
  if (!installFilters(order.filterLength)) leave(kServerStatus);
  runBatches(order.firstLane);
}

void spawn(const abi::OrderMessage& order) {
  const pid_t server = static_cast<pid_t>(rawSyscall(SYS_getpid));
  worker = fork();
  if (worker == 0) becomeWorker(order, server);
  if (worker < 0) {
    report(abi::Event::Died, -1);
    return;
  }
  workerEnd = static_cast<int>(rawSyscall(kPidfdOpen, worker, 0));
  report(abi::Event::Spawned, 0);
}

/// The engine sleeps on a lane that nobody will ever finish.
void markLanes() {
  for (uint32_t i = 0; i < abi::kLaneCount; ++i) {
    auto* lane = reinterpret_cast<abi::Lane*>(reinterpret_cast<char*>(__covolve_shared) + abi::laneOffset(i));
    uint32_t expected = static_cast<uint32_t>(abi::LaneState::Ready);
    if (__atomic_compare_exchange_n(&lane->state, &expected,
                                    static_cast<uint32_t>(abi::LaneState::Interrupted), false,
                                    __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
      rawSyscall(SYS_futex, asArgument(&lane->state), FUTEX_WAKE, 1);
    }
  }
}

void reapWorker() {
  int status = 0;
  if (waitpid(worker, &status, WNOHANG) != worker) return;
  worker = -1;
  if (workerEnd >= 0) rawSyscall(SYS_close, workerEnd);
  workerEnd = -1;
  markLanes();
  report(abi::Event::Died, status);
}

void obey() {
  abi::OrderMessage order{};
  const long got = rawSyscall(SYS_recvfrom, engine, asArgument(&order), sizeof order, 0, 0, 0);
  if (got == -EINTR) return;
  if (got != sizeof order) {  // the engine is gone
    if (worker > 0) rawSyscall(SYS_kill, worker, SIGKILL);
    leave(kServerStatus);
  }
  if (order.order == static_cast<uint32_t>(abi::Order::Spawn) && worker < 0) spawn(order);
  if (order.order == static_cast<uint32_t>(abi::Order::Kill) && worker > 0)
    rawSyscall(SYS_kill, worker, SIGKILL);
}

[[noreturn]] void serve() {
  report(abi::Event::Ready, 0);
  for (;;) {
    pollfd ends[2] = {{engine, POLLIN, 0}, {workerEnd, POLLIN, 0}};
    // Kernels before 5.3 have no pidfd: look after the worker now and then.
    const int wait = worker > 0 && workerEnd < 0 ? 5 : -1;
    if (poll(ends, 2, wait) < 0 && errno != EINTR) leave(kServerStatus);
    if (worker > 0) reapWorker();
    if (ends[0].revents != 0) obey();
  }
}

}  // namespace

int main() {
  const char* descriptor = getenv(abi::kServerFdVariable);
  if (descriptor == nullptr) {
    fprintf(stderr, "This program is run by covolve.\n");
    leave(kServerStatus);
  }
  engine = atoi(descriptor);
  keepInterceptedHeap();
  keepInterceptedCalls();
  keepInterceptedExits();
  keepInterceptedTexts();
  uint32_t unused = 0;
  __covolve_register("", 0, 0, &unused);  // maps the shared memory even where nothing is instrumented
  // Mapped; the descriptor would only let tests write to it.
  if (const char* shared = getenv(abi::kSharedFdVariable)) close(atoi(shared));
  declareTestsRunning();
  captureProcessState();
  constructConstantStatics();
  const HeapBase heap = markHeapBase();
  takeSnapshot({heap.begin, heap.end, false});
  noteLibcQuiet();
  // Workers inherit these: a hundred system calls less for each.
  installEndings();
  closeGuardedPages();
  serve();
}
