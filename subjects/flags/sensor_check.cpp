// Judges a series of measurements.
//
// What makes it hard: predicates over all, or any, of the values; the result of each is kept in a variable
// and looked at much later. Expected: every branch can be covered; no fault. Infeasible: none.
#include <algorithm>
#include <vector>

namespace flags::sensors {

enum class Verdict { TooFew, Dead, Noisy, Drifting, Good, Calibrated };

namespace {

bool areAllAbove(const std::vector<int>& values, int limit) {
  for (const int value : values) {
    if (value <= limit) return false;
  }
  return true;
}

bool rises(const std::vector<int>& values) {
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (values[i] <= values[i - 1]) return false;
  }
  return true;
}

}  // namespace

Verdict judge(const std::vector<int>& values) {
  if (values.size() < 4) return Verdict::TooFew;
  const bool isDead = std::all_of(values.begin(), values.end(), [](int value) { return value == 0; });
  const bool hasPeak = std::any_of(values.begin(), values.end(), [](int value) { return value > 30'000; });
  const bool isDrifting = rises(values);
  const bool isWarm = areAllAbove(values, 200);
  if (isDead) return Verdict::Dead;
  if (hasPeak) return Verdict::Noisy;
  if (isDrifting && isWarm) return Verdict::Drifting;
  if (isWarm && values.front() == values.back()) return Verdict::Calibrated;
  return Verdict::Good;
}

}  // namespace flags::sensors
