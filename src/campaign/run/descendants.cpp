#include "campaign/run/descendants.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace covolve::campaign {

namespace {

// Everything here is executed after fork in a process that had threads: only system calls.

constexpr int kStatusWithoutStart = 126;

void killEachChild() {
  const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  char buffer[4096];
  pid_t child = 0;
  for (ssize_t count = 0; (count = read(file, buffer, sizeof buffer)) > 0;) {
    for (ssize_t i = 0; i < count; ++i) {
      if (buffer[i] >= '0' && buffer[i] <= '9') {
        child = child * 10 + (buffer[i] - '0');
      } else if (child != 0) {
        kill(child, SIGKILL);
        child = 0;
      }
    }
  }
  close(file);
}

/// Children of a killed child become ours: again until there are none.
void endDescendants(pid_t program, int& status) {
  while (true) {
    kill(-program, SIGKILL);  // helps where /proc does not tell
    killEachChild();
    int one = 0;
    const pid_t ended = waitpid(-1, &one, 0);
    if (ended < 0 && errno == EINTR) continue;
    if (ended < 0) return;
    if (ended == program) status = one;
  }
}

/// Until the program ends (true) or somebody wants it to end.
bool awaitProgram(pid_t program, int& status) {
  sigset_t awaited;
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGTERM);
  sigaddset(&awaited, SIGCHLD);
  while (true) {
    int one = 0;
    for (pid_t ended = 0; (ended = waitpid(-1, &one, WNOHANG)) > 0;) {
      if (ended != program) continue;
      status = one;
      return true;
    }
    if (sigwaitinfo(&awaited, nullptr) == SIGTERM) return false;
  }
}

[[noreturn]] void dieBy(int signal) {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);  // it was not us who crashed
  struct sigaction action{};
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, nullptr);
  kill(getpid(), signal);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, signal);
  sigprocmask(SIG_UNBLOCK, &one, nullptr);
  _exit(kStatusWithoutStart);
}

[[noreturn]] void supervise(pid_t program) {
  close_range(0, ~0u, 0);  // pipes end with those who write, locks with those who hold them
  int status = 0;
  const bool ended = awaitProgram(program, status);
  endDescendants(program, status);
  if (!ended) dieBy(SIGTERM);
  if (WIFSIGNALED(status)) dieBy(WTERMSIG(status));
  _exit(WEXITSTATUS(status));
}

}  // namespace

void endDescendantsWithProgram(pid_t owner) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);  // blocked until it is awaited
  if (getppid() != owner) _exit(kStatusWithoutStart);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  struct sigaction action{};
  action.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &action, nullptr);
  const pid_t supervisor = getpid();
  const pid_t program = fork();
  if (program < 0) _exit(kStatusWithoutStart);
  if (program > 0) supervise(program);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor) _exit(kStatusWithoutStart);
}

}  // namespace covolve::campaign
