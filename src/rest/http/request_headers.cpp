#include "rest/http/request_headers.h"

#include <algorithm>
#include <utility>

#include "rest/http/header_list.h"

namespace covolve::rest {

namespace {

/// A name without a value: libcurl does not send the header of its own. It only reads the text.
char* without(const char* header) { return const_cast<char*>(header); }

}  // namespace

RequestHeaders::RequestHeaders(bool asksForCompression, HeaderList usual) : usual_(std::move(usual)) {
  unwanted_[0] = {without("Accept:"), &unwanted_[1]};
  unwanted_[1] = {without("Content-Type:"), &unwanted_[2]};
  unwanted_[2] = {without("Expect:"), asksForCompression ? nullptr : &unwanted_[3]};
  unwanted_[3] = {without("Accept-Encoding:"), nullptr};
}

void RequestHeaders::append(const std::string& name, const std::string& value) {
  if (count_ == lines_.size()) lines_.emplace_back();
  std::string& line = lines_[count_++];
  line.clear();
  appendWithoutBreaks(line, name);
  if (isBlank(value)) {
    line += ';';  // libcurl's way to say that it is to be sent although it is empty
  } else {
    line += ": ";
    appendWithoutBreaks(line, value);
  }
}

curl_slist* RequestHeaders::set(const HeaderList& headers) {
  count_ = 0;
  for (const auto& [name, value] : headers) {
    if (!name.empty() && !saysWhereTheBodyEnds(name)) append(name, value);
  }
  for (const auto& [name, value] : usual_) {
    if (!hasHeader(headers, name)) append(name, value);
  }
  nodes_.resize(std::max(nodes_.size(), count_));
  for (size_t i = 0; i < count_; ++i)
    nodes_[i] = {lines_[i].data(), i + 1 < count_ ? &nodes_[i + 1] : unwanted_.data()};
  return count_ > 0 ? nodes_.data() : unwanted_.data();
}

}  // namespace covolve::rest
