// Sends requests over one kept-alive connection and survives whatever
// answers: hanging, half-closed, endless, compressed, malformed.
//
// Easy to get wrong: a server may close a kept-alive connection just when the
// next request is sent. That request is sent again once over a new connection;
// only what fails there, too, is the service's failure.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>

#include "base/error.h"
#include "rest/http/har.h"
#include "rest/http/message.h"

namespace covolve::rest {

struct ClientOptions {
  std::chrono::milliseconds timeout{10'000};  // for a whole request
  std::chrono::milliseconds connectTimeout{5'000};
  size_t bodyLimit = size_t{10} << 20;  // of a response
  /// Answers are decompressed in any case. Asked for it, many services compress the smallest answer, which
  /// costs them more time than all the rest.
  bool asksForCompression = false;
  bool verifiesCertificates = true;
  std::filesystem::path authority =
      {};  // certificates that the service's may be signed by; empty: the system's
  std::filesystem::path certificate = {};  // that says who we are; empty: none
  std::filesystem::path key = {};          // of that certificate; empty: it is in the same file
  std::string proxy = {};                  // URL; empty: none, whatever the environment says
  double requestsPerSecond = 0;            // 0: no limit
  /// A 429 or 503 that asks for a longer wait is just taken.
  std::chrono::milliseconds longestRetryAfter{5'000};
  size_t redirects = 0;          // followed; 0: a redirect is an answer like any other
  HarFile* har = nullptr;        // where everything is written down; null: nowhere
  HeaderList usualHeaders = {};  // of requests that do not have them
};

class HttpClient {
 public:
  /// `base` is "http://host:port/path"; targets are appended to it. A user Error where it is no URL.
  static Result<HttpClient> make(const std::string& base, const ClientOptions& options,
                                 const std::atomic<bool>& stop);
  HttpClient(HttpClient&&) noexcept;
  HttpClient& operator=(HttpClient&&) noexcept;
  ~HttpClient();

  /// One with the same options for another place, such as that of a token.
  Result<HttpClient> sibling(const std::string& base) const;

  HttpAnswer send(const HttpRequest& request);
  /// The same with another patience than that of the options, where that is less.
  HttpAnswer send(const HttpRequest& request, std::chrono::milliseconds timeout);
  /// Forgets the connection: the service was started anew.
  void reconnect();
  /// Requests sent so far, those sent again for a Retry-After included.
  uint64_t sent() const;
  const std::string& base() const;
  std::chrono::milliseconds timeout() const;  // of the options
  /// From sending the last request to the end of its answer.
  std::chrono::steady_clock::duration lastDuration() const;

 private:
  struct Connection;
  explicit HttpClient(std::unique_ptr<Connection> connection);
  std::unique_ptr<Connection> connection_;
};

/// A document at any URL, following redirects; for schemas.
Result<std::string> fetchText(const std::string& url, const ClientOptions& options, const HeaderList& headers,
                              const std::atomic<bool>& stop);

}  // namespace covolve::rest
