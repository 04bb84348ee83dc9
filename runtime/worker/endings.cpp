#include "endings.h"

#include <cxxabi.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include <cstring>
#include <exception>
#include <typeinfo>

#include "batches.h"
#include "guarded_pages.h"
#include "main_thread.h"
#include "modules.h"
#include "raw_syscall.h"
#include "recovery.h"
#include "state.h"

namespace covolve::worker {

namespace {

constexpr int kFatalSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP};
constexpr size_t kAlternateStackBytes = size_t{256} << 10;
constexpr uintptr_t kNearStackEnd = uintptr_t{64} << 10;

COVOLVE_STATE bool testsRunning = false;
COVOLVE_STATE int handling = 0;
COVOLVE_STATE char* alternateStack = nullptr;
COVOLVE_STATE uintptr_t stackLowest = 0;  // of the main thread, by its limit

[[noreturn]] void dieBy(int signal) {
  rawSyscall(SYS_prctl, PR_SET_DUMPABLE, 0);  // no core file
  struct {
    void (*handler)(int);
    unsigned long flags;
    void (*restorer)();
    uint64_t mask;
  } standard = {};
  rawSyscall(SYS_rt_sigaction, signal, asArgument(&standard), 0, 8);
  const uint64_t none = 0;
  rawSyscall(SYS_rt_sigprocmask, SIG_SETMASK, asArgument(&none), 0, 8);
  rawSyscall(SYS_tgkill, rawSyscall(SYS_getpid), rawSyscall(SYS_gettid), signal);
  leave(128 + signal);
}

void say(const char* text) { rawSyscall(SYS_write, 2, asArgument(text), static_cast<long>(strlen(text))); }

void pushFrame(uint64_t address, uint64_t function) {
  abi::Shared& shared = *__covolve_shared;
  if (shared.frameCount == abi::kMaximumFrames) return;
  shared.functions[shared.frameCount] = function;
  shared.frames[shared.frameCount++] = address;
}

struct Trace {
  uintptr_t faultAt;  // frames up to this one belong to the handler; 0: take all
};

_Unwind_Reason_Code noteFrame(_Unwind_Context* context, void* argument) {
  Trace& trace = *static_cast<Trace*>(argument);
  int exact = 0;
  const uintptr_t address = _Unwind_GetIPInfo(context, &exact);
  if (trace.faultAt != 0) {
    if (exact != 0 && address == trace.faultAt) trace.faultAt = 0;
    return _URC_NO_REASON;
  }
  pushFrame(address, _Unwind_GetRegionStart(context));
  return __covolve_shared->frameCount < abi::kMaximumFrames ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/// 0 for no text.
uint64_t hashOf(const char* text) {
  uint64_t hash = 0;
  for (; *text != 0; ++text) hash = (hash ^ static_cast<uint8_t>(*text)) * 0x9e3779b97f4a7c15u + 1;
  return hash;
}

/// False when an ending stands already: the test dies of that one.
bool record(abi::Ending ending, int signal, const char* text, uint64_t instruction) {
  abi::Shared& shared = *__covolve_shared;
  if (shared.ending != static_cast<uint32_t>(abi::Ending::None)) return false;
  shared.ending = static_cast<uint32_t>(ending);
  shared.signal = signal;
  shared.frameCount = 0;
  // An earlier note (a failed assertion's text) stands.
  if (text != nullptr && shared.text[0] == 0) {
    strncpy(shared.text, text, sizeof shared.text - 1);
  }
  shared.text[sizeof shared.text - 1] = 0;
  shared.place = instruction ^ hashOf(shared.text);
  return true;
}

struct Registers {
  uintptr_t instruction;
  uintptr_t stack;
};

Registers registersOf(void* context) {
  const mcontext_t& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return {static_cast<uintptr_t>(machine.gregs[REG_RIP]), static_cast<uintptr_t>(machine.gregs[REG_RSP])};
#else
  return {static_cast<uintptr_t>(machine.pc), static_cast<uintptr_t>(machine.sp)};
#endif
}

/// As if the function that was called had returned at once. Tells where to.
uintptr_t returnFromCall(void* context) {
  mcontext_t& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  machine.gregs[REG_RIP] = *reinterpret_cast<const greg_t*>(machine.gregs[REG_RSP]);
  machine.gregs[REG_RSP] += 8;
  return static_cast<uintptr_t>(machine.gregs[REG_RIP]);
#else
  machine.pc = machine.regs[30];
  return machine.pc;
#endif
}

bool isStackOverflow(int signal, const Registers& registers) {
  // The stack pointer has run into, or past, the lowest address the stack may have. Other threads have no
  // alternate stack: theirs the kernel ends without a word.
  return (signal == SIGSEGV || signal == SIGBUS) && stackLowest != 0 &&
         registers.stack < stackLowest + kNearStackEnd &&
         registers.stack > stackLowest - (uintptr_t{1} << 32) && onMainThread();
}

/// What tells two faults in one block apart. An overflowing stack ends anywhere in its recursion, abort
/// always at the same place in libc, and where a wild jump leads to says nothing.
uintptr_t tellingInstruction(abi::Ending ending, int signal, uintptr_t instruction) {
  if (ending != abi::Ending::Signal || signal == SIGABRT) return 0;
  const auto* code = reinterpret_cast<const void*>(instruction);
  return isCodeUnderTest(code) || isLibcItself(code) ? instruction : 0;
}

void onFatalSignal(int signal, siginfo_t* information, void* context) {
  if (signal == SIGSEGV && information->si_code == SEGV_ACCERR && openGuardedPage(information->si_addr))
    return;
  if (__atomic_exchange_n(&handling, 1, __ATOMIC_ACQ_REL) != 0) {
    // The unwinder itself failed, or a second thread fell too: what is recorded stands.
    const int first = __covolve_shared->signal;
    dieBy(first > 0 ? first : signal);
  }
  const Registers registers = registersOf(context);
  const bool calledNull = registers.instruction < 4096;
  // Called through a null pointer: unwinding goes on from the caller.
  const uintptr_t from = calledNull ? returnFromCall(context) : registers.instruction;
  const abi::Ending ending =
      isStackOverflow(signal, registers) ? abi::Ending::StackOverflow : abi::Ending::Signal;
  if (record(ending, signal, nullptr, tellingInstruction(ending, signal, registers.instruction))) {
    dropTestIfKnown(from);
    // Frames are return addresses; the faulting instruction is made to look like one.
    pushFrame(registers.instruction + 1, 0);
    if (calledNull) pushFrame(from, 0);
    Trace trace{from};
    _Unwind_Backtrace(noteFrame, &trace);
  }
  dieBy(signal);
}

[[noreturn]] void onTerminate() {
  const std::type_info* type = ::abi::__cxa_current_exception_type();
  endTest(abi::Ending::Terminate, type != nullptr ? type->name() : "");
}

void findStackEnd() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  void* lowest = nullptr;
  size_t size = 0;
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    stackLowest = reinterpret_cast<uintptr_t>(lowest) + size - limit.rlim_cur;
  }
}

}  // namespace

void leave(int status) {
  for (;;) rawSyscall(SYS_exit_group, status);
}

void endTest(abi::Ending ending, const char* text) {
  if (!testsRunning) {
    say("covolve: static initialisation failed: ");
    say(text);
    say("\n");
    leave(1);
  }
  if (record(ending, 0, text, 0)) {
    __atomic_store_n(&handling, 1, __ATOMIC_RELEASE);
    dropTestIfKnown(0);
    Trace trace{0};
    _Unwind_Backtrace(noteFrame, &trace);
  }
  dieBy(SIGABRT);
}

void settleDroppedTest() {
  __atomic_store_n(&handling, 0, __ATOMIC_RELEASE);
  const bool overflowed =
      __covolve_shared->ending == static_cast<uint32_t>(abi::Ending::StackOverflow) && stackLowest != 0;
  if (!overflowed) return;
  // Megabytes of a recursion's frames, which later tests would find in their uninitialised variables.
  const uintptr_t here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  const uintptr_t first = (stackLowest + 4095) & ~uintptr_t{4095};
  const uintptr_t last = (here - kNearStackEnd) & ~uintptr_t{4095};
  rawSyscall(SYS_madvise, static_cast<long>(first), static_cast<long>(last - first), MADV_DONTNEED);
}

void declareTestsRunning() {
  testsRunning = true;
  std::set_terminate(onTerminate);
}

void reinstallSignalHandlers() {
  stack_t stack = {};
  stack.ss_sp = alternateStack;
  stack.ss_size = kAlternateStackBytes;
  rawSyscall(SYS_sigaltstack, asArgument(&stack), 0);
  struct sigaction standard = {};
  standard.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) sigaction(signal, &standard, nullptr);
  struct sigaction action = {};
  action.sa_sigaction = onFatalSignal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int signal : kFatalSignals) sigaction(signal, &action, nullptr);
  const uint64_t none = 0;
  rawSyscall(SYS_rt_sigprocmask, SIG_SETMASK, asArgument(&none), 0, 8);
}

void installEndings() {
  handling = 0;
  alternateStack = mapMemory(kAlternateStackBytes);
  findStackEnd();
  reinstallSignalHandlers();
}

}  // namespace covolve::worker

/// Called by the probes, with the ending recorded. A thread's death is none of ours: it ends as it always
/// did.
extern "C" void __covolve_out_of_steps() { covolve::worker::dropTestIfKnown(0); }
extern "C" bool __covolve_more_steps(uint32_t loop) { return covolve::worker::allowMoreSteps(loop); }
