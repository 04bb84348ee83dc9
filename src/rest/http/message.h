// HTTP requests and what came of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace covolve::rest {

using HeaderList = std::vector<std::pair<std::string, std::string>>;

/// Names of headers do not differ by case.
bool isSameHeader(std::string_view one, std::string_view other);

/// What every client sends, so that emitted tests can send it as well, whatever their library's own is.
inline const HeaderList kUsualHeaders{
    {"User-Agent", "covolve"}, {"Accept", "*/*"}, {"Accept-Encoding", "identity"}};

struct HttpRequest {
  std::string method;
  std::string target;  // "/pets/5?limit=3", percent-encoded
  HeaderList headers;
  std::optional<std::string> body;

  bool operator==(const HttpRequest&) const = default;
};

struct HttpResponse {
  int status = 0;
  HeaderList headers;
  std::string body;          // decompressed; as far as the limit allows
  bool isTruncated = false;  // there was more than the limit allows
  bool isHttp2 = false;

  /// The first of that name, whatever its case; null where there is none.
  const std::string* header(std::string_view name) const;
  /// "application/json": in small letters, without parameters; empty where there is none.
  std::string mediaType() const;
};

/// No (whole) response came.
struct HttpFailure {
  enum class Kind {
    CannotConnect,
    ConnectionLost,  // closed or reset before the response was complete
    Timeout,
    Malformed,  // what came is no HTTP
    Other,
  };

  Kind kind = Kind::Other;
  std::string reason;  // for the user
};

using HttpAnswer = std::variant<HttpResponse, HttpFailure>;

inline const HttpResponse* responseOf(const HttpAnswer& answer) { return std::get_if<HttpResponse>(&answer); }
inline const HttpFailure* failureOf(const HttpAnswer& answer) { return std::get_if<HttpFailure>(&answer); }

}  // namespace covolve::rest
