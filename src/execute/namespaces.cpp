#include "execute/namespaces.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/close_range.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>

namespace covolve::execute {

namespace {

constexpr int kHelperFailed = 125;

/// The kernel's struct mount_attr.
struct MountAttributes {
  uint64_t set;
  uint64_t clear;
  uint64_t propagation;
  uint64_t userNamespace;
};
constexpr uint64_t kReadOnly = 1;  // MOUNT_ATTR_RDONLY
constexpr unsigned kRecursive = 0x8000;
constexpr long kMountSetattr = 442;

bool writeText(const char* path, const char* text) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const ssize_t size = static_cast<ssize_t>(strlen(text));
  const bool written = write(file, text, static_cast<size_t>(size)) == size;
  close(file);
  return written;
}

bool enterUserNamespace() {
  const uid_t user = geteuid();
  const gid_t group = getegid();
  if (unshare(CLONE_NEWUSER) != 0) return false;
  char map[64];
  writeText("/proc/self/setgroups", "deny");
  snprintf(map, sizeof map, "%u %u 1\n", user, user);
  if (!writeText("/proc/self/uid_map", map)) return false;
  snprintf(map, sizeof map, "%u %u 1\n", group, group);
  return writeText("/proc/self/gid_map", map);
}

bool makeFilesReadOnly(const std::string& scratch) {
  char directory[PATH_MAX];
  const bool known = getcwd(directory, sizeof directory) != nullptr;
  if (unshare(CLONE_NEWNS) != 0) return false;
  if (mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
  if (mount(scratch.c_str(), scratch.c_str(), nullptr, MS_BIND, nullptr) != 0) return false;
  const MountAttributes readOnly{kReadOnly, 0, 0, 0};
  const MountAttributes writable{0, kReadOnly, 0, 0};
  if (syscall(kMountSetattr, AT_FDCWD, "/", kRecursive, &readOnly, sizeof readOnly) != 0) return false;
  if (syscall(kMountSetattr, AT_FDCWD, scratch.c_str(), 0, &writable, sizeof writable) != 0) return false;
  // The working directory may lie below the new mount: enter it again.
  return !known || chdir(directory) == 0;
}

/// In a child: does this succeed?
template <class Attempt>
bool succeedsInChild(Attempt attempt) {
  const pid_t child = fork();
  if (child == 0) _exit(attempt() ? 0 : 1);
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// Only our own waiting: nothing of the caller's is held open.
void closeEverything() { syscall(SYS_close_range, 0u, ~0u, 0); }

[[noreturn]] void endLike(int status) {
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  prctl(PR_SET_DUMPABLE, 0);
  ::signal(signal, SIG_DFL);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_UNBLOCK, &all, nullptr);
  kill(getpid(), signal);
  _exit(128 + signal);
}

[[noreturn]] void waitOutside(pid_t first, const volatile int* end) {
  closeEverything();
  int status = 0;
  while (waitpid(first, &status, 0) < 0) {
  }
  endLike(WIFEXITED(status) && WEXITSTATUS(status) == 0 ? *end : status);
}

[[noreturn]] void waitAsFirst(pid_t program, volatile int* end) {
  closeEverything();
  for (;;) {
    int status = 0;
    const pid_t ended = waitpid(-1, &status, 0);
    if (ended != program) continue;
    *end = status;
    _exit(0);  // whatever else runs in the namespace ends with this
  }
}

/// Returns in the program-to-be, number 2 of the namespace.
bool becomeGrandchild() {
  void* memory = mmap(nullptr, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  auto* end = static_cast<volatile int*>(memory);
  *end = kHelperFailed << 8;
  const pid_t first = fork();
  if (first < 0) return false;
  if (first > 0) waitOutside(first, end);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const pid_t program = fork();
  if (program < 0) _exit(kHelperFailed);
  if (program > 0) waitAsFirst(program, end);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  return true;
}

}  // namespace

Namespaces probeNamespaces(const std::string& scratch) {
  Namespaces found;
  const auto possible = [&](int what) {
    return succeedsInChild([&] { return (!found.user || enterUserNamespace()) && unshare(what) == 0; });
  };
  if (!possible(CLONE_NEWNET)) {
    if (!succeedsInChild(enterUserNamespace)) return found;
    found.user = true;
  }
  found.network = possible(CLONE_NEWNET);
  found.sharedMemory = possible(CLONE_NEWIPC);
  found.processes = succeedsInChild([&] {
    if (found.user && !enterUserNamespace()) return false;
    if (unshare(CLONE_NEWPID) != 0) return false;
    return succeedsInChild([] { return getpid() == 1; });
  });
  found.readOnlyFiles =
      succeedsInChild([&] { return (!found.user || enterUserNamespace()) && makeFilesReadOnly(scratch); });
  return found;
}

bool enterNamespaces(const Namespaces& wanted, const std::string& scratch) {
  if (wanted.user && !enterUserNamespace()) return false;
  if (wanted.network && unshare(CLONE_NEWNET) != 0) return false;
  if (wanted.sharedMemory && unshare(CLONE_NEWIPC) != 0) return false;
  if (wanted.readOnlyFiles && !makeFilesReadOnly(scratch)) return false;
  if (wanted.processes && unshare(CLONE_NEWPID) != 0) return false;
  return !wanted.processes || becomeGrandchild();
}

}  // namespace covolve::execute
