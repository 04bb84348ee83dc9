#include "base/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

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

/// Reads both pipes until they end; on timeout kills the group once and goes on reading what is left.
void drain(const Command& command, pid_t child, int output, int errors, Completed& completed) {
  const auto deadline = command.timeout ? Clock::now() + *command.timeout : Clock::time_point::max();
  std::array<pollfd, 2> ends{pollfd{output, POLLIN, 0}, pollfd{errors, POLLIN, 0}};
  std::array<std::string*, 2> texts{&completed.output, &completed.errors};
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    int wait = -1;
    if (command.timeout && !completed.timedOut) {
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
      wait = static_cast<int>(std::max<long long>(left, 0));
    }
    const int ready = poll(ends.data(), ends.size(), wait);
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) {
      completed.timedOut = true;
      kill(-child, SIGKILL);
      continue;
    }
    for (size_t i = 0; i < ends.size(); ++i) {
      if (ends[i].fd < 0 || ends[i].revents == 0) continue;
      char buffer[1 << 14];
      const ssize_t count = read(ends[i].fd, buffer, sizeof buffer);
      if (count > 0) {
        texts[i]->append(buffer, static_cast<size_t>(count));
      } else if (count == 0 || errno != EINTR) {
        ends[i].fd = -1;
      }
    }
  }
}

}  // namespace

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
  drain(command, child, output->read, errors->read, completed);
  int reason = 0;
  const bool failed = read(failure->read, &reason, sizeof reason) == sizeof reason;
  for (const int end : {output->read, errors->read, failure->read}) close(end);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (failed) return userError(fmt::format("cannot run {}: {}", command.arguments[0], strerror(reason)));
  completed.status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  completed.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return completed;
}

}  // namespace covolve
