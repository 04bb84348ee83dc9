// The registers of a real-time clock chip: binary-coded decimals with flags in spare bits.
//
// What makes it hard: every digit has a width and a highest value of its own, all registers must be
// plausible at once before anything is decided, and the alarm compares what is left of several of them.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <array>
#include <cstdint>

namespace constraints::clock {

struct Registers {
  uint8_t seconds;  // bit 7: the oscillator stands still
  uint8_t minutes;
  uint8_t hours;  // bit 6: twelve hours, then bit 5: after noon
  uint8_t weekday;
  uint8_t date;
  uint8_t month;  // bit 7: the next century
  uint8_t year;
};

enum class Reading { Stopped, Garbled, Plain, LeapDay, NewYear, AlarmNow };

namespace {

/// -1 where a digit is none.
int decimal(uint8_t coded, uint8_t mask) {
  const int tens = (coded & mask) >> 4;
  const int ones = coded & 0x0F;
  if (ones > 9) return -1;
  return tens * 10 + ones;
}

/// 0 to 23, -1 where it is no hour.
int hourOf(uint8_t coded) {
  if ((coded & 0x40) == 0) {
    const int hour = decimal(coded, 0x30);
    return hour > 23 ? -1 : hour;
  }
  const int hour = decimal(coded, 0x10);
  if (hour < 1 || hour > 12) return -1;
  return hour % 12 + ((coded & 0x20) != 0 ? 12 : 0);
}

constexpr std::array<int, 12> kDays{31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

}  // namespace

/// The alarm is in minutes of the week, Monday first.
Reading read(const Registers& registers, uint16_t alarm) {
  if ((registers.seconds & 0x80) != 0) return Reading::Stopped;
  const int second = decimal(registers.seconds, 0x70);
  const int minute = decimal(registers.minutes, 0x70);
  const int hour = hourOf(registers.hours);
  if (second < 0 || second > 59 || minute < 0 || minute > 59 || hour < 0) return Reading::Garbled;
  if (registers.weekday < 1 || registers.weekday > 7) return Reading::Garbled;
  const int month = decimal(registers.month, 0x10);
  const int date = decimal(registers.date, 0x30);
  const int year = decimal(registers.year, 0xF0);
  if (month < 1 || month > 12 || year < 0) return Reading::Garbled;
  if (date < 1 || date > kDays[static_cast<std::size_t>(month - 1)]) return Reading::Garbled;
  const bool isLeap = year % 4 == 0 && (year != 0 || (registers.month & 0x80) == 0);
  if (month == 2 && date == 29) return isLeap ? Reading::LeapDay : Reading::Garbled;
  if (month == 12 && date == 31 && hour == 23 && minute == 59 && second >= 58) return Reading::NewYear;
  const int minuteOfWeek = ((registers.weekday - 1) * 24 + hour) * 60 + minute;
  if (minuteOfWeek == alarm && second == 0) return Reading::AlarmNow;
  return Reading::Plain;
}

}  // namespace constraints::clock
