// Runs tests against the service: one call after the other, each filled with what
// earlier ones gave. The service may die on the way: it is then started anew where
// covolve can do that; otherwise the run is over.
//
// One thread at a time may use it.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "rest/http/client.h"
#include "rest/http/service.h"
#include "rest/request/authentication.h"
#include "rest/search/action_catalog.h"
#include "rest/search/credential_watch.h"
#include "rest/search/operation_times.h"
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
    std::atomic<bool>& isOver;                                      // set when the service is gone for good
    std::optional<std::chrono::milliseconds> longestResponse = {};  // what takes longer is noted in the call
    std::span<Authentication> others = {};                          // of the users after the first
  };

  explicit TestRunner(const Parts& parts) : parts_(parts), times_(parts.catalog.operationCount()) {}

  /// Calls as far as they were made: a test ends with the call that lost the service, before one that would
  /// take the credentials out of use, and when the number of requests is used up.
  CallList run(const search::Individual& test);

  /// The same in parts, for two threads: what comes first and last, and the calls themselves. Bodies are read
  /// only where later calls need them.
  PreparedTest prepare(const search::Individual& test) const;
  CallList run(const search::Individual& test, PreparedTest prepared);

  /// The parts of a test that no individual stands for: forgets the cookies of the last one, and makes a call
  /// from its data. False where the test cannot go on.
  void beginTest();
  bool make(Call& call);

  /// From now on calls are made for so long only, and operations have to share that time: slow ones get a
  /// part of it, and the first call of each is given up early for the others to have their turn. A test ends
  /// where a call is not due.
  void limitTime(std::chrono::duration<double> time);
  /// Tests that are run after the search do not count.
  void liftLimits();

  /// Back to the service's first state, where there is a way. False: there is none.
  Result<bool> reset();
  /// Where that fails, the run is over.
  void resetOrEnd();
  /// Closes the connection until the next call.
  void disconnect() { parts_.client.reconnect(); }
  /// Whether a service of ours has ended by itself.
  bool isServiceDead() const { return parts_.service != nullptr && parts_.service->death(); }
  /// The run is over, for that reason.
  void end(const std::string& reason);
  bool canReset() const { return parts_.reset != nullptr || parts_.service != nullptr; }
  /// Whether a reset costs no more than a call.
  bool resetsByCall() const { return parts_.reset != nullptr && parts_.reset->isCall(); }

  /// How long a run of the test is likely to take; 0 where that is not known.
  std::chrono::duration<double> expectedTime(const search::Individual& test) const;

  /// Requests made for calls of tests.
  uint64_t requests() const { return requests_; }
  /// Why the run had to end; empty while it has not.
  const std::string& endReason() const { return endReason_; }
  uint64_t restarts() const { return restarts_; }
  /// What the user should know of the service; sentences.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  using Clock = std::chrono::steady_clock;

  /// The time that a search has.
  struct TimeLimit {
    Clock::time_point start;
    Clock::time_point end;
    std::chrono::milliseconds firstPatience{0};  // with operations that were never called
  };

  Authentication& authenticationOf(size_t user) const {
    return user == 0 ? parts_.authentication : parts_.others[user - 1];
  }
  /// All users log in; on a service that was started anew nobody is known any more.
  Result<void> logIn();
  /// The request of its data.
  void write(Call& call, const std::string& method, bool pretends) const;
  /// False where the test cannot go on.
  bool attempt(Call& call);
  Call makeCall(const search::Action& action, const CallList& before) const;
  /// Whether the limits allow a call of the operation.
  bool mayCall(size_t operation) const;
  /// How long a call of the operation may take; none: as long as any.
  std::optional<std::chrono::milliseconds> patienceWith(size_t operation) const;
  HttpAnswer send(Call& call);
  HttpAnswer sendOnce(Call& call);
  /// Whether the call is refused because an earlier one took the credentials out of use. That one is not
  /// made again, and the service is brought back to its first state.
  bool isRefusedToAll(const Call& call);
  /// After a connection was lost: true where the service can be called again.
  bool recover(HttpFailure& failure);

  Parts parts_;
  OperationTimes times_;
  std::optional<TimeLimit> timeLimit_;
  Clock::time_point busyUntil_;  // a service that was given up may still be at it
  uint64_t requests_ = 0;
  uint64_t restarts_ = 0;
  std::string endReason_;
  CredentialWatch credentials_;
  bool watchesCredentials_ = true;
  std::set<const Operation*> leftAlone_;  // they take the credentials out of use
  std::vector<std::string> notes_;
};

}  // namespace covolve::rest
