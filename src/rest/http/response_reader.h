// Puts a response together from what libcurl delivers: lines of headers, then
// pieces of the body, both within limits.
#pragma once

#include <cstddef>
#include <string_view>

#include "rest/http/message.h"

namespace covolve::rest {

class ResponseReader {
 public:
  explicit ResponseReader(size_t bodyLimit) : bodyLimit_(bodyLimit) {}

  /// For the next request.
  void begin();
  /// False where it is not to go on.
  bool takeLine(std::string_view line);
  bool takeBody(std::string_view piece);

  /// Anything of an answer came.
  bool hasBegun() const { return headBytes_ > 0; }
  /// Status and headers are complete; informational answers (1xx) do not count.
  bool hasHead() const { return hasHead_; }
  bool isHeadTooLong() const { return headBytes_ > kHeadLimit; }
  const HttpResponse& response() const { return response_; }
  HttpResponse takeResponse() { return std::move(response_); }

 private:
  void takeHeader(std::string_view line);

  static constexpr size_t kHeadLimit = size_t{256} << 10;

  size_t bodyLimit_;
  HttpResponse response_;
  size_t headBytes_ = 0;  // of all heads of the answer: there may be informational ones without end, too
  bool hasHead_ = false;
};

}  // namespace covolve::rest
