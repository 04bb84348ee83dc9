#include "rest/http/cookies.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <vector>

#include "base/trimmed.h"
#include "rest/http/header_list.h"

namespace covolve::rest {

namespace {

/// "a=b; c" as ("a", "b"), ("c", "")
std::vector<std::pair<std::string_view, std::string_view>> pairsOf(std::string_view text) {
  std::vector<std::pair<std::string_view, std::string_view>> pairs;
  while (!text.empty()) {
    const size_t end = std::min(text.find(';'), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t equals = part.find('=');
    const bool hasValue = equals != std::string_view::npos;
    pairs.emplace_back(trimmed(part.substr(0, equals)), hasValue ? trimmed(part.substr(equals + 1)) : "");
  }
  return pairs;
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// The number that a text begins with, of so many digits at least and at most.
std::optional<int> leadingNumber(std::string_view text, size_t fewest, size_t most) {
  size_t digits = 0;
  while (digits < text.size() && isDigit(text[digits])) ++digits;
  if (digits < fewest || digits > most) return std::nullopt;
  int number = 0;
  std::from_chars(text.data(), text.data() + digits, number);
  return number;
}

/// "07:28:00", with anything but a digit behind it.
std::optional<std::chrono::seconds> parseTime(std::string_view text) {
  std::array<int, 3> parts{};
  for (size_t i = 0; i < parts.size(); ++i) {
    const auto number = leadingNumber(text, 1, 2);
    if (!number) return std::nullopt;
    parts[i] = *number;
    text.remove_prefix(text.size() > 1 && isDigit(text[1]) ? 2 : 1);
    if (i == 2) break;
    if (!text.starts_with(':')) return std::nullopt;
    text.remove_prefix(1);
  }
  if (parts[0] > 23 || parts[1] > 59 || parts[2] > 60) return std::nullopt;
  return std::chrono::hours(parts[0]) + std::chrono::minutes(parts[1]) + std::chrono::seconds(parts[2]);
}

std::optional<unsigned> parseMonth(std::string_view text) {
  constexpr std::array<std::string_view, 12> kMonths{"jan", "feb", "mar", "apr", "may", "jun",
                                                     "jul", "aug", "sep", "oct", "nov", "dec"};
  if (text.size() < 3) return std::nullopt;
  for (unsigned i = 0; i < kMonths.size(); ++i) {
    if (isSameHeader(text.substr(0, 3), kMonths[i])) return i + 1;
  }
  return std::nullopt;
}

}  // namespace

std::optional<CookieTime> parseCookieDate(std::string_view text) {
  std::optional<std::chrono::seconds> time;
  std::optional<int> day;
  std::optional<unsigned> month;
  std::optional<int> year;
  constexpr std::string_view kDelimiters = " \t,-/;()";
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of(kDelimiters), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    // The first that can be read as something still missing, in this order, is that.
    if (!time && (time = parseTime(word))) continue;
    if (!day && (day = leadingNumber(word, 1, 2))) continue;
    if (!month && (month = parseMonth(word))) continue;
    if (!year) year = leadingNumber(word, 2, 4);
  }
  if (!time || !day || !month || !year) return std::nullopt;
  if (*year < 70) *year += 2000;
  if (*year < 100) *year += 1900;
  const std::chrono::year_month_day date(std::chrono::year(*year), std::chrono::month(*month),
                                         std::chrono::day(static_cast<unsigned>(*day)));
  if (!date.ok() || *year < 1601) return std::nullopt;
  return std::chrono::sys_days(date) + *time;
}

std::optional<SetCookie> parseSetCookie(std::string_view header, CookieTime now) {
  const auto pairs = pairsOf(header);
  const bool isPair = header.substr(0, header.find(';')).find('=') != std::string_view::npos;
  if (!isPair || pairs.front().first.empty()) return std::nullopt;
  SetCookie cookie{std::string(pairs.front().first), std::string(pairs.front().second)};
  std::optional<bool> isOverByAge;
  bool isOverByDate = false;
  for (const auto& [name, value] : std::span(pairs).subspan(1)) {
    if (isSameHeader(name, "Max-Age")) {
      const bool isNumber = !value.empty() && (value.front() == '-' || isDigit(value.front())) &&
                            std::ranges::all_of(value.substr(1), isDigit);
      // Only whether it is above 0 matters, however many digits it has.
      if (isNumber) isOverByAge = value.front() == '-' || value.find_first_not_of('0') == value.npos;
    } else if (isSameHeader(name, "Expires")) {
      if (const auto end = parseCookieDate(value)) isOverByDate = *end <= now;
    }
  }
  cookie.isDeleted = isOverByAge.value_or(isOverByDate);  // Max-Age wins
  return cookie;
}

void takeCookies(const HttpResponse& response, CookieTime now, HeaderList& cookies) {
  for (const auto& [header, text] : response.headers) {
    if (!isSameHeader(header, "Set-Cookie")) continue;
    const auto cookie = parseSetCookie(text, now);
    if (!cookie) continue;
    const auto known = std::ranges::find(cookies, cookie->name, &HeaderList::value_type::first);
    if (cookie->isDeleted) {
      if (known != cookies.end()) cookies.erase(known);
    } else if (known != cookies.end()) {
      known->second = cookie->value;
    } else {
      cookies.emplace_back(cookie->name, cookie->value);
    }
  }
}

std::string cookieHeader(std::string_view own, const HeaderList& cookies) {
  std::string text;
  const auto append = [&](std::string_view name, std::string_view value) {
    if (!text.empty()) text += "; ";
    text.append(name).append("=").append(value);
  };
  for (const auto& [name, value] : pairsOf(own)) {
    const bool isReplaced = std::ranges::any_of(cookies, [&](const auto& one) { return one.first == name; });
    if (!name.empty() && !isReplaced) append(name, value);
  }
  for (const auto& [name, value] : cookies) append(name, value);
  return text;
}

}  // namespace covolve::rest
