// The zone of a phone number's prefix and of the time of the call.
//
// What makes it hard: one function with a truth value as its result decides at two places, once about a
// number and once about its double; the zones in between are told apart by a code. Expected: every branch can
// be covered; no fault. Infeasible: none.
namespace flags::tariff {

enum class Zone { Unknown, Local, Distant, Abroad, Emergency };

namespace {

bool isReserved(int prefix) {
  if (prefix < 7'000) return false;
  if (prefix % 1'000 != 113) return false;
  return true;
}

Zone zoneOf(int prefix) {
  if (prefix <= 0) return Zone::Unknown;
  if (prefix == 112 || prefix == 911) return Zone::Emergency;
  if (prefix < 1'000) return Zone::Abroad;
  if (prefix % 7 == 3 && prefix > 40'000) return Zone::Local;
  return Zone::Distant;
}

}  // namespace

int centsFor(int prefix, int seconds) {
  if (isReserved(prefix)) return 0;
  if (isReserved(static_cast<int>(2L * prefix % 65'537))) return 1;
  switch (zoneOf(prefix)) {
    case Zone::Unknown:
      return -1;
    case Zone::Emergency:
      return 0;
    default:
      break;
  }
  if (seconds <= 0) return 0;
  const bool isLong = seconds > 3'600;
  if (zoneOf(prefix) == Zone::Local) return isLong ? 30 : 5;
  if (zoneOf(prefix) == Zone::Abroad && isLong) return 900;
  return 10 + seconds / 60 % 100;
}

}  // namespace flags::tariff
