// Takes the reading of a meter over.
//
// What makes it hard: rules ask rules four deep, each with its own reason to say no, and a result without a
// value is handed on.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <optional>

namespace flags::meters {

struct Reading {
  int meter = 0;
  int before = 0;
  int now = 0;
  int days = 0;
};

enum class Kind { Rejected, Estimated, Taken, TakenAsNew };

namespace {

bool hasCheckDigit(int meter) {
  const int digits = meter / 10;
  return meter % 10 == (digits % 10 + digits / 10 % 10 + digits / 100 % 10) % 10;
}

bool isMeter(int meter) {
  if (meter < 40'000 || meter >= 60'000) return false;
  return hasCheckDigit(meter);
}

bool isPlausible(const Reading& reading) {
  if (!isMeter(reading.meter)) return false;
  if (reading.days < 300 || reading.days > 430) return false;
  return reading.now > reading.before;
}

std::optional<int> perDay(const Reading& reading) {
  if (!isPlausible(reading)) return std::nullopt;
  const int used = reading.now - reading.before;
  if (used / reading.days > 40) return std::nullopt;
  return used / reading.days;
}

bool isUsual(const Reading& reading) {
  const std::optional<int> each = perDay(reading);
  if (!each) return false;
  if (*each < 4) return false;
  return *each <= 18;
}

}  // namespace

Kind take(const Reading& last, const Reading& reading) {
  if (!isUsual(reading)) return Kind::Rejected;
  if (!isUsual(last)) return Kind::Estimated;
  if (last.meter != reading.meter) return Kind::TakenAsNew;
  return Kind::Taken;
}

}  // namespace flags::meters
