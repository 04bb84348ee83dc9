#include "rest/http/service.h"

#include <fmt/format.h>
#include <string.h>  // sigabbrev_np is glibc's, not C++'s
#include <sys/wait.h>

#include <algorithm>
#include <utility>

#include "rest/http/guarded_process.h"
#include "rest/http/pace.h"
#include "rest/http/tcp.h"
#include "rest/http/url.h"

namespace covolve::rest {

namespace {

/// As it ended, or as the shell that waited for it says it did.
ServiceDeath deathOf(int waitStatus, std::string errors) {
  constexpr int kSignalled = 128;  // and the signal's number: what shells make of it
  ServiceDeath death{.status = 0, .signal = 0, .errors = std::move(errors)};
  if (WIFSIGNALED(waitStatus)) {
    death.signal = WTERMSIG(waitStatus);
  } else {
    death.status = WEXITSTATUS(waitStatus);
    if (death.status > kSignalled && sigabbrev_np(death.status - kSignalled) != nullptr)
      death.signal = death.status - kSignalled;
  }
  return death;
}

/// The end of what a program wrote, below a message.
std::string whatItSaid(std::string_view text) {
  constexpr size_t kLongest = 2000;
  while (text.ends_with('\n')) text.remove_suffix(1);
  if (text.empty()) return "";
  if (text.size() > kLongest) text.remove_prefix(text.size() - kLongest);
  return fmt::format(":\n{}", text);
}

}  // namespace

struct Service::Process {
  /// An Error where something else is in its place.
  Result<void> launch();
  /// Ends with an Error when the process ends or the time is over.
  Result<void> awaitReady(PaceClock::time_point deadline);
  void takeNoteOfDeath();
  bool sleepFor(std::chrono::milliseconds duration) const {
    return sleepUntil(PaceClock::now() + duration, stop != nullptr ? *stop : never);
  }

  std::string url;
  HttpUrl place;
  ServiceOptions options;
  const std::atomic<bool>* stop = nullptr;
  const std::atomic<bool> never = false;
  std::unique_ptr<GuardedProcess> running;
  std::optional<ServiceDeath> death;
};

Result<void> Service::Process::launch() {
  death.reset();
  running.reset();
  if (acceptsConnections(place.host, place.port))
    return userError(
        fmt::format("the service cannot be started: something else accepts connections at {}", place.origin));
  auto started = GuardedProcess::start(options.start, options.directory);
  if (!started) return std::unexpected(started.error());
  running = *std::move(started);
  return {};
}

void Service::Process::takeNoteOfDeath() {
  if (death || !running) return;
  if (const auto status = running->status()) death = deathOf(*status, running->errors());
}

Result<void> Service::Process::awaitReady(PaceClock::time_point deadline) {
  constexpr std::chrono::milliseconds kLongestStep{50};
  std::chrono::milliseconds step{1};
  while (true) {
    const bool isListening = acceptsConnections(place.host, place.port);
    takeNoteOfDeath();  // after the connection: somebody else may have accepted it
    if (death)
      return userError(fmt::format("the service {} before it accepted connections at {}{}", death->describe(),
                                   place.origin, whatItSaid(death->errors)));
    if (isListening) return {};
    if (PaceClock::now() >= deadline)
      return userError(fmt::format("the service accepts no connections at {} after {:g} s{}", place.origin,
                                   std::chrono::duration<double>(options.startTimeout).count(),
                                   whatItSaid(running->errors())));
    if (!sleepFor(step)) return userError("covolve was told to stop before the service accepted connections");
    step = std::min(2 * step, kLongestStep);
  }
}

Result<Service> Service::start(const std::string& url, const ServiceOptions& options,
                               const std::atomic<bool>* stop) {
  if (!options.directory.empty() && !std::filesystem::is_directory(options.directory))
    return userError(fmt::format("the service cannot be started in {}: there is no such directory",
                                 options.directory.string()));
  auto process = std::make_unique<Process>();
  process->options = options;
  process->stop = stop;
  process->url = url;
  if (url.contains(kPortMark)) {
    if (!options.start.contains(kPortMark))
      return userError(fmt::format("the service would not know its port: the URL {} has {}, \"{}\" does not",
                                   url, kPortMark, options.start));
    const auto port = freePort();
    if (!port) return std::unexpected(port.error());
    process->url = withPort(url, *port);
  }
  auto place = parseHttpUrl(process->url);
  if (!place) return std::unexpected(place.error());
  process->place = *std::move(place);
  process->options.start = withPort(options.start, process->place.port);
  const auto deadline = PaceClock::now() + options.startTimeout;
  if (auto launched = process->launch(); !launched) return std::unexpected(launched.error());
  if (auto ready = process->awaitReady(deadline); !ready) return std::unexpected(ready.error());
  return Service(std::move(process));
}

Service::Service(std::unique_ptr<Process> process) : process_(std::move(process)) {}
Service::Service(Service&&) noexcept = default;
Service& Service::operator=(Service&&) noexcept = default;
Service::~Service() = default;

const std::string& Service::url() const { return process_->url; }

std::optional<ServiceDeath> Service::death() const {
  process_->takeNoteOfDeath();
  return process_->death;
}

Result<void> Service::restart() {
  const auto deadline = PaceClock::now() + process_->options.startTimeout;
  constexpr std::chrono::milliseconds kPause{200};
  while (true) {
    if (auto launched = process_->launch(); !launched) return launched;
    auto ready = process_->awaitReady(deadline);
    // The port may not be free at once; a service that could not have it may well end.
    const bool isWorthARetry = !ready && process_->death && PaceClock::now() + kPause < deadline;
    if (!isWorthARetry || !process_->sleepFor(kPause)) return ready;
  }
}

}  // namespace covolve::rest
