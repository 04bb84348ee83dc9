// One kept-alive connection: sends a request and says what came of it.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "rest/http/message.h"

namespace covolve::rest {

class Transfer {
 public:
  Transfer() = default;
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;
  virtual ~Transfer() = default;

  /// `pathPrefix` goes before the request's target.
  virtual HttpAnswer send(const HttpRequest& request, const std::string& pathPrefix) = 0;
  /// Where the next requests go: "http://host:port".
  virtual void setOrigin(const std::string& origin) = 0;
  /// Of the requests from now on.
  virtual void setTimeout(std::chrono::milliseconds timeout) = 0;
  /// Closes the connection.
  virtual void reconnect() = 0;
};

/// Without a body these are sent as they are. With any other method the service is told that the body is
/// empty: there are servers that wait for one otherwise. Other clients do the same.
bool isWithoutBody(std::string_view method);
/// As a request line has it.
void appendTarget(std::string& line, const std::string& pathPrefix, const std::string& target);
std::string inSeconds(std::chrono::milliseconds duration);

}  // namespace covolve::rest
