// Is a shop open? Its opening hours are German wide text, with umlauts and long dashes.
//
// What makes it hard: wide characters throughout; days by name in any case, also as a range over the end of
// the week; times that swscanf and a wide stream read; and hours that end after midnight.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cwchar>
#include <cwctype>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

namespace testability::hours {

enum class State { Open, Closed, ClosesSoon, NotAMoment, NotHours };

namespace {

constexpr std::array<const wchar_t*, 7> kDays{L"mo", L"di", L"mi", L"do", L"fr", L"sa", L"so"};
constexpr int kMinutesOfDay = 24 * 60;

/// 0 for Monday, of the first two letters; -1 if there is no such day.
int dayOf(std::wstring_view text) {
  if (text.size() != 2) return -1;
  const wchar_t lower[] = {static_cast<wchar_t>(std::towlower(static_cast<std::wint_t>(text[0]))),
                           static_cast<wchar_t>(std::towlower(static_cast<std::wint_t>(text[1])))};
  for (std::size_t i = 0; i < kDays.size(); ++i) {
    if (std::wcsncmp(lower, kDays[i], 2) == 0) return static_cast<int>(i);
  }
  return -1;
}

/// Where a range is split: editors make long dashes of short ones.
std::size_t dashIn(std::wstring_view text) { return text.find_first_of(L"-\u2013"); }

/// "Fr" or "Sa–Mo", in which the week may end.
std::optional<bool> isDayIn(std::wstring_view days, int day) {
  const std::size_t dash = dashIn(days);
  const int first = dayOf(days.substr(0, dash));
  const int last = dash == std::wstring_view::npos ? first : dayOf(days.substr(dash + 1));
  if (first == -1 || last == -1) return std::nullopt;
  return first <= last ? first <= day && day <= last : first <= day || day <= last;
}

/// "08:30" in minutes; 24:00 only where something ends.
std::optional<int> minuteOf(const std::wstring& text, bool isEnd) {
  if (text.size() != 5 || !std::iswdigit(static_cast<std::wint_t>(text[0])) ||
      !std::iswdigit(static_cast<std::wint_t>(text[3]))) {
    return std::nullopt;
  }
  int hour = 0;
  int minute = 0;
  if (std::swscanf(text.c_str(), L"%2d:%2d", &hour, &minute) != 2) return std::nullopt;
  if (hour == 24) return isEnd && minute == 0 ? std::optional(kMinutesOfDay) : std::nullopt;
  if (hour > 24 || minute > 59) return std::nullopt;
  return hour * 60 + minute;
}

}  // namespace

/// The hours are such as L"Mo–Fr 08:30–18:00; Sa 09:00–13:00; So geschlossen", the moment L"Di 9:15".
/// The first entry for the day counts.
State stateAt(const std::wstring& hours, const std::wstring& moment) {
  std::wistringstream stream(moment);
  std::wstring dayName;
  int hour = 0;
  wchar_t colon = 0;
  int minute = 0;
  if (!(stream >> dayName >> hour >> colon >> minute) || colon != L':') return State::NotAMoment;
  const int day = dayOf(dayName);
  if (day == -1 || hour < 0 || hour > 23 || minute < 0 || minute > 59) return State::NotAMoment;
  const int now = hour * 60 + minute;

  if (hours == L"durchgehend ge\u00f6ffnet" || hours == L"24/7") return State::Open;
  for (std::size_t begin = 0; begin < hours.size();) {
    const std::size_t end = std::min(hours.find(L"; ", begin), hours.size());
    const std::wstring entry = hours.substr(begin, end - begin);
    begin = end + 2;
    const std::size_t blank = entry.find(L' ');
    if (blank == std::wstring::npos) return State::NotHours;
    const std::optional<bool> isMeant = isDayIn(std::wstring_view(entry).substr(0, blank), day);
    if (!isMeant) return State::NotHours;
    if (!*isMeant) continue;
    if (entry.compare(blank + 1, std::wstring::npos, L"geschlossen") == 0) return State::Closed;
    const std::wstring times = entry.substr(blank + 1);
    const std::size_t dash = dashIn(times);
    if (dash == std::wstring::npos) return State::NotHours;
    const auto opens = minuteOf(times.substr(0, dash), false);
    auto closes = minuteOf(times.substr(dash + 1), true);
    if (!opens || !closes) return State::NotHours;
    if (*closes < *opens) *closes += kMinutesOfDay;  // after midnight
    if (now < *opens || now >= *closes) return State::Closed;
    return *closes - now <= 15 ? State::ClosesSoon : State::Open;
  }
  return State::Closed;
}

}  // namespace testability::hours
