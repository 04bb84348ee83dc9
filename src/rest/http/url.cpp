#include "rest/http/url.h"

#include <curl/curl.h>
#include <fmt/format.h>

#include <charconv>
#include <memory>

namespace covolve::rest {

namespace {

using UrlHandle = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;

std::string part(CURLU* url, CURLUPart which, unsigned flags = 0) {
  char* text = nullptr;
  if (curl_url_get(url, which, &text, flags) != CURLUE_OK || text == nullptr) return {};
  std::string result = text;
  curl_free(text);
  return result;
}

bool isSupported(CURLU* url) {
  const std::string scheme = part(url, CURLUPART_SCHEME);  // in small letters
  return scheme == "http" || scheme == "https";
}

/// "user:password", a part of the text; of none null.
std::string_view userIn(const std::string& url) {
  const size_t scheme = url.find("://");
  if (scheme == std::string::npos) return {};
  const size_t host = scheme + 3;
  const size_t at = url.substr(0, url.find_first_of("/?#", host)).rfind('@');
  return at == std::string::npos || at < host ? std::string_view()
                                              : std::string_view(url).substr(host, at - host);
}

/// Takes the handle's URL apart; what is left in it is the origin.
HttpUrl partsOf(CURLU* url) {
  HttpUrl result;
  result.host = part(url, CURLUPART_HOST);
  if (result.host.starts_with('[')) result.host = result.host.substr(1, result.host.size() - 2);
  const std::string port = part(url, CURLUPART_PORT, CURLU_DEFAULT_PORT);
  std::from_chars(port.data(), port.data() + port.size(), result.port);
  result.path = part(url, CURLUPART_PATH);
  result.query = part(url, CURLUPART_QUERY);
  curl_url_set(url, CURLUPART_PATH, nullptr, 0);
  curl_url_set(url, CURLUPART_QUERY, nullptr, 0);
  curl_url_set(url, CURLUPART_FRAGMENT, nullptr, 0);
  result.origin = part(url, CURLUPART_URL);
  if (result.origin.ends_with('/')) result.origin.pop_back();
  return result;
}

}  // namespace

Result<HttpUrl> parseHttpUrl(const std::string& text) {
  const UrlHandle url(curl_url(), &curl_url_cleanup);
  if (text.find("://") == std::string::npos)
    return userError(fmt::format("\"{}\" is no URL: it has to begin with http:// or https://", text));
  const CURLUcode code = curl_url_set(url.get(), CURLUPART_URL, text.c_str(), CURLU_NON_SUPPORT_SCHEME);
  if (code != CURLUE_OK) return userError(fmt::format("\"{}\" is no URL: {}", text, curl_url_strerror(code)));
  if (!isSupported(url.get()))
    return userError(fmt::format("\"{}\" is no URL of a service: only http and https can be used", text));
  return partsOf(url.get());
}

std::optional<HttpUrl> followReference(const HttpUrl& from, std::string_view reference) {
  std::string sendable;
  appendSendable(sendable,
                 reference.substr(0, reference.find('#')));  // a fragment is nobody's but the reader's
  const UrlHandle url(curl_url(), &curl_url_cleanup);
  const std::string whole = from.origin + from.target();
  if (curl_url_set(url.get(), CURLUPART_URL, whole.c_str(), 0) != CURLUE_OK) return std::nullopt;
  if (curl_url_set(url.get(), CURLUPART_URL, sendable.c_str(), CURLU_NON_SUPPORT_SCHEME) != CURLUE_OK)
    return std::nullopt;
  if (!isSupported(url.get())) return std::nullopt;
  return partsOf(url.get());
}

void appendSendable(std::string& text, std::string_view added) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (const char c : added) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte < 0x7F && c != '#') {
      text += c;
    } else {
      text += '%';
      text += kDigits[byte >> 4];
      text += kDigits[byte & 15];
    }
  }
}

std::string withPort(std::string text, uint16_t port) {
  const std::string number = std::to_string(port);
  for (size_t at = text.find(kPortMark); at != std::string::npos; at = text.find(kPortMark, at))
    text.replace(at, kPortMark.size(), number);
  return text;
}

std::string withoutUser(const std::string& url) {
  const std::string_view user = userIn(url);
  if (user.data() == nullptr) return url;
  const auto begin = static_cast<size_t>(user.data() - url.data());
  return url.substr(0, begin) + url.substr(begin + user.size() + 1);
}

std::string passwordIn(const std::string& url) {
  const std::string_view user = userIn(url);
  const size_t colon = user.find(':');
  return colon == std::string_view::npos ? "" : std::string(user.substr(colon + 1));
}

}  // namespace covolve::rest
