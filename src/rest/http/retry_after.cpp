#include "rest/http/retry_after.h"

#include <curl/curl.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace covolve::rest {

namespace {

constexpr int kTooManyRequests = 429;
constexpr int kServiceUnavailable = 503;
constexpr std::chrono::seconds kLongest{365 * 24 * 60 * 60};  // and no overflow

std::optional<std::chrono::seconds> secondsOf(const std::string& text) {
  if (text.empty() || !std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; }))
    return std::nullopt;
  int64_t seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc()) return kLongest;
  return std::min(std::chrono::seconds(seconds), kLongest);
}

}  // namespace

std::optional<std::chrono::milliseconds> retryAfter(const HttpResponse& response,
                                                    std::chrono::system_clock::time_point now) {
  if (response.status != kTooManyRequests && response.status != kServiceUnavailable) return std::nullopt;
  const std::string* text = response.header("Retry-After");
  if (text == nullptr) return std::nullopt;
  if (const auto seconds = secondsOf(*text)) return *seconds;
  if (text->find(':') == std::string::npos)
    return std::nullopt;  // libcurl takes a bare number for a date, too
  const time_t date = curl_getdate(text->c_str(), nullptr);
  if (date < 0) return std::nullopt;
  const auto wait =
      std::chrono::ceil<std::chrono::milliseconds>(std::chrono::system_clock::from_time_t(date) - now);
  return std::clamp<std::chrono::milliseconds>(wait, std::chrono::milliseconds(0), kLongest);
}

}  // namespace covolve::rest
