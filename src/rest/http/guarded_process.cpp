#include "rest/http/guarded_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace covolve::rest {

namespace {

struct Pipe {
  Descriptor read;
  Descriptor write;
};

Result<Pipe> makePipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    return ownError(fmt::format("cannot make a pipe: {}", strerror(errno)));
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

// ---- In the guard: only system calls, other threads of ours may have held locks at the fork. ----

/// Where the guard has its descriptors; those of 0 to 2 are the shell's.
constexpr int kControl = 3;
constexpr int kReport = 4;
constexpr int kChildren = 5;
constexpr int kFirstUnused = 6;

struct Inherited {
  int control;
  int report;
  int errors;
};

/// Nothing else of ours stays open: a pipe whose end the guard held would never end.
void takeDescriptors(const Inherited& inherited) {
  constexpr int kOutOfTheWay = 16;
  const int control = fcntl(inherited.control, F_DUPFD, kOutOfTheWay);
  const int report = fcntl(inherited.report, F_DUPFD, kOutOfTheWay);
  const int errors = fcntl(inherited.errors, F_DUPFD, kOutOfTheWay);
  const int nothing = fcntl(open("/dev/null", O_RDWR), F_DUPFD, kOutOfTheWay);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  dup3(control, kControl, O_CLOEXEC);
  dup3(report, kReport, O_CLOEXEC);
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  const int source = fcntl(signalfd(-1, &children, SFD_NONBLOCK), F_DUPFD, kOutOfTheWay);
  dup3(source, kChildren, O_CLOEXEC);
  close_range(kFirstUnused, ~0U, 0);
}

[[noreturn]] void becomeShell(const char* line, const char* directory, const sigset_t& signals) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // should the guard be killed
  if (directory[0] != '\0' && chdir(directory) != 0) _exit(127);
  signal(SIGPIPE, SIG_DFL);
  sigprocmask(SIG_SETMASK, &signals, nullptr);
  execl("/bin/sh", "sh", "-c", line, static_cast<char*>(nullptr));
  _exit(127);
}

/// Waits for a child's end and, where asked to, for the closing of the control pipe; true for the latter.
bool awaitEvent(bool watchesControl, int patience) {
  std::array<pollfd, 2> sources{pollfd{kChildren, POLLIN, 0},
                                pollfd{watchesControl ? kControl : -1, POLLIN, 0}};
  poll(sources.data(), sources.size(), patience);
  signalfd_siginfo ignored;
  while (read(kChildren, &ignored, sizeof ignored) > 0) {
  }
  return sources[1].revents != 0;
}

/// Also what the line left behind and has ended since.
void reap(pid_t shell, int& status, bool& hasEnded) {
  int one = 0;
  for (pid_t child = waitpid(-1, &one, WNOHANG); child > 0; child = waitpid(-1, &one, WNOHANG)) {
    if (child != shell) continue;
    status = one;
    hasEnded = true;
  }
}

long long milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1'000'000;
}

/// Whether a process of the group is left. Those whose parents ended are our children.
bool reapGroup(pid_t group) {
  int ignored = 0;
  pid_t child = 0;
  do {
    child = waitpid(-group, &ignored, WNOHANG);
  } while (child > 0);
  return child == 0;
}

void endGroup(pid_t group) {
  constexpr long long kPatience = 2000;
  constexpr int kStep = 10;
  if (!reapGroup(group)) return;  // its number may have been given to others
  kill(-group, SIGTERM);
  const long long end = milliseconds() + kPatience;
  while (reapGroup(group) && milliseconds() < end) awaitEvent(false, kStep);
  while (reapGroup(group)) {
    kill(-group, SIGKILL);
    awaitEvent(false, kStep);
  }
}

[[noreturn]] void guard(const char* line, const char* directory, const Inherited& inherited,
                        const sigset_t& signals) {
  setsid();  // the terminal's Ctrl-C is for us alone
  prctl(PR_SET_NAME, "covolve-guard");
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  signal(SIGCHLD, SIG_DFL);  // ignored, children would vanish without a status
  takeDescriptors(inherited);
  const pid_t shell = _Fork();
  if (shell == 0) becomeShell(line, directory, signals);
  setpgid(shell, shell);  // whoever is first, the group exists when it is signalled
  dup2(STDIN_FILENO, STDERR_FILENO);
  int status = shell < 0 ? 127 << 8 : 0;
  bool hasEnded = shell < 0;
  bool isReported = false;
  bool isOver = false;
  while (!isOver) {
    if (hasEnded && !isReported) isReported = write(kReport, &status, sizeof status) > 0 || errno != EINTR;
    isOver = awaitEvent(true, -1);
    if (!isOver) reap(shell, status, hasEnded);
  }
  if (shell > 0) endGroup(shell);
  _exit(0);
}

}  // namespace

Result<std::unique_ptr<GuardedProcess>> GuardedProcess::start(const std::string& line,
                                                              const std::filesystem::path& directory) {
  auto control = makePipe();
  auto report = makePipe();
  auto errors = makePipe();
  for (const auto* made : {&control, &report, &errors}) {
    if (!*made) return std::unexpected(made->error());
  }
  const Inherited inherited{control->read.number(), report->write.number(), errors->write.number()};
  // No signal between fork and exec: a handler of ours would run in the child. The guard keeps them blocked.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t child = fork();
  if (child == 0) guard(line.c_str(), directory.c_str(), inherited, before);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (child < 0) return ownError(fmt::format("cannot start \"{}\": {}", line, strerror(errno)));
  fcntl(report->read.number(), F_SETFL, O_NONBLOCK);
  return std::unique_ptr<GuardedProcess>(
      new GuardedProcess(child, std::move(control->write), std::move(report->read), std::move(errors->read)));
}

GuardedProcess::GuardedProcess(pid_t guard, Descriptor control, Descriptor report, Descriptor errors)
    : guard_(guard), control_(std::move(control)), report_(std::move(report)), errors_(std::move(errors)) {}

GuardedProcess::~GuardedProcess() {
  control_.close();
  while (waitpid(guard_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::optional<int> GuardedProcess::status() {
  if (status_) return status_;
  int status = 0;
  const ssize_t count = read(report_.number(), &status, sizeof status);
  if (count == sizeof status) status_ = status;
  if (count == 0) status_ = SIGKILL;  // not even the guard is left, and it ends by that only
  return status_;
}

}  // namespace covolve::rest
