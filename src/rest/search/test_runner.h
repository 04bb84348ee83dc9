// Runs tests against the service: one call after the other, each filled with what
// earlier ones gave. The service may die on the way: it is then started anew where
// covolve can do that; otherwise the run is over.
//
// One thread at a time may use it.
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "rest/http/client.h"
#include "rest/http/service.h"
#include "rest/request/authentication.h"
#include "rest/search/action_catalog.h"
#include "search/individual.h"

namespace covolve::rest {

/// A test whose requests are written as far as they do not depend on responses. Writing them, and reading
/// what comes back, is work that need not stand between two calls.
struct PreparedTest {
  std::vector<std::optional<Call>> calls;  // by action
};

/// Fills in `json` where the body is JSON and was not read yet.
void readBody(Call& call);

class TestRunner {
 public:
  struct Parts {
    const ActionCatalog& catalog;
    HttpClient& client;
    Authentication& authentication;
    Service* service = nullptr;     // null: not ours
    ServiceReset* reset = nullptr;  // null: there is no way but to start it anew
    std::optional<uint64_t> requests;
    std::atomic<bool>& isOver;  // set when the service is gone for good
  };

  explicit TestRunner(const Parts& parts) : parts_(parts) {}

  /// Calls as far as they were made: a test ends with the call that lost the service, and when the number of
  /// requests is used up.
  CallList run(const search::Individual& test);

  /// The same in parts, for two threads: what comes first and last, and the calls themselves. Bodies are read
  /// only where later calls need them.
  PreparedTest prepare(const search::Individual& test) const;
  CallList run(const search::Individual& test, PreparedTest prepared);

  /// Tests that are run after the search do not count.
  void liftLimit() { parts_.requests.reset(); }

  /// Back to the service's first state, where there is a way. False: there is none.
  Result<bool> reset();
  /// Where that fails, the run is over.
  void resetOrEnd();
  /// Whether a reset costs no more than a call.
  bool resetsByCall() const { return parts_.reset != nullptr && parts_.reset->isCall(); }

  /// Requests made for calls of tests.
  uint64_t requests() const { return requests_; }
  /// Why the run had to end; empty while it has not.
  const std::string& endReason() const { return endReason_; }
  uint64_t restarts() const { return restarts_; }

 private:
  Call makeCall(const search::Action& action, const CallList& before) const;
  HttpAnswer send(Call& call);
  /// After a connection was lost: true where the service can be called again.
  bool recover(HttpFailure& failure);

  Parts parts_;
  uint64_t requests_ = 0;
  uint64_t restarts_ = 0;
  std::string endReason_;
};

}  // namespace covolve::rest
