// System calls without libc: they leave errno alone, cannot be intercepted by
// the code under test (nor by our own interceptions), and are safe in handlers.
#pragma once

#include <sys/mman.h>
#include <sys/syscall.h>

#include <cstddef>

namespace covolve::worker {

inline long rawSyscall(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
#if defined(__x86_64__)
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
#else
#error "covolve's worker knows x86-64 and AArch64"
#endif
}

template <class T>
long asArgument(T* pointer) {
  return reinterpret_cast<long>(pointer);
}

/// Anonymous private memory, or nullptr.
inline char* mapMemory(size_t bytes, void* address = nullptr, int flags = 0) {
  const long result = rawSyscall(SYS_mmap, asArgument(address), static_cast<long>(bytes),
                                 PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
  return result < 0 && result > -4096 ? nullptr : reinterpret_cast<char*>(result);
}

}  // namespace covolve::worker
