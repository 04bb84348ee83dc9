#include "execute/fork_server.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace covolve::execute {

namespace {

constexpr size_t kQuotedOutput = 2000;

/// Names to text, built before the fork.
struct Launch {
  std::vector<std::string> environment;
  std::vector<char*> environmentTable;
  std::string program;
  int socket = -1;
  int memory = -1;
  int errors = -1;
  std::vector<int> passedOn;
};

Launch describeLaunch(const ForkServer::Options& options, const Sandbox& sandbox, int socket, int memory,
                      int errors) {
  Launch launch;
  launch.program = std::filesystem::absolute(options.harness).string();
  launch.socket = socket;
  launch.memory = memory;
  launch.errors = errors;
  const std::string scratch = sandbox.options().scratch.string();
  std::vector<std::pair<std::string, std::string>> own = {
      {abi::kSharedFdVariable, std::to_string(memory)},
      {abi::kServerFdVariable, std::to_string(socket)},
      {abi::kHeapLimitVariable, std::to_string(options.heapLimit)},
      {abi::kTestDirectoryVariable, scratch},
      {"TMPDIR", scratch},
      {"HOME", scratch},
      {"LD_BIND_NOW", options.bindAtStart ? "1" : ""},
  };
  for (const auto& [name, descriptor] : options.descriptors) {
    own.emplace_back(name, std::to_string(descriptor));
    launch.passedOn.push_back(descriptor);
  }
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const std::string_view name = text.substr(0, text.find('='));
    const bool replaced =
        std::any_of(own.begin(), own.end(), [&](const auto& one) { return one.first == name; });
    if (!replaced) launch.environment.emplace_back(text);
  }
  for (const auto& [name, value] : own) launch.environment.push_back(fmt::format("{}={}", name, value));
  for (std::string& variable : launch.environment) launch.environmentTable.push_back(variable.data());
  launch.environmentTable.push_back(nullptr);
  return launch;
}

[[noreturn]] void becomeHarness(const Launch& launch, const Sandbox& sandbox) {
  setsid();  // the terminal's Ctrl-C is the engine's affair
  const int null = open("/dev/null", O_RDWR);
  dup2(null, STDIN_FILENO);
  dup2(null, STDOUT_FILENO);
  dup2(launch.errors, STDERR_FILENO);
  fcntl(launch.socket, F_SETFD, 0);
  fcntl(launch.memory, F_SETFD, 0);
  for (const int descriptor : launch.passedOn) fcntl(descriptor, F_SETFD, 0);
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (chdir(sandbox.options().scratch.c_str()) != 0) _exit(Sandbox::kRefused);
  personality(ADDR_NO_RANDOMIZE);  // addresses repeat from run to run, where this is allowed
  sandbox.enterForExec(Sandbox::Program::Harness);
  char* arguments[] = {const_cast<char*>(launch.program.c_str()), nullptr};
  execve(launch.program.c_str(), arguments, launch.environmentTable.data());
  dprintf(STDERR_FILENO, "%s", strerror(errno));
  _exit(127);
}

std::string readBack(int file) {
  std::string text(kQuotedOutput, '\0');
  const ssize_t size = pread(file, text.data(), text.size(), 0);
  text.resize(size > 0 ? static_cast<size_t>(size) : 0);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

std::string describeEnd(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("it was ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  if (WEXITSTATUS(status) == Sandbox::kRefused) return "the sandbox could not be entered";
  return fmt::format("it exited with status {}", WEXITSTATUS(status));
}

}  // namespace

Result<ForkServer> ForkServer::start(Options options, const Sandbox& sandbox, SharedMemory& memory) {
  auto server = startOnce(options, sandbox, memory);
  if (server || server.error().message.find("symbol lookup error") == std::string::npos) return server;
  options.bindAtStart = false;
  memory.forgetRegistrations();
  return startOnce(options, sandbox, memory);
}

Result<ForkServer> ForkServer::startOnce(const Options& options, const Sandbox& sandbox,
                                         SharedMemory& memory) {
  if (access(options.harness.c_str(), X_OK) != 0) {
    return ownError(fmt::format("cannot run the harness {}: {}", options.harness.string(), strerror(errno)));
  }
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    return ownError(fmt::format("cannot make a socket pair: {}", strerror(errno)));
  }
  const int errors = memfd_create("covolve-errors", MFD_CLOEXEC);
  const Launch launch = describeLaunch(options, sandbox, ends[1], memory.descriptor(), errors);
  const pid_t process = fork();
  if (process == 0) becomeHarness(launch, sandbox);
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    close(errors);
    return ownError(fmt::format("cannot start the harness: {}", strerror(errno)));
  }
  ForkServer server(process, ends[0]);
  pollfd ready{ends[0], POLLIN, 0};
  int answered = 0;
  do {
    answered = poll(&ready, 1, static_cast<int>(options.startLimit.count()));
  } while (answered < 0 && errno == EINTR);
  abi::EventMessage message{};
  const bool isReady = answered == 1 &&
                       recv(ends[0], &message, sizeof message, MSG_DONTWAIT) == sizeof message &&
                       message.event == static_cast<uint32_t>(abi::Event::Ready);
  const std::string printed = isReady ? "" : readBack(errors);
  close(errors);
  if (isReady) return server;
  std::string reason = "its static initialisation did not end in time";
  if (answered == 1) {
    int status = 0;
    waitpid(process, &status, 0);
    server.process_ = -1;
    reason = describeEnd(status);
  }
  if (!printed.empty()) reason += ": " + printed;
  return userError(fmt::format("the program with the code under test did not start: {}", reason));
}

ForkServer::ForkServer(ForkServer&& other) noexcept
    : process_(std::exchange(other.process_, -1)), socket_(std::exchange(other.socket_, -1)) {}

ForkServer& ForkServer::operator=(ForkServer&& other) noexcept {
  std::swap(process_, other.process_);
  std::swap(socket_, other.socket_);
  return *this;
}

ForkServer::~ForkServer() {
  if (socket_ >= 0) close(socket_);
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);  // its worker and helpers end with it
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool ForkServer::order(abi::Order what, uint32_t filterLength, uint32_t firstLane) {
  const abi::OrderMessage message{static_cast<uint32_t>(what), filterLength, firstLane};
  return send(socket_, &message, sizeof message, MSG_NOSIGNAL) == sizeof message;
}

bool ForkServer::spawn(uint32_t filterLength, uint32_t firstLane) {
  return order(abi::Order::Spawn, filterLength, firstLane);
}

bool ForkServer::kill() { return order(abi::Order::Kill, 0, 0); }

ForkServer::News ForkServer::listen(std::chrono::milliseconds limit) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + limit;
  for (;;) {
    abi::EventMessage message{};
    const ssize_t got = recv(socket_, &message, sizeof message, MSG_DONTWAIT);
    if (got == sizeof message) {
      if (message.event == static_cast<uint32_t>(abi::Event::Died)) return {false, message.waitStatus};
      continue;
    }
    if (got >= 0 || (errno != EAGAIN && errno != EINTR)) return {true, std::nullopt};
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) return {};
    pollfd ready{socket_, POLLIN, 0};
    poll(&ready, 1, static_cast<int>(left.count()));
  }
}

}  // namespace covolve::execute
