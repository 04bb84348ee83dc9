#include "rest/http/body_framing.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace covolve::rest {

namespace {

constexpr size_t kLongestLine = 65536;  // of a chunk's size with its extensions, of a trailer

std::optional<uint64_t> numberIn(std::string_view text, int base) {
  while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  if (number > uint64_t{INT64_MAX}) return std::nullopt;
  return number;
}

bool isChunked(const std::string& encodings) {
  const size_t comma = encodings.rfind(',');
  std::string_view last = encodings;
  if (comma != std::string::npos) last.remove_prefix(comma + 1);
  while (last.starts_with(' ')) last.remove_prefix(1);
  while (last.ends_with(' ')) last.remove_suffix(1);
  return isSameHeader(last, "chunked");
}

}  // namespace

bool BodyFraming::begin(const HttpResponse& head, bool isHead) {
  line_.clear();
  bytesOfTrailers_ = 0;
  chunk_ = Chunk::Size;
  kind_ = Kind::UntilClosed;
  std::optional<uint64_t> length;
  for (const auto& [name, value] : head.headers) {
    if (!isSameHeader(name, "Content-Length")) continue;
    // Repeated, also in one header: proxies do that.
    for (std::string_view left = value; !left.empty();) {
      const size_t comma = std::min(left.find(','), left.size());
      std::string_view one = left.substr(0, comma);
      one.remove_prefix(std::min(one.find_first_not_of(" \t"), one.size()));
      left.remove_prefix(std::min(comma + 1, left.size()));
      const auto number = numberIn(one, 10);
      if (!number || (length && *length != *number)) return false;
      length = number;
    }
    if (!length) return false;
  }
  if (isHead || head.status == 204 || head.status == 304 || head.status < 200) {
    kind_ = Kind::None;
  } else if (const std::string* encoding = head.header("Transfer-Encoding");
             encoding && isChunked(*encoding)) {
    kind_ = Kind::Chunked;
  } else if (length) {
    kind_ = Kind::Counted;
    left_ = *length;
  }
  return true;
}

BodyFraming::State BodyFraming::take(std::string_view& bytes, ResponseReader& reader) {
  switch (kind_) {
    case Kind::None:
      return State::Done;
    case Kind::Chunked:
      return takeChunks(bytes, reader);
    case Kind::UntilClosed:
      reader.takeBody(bytes);
      bytes = {};
      return State::More;
    case Kind::Counted:
      break;
  }
  const size_t count = static_cast<size_t>(std::min<uint64_t>(left_, bytes.size()));
  reader.takeBody(bytes.substr(0, count));
  bytes.remove_prefix(count);
  left_ -= count;
  return left_ == 0 ? State::Done : State::More;
}

BodyFraming::State BodyFraming::takeChunks(std::string_view& bytes, ResponseReader& reader) {
  while (!bytes.empty()) {
    if (chunk_ == Chunk::Data) {
      const size_t count = static_cast<size_t>(std::min<uint64_t>(left_, bytes.size()));
      if (!reader.takeBody(bytes.substr(0, count))) return State::More;
      bytes.remove_prefix(count);
      left_ -= count;
      if (left_ == 0) chunk_ = Chunk::End;
      continue;
    }
    const size_t end = bytes.find('\n');
    line_ += bytes.substr(0, end == std::string_view::npos ? end : end + 1);
    bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
    if (line_.size() > kLongestLine) return State::Malformed;
    if (end == std::string_view::npos) break;
    const std::string_view line = std::string_view(line_).substr(0, line_.find_last_not_of("\r\n") + 1);
    if (chunk_ == Chunk::End) {
      if (!line.empty()) return State::Malformed;
      chunk_ = Chunk::Size;
    } else if (chunk_ == Chunk::Size) {
      if (takeSize(line) == State::Malformed) return State::Malformed;
    } else if (line.empty()) {
      return State::Done;
    } else if ((bytesOfTrailers_ += line.size()) > kLongestLine) {
      return State::Malformed;
    }
    line_.clear();
  }
  // More than a line break where a chunk should have ended will not become one.
  if (chunk_ == Chunk::End && line_.size() > 2) return State::Malformed;
  return State::More;
}

BodyFraming::State BodyFraming::takeSize(std::string_view line) {
  const auto size = numberIn(line.substr(0, line.find(';')), 16);
  if (!size) return State::Malformed;
  left_ = *size;
  chunk_ = left_ == 0 ? Chunk::Trailer : Chunk::Data;
  return State::More;
}

}  // namespace covolve::rest
