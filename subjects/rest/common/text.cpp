#include "text.h"

#include <cctype>
#include <cstdint>
#include <ctime>

namespace service {

namespace {

int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// The length of the code point at the beginning; 0 where it is none.
std::size_t codePointLength(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  if (first == 0xE0 && byte(1) < 0xA0) return 0;  // could be shorter
  if (first == 0xED && byte(1) > 0x9F) return 0;  // a surrogate
  if (first == 0xF0 && byte(1) < 0x90) return 0;  // could be shorter
  if (first == 0xF4 && byte(1) > 0x8F) return 0;  // beyond U+10FFFF
  return length;
}

/// The number that `count` digits at `at` spell; -1 where they are not all digits.
int digits(std::string_view text, std::size_t at, std::size_t count) {
  if (at + count > text.size()) return -1;
  int number = 0;
  for (std::size_t i = at; i < at + count; ++i) {
    if (text[i] < '0' || text[i] > '9') return -1;
    number = number * 10 + (text[i] - '0');
  }
  return number;
}

bool isWithin(int number, int lowest, int highest) { return number >= lowest && number <= highest; }

bool isOffset(std::string_view text) {
  if (text == "Z" || text == "z") return true;
  return text.size() == 6 && (text[0] == '+' || text[0] == '-' || text[0] == ' ') && text[3] == ':' &&
         isWithin(digits(text, 1, 2), 0, 23) && isWithin(digits(text, 4, 2), 0, 59);
}

}  // namespace

std::optional<std::size_t> codePointsOf(std::string_view text) {
  std::size_t count = 0;
  while (!text.empty()) {
    const std::size_t length = codePointLength(text);
    if (length == 0) return std::nullopt;
    text.remove_prefix(length);
    ++count;
  }
  return count;
}

std::string percentDecoded(std::string_view text, bool plusIsSpace) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hexDigit(text[i + 1]) >= 0 && hexDigit(text[i + 2]) >= 0) {
      decoded += static_cast<char>(hexDigit(text[i + 1]) * 16 + hexDigit(text[i + 2]));
      i += 2;
    } else {
      decoded += plusIsSpace && text[i] == '+' ? ' ' : text[i];
    }
  }
  return decoded;
}

std::optional<std::string> base64Decoded(std::string_view text) {
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string decoded;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t value = kAlphabet.find(c);
    if (value == std::string_view::npos) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    count += 6;
    if (count >= 8) {
      count -= 8;
      decoded += static_cast<char>(bits >> count & 0xFF);
    }
  }
  return decoded;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return std::string(text);
}

std::string lowered(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

bool isDate(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const int year = digits(text, 0, 4);
  const int month = digits(text, 5, 2);
  const int day = digits(text, 8, 2);
  if (year < 0 || !isWithin(month, 1, 12)) return false;
  const bool isLeapYear = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  const int february = isLeapYear ? 29 : 28;
  const int longest = month == 2 ? february : month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
  return isWithin(day, 1, longest);
}

bool isDateTime(std::string_view text) {
  if (text.size() < 20 || !isDate(text.substr(0, 10))) return false;
  if (text[10] != 'T' && text[10] != 't' && text[10] != ' ') return false;
  if (text[13] != ':' || text[16] != ':') return false;
  if (!isWithin(digits(text, 11, 2), 0, 23) || !isWithin(digits(text, 14, 2), 0, 59) ||
      !isWithin(digits(text, 17, 2), 0, 60)) {
    return false;
  }
  std::size_t end = 19;
  if (text[end] == '.') {
    const std::size_t first = ++end;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    if (end == first) return false;
  }
  return isOffset(text.substr(end));
}

std::string currentTime() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text, length};
}

}  // namespace service
