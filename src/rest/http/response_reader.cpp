#include "rest/http/response_reader.h"

#include <algorithm>
#include <charconv>

#include "base/trimmed.h"

namespace covolve::rest {

namespace {

/// Of "HTTP/1.1 200 OK"; 0 where there is none.
int statusOf(std::string_view line) {
  const std::string_view digits = trimmed(line.substr(std::min(line.find(' '), line.size()))).substr(0, 3);
  int status = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), status);
  return status;
}

bool isFinal(int status) {
  constexpr int kSwitchingProtocols = 101;  // no other answer follows
  return status >= 200 || status == kSwitchingProtocols;
}

}  // namespace

void ResponseReader::begin() {
  response_ = {};
  headBytes_ = 0;
  hasHead_ = false;
}

bool ResponseReader::takeLine(std::string_view line) {
  headBytes_ += line.size();
  if (isHeadTooLong()) return false;
  if (hasHead_) return true;  // trailers
  if (line.starts_with("HTTP/")) {
    response_.status = statusOf(line);
    response_.isHttp2 = line.starts_with("HTTP/2");
    response_.headers.clear();
    response_.headers.reserve(8);
  } else if (line == "\r\n" || line == "\n") {
    hasHead_ = isFinal(response_.status);
  } else {
    takeHeader(line);
  }
  return true;
}

void ResponseReader::takeHeader(std::string_view line) {
  if ((line[0] == ' ' || line[0] == '\t') && !response_.headers.empty()) {  // goes on with the line before
    response_.headers.back().second.append(1, ' ').append(trimmed(line));
    return;
  }
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  response_.headers.emplace_back(trimmed(line.substr(0, colon)), trimmed(line.substr(colon + 1)));
}

bool ResponseReader::takeBody(std::string_view piece) {
  const size_t left = bodyLimit_ - response_.body.size();
  response_.body.append(piece.substr(0, left));
  response_.isTruncated = piece.size() > left;
  return !response_.isTruncated;
}

}  // namespace covolve::rest
