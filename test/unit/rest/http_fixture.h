// What the tests of the HTTP client share.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "raw_server.h"
#include "rest/http/client.h"

namespace covolve::rest::test {

inline const std::atomic<bool> kNeverStopped = false;

/// Requests as they came in.
class RequestLog {
 public:
  void add(const std::string& request) {
    const std::lock_guard lock(mutex_);
    requests_.push_back(request);
  }
  std::vector<std::string> all() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }
  size_t size() const { return all().size(); }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> requests_;
};

/// Sends the same bytes for every request of a connection.
inline RawServer::Behaviour always(std::string bytes, RequestLog* log = nullptr) {
  return [bytes = std::move(bytes), log](RawConnection& connection) {
    for (std::string request = connection.readRequest(); !request.empty();
         request = connection.readRequest()) {
      if (log != nullptr) log->add(request);
      if (!connection.send(bytes)) return;
    }
  };
}

/// Sends the bytes for a connection's first request and closes it.
inline RawServer::Behaviour once(std::string bytes, RequestLog* log = nullptr) {
  return [bytes = std::move(bytes), log](RawConnection& connection) {
    const std::string request = connection.readRequest();
    if (log != nullptr && !request.empty()) log->add(request);
    connection.send(bytes);
  };
}

inline HttpClient clientOf(const std::string& base, const ClientOptions& options = {},
                           const std::atomic<bool>& stop = kNeverStopped) {
  auto client = HttpClient::make(base, options, stop);
  EXPECT_TRUE(client) << client.error().message;
  return *std::move(client);
}

inline HttpRequest get(const std::string& target) { return {"GET", target, {}, std::nullopt}; }

/// Empty where there is a response.
inline std::string reasonOf(const HttpAnswer& answer) {
  const HttpFailure* failure = failureOf(answer);
  return failure != nullptr ? failure->reason : "";
}

/// Fails the test where no response came.
inline HttpResponse expectResponse(HttpAnswer answer) {
  EXPECT_NE(responseOf(answer), nullptr) << reasonOf(answer);
  return responseOf(answer) != nullptr ? std::get<HttpResponse>(std::move(answer)) : HttpResponse{};
}

/// Fails the test where a response came, or a failure of another kind.
inline void expectFailure(const HttpAnswer& answer, HttpFailure::Kind kind) {
  const HttpFailure* failure = failureOf(answer);
  ASSERT_NE(failure, nullptr) << "status " << responseOf(answer)->status;
  EXPECT_EQ(failure->kind, kind) << failure->reason;
  EXPECT_FALSE(failure->reason.empty());
}

}  // namespace covolve::rest::test
