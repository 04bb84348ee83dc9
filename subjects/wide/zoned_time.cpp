// Does a record of date, time and zone say one and the same moment?
//
// What makes it hard: a structure of eleven members that repeat each other: the day of the
// week and of the year follow from the date, the offset from the zone and from whether it
// is summer there.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <optional>
#include <string>

namespace wide {

struct ZonedTime {
  int year = 1970;
  int month = 1;
  int day = 1;
  int hour = 0;
  int minute = 0;
  int second = 0;
  int nanosecond = 0;
  std::optional<int> weekday;  // 1 Monday to 7 Sunday
  std::optional<int> dayOfYear;
  std::string zone;
  int offset = 0;  // minutes east of Greenwich
};

enum class Mistake {
  None,
  Year,
  Month,
  Day,
  Hour,
  Minute,
  Second,
  Weekday,
  DayOfYear,
  Zone,
  Offset,
  Gap,
  Ambiguous
};

/// Known are UTC, CET and ET, with today's rules for summer. The parts rely on the date being right.
class TimeCheck {
 public:
  static Mistake check(const ZonedTime& time) {
    if (time.year < 1583 || time.year > 9999) return Mistake::Year;
    if (time.month < 1 || time.month > 12) return Mistake::Month;
    if (time.day < 1 || time.day > daysOf(time.year, time.month)) return Mistake::Day;
    if (time.hour < 0 || time.hour > 24) return Mistake::Hour;
    if (time.minute < 0 || time.minute > 59) return Mistake::Minute;
    if (time.hour == 24 && (time.minute != 0 || time.second != 0)) return Mistake::Hour;
    if (time.second < 0 || time.second > 60) return Mistake::Second;
    if (time.nanosecond < 0 || time.nanosecond > 999'999'999) return Mistake::Second;
    if (time.weekday && *time.weekday != weekdayOf(time.year, time.month, time.day)) return Mistake::Weekday;
    if (time.dayOfYear && *time.dayOfYear != dayOfYear(time)) return Mistake::DayOfYear;

    const int minuteOfDay = time.hour * 60 + time.minute;
    if (const Mistake mistake = checkZone(time, minuteOfDay); mistake != Mistake::None) return mistake;
    // Leap seconds end a year in Greenwich.
    if (time.second == 60) {
      const bool endsYear = time.month == 12 && time.day == 31 && minuteOfDay == 23 * 60 + 59;
      if (time.zone != "UTC" || !endsYear) return Mistake::Second;
    }
    return Mistake::None;
  }

 private:
  static bool isLeapYear(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

  static int daysOf(int year, int month) {
    if (month == 2) return isLeapYear(year) ? 29 : 28;
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
  }

  /// Zeller's congruence.
  static int weekdayOf(int year, int month, int day) {
    if (month < 3) {
      month += 12;
      --year;
    }
    const int sinceSaturday = (day + 13 * (month + 1) / 5 + year + year / 4 - year / 100 + year / 400) % 7;
    return (sinceSaturday + 5) % 7 + 1;
  }

  static int dayOfYear(const ZonedTime& time) {
    int days = time.day;
    for (int month = 1; month < time.month; ++month) days += daysOf(time.year, month);
    return days;
  }

  /// The first Sunday of a month from a day on.
  static int sundayFrom(int year, int month, int day) { return day + 7 - weekdayOf(year, month, day); }

  static Mistake checkZone(const ZonedTime& time, int minuteOfDay) {
    if (time.zone == "UTC") return time.offset == 0 ? Mistake::None : Mistake::Offset;
    if (time.zone == "CET") {
      return checkSummer(time, minuteOfDay, 60, {3, sundayFrom(time.year, 3, 25)},
                         {10, sundayFrom(time.year, 10, 25)}, 3 * 60);
    }
    if (time.zone == "ET") {
      return checkSummer(time, minuteOfDay, -300, {3, sundayFrom(time.year, 3, 8)},
                         {11, sundayFrom(time.year, 11, 1)}, 2 * 60);
    }
    return Mistake::Zone;
  }

  struct Date {
    int month;
    int day;
    bool isBefore(const ZonedTime& time) const {
      return month < time.month || (month == time.month && day < time.day);
    }
    bool is(const ZonedTime& time) const { return month == time.month && day == time.day; }
  };

  /// Clocks go from two to three in spring, and an hour back at `end` in autumn.
  static Mistake checkSummer(const ZonedTime& time, int minuteOfDay, int winterOffset, Date spring,
                             Date autumn, int end) {
    if (spring.is(time) && minuteOfDay >= 2 * 60 && minuteOfDay < 3 * 60) return Mistake::Gap;
    // Both offsets are right, but only one can be meant.
    if (autumn.is(time) && minuteOfDay >= end - 60 && minuteOfDay < end) return Mistake::Ambiguous;
    bool isSummer = spring.isBefore(time) && !autumn.isBefore(time);
    if (spring.is(time)) isSummer = minuteOfDay >= 3 * 60;
    if (autumn.is(time)) isSummer = minuteOfDay < end;
    return time.offset == winterOffset + (isSummer ? 60 : 0) ? Mistake::None : Mistake::Offset;
  }
};

}  // namespace wide
