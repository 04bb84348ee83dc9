#include "filter.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>

#include "covolve/protocol.h"
#include "raw_syscall.h"

namespace covolve::worker {

namespace {

#if defined(__x86_64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#else
constexpr uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#endif

bool install(const sock_filter* program, unsigned short length) {
  const sock_fprog description{length, const_cast<sock_filter*>(program)};
  return rawSyscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, asArgument(&description)) == 0;
}

bool installOwn() {
  const uint32_t self = static_cast<uint32_t>(rawSyscall(SYS_getpid));
  constexpr uint16_t load = BPF_LD | BPF_W | BPF_ABS;
  constexpr uint16_t ifEqual = BPF_JMP | BPF_JEQ | BPF_K;
  constexpr uint16_t answer = BPF_RET | BPF_K;
  // Calls in `checked` may name this process, or 0: the worker leads a process group of its own.
  const sock_filter program[] = {
      BPF_STMT(load, offsetof(seccomp_data, arch)),
      BPF_JUMP(ifEqual, kArchitecture, 1, 0),
      BPF_STMT(answer, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(load, offsetof(seccomp_data, nr)),
      BPF_JUMP(ifEqual, SYS_tkill, 10, 0),
      BPF_JUMP(ifEqual, 424 /* pidfd_send_signal */, 9, 0),
      BPF_JUMP(ifEqual, SYS_kill, 4, 0),
      BPF_JUMP(ifEqual, SYS_tgkill, 3, 0),
      BPF_JUMP(ifEqual, SYS_rt_sigqueueinfo, 2, 0),
      BPF_JUMP(ifEqual, SYS_rt_tgsigqueueinfo, 1, 0),
      BPF_STMT(answer, SECCOMP_RET_ALLOW),
      BPF_STMT(load, offsetof(seccomp_data, args[0])),  // little endian: the low half
      BPF_JUMP(ifEqual, self, 1, 0),
      BPF_JUMP(ifEqual, 0, 0, 1),
      BPF_STMT(answer, SECCOMP_RET_ALLOW),
      BPF_STMT(answer, SECCOMP_RET_ERRNO | EPERM),
  };
  return install(program, sizeof program / sizeof program[0]);
}

}  // namespace

bool installFilters(uint32_t length) {
  if (length == 0) return true;
  if (length > abi::kFilterCapacity / sizeof(sock_filter)) return false;
  rawSyscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  const auto* program = reinterpret_cast<const sock_filter*>(reinterpret_cast<const char*>(__covolve_shared) +
                                                             abi::kFilterOffset);
  return installOwn() && install(program, static_cast<unsigned short>(length));
}

}  // namespace covolve::worker
