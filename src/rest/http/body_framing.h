// Where the body of a response ends: after so many bytes, after the last chunk, or
// with the connection (RFC 9112).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rest/http/response_reader.h"

namespace covolve::rest {

class BodyFraming {
 public:
  enum class State { More, Done, Malformed };

  /// For the head that the reader has taken; `isHead`: the request was a HEAD. False where the head
  /// contradicts itself.
  bool begin(const HttpResponse& head, bool isHead);

  /// Gives the reader what is of the body; the bytes that were used are taken away from the front.
  State take(std::string_view& bytes, ResponseReader& reader);
  /// Whether the body is complete when the connection ends now.
  bool mayEndHere() const { return kind_ == Kind::UntilClosed; }
  /// Whether the connection can serve another request after this.
  bool isDelimited() const { return kind_ != Kind::UntilClosed; }

 private:
  enum class Kind { None, Counted, Chunked, UntilClosed };
  enum class Chunk { Size, Data, End, Trailer };

  State takeChunks(std::string_view& bytes, ResponseReader& reader);
  State takeSize(std::string_view line);

  Kind kind_ = Kind::None;
  uint64_t left_ = 0;  // of the body, or of the chunk
  Chunk chunk_ = Chunk::Size;
  std::string line_;  // as far as it has come
  size_t bytesOfTrailers_ = 0;
};

}  // namespace covolve::rest
