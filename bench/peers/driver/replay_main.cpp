// Runs stored inputs again and leaves one coverage profile of all of them, those
// that end the process included: inputs run one after the other in a child that
// adds its counters to shared memory when it ends, however it does. A new child
// goes on behind an input that ended one.
//
//   replay INPUTS DEATHS     INPUTS: a file with a path a line
// writes to DEATHS a line a death: index of the input, ending (abi.h), signal, exit status, return addresses;
// at its end "refused" and the number of inputs that the harness did not take for a test.
//
// Easy to get wrong: what is done at a death is done in a signal handler, so
// only memory and system calls are touched there.
#include <execinfo.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/ucontext.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "covolve/protocol.h"
#include "translator.h"
#include "watchdog.h"

// LLVM's profile runtime.
extern "C" {
char* __llvm_profile_begin_counters(void);
char* __llvm_profile_end_counters(void);
void __llvm_profile_reset_counters(void);
}

namespace {

using covolve::abi::Ending;

constexpr uint32_t kHangMilliseconds = 2000;  // of processor time; the code is slower here than in a fuzzer
constexpr unsigned kBlockedSeconds = 10;
constexpr int kMostFrames = covolve::abi::kMaximumFrames;

struct Shared {
  size_t running;  // index of the input
  size_t invalid;  // inputs that the harness refused: there should be none
  bool flushed;
  Ending ending;
  int signal;
  int exitStatus;
  int frameCount;
  void* frames[kMostFrames];
};

Shared* shared = nullptr;
uint64_t* sums = nullptr;  // of the counters of all children; shared

uint64_t* counters() { return reinterpret_cast<uint64_t*>(__llvm_profile_begin_counters()); }
size_t counterCount() {
  return static_cast<size_t>(__llvm_profile_end_counters() - __llvm_profile_begin_counters()) /
         sizeof(uint64_t);
}

/// Once a child: what it covered is added to what was covered before.
void flush() {
  if (shared->flushed) return;
  shared->flushed = true;
  for (size_t i = 0; i < counterCount(); ++i) sums[i] += counters()[i];
}

void note(Ending ending, int signal) {
  if (shared->ending != Ending::None) return;  // std::terminate comes before its abort
  shared->ending = ending;
  shared->signal = signal;
  shared->frameCount = backtrace(shared->frames, kMostFrames);
}

[[noreturn]] void die(Ending ending, int signal) {
  note(ending, signal);
  flush();
  _exit(1);
}

/// The stack ran out when the address that could not be touched is the stack pointer's neighbour.
bool isStackOverflow(const siginfo_t* info, const void* context) {
  const auto* machine = static_cast<const ucontext_t*>(context);
  constexpr uintptr_t kNear = 1u << 16;
#if defined(__x86_64__)
  const auto pointer = static_cast<uintptr_t>(machine->uc_mcontext.gregs[REG_RSP]);
#elif defined(__aarch64__)
  const auto pointer = static_cast<uintptr_t>(machine->uc_mcontext.sp);
#endif
  return reinterpret_cast<uintptr_t>(info->si_addr) - pointer + kNear < 2 * kNear;
}

void dieOfSignal(int signal, siginfo_t* info, void* context) {
  const bool overflow = signal == SIGSEGV && isStackOverflow(info, context);
  die(overflow ? Ending::StackOverflow : signal == SIGALRM ? Ending::OutOfTime : Ending::Signal, signal);
}

void installHandlers() {
  constexpr size_t kStack = 1u << 16;
  void* memory = mmap(nullptr, kStack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const stack_t stack{memory, 0, kStack};
  if (memory != MAP_FAILED) sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_sigaction = dieOfSignal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGALRM, SIGXFSZ})
    sigaction(signal, &action, nullptr);
  std::set_terminate([] {
    note(Ending::Terminate, SIGABRT);
    std::abort();
  });
  on_exit(
      [](int status, void*) {
        shared->exitStatus = status;
        die(Ending::Exit, 0);
      },
      nullptr);
  void* first[1];
  backtrace(first, 1);  // it loads a library at its first use
}

std::vector<uint8_t> readInput(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

[[noreturn]] void runFrom(size_t first, const std::vector<std::string>& inputs) {
  __llvm_profile_reset_counters();
  installHandlers();
  covolve::peers::startWatchdog(kHangMilliseconds, [] { die(Ending::OutOfSteps, 0); });
  covolve::peers::Translator translator(covolve::peers::theTable);
  for (size_t i = first; i < inputs.size(); ++i) {
    shared->running = i;
    const std::vector<uint8_t> input = readInput(inputs[i]);
    covolve::peers::watchNextTest();
    alarm(kBlockedSeconds);
    const auto test = translator.translate(input);
    const CovolveTestResult result = covolve_run_test(test.data(), test.size(), nullptr);
    if (result.outcome == static_cast<uint32_t>(covolve::abi::Outcome::Invalid)) ++shared->invalid;
  }
  shared->running = inputs.size();
  flush();
  _exit(0);
}

void* mapShared(size_t bytes) {
  void* memory = mmap(nullptr, bytes + 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory != MAP_FAILED ? memory : nullptr;
}

void writeDeath(std::FILE* file, size_t index, int status) {
  const bool noted = shared->ending != Ending::None;
  Ending ending = shared->ending;
  if (!noted) ending = WIFSIGNALED(status) ? Ending::Signal : Ending::Exit;
  const int signal = noted ? shared->signal : WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  const int exitStatus = noted ? shared->exitStatus : WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  std::fprintf(file, "%zu %u %d %d", index, static_cast<unsigned>(ending), signal, exitStatus);
  for (int i = 0; i < shared->frameCount; ++i)
    std::fprintf(file, " %llu",
                 static_cast<unsigned long long>(reinterpret_cast<uintptr_t>(shared->frames[i])));
  std::fprintf(file, "\n");
}

}  // namespace

int main(int count, char** values) {
  if (count != 3) return 1;
  std::vector<std::string> inputs;
  std::ifstream list(values[1]);
  for (std::string line; std::getline(list, line);) inputs.push_back(line);
  std::FILE* deaths = std::fopen(values[2], "w");
  shared = static_cast<Shared*>(mapShared(sizeof(Shared)));
  sums = static_cast<uint64_t*>(mapShared(counterCount() * sizeof(uint64_t)));
  if (deaths == nullptr || shared == nullptr || sums == nullptr) return 1;
  std::copy_n(counters(), counterCount(), sums);  // what ran before main
  for (size_t next = 0; next < inputs.size();) {
    shared->flushed = false;
    shared->ending = Ending::None;
    shared->exitStatus = 0;
    shared->frameCount = 0;
    shared->running = next;
    const pid_t child = fork();
    if (child < 0) return 1;
    if (child == 0) runFrom(next, inputs);
    int status = 0;
    if (waitpid(child, &status, 0) != child) return 1;
    if (shared->running < inputs.size()) writeDeath(deaths, shared->running, status);
    next = shared->running + 1;
  }
  std::fprintf(deaths, "refused %zu\n", shared->invalid);
  const bool written = std::fclose(deaths) == 0;
  std::copy_n(sums, counterCount(), counters());
  return written ? 0 : 1;  // the profile is written on the way out
}
