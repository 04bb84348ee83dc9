// A request's headers in the form that libcurl takes them, in memory that is
// used again for the next request.
//
// Easy to get wrong: libcurl adds headers of its own (Accept, Content-Type,
// Expect, Accept-Encoding) unless the list names them, and drops empty ones unless they are
// marked. What was not given must not go out, what was given must.
#pragma once

#include <curl/curl.h>

#include <array>
#include <string>
#include <vector>

#include "rest/http/message.h"

namespace covolve::rest {

class RequestHeaders {
 public:
  /// Unless asked to, libcurl sends no Accept-Encoding of its own either. `usual` are sent with requests that
  /// do not have them.
  explicit RequestHeaders(bool asksForCompression, HeaderList usual = {});
  RequestHeaders(const RequestHeaders&) = delete;  // the list refers to its own lines
  RequestHeaders& operator=(const RequestHeaders&) = delete;

  /// Valid until the next call. Left out are headers that say where the body ends: a wrong one would have the
  /// service wait for what never comes, and the right one is libcurl's business. Line breaks within a value,
  /// which would begin a header of their own, become blanks.
  curl_slist* set(const HeaderList& headers);

 private:
  void append(const std::string& name, const std::string& value);

  HeaderList usual_;
  std::vector<std::string> lines_;  // the first count_ are in use
  std::vector<curl_slist> nodes_;
  size_t count_ = 0;
  std::array<curl_slist, 4> unwanted_{};
};

}  // namespace covolve::rest
