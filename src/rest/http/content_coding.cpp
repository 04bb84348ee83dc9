#include "rest/http/content_coding.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <optional>

namespace covolve::rest {

namespace {

/// How often the body was compressed; none where a coding is not known.
std::optional<int> compressionsIn(std::string_view text) {
  int count = 0;
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    std::string_view name = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    name.remove_prefix(std::min(name.find_first_not_of(" \t"), name.size()));
    name = name.substr(0, name.find_last_not_of(" \t") + 1);
    const auto is = [&](std::string_view known) { return isSameHeader(name, known); };
    if (name.empty() || is("identity")) continue;
    if (!is("gzip") && !is("x-gzip") && !is("deflate")) return std::nullopt;
    ++count;
  }
  return count;
}

/// Both formats of zlib; some services send the raw one and call it deflate.
enum class Wrapping { GzipOrZlib, None };

bool inflateInto(const std::string& coded, Wrapping wrapping, size_t limit, HttpResponse& response) {
  z_stream stream{};
  if (inflateInit2(&stream, wrapping == Wrapping::None ? -MAX_WBITS : MAX_WBITS + 32) != Z_OK) return false;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(coded.data()));
  stream.avail_in = static_cast<uInt>(coded.size());
  std::array<char, 16384> piece;
  int state = Z_OK;
  while (state == Z_OK && response.body.size() <= limit) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = piece.size();
    state = inflate(&stream, Z_NO_FLUSH);
    response.body.append(piece.data(), piece.size() - stream.avail_out);
    // Several compressed texts may follow each other.
    const bool goesOn = state == Z_STREAM_END && stream.avail_in > 1 && stream.next_in[0] == 0x1F &&
                        stream.next_in[1] == 0x8B && inflateReset(&stream) == Z_OK;
    if (goesOn) state = Z_OK;
  }
  inflateEnd(&stream);
  if (response.body.size() > limit) {
    response.body.resize(limit);
    response.isTruncated = true;
    return true;
  }
  // What was cut off by the limit before it was decoded cannot end properly.
  return state == Z_STREAM_END || (response.isTruncated && state == Z_BUF_ERROR);
}

bool inflateBody(HttpResponse& response, size_t limit) {
  const std::string coded = std::move(response.body);
  response.body.clear();
  if (coded.empty()) return true;
  if (inflateInto(coded, Wrapping::GzipOrZlib, limit, response)) return true;
  response.body.clear();
  return inflateInto(coded, Wrapping::None, limit, response);
}

}  // namespace

bool decodeContent(HttpResponse& response, size_t bodyLimit) {
  const std::string* said = response.header("Content-Encoding");
  if (said == nullptr || response.body.empty()) return true;
  const auto compressions = compressionsIn(*said);
  for (int i = 0; i < compressions.value_or(0); ++i) {
    if (!inflateBody(response, bodyLimit)) return false;
  }
  return true;
}

}  // namespace covolve::rest
