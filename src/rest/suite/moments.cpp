#include "rest/suite/moments.h"

#include <cctype>
#include <cmath>
#include <optional>

#include "rest/http/cookies.h"

namespace covolve::rest {

namespace {

using namespace std::chrono;

constexpr days kNear{2};  // clocks of other zones, and runs over midnight

bool isNear(Moment moment, Moment now) { return moment > now - kNear && moment < now + kNear; }

std::optional<int> numberAt(std::string_view text, size_t begin, size_t count) {
  if (begin + count > text.size()) return std::nullopt;
  int number = 0;
  for (const char c : text.substr(begin, count)) {
    if (std::isdigit(static_cast<unsigned char>(c)) == 0) return std::nullopt;
    number = number * 10 + (c - '0');
  }
  return number;
}

/// "2026-11-15", "2026/11/15" and "20261115" at the place.
std::optional<Moment> dateAt(std::string_view text, size_t begin) {
  const auto year = numberAt(text, begin, 4);
  if (!year || begin + 4 >= text.size()) return std::nullopt;
  const char separator = text[begin + 4];
  const size_t gap = separator == '-' || separator == '/' || separator == '.' ? 1 : 0;
  const auto month = numberAt(text, begin + 4 + gap, 2);
  if (gap == 1 && begin + 7 < text.size() && text[begin + 7] != separator) return std::nullopt;
  const auto day = numberAt(text, begin + 6 + 2 * gap, 2);
  if (!month || !day) return std::nullopt;
  const year_month_day date(std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                            std::chrono::day(static_cast<unsigned>(*day)));
  if (!date.ok()) return std::nullopt;
  return sys_days(date);
}

bool isCountNear(double count, Moment now) {
  const auto seconds = static_cast<double>(now.time_since_epoch().count());
  const double near = static_cast<double>(duration_cast<std::chrono::seconds>(kNear).count());
  for (const double unit : {1.0, 1e3, 1e6, 1e9}) {
    if (std::abs(count / unit - seconds) < near) return true;
  }
  return false;
}

}  // namespace

bool tellsMoment(std::string_view text, Moment now) {
  for (size_t i = 0; i + 8 <= text.size(); ++i) {
    const bool startsNumber = i == 0 || std::isdigit(static_cast<unsigned char>(text[i - 1])) == 0;
    if (!startsNumber) continue;
    if (const auto date = dateAt(text, i); date && isNear(*date, now)) return true;
    size_t end = i;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
    if (end - i >= 10 && end - i <= 19 && isCountNear(std::stod(std::string(text.substr(i, end - i))), now)) {
      return true;
    }
  }
  constexpr size_t kLongestDate = 60;
  if (text.size() > kLongestDate) return false;
  const auto written = parseCookieDate(text);
  return written && isNear(*written, now);
}

bool tellsMoment(const Json& value, Moment now) {
  if (value.is_string()) return tellsMoment(std::string_view(value.get_ref<const std::string&>()), now);
  return value.is_number() && isCountNear(value.get<double>(), now);
}

}  // namespace covolve::rest
