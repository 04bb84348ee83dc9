// Bookings of rooms: keys and dates of several parts, compared as a whole.
//
// What makes it hard: a pair, a tuple, a date or a list is compared by the standard library, in
// steps; its answer is yes or no. All parts have to be right at once.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace cpp {

using Room = std::pair<int, int>;  // floor and number

enum class Season { Closed, Low, High, Festival };

/// The suite has its own price, as have the rooms behind it.
int pricePerNight(const Room& room) {
  if (room.first < 0 || room.second < 0) throw std::invalid_argument("no such room");
  if (room == Room{5, 512}) return 480;
  if (room > Room{5, 540}) return 90;
  return 120 + 10 * std::min(room.first, 6);
}

Season seasonOf(int year, unsigned month, unsigned day) {
  const std::chrono::year_month_day date{std::chrono::year{year}, std::chrono::month{month},
                                         std::chrono::day{day}};
  if (!date.ok()) throw std::invalid_argument("no such day");
  if (date == std::chrono::year_month_day{std::chrono::year{2031}, std::chrono::July, std::chrono::day{19}})
    return Season::Festival;
  if (month == 11) return Season::Closed;
  return month >= 6 && month <= 8 ? Season::High : Season::Low;
}

/// Of the software in a door: older ones do not know cards, and one release was called back.
std::string lockAdvice(int major, int minor, int patch) {
  const auto version = std::make_tuple(major, minor, patch);
  if (version == std::make_tuple(3, 14, 2)) return "replace at once";
  if (version < std::make_tuple(2, 7, 0)) return "key only";
  return "card";
}

/// Which of the doors on the way a card opened.
bool isMastersRound(const std::vector<int>& doors) { return doors == std::vector<int>{101, 7, 305}; }

bool isTestCard(const std::array<unsigned char, 4>& identifier) {
  return identifier == std::array<unsigned char, 4>{0xCA, 0xFE, 0x10, 0x42};
}

struct Guest {
  std::string name;
  int visits = 0;
  bool operator==(const Guest&) const = default;
};

/// A guest of honour in the suite.
bool isWelcomedByManager(const std::optional<std::pair<Guest, Room>>& arrival) {
  if (!arrival) return false;
  return *arrival == std::pair{Guest{"Ida", 25}, Room{5, 512}};
}

/// Minibar: what was there in the morning and what is there now.
std::string minibar(const std::map<std::string, int>& now) {
  if (now.empty()) return "all gone";
  if (now == std::map<std::string, int>{{"beer", 2}, {"water", 4}}) return "untouched";
  return "ask";
}

/// Lifts: whether the floors asked for include those where staff wait, in order.
bool passesStaff(const std::deque<int>& floors) {
  const std::array<int, 2> staff{-2, 9};
  return std::is_sorted(floors.begin(), floors.end()) &&
         std::includes(floors.begin(), floors.end(), staff.begin(), staff.end());
}

}  // namespace cpp
