#include "base/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>

namespace covolve {

namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
  int read = -1;
  int write = -1;
};

Result<Pipe> makePipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return ownError(fmt::format("cannot make a pipe: {}", strerror(errno)));
  return Pipe{ends[0], ends[1]};
}

/// No signal while it lives: one that came between fork and exec would run a handler of ours in the child.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { restore(); }
  void restore() const { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

[[noreturn]] void becomeChild(const Command& command, const SignalsBlocked& signals, int output, int errors,
                              int failure) {
  // A group of its own: a timeout ends whatever the program started, and the
  // terminal's Ctrl-C reaches the engine only.
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // nor does it outlive the engine
  const int input = open("/dev/null", O_RDONLY);
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  if (!command.directory.empty() && chdir(command.directory.c_str()) != 0) {
    const int reason = errno;
    (void)!write(failure, &reason, sizeof reason);
    _exit(127);
  }
  for (const auto& [name, value] : command.environment) setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> arguments;
  for (const std::string& argument : command.arguments)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  signal(SIGPIPE, SIG_DFL);
  if (command.niceness != 0) (void)!nice(command.niceness);
  if (command.beforeExec) command.beforeExec();
  signals.restore();
  execvp(arguments[0], arguments.data());
  const int reason = errno;
  (void)!write(failure, &reason, sizeof reason);
  _exit(127);
}

/// Ends the program when its time is over or it is told to stop: with the signal asked for, and by force if
/// that does not help.
class Ending {
 public:
  Ending(const Command& command, pid_t child, Completed& completed)
      : stop_(command.stop),
        signal_(command.endSignal),
        deadline_(command.deadline),
        child_(child),
        completed_(completed),
        next_(command.timeout ? Clock::now() + *command.timeout : kNever) {}

  /// For poll: milliseconds until act() has something to do, -1 for never.
  int wait() const {
    const int slice = stop_ != nullptr && !begun_ ? kStopLatency : -1;
    const auto byDeadline = begun_ ? std::nullopt : deadline_.left();
    if (next_ == kNever && !byDeadline) return slice;
    long long left = slice >= 0 ? slice : std::numeric_limits<int>::max();
    if (next_ != kNever)
      left = std::min<long long>(left,
                                 std::chrono::ceil<std::chrono::milliseconds>(next_ - Clock::now()).count());
    if (byDeadline) left = std::min<long long>(left, byDeadline->count() + 1);
    return static_cast<int>(std::max(left, 0LL));
  }

  void act() {
    const bool due = Clock::now() >= next_ || (!begun_ && deadline_.isOver());
    if (!begun_ && stop_ != nullptr && *stop_) {
      completed_.stopped = true;
      send(signal_);
    } else if (!begun_ && due) {
      completed_.timedOut = true;
      send(signal_);
    } else if (begun_ && due && !forced_) {
      send(SIGKILL);
    } else if (begun_ && due) {
      over_ = true;
    }
  }

  bool forced() const { return forced_; }
  /// Nothing more can be done, nor is there anything to wait for.
  bool over() const { return over_; }

 private:
  void send(int signal) {
    ::kill(-child_, signal);
    begun_ = true;
    forced_ = signal == SIGKILL;
    next_ = Clock::now() + (forced_ ? std::chrono::seconds(1) : std::chrono::seconds(10));
  }

  static constexpr Clock::time_point kNever = Clock::time_point::max();
  static constexpr int kStopLatency = 50;
  const std::atomic<bool>* stop_;
  int signal_;
  Deadline deadline_;
  pid_t child_;
  Completed& completed_;
  Clock::time_point next_;
  bool begun_ = false;
  bool forced_ = false;
  bool over_ = false;
};

/// Reads both pipes until they end. When the program was killed goes on reading what is left, but not for
/// long: something that left the group may hold the pipes open.
void drain(int output, int errors, size_t limit, Ending& ending, Completed& completed) {
  std::array<pollfd, 2> ends{pollfd{output, POLLIN, 0}, pollfd{errors, POLLIN, 0}};
  std::array<std::string*, 2> texts{&completed.output, &completed.errors};
  while ((ends[0].fd >= 0 || ends[1].fd >= 0) && !ending.over()) {
    const int ready = poll(ends.data(), ends.size(), ending.wait());
    if (ready < 0 && errno == EINTR) continue;
    ending.act();  // also while it prints without end
    for (size_t i = 0; ready > 0 && i < ends.size(); ++i) {
      if (ends[i].fd < 0 || ends[i].revents == 0) continue;
      char buffer[1 << 14];
      const ssize_t count = read(ends[i].fd, buffer, sizeof buffer);
      if (count > 0) {
        texts[i]->append(buffer, static_cast<size_t>(count));
        if (limit != 0 && texts[i]->size() > 2 * limit) texts[i]->erase(0, texts[i]->size() - limit);
      } else if (count == 0 || errno != EINTR) {
        ends[i].fd = -1;
      }
    }
  }
}

/// A program may close its outputs and go on: the deadline holds for its end too.
int awaitEnd(pid_t child, Ending& ending) {
  const int handle = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  while (handle >= 0 && !ending.forced()) {
    pollfd end{handle, POLLIN, 0};
    const int ready = poll(&end, 1, ending.wait());
    if (ready > 0) break;
    if (ready == 0) ending.act();
  }
  if (handle >= 0) close(handle);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

void keepInheritedDescriptors() { close_range(STDERR_FILENO + 1, ~0u, CLOSE_RANGE_CLOEXEC); }

Result<Completed> run(const Command& command) {
  auto output = makePipe();
  auto errors = makePipe();
  auto failure = makePipe();
  for (const auto* made : {&output, &errors, &failure}) {
    if (!*made) return std::unexpected(made->error());
  }
  pid_t child = -1;
  {
    const SignalsBlocked signals;
    child = fork();
    if (child == 0) becomeChild(command, signals, output->write, errors->write, failure->write);
  }
  if (child < 0) return ownError(fmt::format("cannot start {}: {}", command.arguments[0], strerror(errno)));
  setpgid(child, child);  // the child does so, too: whoever is first, the group exists when it is signalled
  for (const int end : {output->write, errors->write, failure->write}) close(end);

  Completed completed;
  Ending ending(command, child, completed);
  drain(output->read, errors->read, command.outputLimit, ending, completed);
  int reason = 0;
  const bool failed = read(failure->read, &reason, sizeof reason) == sizeof reason;
  for (const int end : {output->read, errors->read, failure->read}) close(end);
  const int status = awaitEnd(child, ending);
  if (failed) return userError(fmt::format("cannot run {}: {}", command.arguments[0], strerror(reason)));
  completed.status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  completed.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return completed;
}

}  // namespace covolve
