// Who is it that a request comes from? Reads the Authorization header.
//
// What makes it hard: the user and the password stand in base64, decoded by a loop and a table of the
// source's own; tokens have three parts of which the first two say what they are and when they end, in
// hexadecimal digits.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace testability::auth {

enum class Who { Nobody, Malformed, Guest, User, Administrator, Service, Expired };

namespace {

int sextetOf(char c) {
  static constexpr char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (int i = 0; i < 64; ++i) {
    if (alphabet[i] == c) return i;
  }
  return -1;
}

std::optional<std::string> fromBase64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  std::string decoded;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    const int sextet = sextetOf(c);
    if (sextet == -1) return std::nullopt;
    bits = (bits << 6 | static_cast<unsigned>(sextet)) & 0xffffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      decoded += static_cast<char>(bits >> count & 0xff);
    }
  }
  return decoded;
}

std::optional<std::uint32_t> fromHex(std::string_view text) {
  if (text.empty() || text.size() > 8) return std::nullopt;
  std::uint32_t value = 0;
  for (const char c : text) {
    int digit = 0;
    if (c >= '0' && c <= '9') {
      digit = c - '0';
    } else if (c >= 'a' && c <= 'f') {
      digit = c - 'a' + 10;
    } else {
      return std::nullopt;
    }
    value = value << 4 | static_cast<std::uint32_t>(digit);
  }
  return value;
}

Who fromPassword(std::string_view encoded) {
  const auto decoded = fromBase64(encoded);
  if (!decoded) return Who::Malformed;
  const std::size_t colon = decoded->find(':');
  if (colon == std::string::npos) return Who::Malformed;
  const std::string user = decoded->substr(0, colon);
  if (user == "guest") return Who::Guest;
  if (decoded->size() - colon - 1 < 8) return Who::Nobody;
  return user == "root" ? Who::Administrator : Who::User;
}

/// "svc.65e1f0a0.anything": what it is, when it ends, what it is signed with.
Who fromToken(std::string_view token, std::uint32_t now) {
  const std::size_t first = token.find('.');
  const std::size_t last = token.rfind('.');
  if (first == last || last + 1 == token.size()) return Who::Malformed;
  const auto end = fromHex(token.substr(first + 1, last - first - 1));
  if (!end) return Who::Malformed;
  if (*end < now) return Who::Expired;
  if (*end - now > 86'400) return Who::Nobody;  // nobody signs for longer than a day
  const std::string_view kind = token.substr(0, first);
  if (kind == "svc") return Who::Service;
  return kind == "usr" ? Who::User : Who::Nobody;
}

}  // namespace

Who whoIs(const std::string& header, std::uint32_t now) {
  if (header.empty()) return Who::Nobody;
  const std::string_view text = header;
  if (text.substr(0, 6) == "Basic ") return fromPassword(text.substr(6));
  if (text.substr(0, 7) == "Bearer ") return fromToken(text.substr(7), now);
  return Who::Malformed;
}

}  // namespace testability::auth
