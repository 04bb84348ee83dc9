// A service that covolve starts itself: from a line of the configuration, on a
// free port, and again when it died.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/process.h"
#include "rest/http/client.h"

namespace covolve::rest {

struct ServiceOptions {
  std::string start;  // a shell line; {port} is replaced, and so it is in the URL
  std::string reset;  // a shell line, or a call of the service: "POST /reset"; empty: no way to reset
  std::filesystem::path directory;  // where they run; empty: here
  std::chrono::milliseconds startTimeout{30'000};
};

/// How a service ended that nobody asked to.
struct ServiceDeath {
  int status = 0;
  int signal = 0;                // 0: it exited by itself
  std::string errors;            // the end of what it wrote to standard error
  std::string describe() const;  // "was ended by SIGSEGV", "exited with status 3"
};

class Service {
 public:
  /// `url` may contain {port}. Waits until it accepts connections. An Error where it does not come up, with
  /// what it said, or where `stop` becomes true before.
  static Result<Service> start(const std::string& url, const ServiceOptions& options,
                               const std::atomic<bool>* stop = nullptr);
  Service(Service&&) noexcept;
  Service& operator=(Service&&) noexcept;
  ~Service();  // ends it and what it started

  const std::string& url() const;  // with the port filled in
  /// Set once the process has ended by itself.
  std::optional<ServiceDeath> death() const;
  /// Ends it if it runs, and starts it anew on the same port.
  Result<void> restart();

 private:
  struct Process;
  explicit Service(std::unique_ptr<Process> process);
  std::unique_ptr<Process> process_;
};

/// Brings a service back to the state it began with, as ServiceOptions::reset says.
class ServiceReset {
 public:
  /// `url` is where the service is; its port replaces {port}.
  ServiceReset(const ServiceOptions& options, const std::string& url);

  /// Whether there is a way at all.
  bool isPossible() const { return call_ || !command_.arguments.empty(); }
  bool isCall() const { return call_.has_value(); }
  /// A call goes through the client. An Error where the service or the command refuses.
  Result<void> run(HttpClient& client, const std::atomic<bool>& stop);

 private:
  std::string text_;
  std::optional<HttpRequest> call_;
  Command command_;
};

}  // namespace covolve::rest
