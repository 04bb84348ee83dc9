// Calls of the code under test that change something outside its memory. Each
// leaves a mark for process_state and goes on to libc's own. All are weak: a
// program that defines a function of that name keeps it.
#include <dlfcn.h>
#include <sys/syscall.h>

#include <cstddef>
#include <cstdint>

#include "guarded_pages.h"
#include "interceptions.h"
#include "process_state.h"
#include "state.h"

using namespace covolve::worker;

// The assembler names keep libc's declarations out of the way; optional
// arguments (open's mode) travel in registers like ordinary ones.
#define COVOLVE_FORWARD(result, name, parameters, ...)                                                     \
  extern "C" result covolve_##name parameters __asm__(#name) __attribute__((weak, visibility("default"))); \
  static result(*next_##name) parameters COVOLVE_STATE = nullptr;                                          \
  static result forward_##name parameters {                                                                \
    if (next_##name == nullptr) {                                                                          \
      next_##name = reinterpret_cast<result(*) parameters>(dlsym(RTLD_NEXT, #name));                       \
    }                                                                                                      \
    return next_##name(__VA_ARGS__);                                                                       \
  }                                                                                                        \
  result covolve_##name parameters

// While somebody else's handlers are in place, a write to a guarded page would be their affair.
#define COVOLVE_MARK_SIGNALS(result, name, parameters, ...) \
  COVOLVE_FORWARD(result, name, parameters, __VA_ARGS__) {  \
    openAllGuardedPages();                                  \
    noteChange(kSignals);                                   \
    return forward_##name(__VA_ARGS__);                     \
  }

#define COVOLVE_MARK(change, result, name, parameters, ...) \
  COVOLVE_FORWARD(result, name, parameters, __VA_ARGS__) {  \
    noteChange(change);                                     \
    return forward_##name(__VA_ARGS__);                     \
  }

extern "C" void* standardInput __asm__("stdin");
extern "C" void* standardOutput __asm__("stdout");
extern "C" void* standardError __asm__("stderr");

namespace {

using Text = const char*;
constexpr int kCreate = 0100;  // O_CREAT
constexpr int kTemporary = 020000000;

uint32_t openingChanges(int flags) {
  return (flags & (kCreate | kTemporary)) != 0 ? kDescriptors | kFiles : kDescriptors;
}

bool writes(Text mode) {
  for (; *mode != 0; ++mode) {
    if (*mode == 'w' || *mode == 'a' || *mode == '+') return true;
  }
  return false;
}

bool isStandardStream(const void* stream) {
  return stream == standardInput || stream == standardOutput || stream == standardError;
}

/// Those that only ask, or wait.
bool isHarmless(long number) {
  return number == SYS_gettid || number == SYS_getpid || number == SYS_getrandom || number == SYS_futex ||
         number == SYS_clock_gettime || number == SYS_membarrier || number == SYS_getcpu;
}

void* opened(void* stream) {
  noteStreamOpened(stream);
  return stream;
}

}  // namespace

// Descriptors
#define COVOLVE_OPEN(name)                                                               \
  COVOLVE_FORWARD(int, name, (Text path, int flags, unsigned mode), path, flags, mode) { \
    noteChange(openingChanges(flags));                                                   \
    return forward_##name(path, flags, mode);                                            \
  }
COVOLVE_OPEN(open)
COVOLVE_OPEN(open64)
#define COVOLVE_OPENAT(name)                                                                               \
  COVOLVE_FORWARD(int, name, (int directory, Text path, int flags, unsigned mode), directory, path, flags, \
                  mode) {                                                                                  \
    noteChange(openingChanges(flags));                                                                     \
    return forward_##name(directory, path, flags, mode);                                                   \
  }
COVOLVE_OPENAT(openat)
COVOLVE_OPENAT(openat64)
COVOLVE_MARK(kDescriptors | kFiles, int, creat, (Text path, unsigned mode), path, mode)
COVOLVE_MARK(kDescriptors | kFiles, int, creat64, (Text path, unsigned mode), path, mode)
COVOLVE_MARK(kDescriptors | kFiles, int, mkstemp, (char* name), name)
COVOLVE_MARK(kDescriptors | kFiles, int, mkstemp64, (char* name), name)
COVOLVE_MARK(kDescriptors | kFiles, int, mkostemp, (char* name, int flags), name, flags)
COVOLVE_MARK(kDescriptors, int, close, (int descriptor), descriptor)
COVOLVE_MARK(kDescriptors, int, close_range, (unsigned first, unsigned last, int flags), first, last, flags)
COVOLVE_MARK(kDescriptors, void, closefrom, (int first), first)
COVOLVE_MARK(kDescriptors, int, dup, (int descriptor), descriptor)
COVOLVE_MARK(kDescriptors, int, dup2, (int from, int to), from, to)
COVOLVE_MARK(kDescriptors, int, dup3, (int from, int to, int flags), from, to, flags)
COVOLVE_MARK(kDescriptors, int, fcntl, (int descriptor, int command, long argument), descriptor, command,
             argument)
COVOLVE_MARK(kDescriptors, int, fcntl64, (int descriptor, int command, long argument), descriptor, command,
             argument)
COVOLVE_MARK(kDescriptors, int, pipe, (int* ends), ends)
COVOLVE_MARK(kDescriptors, int, pipe2, (int* ends, int flags), ends, flags)
COVOLVE_MARK(kDescriptors, int, socket, (int family, int kind, int protocol), family, kind, protocol)
COVOLVE_MARK(kDescriptors, int, socketpair, (int family, int kind, int protocol, int* ends), family, kind,
             protocol, ends)
COVOLVE_MARK(kDescriptors, int, accept, (int socket, void* address, void* size), socket, address, size)
COVOLVE_MARK(kDescriptors, int, accept4, (int socket, void* address, void* size, int flags), socket, address,
             size, flags)
COVOLVE_MARK(kDescriptors, int, epoll_create, (int size), size)
COVOLVE_MARK(kDescriptors, int, epoll_create1, (int flags), flags)
COVOLVE_MARK(kDescriptors, int, eventfd, (unsigned value, int flags), value, flags)
COVOLVE_MARK(kDescriptors, int, signalfd, (int descriptor, void* mask, int flags), descriptor, mask, flags)
COVOLVE_MARK(kDescriptors, int, timerfd_create, (int clock, int flags), clock, flags)
COVOLVE_MARK(kDescriptors, int, inotify_init, (), )
COVOLVE_MARK(kDescriptors, int, inotify_init1, (int flags), flags)
COVOLVE_MARK(kDescriptors, int, memfd_create, (Text name, unsigned flags), name, flags)
COVOLVE_MARK(kDescriptors, int, shm_open, (Text name, int flags, unsigned mode), name, flags, mode)
COVOLVE_MARK(kDescriptors, void*, opendir, (Text path), path)

// Streams
COVOLVE_FORWARD(void*, fopen, (Text path, Text mode), path, mode) {
  if (writes(mode)) noteChange(kFiles);
  return opened(forward_fopen(path, mode));
}
COVOLVE_FORWARD(void*, fopen64, (Text path, Text mode), path, mode) {
  if (writes(mode)) noteChange(kFiles);
  return opened(forward_fopen64(path, mode));
}
COVOLVE_FORWARD(void*, fdopen, (int descriptor, Text mode), descriptor, mode) {
  return opened(forward_fdopen(descriptor, mode));
}
COVOLVE_FORWARD(void*, tmpfile, (), ) { return opened(forward_tmpfile()); }
COVOLVE_FORWARD(void*, tmpfile64, (), ) { return opened(forward_tmpfile64()); }
COVOLVE_FORWARD(void*, fmemopen, (void* memory, size_t size, Text mode), memory, size, mode) {
  return opened(forward_fmemopen(memory, size, mode));
}
COVOLVE_FORWARD(void*, open_memstream, (char** text, size_t* size), text, size) {
  return opened(forward_open_memstream(text, size));
}
COVOLVE_FORWARD(int, fclose, (void* stream), stream) {
  noteStreamClosed(stream);
  return forward_fclose(stream);
}
// Libc's own three streams, when they point elsewhere, or their buffer is the test's.
#define COVOLVE_STREAM(result, name, parameters, ...)       \
  COVOLVE_FORWARD(result, name, parameters, __VA_ARGS__) {  \
    if (isStandardStream(stream)) noteChange(kIrreparable); \
    return forward_##name(__VA_ARGS__);                     \
  }
COVOLVE_STREAM(void*, freopen, (Text path, Text mode, void* stream), path, mode, stream)
COVOLVE_STREAM(void*, freopen64, (Text path, Text mode, void* stream), path, mode, stream)
COVOLVE_STREAM(int, setvbuf, (void* stream, char* buffer, int mode, size_t size), stream, buffer, mode, size)
COVOLVE_STREAM(void, setbuf, (void* stream, char* buffer), stream, buffer)
COVOLVE_STREAM(void, setbuffer, (void* stream, char* buffer, size_t size), stream, buffer, size)
COVOLVE_FORWARD(int, ungetc, (int character, void* stream), character, stream) {
  if (character >= 0 && isStandardStream(stream)) noteChange(kIrreparable);
  return forward_ungetc(character, stream);
}

// Files: the working directory is empty before each test, so only what makes an entry counts.
COVOLVE_MARK(kFiles, int, mkdir, (Text path, unsigned mode), path, mode)
COVOLVE_MARK(kFiles, int, mkdirat, (int directory, Text path, unsigned mode), directory, path, mode)
COVOLVE_MARK(kFiles, char*, mkdtemp, (char* name), name)
COVOLVE_MARK(kFiles, int, mkfifo, (Text path, unsigned mode), path, mode)
COVOLVE_MARK(kFiles, int, mknod, (Text path, unsigned mode, unsigned long device), path, mode, device)
COVOLVE_MARK(kFiles, int, link, (Text from, Text to), from, to)
COVOLVE_MARK(kFiles, int, linkat, (int from, Text old, int to, Text name, int flags), from, old, to, name,
             flags)
COVOLVE_MARK(kFiles, int, symlink, (Text target, Text path), target, path)
COVOLVE_MARK(kFiles, int, symlinkat, (Text target, int directory, Text path), target, directory, path)
COVOLVE_MARK(kFiles, int, bind, (int socket, void* address, unsigned size), socket, address, size)

// Signals and timers
COVOLVE_MARK_SIGNALS(void*, signal, (int signal, void* handler), signal, handler)
COVOLVE_MARK_SIGNALS(void*, sysv_signal, (int signal, void* handler), signal, handler)
COVOLVE_MARK_SIGNALS(int, sigaction, (int signal, const void* action, void* old), signal, action, old)
COVOLVE_MARK_SIGNALS(int, sigprocmask, (int how, const void* set, void* old), how, set, old)
COVOLVE_MARK_SIGNALS(int, pthread_sigmask, (int how, const void* set, void* old), how, set, old)
COVOLVE_MARK_SIGNALS(int, sigaltstack, (const void* stack, void* old), stack, old)
COVOLVE_MARK(kTimers, unsigned, alarm, (unsigned seconds), seconds)
COVOLVE_MARK(kTimers, unsigned, ualarm, (unsigned first, unsigned interval), first, interval)
COVOLVE_MARK(kTimers, int, setitimer, (int which, const void* value, void* old), which, value, old)
COVOLVE_MARK(kIrreparable, int, timer_create, (int clock, void* event, void* timer), clock, event, timer)

// Directory, mask, environment, locale, random numbers
COVOLVE_MARK(kDirectory, int, chdir, (Text path), path)
COVOLVE_MARK(kDirectory, int, fchdir, (int directory), directory)
COVOLVE_MARK(kFileMask, unsigned, umask, (unsigned mask), mask)
COVOLVE_MARK(kEnvironment, int, setenv, (Text name, Text value, int overwrite), name, value, overwrite)
COVOLVE_MARK(kEnvironment, int, unsetenv, (Text name), name)
COVOLVE_MARK(kEnvironment, int, putenv, (char* text), text)
COVOLVE_MARK(kEnvironment, int, clearenv, (), )
COVOLVE_MARK(kLocale, void*, uselocale, (void* locale), locale)
COVOLVE_MARK(kLocale, char*, setlocale, (int category, Text locale), category, locale)
COVOLVE_MARK(kRandom, int, rand, (), )
COVOLVE_MARK(kRandom, void, srand, (unsigned seed), seed)
COVOLVE_MARK(kRandom, long, random, (), )
COVOLVE_MARK(kRandom, void, srandom, (unsigned seed), seed)
COVOLVE_MARK(kRandom, double, drand48, (), )
COVOLVE_MARK(kRandom, long, lrand48, (), )
COVOLVE_MARK(kRandom, long, mrand48, (), )
COVOLVE_MARK(kRandom, void, srand48, (long seed), seed)
COVOLVE_MARK(kIrreparable, char*, initstate, (unsigned seed, char* state, size_t size), seed, state, size)
COVOLVE_MARK(kIrreparable, char*, setstate, (char* state), state)

// Threads, mappings, and what a process cannot take back
COVOLVE_MARK(kThreads, int, pthread_create,
             (void* thread, const void* attributes, void* (*start)(void*), void* argument), thread,
             attributes, start, argument)
COVOLVE_FORWARD(void*, mmap, (void* address, size_t size, int protection, int flags, int file, long offset),
                address, size, protection, flags, file, offset) {
  void* memory = forward_mmap(address, size, protection, flags, file, offset);
  if (reinterpret_cast<intptr_t>(memory) != -1)
    noteMapping(static_cast<int64_t>((size + 4095) & ~size_t{4095}));
  return memory;
}
COVOLVE_FORWARD(void*, mmap64, (void* address, size_t size, int protection, int flags, int file, long offset),
                address, size, protection, flags, file, offset) {
  void* memory = forward_mmap64(address, size, protection, flags, file, offset);
  if (reinterpret_cast<intptr_t>(memory) != -1)
    noteMapping(static_cast<int64_t>((size + 4095) & ~size_t{4095}));
  return memory;
}
COVOLVE_FORWARD(int, munmap, (void* address, size_t size), address, size) {
  const int result = forward_munmap(address, size);
  if (result == 0) noteMapping(-static_cast<int64_t>((size + 4095) & ~size_t{4095}));
  return result;
}
COVOLVE_MARK(kIrreparable, int, mprotect, (void* address, size_t size, int protection), address, size,
             protection)
COVOLVE_MARK(kIrreparable, void*, dlopen, (Text path, int flags), path, flags)
COVOLVE_MARK(kIrreparable, int, setrlimit, (int resource, const void* limit), resource, limit)
COVOLVE_MARK(kIrreparable, int, setrlimit64, (int resource, const void* limit), resource, limit)
COVOLVE_MARK(kIrreparable, int, prctl, (int option, long a, long b, long c, long d), option, a, b, c, d)
COVOLVE_MARK(kIrreparable, int, nice, (int increment), increment)
COVOLVE_MARK(kIrreparable, int, setpriority, (int which, unsigned who, int priority), which, who, priority)
COVOLVE_MARK(kIrreparable, int, setuid, (unsigned user), user)
COVOLVE_MARK(kIrreparable, int, setgid, (unsigned group), group)
COVOLVE_MARK(kIrreparable, int, seteuid, (unsigned user), user)
COVOLVE_MARK(kIrreparable, int, setegid, (unsigned group), group)
COVOLVE_MARK(kIrreparable, int, sched_setaffinity, (int process, size_t size, const void* set), process, size,
             set)
COVOLVE_MARK(kIrreparable, int, sched_setscheduler, (int process, int policy, const void* value), process,
             policy, value)
COVOLVE_MARK(kIrreparable, int, chroot, (Text path), path)
COVOLVE_MARK(kIrreparable, int, personality, (unsigned long persona), persona)
COVOLVE_FORWARD(long, syscall, (long number, long a, long b, long c, long d, long e, long f), number, a, b, c,
                d, e, f) {
  if (!isHarmless(number)) noteChange(kIrreparable);
  return forward_syscall(number, a, b, c, d, e, f);
}

void covolve::worker::keepInterceptedCalls() {}
