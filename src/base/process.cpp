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

[[noreturn]] void becomeChild(const Command& command, int output, int errors, int failure) {
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
  if (command.beforeExec) command.beforeExec();
  execvp(arguments[0], arguments.data());
  const int reason = errno;
  (void)!write(failure, &reason, sizeof reason);
  _exit(127);
}

class Deadline {
 public:
  explicit Deadline(const Command& command)
      : end_(command.timeout ? Clock::now() + *command.timeout : kNever) {}

  /// For poll: milliseconds left, -1 for no end.
  int left() const {
    if (end_ == kNever) return -1;
    const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(end_ - Clock::now()).count();
    return static_cast<int>(std::clamp<long long>(milliseconds, 0, std::numeric_limits<int>::max()));
  }

  void postpone(Clock::duration by) { end_ = Clock::now() + by; }

 private:
  static constexpr Clock::time_point kNever = Clock::time_point::max();
  Clock::time_point end_;
};

void kill(pid_t child, Completed& completed, Deadline& deadline) {
  completed.timedOut = true;
  ::kill(-child, SIGKILL);
  deadline.postpone(std::chrono::seconds(1));
}

/// Reads both pipes until they end. On timeout kills the group and goes on reading what is left, but not for
/// long: something that left the group may hold the pipes open.
void drain(pid_t child, int output, int errors, size_t limit, Deadline& deadline, Completed& completed) {
  std::array<pollfd, 2> ends{pollfd{output, POLLIN, 0}, pollfd{errors, POLLIN, 0}};
  std::array<std::string*, 2> texts{&completed.output, &completed.errors};
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    const int ready = poll(ends.data(), ends.size(), deadline.left());
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0 && completed.timedOut) return;
    if (ready == 0) {
      kill(child, completed, deadline);
      continue;
    }
    for (size_t i = 0; i < ends.size(); ++i) {
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
int awaitEnd(pid_t child, Deadline& deadline, Completed& completed) {
  const int handle = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  while (handle >= 0 && !completed.timedOut) {
    pollfd end{handle, POLLIN, 0};
    const int ready = poll(&end, 1, deadline.left());
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) kill(child, completed, deadline);
    break;
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
  const pid_t child = fork();
  if (child < 0) return ownError(fmt::format("cannot start {}: {}", command.arguments[0], strerror(errno)));
  if (child == 0) becomeChild(command, output->write, errors->write, failure->write);
  for (const int end : {output->write, errors->write, failure->write}) close(end);

  Completed completed;
  Deadline deadline(command);
  drain(child, output->read, errors->read, command.outputLimit, deadline, completed);
  int reason = 0;
  const bool failed = read(failure->read, &reason, sizeof reason) == sizeof reason;
  for (const int end : {output->read, errors->read, failure->read}) close(end);
  const int status = awaitEnd(child, deadline, completed);
  if (failed) return userError(fmt::format("cannot run {}: {}", command.arguments[0], strerror(reason)));
  completed.status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  completed.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return completed;
}

}  // namespace covolve
