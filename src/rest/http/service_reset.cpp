#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "rest/http/service.h"
#include "rest/http/url.h"

namespace covolve::rest {

namespace {

/// "POST /reset"; nothing for a shell line.
std::optional<HttpRequest> callOf(const std::string& text) {
  constexpr std::array<std::string_view, 7> kMethods{"GET",   "HEAD",   "POST",   "PUT",
                                                     "PATCH", "DELETE", "OPTIONS"};
  const size_t blank = text.find(' ');
  if (blank == std::string::npos) return std::nullopt;
  const std::string_view method = std::string_view(text).substr(0, blank);
  const std::string_view target = std::string_view(text).substr(blank + 1);
  if (std::ranges::find(kMethods, method) == kMethods.end()) return std::nullopt;
  if (!target.starts_with('/') || target.contains(' ')) return std::nullopt;
  return HttpRequest{.method = std::string(method), .target = std::string(target), .headers = {}, .body = {}};
}

Result<void> refused(const std::string& how, std::string_view why) {
  return userError(fmt::format("the service cannot be reset by \"{}\": {}", how, why));
}

}  // namespace

ServiceReset::ServiceReset(const ServiceOptions& options, const std::string& url) : text_(options.reset) {
  if (const auto place = parseHttpUrl(url)) text_ = withPort(text_, place->port);
  call_ = callOf(text_);
  if (call_ || text_.empty()) return;
  command_.arguments = {"/bin/sh", "-c", text_};
  command_.directory = options.directory;
  command_.timeout = options.startTimeout;
  command_.outputLimit = 2000;
}

Result<void> ServiceReset::run(HttpClient& client, const std::atomic<bool>& stop) {
  if (call_) {
    const HttpAnswer answer = client.send(*call_);
    if (const HttpFailure* failure = failureOf(answer)) return refused(text_, failure->reason);
    const int status = responseOf(answer)->status;
    if (status >= 400) return refused(text_, fmt::format("it answers with status {}", status));
    return {};
  }
  command_.stop = &stop;
  const auto completed = covolve::run(command_);
  if (!completed) return std::unexpected(completed.error());
  if (completed->succeeded()) return {};
  if (completed->stopped) return refused(text_, "covolve was told to stop");
  if (completed->timedOut) return refused(text_, "it takes too long");
  std::string_view errors = completed->errors;
  while (errors.ends_with('\n')) errors.remove_suffix(1);
  return refused(text_, fmt::format("it exits with status {}{}{}", completed->status,
                                    errors.empty() ? "" : ":\n", errors));
}

}  // namespace covolve::rest
