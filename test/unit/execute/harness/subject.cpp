// A harness by hand: the bytes of a test are the name of one of the deeds
// below, a space, and its argument. What a deed returns is observed.
//
// Deeds that could do harm without a sandbox first make sure they are in one.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cerrno>
#include <cfenv>
#include <clocale>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <locale>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <typeinfo>
#include <vector>

#include "covolve/protocol.h"

namespace {

uint32_t base = 0;
constexpr char kSites[] =
    "F\t0000000000000001\t10\t1\t-\t10,11\tsubject\t/subject.cpp\n"
    "C\t0000000000000002\t12\t7\t-\t-\tsubject\t/subject.cpp\n"
    "X\t0000000000000003\t13\t3\t-\t-\tsubject\t/subject.cpp\n"
    "B\t0000000000000004\t14\t3\t-\t14\tsubject\t/subject.cpp\n";
constexpr uint32_t kEntry = 0, kCompare = 1, kCall = 2, kBlock = 3;

__attribute__((constructor(101))) void registerSites() {
  __covolve_register(kSites, sizeof kSites - 1, 4, &base);
}

// State that must be the same before every test.
int counter = 0;
thread_local int threadCounter = 0;
std::vector<int> numbers = {1, 2, 3};
std::map<std::string, std::string> names = {{"a", std::string(40, 'x')}};
std::string text = "a string long enough to live on the heap, at any rate";
char largeArray[4 << 20];
char largeInitialised[1 << 20] = {1, 2, 3};
const volatile char* volatile nowhere = nullptr;
volatile int zero = 0;
volatile int hundred = 100;

struct Lazily {
  Lazily() { ++made; }
  ~Lazily() { ++counter; }
  static int made;
};
int Lazily::made = 0;

bool inSandbox() { return socket(AF_INET, SOCK_STREAM, 0) < 0 && errno == EPERM; }

std::string outcome(bool succeeded) { return succeeded ? "succeeded" : "refused"; }

int recurse(int depth) {
  volatile char frame[256];
  frame[0] = static_cast<char>(depth);
  return recurse(depth + 1) + frame[0];
}

__attribute__((noinline)) int largeFrame() {
  char frame[64 << 20];
  __asm__ volatile("" ::"r"(frame) : "memory");
  return static_cast<int>(strlen(frame));
}

struct ThrowsInDestructor {
  ~ThrowsInDestructor() noexcept(true) { throw std::runtime_error("from a destructor"); }
};

void neverThrows() noexcept { throw std::logic_error("from a noexcept function"); }

std::string state() {
  static Lazily lazily;
  ++counter;
  ++threadCounter;
  numbers.push_back(4);
  names["b"] = "new";
  names["a"] += "y";
  text += "!";
  largeArray[3 << 20] += 1;
  largeInitialised[0] += 1;
  std::cout << std::hex;
  std::locale::global(std::locale::classic());
  return std::to_string(counter) + " " + std::to_string(threadCounter) + " " +
         std::to_string(numbers.size()) + " " + std::to_string(names.size()) + " " +
         std::to_string(names["a"].size()) + " " + std::to_string(text.size()) + " " +
         std::to_string(int{largeArray[3 << 20]}) + " " + std::to_string(int{largeInitialised[0]}) + " " +
         std::to_string(Lazily::made);
}

std::string threads(int count) {
  std::atomic<int> sum{0};
  std::vector<std::thread> all;
  for (int i = 0; i < count; ++i) {
    all.emplace_back([&sum, i] {
      std::vector<std::string> own;
      for (int j = 0; j < 100; ++j) own.push_back(std::string(static_cast<size_t>(i * 10 + j), 'x'));
      sum += static_cast<int>(own.size());
    });
  }
  for (std::thread& thread : all) thread.join();
  return std::to_string(sum);
}

std::string connectToLoopback() {
  const int opened = socket(AF_INET, SOCK_STREAM, 0);
  if (opened < 0) return "refused";
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(9);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return outcome(connect(opened, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 ||
                 errno == ECONNREFUSED);
}

std::string forkBomb() {
  if (!inSandbox()) return "not in a sandbox";
  int made = 0;
  for (int i = 0; i < 100; ++i) {
    const pid_t child = fork();
    if (child == 0) pause();
    made += child > 0;
  }
  return std::to_string(made);
}

std::string signalEverybody() {
  if (!inSandbox()) return "not in a sandbox";
  // Signal 0 harms nobody: if it may be sent to the parent, do not try others.
  if (kill(getppid(), 0) == 0) return "the parent could be reached";
  const bool all = kill(-1, SIGTERM) == 0;
  const bool parent = kill(getppid(), SIGKILL) == 0;
  const bool init = kill(1, SIGKILL) == 0;
  return outcome(all || parent || init);
}

std::string removeAll(const std::string& victim) {
  std::error_code failure;
  std::filesystem::remove_all(victim, failure);
  return outcome(!std::filesystem::exists(victim));
}

std::string disturb() {
  for (int i = 0; i < 1024; ++i) close(i);
  signal(SIGSEGV, SIG_IGN);
  signal(SIGFPE, SIG_IGN);
  if (chdir("/") != 0) return "chdir failed";
  umask(0777);
  setenv("HOME", "/nowhere", 1);
  char* path = getenv("PATH");
  if (path != nullptr) path[0] = '!';
  setlocale(LC_ALL, "C.UTF-8");
  srand(17);
  alarm(1);
  return "disturbed";
}

std::string surroundings() {
  char directory[4096] = {};
  const mode_t mask = umask(0);
  const char* home = getenv("HOME");
  const char* path = getenv("PATH");
  const int null = open("/dev/null", O_RDONLY);
  std::string result = std::string(getcwd(directory, sizeof directory) != nullptr ? directory : "?") + " " +
                       std::to_string(mask) + " " + (home != nullptr ? home : "-") + " " +
                       (path != nullptr ? path : "-") + " " + setlocale(LC_ALL, nullptr) + " " +
                       std::to_string(rand()) + " " + std::to_string(null);
  return result;
}

std::string writeHere(const std::string& name) {
  const bool existed = std::filesystem::exists(name);
  std::ofstream file(name);
  file << "text";
  file.flush();
  return std::string(existed ? "existed " : "new ") + outcome(file.good());
}

/// The only trace that survives the reset: a page at a known address, made behind libc's back.
char* const poisonAt = reinterpret_cast<char*>(0x200000000000);

bool isPoisoned() {
  unsigned char resident = 0;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(SYS_mincore), "D"(poisonAt), "S"(4096), "d"(&resident)
                   : "rcx", "r11", "memory");
  return result == 0;
}

void poison() {
  long result;
  register long flags __asm__("r10") = 0x32;  // private, anonymous, fixed
  register long file __asm__("r8") = -1;
  register long offset __asm__("r9") = 0;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(SYS_mmap), "D"(poisonAt), "S"(4096), "d"(3), "r"(flags), "r"(file), "r"(offset)
                   : "rcx", "r11", "memory");
}

struct Decimal : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};

/// Changes the standard library's own state.
std::string useLocale() {
  std::ostringstream before;
  before << 1.5;
  std::locale::global(std::locale(std::locale::classic(), new Decimal));
  std::ostringstream after;
  after << 1.5;
  std::cout.precision(3);
  std::cout.setstate(std::ios::failbit);
  return before.str() + " " + after.str() + " " + std::to_string(std::cout.precision());
}

jmp_buf backThen;

std::string deed(const std::string& name, const std::string& argument) {
  if (name == "nothing") return "";
  if (name == "compare") {
    __covolve_compare_signed(base + kCompare, covolve::abi::Equal, atoi(argument.c_str()), 42);
    if (atoi(argument.c_str()) == 42) __covolve_block(base + kBlock);
    return "";
  }
  if (name == "throw") {
    __covolve_shared->lastCall = base + kCall;
    throw std::runtime_error("thrown");
  }
  if (name == "segv") return std::string(1, *nowhere);
  if (name == "throw-segv") {
    __covolve_shared->lastCall = base + kCall;
    try {
      throw std::runtime_error("thrown");
    } catch (const std::exception& exception) {
      __covolve_threw(0, typeid(exception).name());
    }
    return std::string(1, *nowhere);
  }
  if (name == "null-call") {
    void (*volatile function)() = nullptr;
    function();
  }
  if (name == "fpe") return std::to_string(hundred / zero);
  if (name == "abort") abort();
  if (name == "assert") assert(zero == 1 && "as expected");
  if (name == "strlen") return std::to_string(strlen(const_cast<const char*>(nowhere)));
  if (name == "print-strlen") {
    printf("the length of nothing is %zu\n", strlen(const_cast<const char*>(nowhere)));
  }
  if (name == "exit-with") exit(atoi(argument.c_str()));
  if (name == "print-exit") {
    std::cout << "bye" << std::endl;
    printf("and farewell\n");
    exit(7);
  }
  if (name == "state-segv") return state() + *nowhere;
  if (name == "locked-clock") {  // dies while libc holds the time zone's lock
    const time_t now = 0;
    return std::to_string(
        localtime_r(&now, const_cast<tm*>(reinterpret_cast<const volatile tm*>(nowhere)))->tm_year);
  }
  if (name == "clock") {
    const time_t now = 0;
    tm broken;
    return std::to_string(localtime_r(&now, &broken)->tm_year);
  }
  if (name == "locked-stream") {
    flockfile(stdout);
    return std::string(1, *nowhere);
  }
  if (name == "print-in-thread") {
    std::thread([] { printf("from a thread\n"); }).join();
    return "printed";
  }
  if (name == "thread-beside") {
    std::thread([] {
      for (;;) pause();
    }).detach();
    return std::string(1, *nowhere);
  }
  if (name == "sorted-segv") {  // libc stands between the fault and the test
    int some[] = {3, 1, 2};
    qsort(some, 3, sizeof some[0], [](const void*, const void*) -> int { return *nowhere; });
  }
  if (name == "round-up-segv" || name == "round-up") {
    fesetround(FE_UPWARD);
    if (name == "round-up-segv") return std::string(1, *nowhere);
  }
  if (name == "round-up" || name == "rounding") return std::to_string(fegetround() == FE_TONEAREST);
  if (name == "thrown-in-catch") {
    try {
      throw std::runtime_error("first");
    } catch (...) {
      return std::to_string(hundred / zero);
    }
  }
  if (name == "exceptions") {
    return std::to_string(std::uncaught_exceptions()) + " " +
           std::to_string(std::current_exception() == nullptr);
  }
  if (name == "recurse-then-look") {  // uninitialised memory far down the stack
    volatile unsigned char far[1 << 20];
    unsigned sum = 0;
    for (unsigned i = 0; i < sizeof far; i += 64) sum += far[i];
    return std::to_string(sum);
  }
  if (name == "threads-segv") {
    threads(3);
    return std::string(1, *nowhere);
  }
  if (name == "exit") exit(7);
  if (name == "_exit") _exit(8);
  if (name == "quick_exit") quick_exit(9);
  if (name == "raw-exit") syscall(SYS_exit_group, 10);
  if (name == "pthread_exit") pthread_exit(nullptr);
  if (name == "destructor") ThrowsInDestructor thrower;
  if (name == "noexcept") neverThrows();
  if (name == "stack") return std::to_string(recurse(0));
  if (name == "large-frame") return std::to_string(largeFrame());
  if (name == "loop") {
    for (;;) __covolve_block(base + kBlock);
  }
  if (name == "blind-loop") {
    for (volatile int i = 0;; i = i + 1) {
    }
  }
  if (name == "sleep") {
    for (;;) pause();
  }
  if (name == "allocate") {
    for (std::vector<std::unique_ptr<char[]>> blocks;;) blocks.emplace_back(new char[1 << 16]);
  }
  if (name == "one-huge-block") {
    try {
      std::vector<char> huge(size_t{1} << 50);
      return std::to_string(huge[zero]);
    } catch (const std::bad_alloc&) {
      return "bad_alloc";
    }
  }
  if (name == "leak") {
    auto* block = new char[1 << 20];
    memset(block, 1, 1 << 20);
    return std::to_string(reinterpret_cast<uintptr_t>(block));
  }
  if (name == "uninitialised") {
    auto* block = static_cast<unsigned char*>(malloc(512));
    int sum = 0;
    for (int i = 0; i < 512; ++i) sum += block[i];
    memset(block, 0xee, 512);
    return std::to_string(sum);
  }
  if (name == "double-free") {
    void* volatile block = malloc(20);
    free(block);
    free(block);
  }
  if (name == "invalid-free") {
    char* volatile block = static_cast<char*>(malloc(100));
    free(block + 16);
  }
  if (name == "stack-free") {
    int local = 0;
    void* volatile block = &local;
    free(block);
  }
  if (name == "overflow") {
    char* volatile block = static_cast<char*>(malloc(24));
    memset(block, 7, 25);
    free(block);
  }
  if (name == "leaked-overflow") {
    char* volatile block = static_cast<char*>(malloc(24));
    block[24] = 7;
  }
  if (name == "aligned-overflow") {
    auto* block = static_cast<volatile char*>(aligned_alloc(256, 256));
    block[256] = 7;
  }
  if (name == "underflow") {
    char* volatile block = static_cast<char*>(malloc(24));
    block[-1] = 7;
  }
  if (name == "allocations") {  // every way to allocate, without a fault
    auto* a = static_cast<char*>(malloc(10));
    a = static_cast<char*>(realloc(a, 100000));
    auto* b = static_cast<char*>(calloc(10, 10));
    void* c = nullptr;
    const int made = posix_memalign(&c, 4096, 100);
    void* d = aligned_alloc(64, 128);
    char* e = strdup("from libc");
    auto* f = new (std::align_val_t{128}) char[100];
    char* line = nullptr;
    const int printed = asprintf(&line, "%d", 5);
    const bool aligned =
        reinterpret_cast<uintptr_t>(c) % 4096 == 0 && reinterpret_cast<uintptr_t>(d) % 64 == 0;
    free(a), free(b), free(c), free(d), free(e), free(line);
    operator delete[](f, std::align_val_t{128});
    return outcome(made == 0 && printed == 1 && aligned);
  }
  if (name == "fork-bomb") return forkBomb();
  if (name == "close-all") {
    for (int i = 0; i < 1024; ++i) close(i);
    return "closed";
  }
  if (name == "kill-all") return signalEverybody();
  if (name == "kill-self") kill(getpid(), SIGKILL);
  if (name == "remove-all") return removeAll(argument);
  if (name == "system-rm") {
    if (!inSandbox()) return "not in a sandbox";
    return outcome(system(("rm -rf '" + argument + "'").c_str()) == 0);
  }
  if (name == "write") return writeHere(argument);
  if (name == "chmod") return outcome(chmod(argument.c_str(), 0777) == 0);
  if (name == "truncate") return outcome(truncate(argument.c_str(), 0) == 0);
  if (name == "rename") return outcome(rename(argument.c_str(), "stolen") == 0);
  if (name == "connect") return connectToLoopback();
  if (name == "state") return state();
  if (name == "threads") return threads(argument.empty() ? 4 : atoi(argument.c_str()));
  if (name == "thread-left") {
    std::thread([] {
      for (;;) pause();
    }).detach();
    return "detached";
  }
  if (name == "thread-crash") {
    std::thread([] { return *nowhere; }).join();
  }
  if (name == "disturb") return disturb();
  if (name == "surroundings") return surroundings();
  if (name == "print") {
    std::cout << "to the void" << std::endl;
    printf("as well\n");
    fprintf(stderr, "and this\n");
    return outcome(std::cout.good());
  }
  if (name == "stray-write") {  // over everything shared with the engine
    memset(reinterpret_cast<char*>(__covolve_shared) + covolve::abi::kLanesOffset, 0x5a,
           sizeof(covolve::abi::Lane));
    abort();
  }
  if (name == "poison") poison();
  if (name == "crash-if-poisoned" && isPoisoned()) abort();
  if (name == "poison" || name == "crash-if-poisoned") return "fine";
  if (name == "kill-server" && !inSandbox()) {
    kill(getppid(), SIGKILL);
    for (;;) pause();
  }
  if (name == "locale") return useLocale();
  if (name == "longjmp") {
    if (setjmp(backThen) == 0) {
      try {
        throw 1;
      } catch (int) {
        longjmp(backThen, 1);  // the exception is never released
      }
    }
    return std::to_string(std::uncaught_exceptions());
  }
  if (name == "own-handler") {
    struct sigaction action = {};
    action.sa_handler = [](int) { _exit(1); };
    sigaction(SIGSEGV, &action, nullptr);
    return useLocale();
  }
  if (name == "open-file") {
    FILE* file = fopen("/dev/null", "r");  // and never closed
    return outcome(file != nullptr);
  }
  if (name == "many-bytes") return std::string(static_cast<size_t>(atoi(argument.c_str())), 'x');
  throw std::invalid_argument("no such deed");
}

}  // namespace

extern "C" CovolveTestResult covolve_run_test(const uint8_t* bytes, uint64_t size,
                                              CovolveObservations* observations) {
  *observations->startedActions = 1;
  if (size == 0) return {static_cast<uint32_t>(covolve::abi::Outcome::Returned), 0};
  __covolve_block(base + kEntry);
  const std::string test(reinterpret_cast<const char*>(bytes), size);
  const size_t space = std::min(test.find(' '), test.size());
  const std::string argument = space < test.size() ? test.substr(space + 1) : "";
  try {
    const std::string observed = deed(test.substr(0, space), argument);
    if (observations->wanted && observed.size() <= observations->capacity) {
      memcpy(observations->bytes, observed.data(), observed.size());
      observations->size = observed.size();
    }
  } catch (const std::exception& exception) {
    __covolve_threw(0, typeid(exception).name());
  }
  return {static_cast<uint32_t>(covolve::abi::Outcome::Returned), 1};
}
