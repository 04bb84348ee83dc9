#include "execute/seccomp_filter.h"

#include <fmt/format.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

namespace covolve::execute {

namespace {

constexpr const char* kAlwaysRefused[] = {
    "mount", "umount", "umount2", "pivot_root", "move_mount", "fsopen", "fsconfig", "fsmount", "fspick",
    "open_tree", "mount_setattr", "chroot", "ptrace", "process_vm_writev", "process_vm_readv",
    "process_madvise", "kcmp", "pidfd_getfd", "setns", "unshare", "bpf", "perf_event_open", "keyctl",
    "add_key", "request_key", "io_uring_setup", "io_uring_enter", "io_uring_register", "reboot",
    "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "settimeofday",
    "clock_settime", "adjtimex", "clock_adjtime", "stime", "swapon", "swapoff", "sethostname",
    "setdomainname", "acct", "quotactl", "quotactl_fd", "iopl", "ioperm", "userfaultfd", "open_by_handle_at",
    "vhangup", "fanotify_init", "syslog",
    // Local sockets may be made and paired, but nobody's server may be reached through one.
    "connect"};
constexpr const char* kModes[] = {"chmod",        "fchmod",      "fchmodat",  "chown",     "fchown",
                                  "lchown",       "fchownat",    "utime",     "utimes",    "utimensat",
                                  "futimesat",    "setxattr",    "lsetxattr", "fsetxattr", "removexattr",
                                  "lremovexattr", "fremovexattr"};
constexpr const char* kSignals[] = {"kill", "tkill", "rt_sigqueueinfo", "pidfd_send_signal"};
constexpr const char* kSharing[] = {"shmget", "shmat",  "shmctl",  "semget",   "semctl",
                                    "msgget", "msgctl", "mq_open", "mq_unlink"};

// Younger than the libseccomp of Debian 12; the numbers are the same on all architectures.
constexpr int kYoungModes[] = {452 /* fchmodat2 */, 463 /* setxattrat */, 466 /* removexattrat */,
                               469 /* file_setattr */};

class Builder {
 public:
  Builder() : context_(seccomp_init(SCMP_ACT_ALLOW), seccomp_release) {}

  bool ok() const { return ok_ && context_ != nullptr; }
  scmp_filter_ctx context() { return context_.get(); }

  template <class... Conditions>
  void refuse(int error, const char* name, Conditions... conditions) {
    if (context_ == nullptr) return;
    const int number = seccomp_syscall_resolve_name(name);
    if (number != __NR_SCMP_ERROR) refuseNumber(error, number, conditions...);
  }

  template <class... Conditions>
  void refuseNumber(int error, int number, Conditions... conditions) {
    const int added = seccomp_rule_add(context(), SCMP_ACT_ERRNO(static_cast<uint32_t>(error)), number,
                                       sizeof...(conditions), conditions...);
    // -EDOM: this architecture has no such call.
    if (added != 0 && added != -EDOM) ok_ = false;
  }

  template <size_t N>
  void refuseAll(const char* const (&names)[N]) {
    for (const char* name : names) refuse(EPERM, name);
  }

 private:
  std::unique_ptr<void, void (*)(scmp_filter_ctx)> context_;
  bool ok_ = true;
};

void refuseForking(Builder& builder) {
  builder.refuse(EPERM, "fork");
  builder.refuse(EPERM, "vfork");
  builder.refuse(EPERM, "clone", scmp_arg_cmp{0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0});
  // Its flags lie in memory, where a filter cannot look; libc falls back to clone.
  builder.refuse(ENOSYS, "clone3");
}

Result<std::vector<sock_filter>> exportProgram(scmp_filter_ctx context) {
  const int file = memfd_create("covolve-filter", MFD_CLOEXEC);
  if (file < 0 || seccomp_export_bpf(context, file) != 0) {
    if (file >= 0) close(file);
    return ownError("cannot export the system call filter");
  }
  const off_t bytes = lseek(file, 0, SEEK_END);
  std::vector<sock_filter> program(static_cast<size_t>(bytes) / sizeof(sock_filter));
  const ssize_t got = pread(file, program.data(), static_cast<size_t>(bytes), 0);
  close(file);
  if (got != bytes) return ownError("cannot read the system call filter back");
  return program;
}

}  // namespace

Result<std::vector<sock_filter>> makeFilter(const FilterOptions& options) {
  Builder builder;
  builder.refuseAll(kAlwaysRefused);
  builder.refuse(EPERM, "socket", scmp_arg_cmp{0, SCMP_CMP_NE, AF_UNIX, 0});
  builder.refuse(EPERM, "ioctl", scmp_arg_cmp{1, SCMP_CMP_MASKED_EQ, 0xffffffffu, TIOCSTI});
  if (!options.mayChangeModes) {
    builder.refuseAll(kModes);
    for (const int number : kYoungModes) builder.refuseNumber(EPERM, number);
  }
  if (!options.maySignal) builder.refuseAll(kSignals);
  if (!options.mayShareMemory) builder.refuseAll(kSharing);
  if (!options.mayFork) refuseForking(builder);
  if (!options.mayExecute) {
    builder.refuse(EPERM, "execve");
    builder.refuse(EPERM, "execveat");
  }
  if (!builder.ok()) return ownError("cannot build the system call filter");
  seccomp_attr_set(builder.context(), SCMP_FLTATR_CTL_OPTIMIZE, 2);  // a tree instead of a list
  return exportProgram(builder.context());
}

bool enterFilter(const std::vector<sock_filter>& program) {
  const sock_fprog description{static_cast<unsigned short>(program.size()),
                               const_cast<sock_filter*>(program.data())};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &description) == 0;
}

}  // namespace covolve::execute
