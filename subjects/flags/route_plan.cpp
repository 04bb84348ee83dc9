// Judges a plan of stops.
//
// What makes it hard: loops that give up at the first stop that is not right, std::all_of and a truth value
// that &= collects; each asks something else of all stops, of which there must be at least three.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <cstdlib>
#include <vector>

namespace flags::routes {

struct Stop {
  int kilometre = 0;
  int minute = 0;
  int platform = 0;
};

enum class Verdict { TooShort, Backwards, Wrong, Slow, Fine, Express };

namespace {

bool isForward(const std::vector<Stop>& stops) {
  for (std::size_t i = 1; i < stops.size(); ++i) {
    if (stops[i].kilometre <= stops[i - 1].kilometre) return false;
    if (stops[i].minute <= stops[i - 1].minute) return false;
  }
  return true;
}

bool isPlatform(int platform) {
  if (platform < 1) return false;
  if (platform > 24) return false;
  return platform != 13;
}

bool isQuick(const std::vector<Stop>& stops) {
  bool isQuick = true;
  for (std::size_t i = 1; i < stops.size(); ++i) {
    const int kilometres = stops[i].kilometre - stops[i - 1].kilometre;
    const int minutes = stops[i].minute - stops[i - 1].minute;
    isQuick &= kilometres >= 2L * minutes;
  }
  return isQuick;
}

}  // namespace

Verdict judge(const std::vector<Stop>& stops) {
  if (stops.size() < 3) return Verdict::TooShort;
  if (!isForward(stops)) return Verdict::Backwards;
  const bool isRight =
      std::all_of(stops.begin(), stops.end(), [](const Stop& stop) { return isPlatform(stop.platform); });
  if (!isRight) return Verdict::Wrong;
  if (!isQuick(stops)) return Verdict::Slow;
  return stops.front().platform == stops.back().platform ? Verdict::Express : Verdict::Fine;
}

}  // namespace flags::routes
