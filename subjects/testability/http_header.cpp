// How does the body of an HTTP request end? Reads its header fields, one after the other.
//
// What makes it hard: names and values are compared by a loop of the source's own, in any case, which gives
// up at the first character that is wrong; lengths are read digit by digit; and fields contradict each other.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <array>
#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>

namespace testability::http {

enum class Body { None, Counted, Chunked, Multipart, UntilClosed };
enum class Reply { Continue, BadRequest, TooLarge, NotImplemented, Conflict };

class RequestHead {
 public:
  /// "GET /index.html HTTP/1.1", without the line's end.
  Reply start(std::string_view line) {
    static constexpr std::array<const char*, 5> methods{"GET", "HEAD", "POST", "PUT", "DELETE"};
    std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos) return Reply::BadRequest;
    method_ = -1;
    for (std::size_t i = 0; i < methods.size(); ++i) {
      if (line.substr(0, blank) == methods[i]) {
        method_ = static_cast<int>(i);
        break;
      }
    }
    if (method_ == -1) return Reply::NotImplemented;
    line.remove_prefix(blank + 1);
    blank = line.rfind(' ');
    if (blank == std::string_view::npos || blank == 0 || line[0] != '/') return Reply::BadRequest;
    const std::string_view version = line.substr(blank + 1);
    if (version == "HTTP/1.0") {
      keepsAlive_ = false;
    } else if (version != "HTTP/1.1") {
      return Reply::NotImplemented;
    }
    return Reply::Continue;
  }

  /// "Content-Length: 17"
  Reply field(std::string_view line) {
    std::size_t colon = 0;
    while (colon < line.size() && line[colon] != ':') {
      const char c = line[colon];
      const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!isLetter && c != '-') return Reply::BadRequest;
      ++colon;
    }
    if (colon == 0 || colon == line.size()) return Reply::BadRequest;
    const std::string_view name = line.substr(0, colon);
    std::string_view value = line.substr(colon + 1);
    while (!value.empty() && (value.front() == ' ' || value.front() == '\t')) value.remove_prefix(1);

    if (isSame(name, "content-length")) {
      long length = 0;
      if (!readLength(value, length)) return Reply::BadRequest;
      if (length_ != -1 && length_ != length) return Reply::Conflict;
      if (length > kMostBytes) return Reply::TooLarge;
      length_ = length;
    } else if (isSame(name, "transfer-encoding")) {
      if (!isSame(value, "chunked")) return Reply::NotImplemented;
      isChunked_ = true;
    } else if (isSame(name, "connection")) {
      if (isSame(value, "close")) keepsAlive_ = false;
      if (isSame(value, "keep-alive")) keepsAlive_ = true;
    } else if (isSame(name, "content-type")) {
      isMultipart_ = value.size() > 10 && isSame(value.substr(0, 10), "multipart/") &&
                     value.find("boundary=") != std::string_view::npos;
    }
    return isChunked_ && length_ != -1 ? Reply::Conflict : Reply::Continue;
  }

  Body body() const {
    if (method_ < 2) return Body::None;
    if (isChunked_) return Body::Chunked;
    if (length_ == -1) return keepsAlive_ ? Body::None : Body::UntilClosed;
    return isMultipart_ && length_ > 0 ? Body::Multipart : Body::Counted;
  }

 private:
  static constexpr long kMostBytes = 1 << 20;

  static bool isSame(std::string_view text, std::string_view lower) {
    if (text.size() != lower.size()) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (std::tolower(static_cast<unsigned char>(text[i])) != lower[i]) return false;
    }
    return true;
  }

  static bool readLength(std::string_view text, long& length) {
    if (text.empty() || text.size() > 12) return false;
    for (const char c : text) {
      if (c < '0' || c > '9') return false;
      length = length * 10 + (c - '0');
    }
    return true;
  }

  int method_ = -1;
  long length_ = -1;
  bool isChunked_ = false;
  bool isMultipart_ = false;
  bool keepsAlive_ = true;
};

}  // namespace testability::http
