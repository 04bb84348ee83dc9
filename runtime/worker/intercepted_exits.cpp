// The ways out of a test that are no crash: exit and its relatives, exceptions,
// failed assertions, handlers for a program end that never comes.
#include <dlfcn.h>
#include <pthread.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "endings.h"
#include "interceptions.h"
#include "main_thread.h"
#include "state.h"

using namespace covolve;
using namespace covolve::worker;

#define COVOLVE_INTERCEPT(name) __asm__(name) __attribute__((weak, visibility("default")))

extern "C" {
[[noreturn]] void covolveExit(int status) COVOLVE_INTERCEPT("exit");
[[noreturn]] void covolveUnderscoreExit(int status) COVOLVE_INTERCEPT("_exit");
[[noreturn]] void covolveCapitalExit(int status) COVOLVE_INTERCEPT("_Exit");
[[noreturn]] void covolveQuickExit(int status) COVOLVE_INTERCEPT("quick_exit");
[[noreturn]] void covolvePthreadExit(void* value) COVOLVE_INTERCEPT("pthread_exit");
[[noreturn]] void covolveAssertFail(const char* expression, const char* file, unsigned line,
                                    const char* function) COVOLVE_INTERCEPT("__assert_fail");
[[noreturn]] void covolveAbort() COVOLVE_INTERCEPT("abort");
[[noreturn]] void covolveThrow(void* exception, void* type, void (*destroy)(void*))
    COVOLVE_INTERCEPT("__cxa_throw");
int covolveAtExit(void (*handler)(void*), void* argument, void* module) COVOLVE_INTERCEPT("__cxa_atexit");
int covolveAtQuickExit(void (*handler)(void*), void* module) COVOLVE_INTERCEPT("__cxa_at_quick_exit");
int covolveAtThreadExit(void (*handler)(void*), void* object, void* module)
    COVOLVE_INTERCEPT("__cxa_thread_atexit_impl");
}

extern "C" const char __executable_start;
extern "C" const char etext;

namespace {

COVOLVE_STATE void (*nextThrow)(void*, void*, void (*)(void*)) = nullptr;
COVOLVE_STATE void (*nextAbort)() = nullptr;
COVOLVE_STATE void (*nextPthreadExit)(void*) = nullptr;
COVOLVE_STATE int (*nextAtThreadExit)(void (*)(void*), void*, void*) = nullptr;

template <class Function>
void resolve(Function*& next, const char* name) {
  if (next == nullptr) next = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

/// Before any test: looking it up in a dying one would change libc's data, and no worker could go on after
/// that.
[[gnu::constructor]] void resolveAbort() { resolve(nextAbort, "abort"); }

[[noreturn]] void exitBy(const char* name, int status) {
  __covolve_shared->exitStatus = status;
  endTest(abi::Ending::Exit, name);
}

void note(const char* expression, const char* file, unsigned line) {
  abi::Shared& shared = *__covolve_shared;
  const char* slash = strrchr(file, '/');
  snprintf(shared.text, sizeof shared.text, "%s:%u: assertion failed: %s",
           slash != nullptr ? slash + 1 : file, line, expression);
}

}  // namespace

void covolveExit(int status) { exitBy("exit", status); }
void covolveUnderscoreExit(int status) { exitBy("_exit", status); }
void covolveCapitalExit(int status) { exitBy("_Exit", status); }
void covolveQuickExit(int status) { exitBy("quick_exit", status); }

void covolvePthreadExit(void* value) {
  if (onMainThread()) exitBy("pthread_exit", 0);
  resolve(nextPthreadExit, "pthread_exit");
  nextPthreadExit(value);
  __builtin_unreachable();
}

void covolveAssertFail(const char* expression, const char* file, unsigned line, const char*) {
  note(expression, file, line);
  abort();
}

/// Of the code's own calls it is told: what the C++ library ends that way is a mistake.
void covolveAbort() {
  const auto caller = reinterpret_cast<uintptr_t>(__builtin_return_address(0));
  const bool isOwn = caller >= reinterpret_cast<uintptr_t>(&__executable_start) &&
                     caller < reinterpret_cast<uintptr_t>(&etext);
  abi::Shared& shared = *__covolve_shared;
  if (isOwn && shared.text[0] == 0) snprintf(shared.text, sizeof shared.text, "%s", abi::kAbortCalled);
  resolve(nextAbort, "abort");  // static initialisation may end before the constructor above has run
  nextAbort();
  __builtin_unreachable();
}

void covolveThrow(void* exception, void* type, void (*destroy)(void*)) {
  resolve(nextThrow, "__cxa_throw");
  __covolve_shared->thrownAt = __covolve_shared->lastCall;
  nextThrow(exception, type, destroy);
  __builtin_unreachable();
}

// A worker never ends by returning from main, and the objects concerned are
// restored after the test: their handlers would only pile up.
int covolveAtExit(void (*)(void*), void*, void*) { return 0; }
int covolveAtQuickExit(void (*)(void*), void*) { return 0; }

int covolveAtThreadExit(void (*handler)(void*), void* object, void* module) {
  if (onMainThread()) return 0;
  resolve(nextAtThreadExit, "__cxa_thread_atexit_impl");
  return nextAtThreadExit != nullptr ? nextAtThreadExit(handler, object, module) : 0;
}

void covolve::worker::keepInterceptedExits() {}
