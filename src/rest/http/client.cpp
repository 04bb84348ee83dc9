#include "rest/http/client.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "rest/http/curl_transfer.h"
#include "rest/http/pace.h"
#include "rest/http/plain_transfer.h"
#include "rest/http/retry_after.h"
#include "rest/http/url.h"

namespace covolve::rest {

namespace {

/// A service that asks for another wait again and again is taken by its word in the end.
constexpr size_t kMostRetries = 3;

bool isRedirect(const HttpResponse& response) {
  constexpr std::array kStatuses{301, 302, 303, 307, 308};
  return std::ranges::find(kStatuses, response.status) != kStatuses.end() &&
         response.header("Location") != nullptr;
}

void drop(HeaderList& headers, std::initializer_list<std::string_view> names) {
  std::erase_if(headers, [names](const auto& header) {
    return std::ranges::any_of(names,
                               [&header](std::string_view name) { return isSameHeader(header.first, name); });
  });
}

/// As browsers and most clients do: 303 means "look there", and so do 301 and 302 after a POST.
bool turnsToGet(int status, std::string_view method) {
  if (status == 303) return method != "GET" && method != "HEAD";
  return (status == 301 || status == 302) && method == "POST";
}

/// The fastest that can do what is asked for.
std::unique_ptr<Transfer> makeTransfer(const ClientOptions& options, const HttpUrl& url,
                                       const std::atomic<bool>& stop) {
  const bool isPlain = url.origin.starts_with("http://") && !url.origin.contains('@');
  if (isPlain && options.redirects == 0 && !options.asksForCompression && options.proxy.empty())
    return std::make_unique<PlainTransfer>(options, url, stop);
  return std::make_unique<CurlTransfer>(options, url.origin, stop);
}

}  // namespace

struct HttpClient::Connection {
  Connection(HttpUrl url, const ClientOptions& options, const std::atomic<bool>& stop)
      : url(std::move(url)),
        options(options),
        stop(stop),
        transfer(makeTransfer(options, this->url, stop)),
        pace(options.requestsPerSecond) {
    while (this->url.path.ends_with('/')) this->url.path.pop_back();
    base = this->url.origin + this->url.path;
  }

  HttpAnswer send(const HttpRequest& request, const std::string& pathPrefix);
  HttpAnswer exchange(const HttpRequest& request, const std::string& pathPrefix);
  HttpAnswer follow(HttpRequest request, HttpAnswer answer);

  HttpUrl url;
  std::string base;
  ClientOptions options;
  const std::atomic<bool>& stop;
  std::unique_ptr<Transfer> transfer;
  Pace pace;
  uint64_t sent = 0;
  PaceClock::duration lastDuration{0};
};

HttpAnswer HttpClient::Connection::send(const HttpRequest& request, const std::string& pathPrefix) {
  for (size_t retries = 0;; ++retries) {
    const bool mayGo = pace.isLimited() ? sleepUntil(pace.reserve(PaceClock::now()), stop) : !stop;
    if (!mayGo) return HttpFailure{HttpFailure::Kind::Other, "no request was sent: covolve was told to stop"};
    ++sent;
    HttpAnswer answer = exchange(request, pathPrefix);
    const HttpResponse* response = responseOf(answer);
    if (response == nullptr || retries == kMostRetries) return answer;
    const auto wait = retryAfter(*response, std::chrono::system_clock::now());
    if (!wait || *wait > options.longestRetryAfter) return answer;
    if (!sleepUntil(PaceClock::now() + *wait, stop)) return answer;
  }
}

HttpAnswer HttpClient::Connection::exchange(const HttpRequest& request, const std::string& pathPrefix) {
  const auto moment = std::chrono::system_clock::now();
  const auto start = PaceClock::now();
  HttpAnswer answer = transfer->send(request, pathPrefix);
  lastDuration = PaceClock::now() - start;
  if (options.har != nullptr)
    options.har->add(request, url.origin + pathPrefix, answer, moment, lastDuration);
  return answer;
}

HttpAnswer HttpClient::Connection::follow(HttpRequest request, HttpAnswer answer) {
  HttpUrl at = url;
  at.path.clear();
  appendSendable(at.path, url.path + request.target.substr(0, request.target.find('?')));
  if (!at.path.starts_with('/')) at.path.insert(0, "/");
  for (size_t hop = 0; hop < options.redirects; ++hop) {
    const HttpResponse* response = responseOf(answer);
    if (response == nullptr || !isRedirect(*response)) break;
    const auto next = followReference(at, *response->header("Location"));
    if (!next) break;
    if (next->origin != at.origin) drop(request.headers, {"Authorization", "Cookie", "Host"});
    if (turnsToGet(response->status, request.method)) {
      request.method = "GET";
      request.body.reset();
      drop(request.headers, {"Content-Type", "Content-Encoding", "Content-Language", "Content-Location"});
    }
    request.target = next->target();
    at = *next;
    transfer->setOrigin(at.origin);
    answer = send(request, "");
  }
  transfer->setOrigin(url.origin);
  return answer;
}

Result<HttpClient> HttpClient::make(const std::string& base, const ClientOptions& options,
                                    const std::atomic<bool>& stop) {
  auto url = parseHttpUrl(base);
  if (!url) return std::unexpected(url.error());
  if (!url->query.empty())
    return userError(
        fmt::format("\"{}\" cannot be where a service is: paths cannot be added to a query", base));
  return HttpClient(std::make_unique<Connection>(*std::move(url), options, stop));
}

Result<HttpClient> HttpClient::sibling(const std::string& base) const {
  return make(base, connection_->options, connection_->stop);
}

HttpClient::HttpClient(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
HttpClient::HttpClient(HttpClient&&) noexcept = default;
HttpClient& HttpClient::operator=(HttpClient&&) noexcept = default;
HttpClient::~HttpClient() = default;

HttpAnswer HttpClient::send(const HttpRequest& request) {
  HttpAnswer answer = connection_->send(request, connection_->url.path);
  const HttpResponse* response = responseOf(answer);
  if (connection_->options.redirects == 0 || response == nullptr || !isRedirect(*response)) return answer;
  return connection_->follow(request, std::move(answer));
}

HttpAnswer HttpClient::send(const HttpRequest& request, std::chrono::milliseconds timeout) {
  const std::chrono::milliseconds usual = connection_->options.timeout;
  if (timeout >= usual) return send(request);
  connection_->transfer->setTimeout(timeout);
  HttpAnswer answer = send(request);
  connection_->transfer->setTimeout(usual);
  return answer;
}

void HttpClient::reconnect() { connection_->transfer->reconnect(); }

std::chrono::steady_clock::duration HttpClient::lastDuration() const { return connection_->lastDuration; }

uint64_t HttpClient::sent() const { return connection_->sent; }

std::chrono::milliseconds HttpClient::timeout() const { return connection_->options.timeout; }

const std::string& HttpClient::base() const { return connection_->base; }

Result<std::string> fetchText(const std::string& url, const ClientOptions& options, const HeaderList& headers,
                              const std::atomic<bool>& stop) {
  constexpr size_t kMostRedirects = 10;
  constexpr size_t kLimit = size_t{256} << 20;  // documents are larger than what services answer
  auto place = parseHttpUrl(url);
  if (!place) return std::unexpected(place.error());
  ClientOptions fetching = options;
  fetching.redirects = std::max(options.redirects, kMostRedirects);
  fetching.asksForCompression = true;
  fetching.bodyLimit = std::max(options.bodyLimit, kLimit);
  auto client = HttpClient::make(place->origin, fetching, stop);
  if (!client) return std::unexpected(client.error());
  HttpAnswer answer =
      client->send({.method = "GET", .target = place->target(), .headers = headers, .body = std::nullopt});
  if (const HttpFailure* failure = failureOf(answer))
    return userError(fmt::format("cannot read {}: {}", url, failure->reason));
  auto& response = std::get<HttpResponse>(answer);
  if (response.status < 200 || response.status > 299)
    return userError(fmt::format("cannot read {}: the answer's status is {}", url, response.status));
  if (response.isTruncated) return userError(fmt::format("cannot read {}: it is too large", url));
  return std::move(response.body);
}

}  // namespace covolve::rest
