#include "rest/http/har.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "rest/http/url.h"

namespace covolve::rest {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr size_t kMostBytes = size_t{512} << 20;  // of the file
constexpr size_t kMostOfBody = size_t{64} << 10;

constexpr const char* kLeftOut = "(left out)";

using Names = std::vector<std::string>;

std::string_view pathOf(std::string_view target) { return target.substr(0, target.find('?')); }

OrderedJson headersOf(const HeaderList& headers, const Names& secret) {
  OrderedJson list = OrderedJson::array();
  for (const auto& [name, value] : headers) {
    const auto isIt = [&](std::string_view one) { return isSameHeader(one, name); };
    const bool isSecret = isSecretHeader(name) || std::ranges::any_of(secret, isIt);
    list.push_back({{"name", name}, {"value", isSecret ? kLeftOut : value}});
  }
  return list;
}

OrderedJson queryOf(const std::string& target) {
  OrderedJson list = OrderedJson::array();
  const size_t mark = target.find('?');
  if (mark == std::string::npos) return list;
  std::string_view rest = std::string_view(target).substr(mark + 1);
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('&'), rest.size());
    const std::string_view pair = rest.substr(0, end);
    const size_t equals = std::min(pair.find('='), pair.size());
    list.push_back(
        {{"name", pair.substr(0, equals)}, {"value", pair.substr(std::min(equals + 1, pair.size()))}});
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return list;
}

/// What a failed call would have been answered by is not known: then it was the older one.
const char* versionOf(const HttpAnswer& answer) {
  const HttpResponse* response = responseOf(answer);
  return response != nullptr && response->isHttp2 ? "HTTP/2" : "HTTP/1.1";
}

OrderedJson requestOf(const HttpRequest& request, const std::string& baseUrl, const char* version,
                      const Names& secret, bool isLogin) {
  OrderedJson json{{"method", request.method},
                   {"url", withoutUser(baseUrl) + request.target},
                   {"httpVersion", version},
                   {"cookies", OrderedJson::array()},
                   {"headers", headersOf(request.headers, secret)},
                   {"queryString", queryOf(request.target)},
                   {"headersSize", -1},
                   {"bodySize", request.body ? request.body->size() : 0}};
  if (request.body) {
    const auto isType = [](const auto& header) { return isSameHeader(header.first, "Content-Type"); };
    const auto type = std::ranges::find_if(request.headers, isType);
    json["postData"] = {{"mimeType", type != request.headers.end() ? type->second : ""},
                        {"text", isLogin ? kLeftOut : request.body->substr(0, kMostOfBody)}};
  }
  return json;
}

OrderedJson answerOf(const HttpAnswer& answer, const Names& secret, bool isLogin) {
  const HttpResponse* response = responseOf(answer);
  OrderedJson json{
      {"status", response != nullptr ? response->status : 0},
      {"statusText", ""},
      {"httpVersion", versionOf(answer)},
      {"cookies", OrderedJson::array()},
      {"headers", response != nullptr ? headersOf(response->headers, secret) : OrderedJson::array()},
      {"content", {{"size", 0}, {"mimeType", ""}}},
      {"redirectURL", ""},
      {"headersSize", -1},
      {"bodySize", -1}};
  if (response == nullptr) {
    json["_error"] = failureOf(answer)->reason;
  } else {
    json["content"] = {{"size", response->body.size()},
                       {"mimeType", response->mediaType()},
                       {"text", isLogin ? kLeftOut : response->body.substr(0, kMostOfBody)}};
  }
  return json;
}

std::string momentText(std::chrono::system_clock::time_point moment) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(moment);
  const auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(moment - seconds).count();
  const std::time_t time = std::chrono::system_clock::to_time_t(seconds);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(time), rest);
}

}  // namespace

Result<HarFile> HarFile::open(const std::filesystem::path& file, const std::string& version,
                              HarSecrets secrets) {
  std::ofstream out(file, std::ios::trunc);
  if (!out) return userError(fmt::format("cannot write {}", file.string()));
  out << R"({"log": {"version": "1.2", "creator": )"
      << OrderedJson{{"name", "covolve"}, {"version", version}}.dump() << R"(, "entries": [)";
  return HarFile(std::move(out), std::move(secrets));
}

void HarFile::add(const HttpRequest& request, const std::string& baseUrl, const HttpAnswer& answer,
                  std::chrono::system_clock::time_point start, std::chrono::duration<double> took) {
  if (bytes_ > kMostBytes) return;
  const bool isLogin = std::ranges::any_of(
      secrets_.loginPaths, [&](const std::string& path) { return pathOf(request.target) == pathOf(path); });
  const double milliseconds = took.count() * 1000;
  const OrderedJson entry{
      {"startedDateTime", momentText(start)},
      {"time", milliseconds},
      {"request", requestOf(request, baseUrl, versionOf(answer), secrets_.headers, isLogin)},
      {"response", answerOf(answer, secrets_.headers, isLogin)},
      {"cache", OrderedJson::object()},
      {"timings", {{"send", 0}, {"wait", milliseconds}, {"receive", 0}}}};
  std::string text = entry.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
  if (hidden_ != nullptr) text = hidden_->hide(std::move(text));
  out_ << (entries_++ == 0 ? "\n" : ",\n") << text;
  bytes_ += text.size();
}

void HarFile::close() {
  if (out_.is_open()) out_ << "\n]}}\n";
  out_.close();
}

}  // namespace covolve::rest
