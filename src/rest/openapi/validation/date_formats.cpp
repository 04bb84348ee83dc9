#include <chrono>
#include <cstdlib>

#include "rest/openapi/validation/characters.h"
#include "rest/openapi/validation/formats.h"

namespace covolve::rest {

namespace {

/// A number of exactly so many digits, taken off the text.
std::optional<int> takeNumber(std::string_view& text, size_t digits) {
  if (text.size() < digits) return std::nullopt;
  int number = 0;
  for (const char c : text.substr(0, digits)) {
    if (!isAsciiDigit(c)) return std::nullopt;
    number = 10 * number + (c - '0');
  }
  text.remove_prefix(digits);
  return number;
}

bool takeDate(std::string_view& text) {
  const auto year = takeNumber(text, 4);
  if (!year || !takeIf(text, '-')) return false;
  const auto month = takeNumber(text, 2);
  if (!month || !takeIf(text, '-')) return false;
  const auto day = takeNumber(text, 2);
  if (!day) return false;
  return std::chrono::year_month_day(std::chrono::year(*year),
                                     std::chrono::month(static_cast<unsigned>(*month)),
                                     std::chrono::day(static_cast<unsigned>(*day)))
      .ok();
}

/// "10:20" in minutes.
std::optional<int> takeHourAndMinute(std::string_view& text) {
  const auto hour = takeNumber(text, 2);
  if (!hour || *hour > 23 || !takeIf(text, ':')) return std::nullopt;
  const auto minute = takeNumber(text, 2);
  if (!minute || *minute > 59) return std::nullopt;
  return 60 * *hour + *minute;
}

/// "Z" or "+01:00", in minutes.
std::optional<int> takeOffset(std::string_view& text) {
  if (takeIf(text, 'Z') || takeIf(text, 'z')) return 0;
  const bool isBehind = text.starts_with('-');
  if (!takeIf(text, '+') && !takeIf(text, '-')) return std::nullopt;
  const auto minutes = takeHourAndMinute(text);
  if (!minutes) return std::nullopt;
  return isBehind ? -*minutes : *minutes;
}

bool takeTime(std::string_view& text) {
  constexpr int kMinutesADay = 24 * 60;
  const auto minutes = takeHourAndMinute(text);
  if (!minutes || !takeIf(text, ':')) return false;
  const auto second = takeNumber(text, 2);
  if (!second || *second > 60) return false;
  if (takeIf(text, '.') && takeDigits(text).empty()) return false;
  const auto offset = takeOffset(text);
  if (!offset) return false;
  // Leap seconds are the last of a day in UTC.
  const int minutesUtc = (*minutes - *offset + kMinutesADay) % kMinutesADay;
  return *second < 60 || minutesUtc == kMinutesADay - 1;
}

/// Numbers with these units, in this order, each at most once; how many there are, none if it is not so.
std::optional<size_t> takeUnits(std::string_view& text, std::string_view units) {
  size_t count = 0;
  while (!text.empty() && isAsciiDigit(text.front())) {
    takeDigits(text);
    // RFC 3339 leaves fractions out, but they are of ISO 8601, and much software writes "PT0.5S".
    const bool hasFraction = takeIf(text, '.') || takeIf(text, ',');
    if (hasFraction && takeDigits(text).empty()) return std::nullopt;
    const size_t unit = text.empty() ? std::string_view::npos : units.find(text.front());
    if (unit == std::string_view::npos) return std::nullopt;
    text.remove_prefix(1);
    units.remove_prefix(unit + 1);
    ++count;
    if (hasFraction && !text.empty()) return std::nullopt;
  }
  return count;
}

}  // namespace

bool isDate(std::string_view text) { return takeDate(text) && text.empty(); }

bool isTime(std::string_view text) { return takeTime(text) && text.empty(); }

bool isDateTime(std::string_view text) {
  if (!takeDate(text)) return false;
  // A blank is what the RFC allows applications to use.
  if (!takeIf(text, 'T') && !takeIf(text, 't') && !takeIf(text, ' ')) return false;
  return isTime(text);
}

bool isDuration(std::string_view text) {
  if (!takeIf(text, 'P')) return false;
  std::string_view weeks = text;
  if (takeUnits(weeks, "W") == size_t{1} && weeks.empty()) return true;
  const auto days = takeUnits(text, "YMD");
  if (!days) return false;
  if (!takeIf(text, 'T')) return *days > 0 && text.empty();
  const auto times = takeUnits(text, "HMS");
  return times.value_or(0) > 0 && text.empty();
}

}  // namespace covolve::rest
