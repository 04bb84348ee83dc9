// Who sits where at a dinner?
//
// What makes it hard: every parameter is a container of the standard library, some of
// containers; sizes, orders, keys that fit each other and elements that stand twice decide.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace cpp {

/// Guests by table.
using Plan = std::map<int, std::vector<std::string>>;

enum class Objection { None, NobodyInvited, UnknownGuest, TableTooFull, SeatedTwice, GuestMissing };

Objection review(const Plan& plan, const std::set<std::string>& invited, unsigned seats) {
  if (invited.empty()) return Objection::NobodyInvited;
  std::set<std::string> seated;
  for (const auto& [table, guests] : plan) {
    if (guests.size() > seats) return Objection::TableTooFull;
    for (const std::string& guest : guests) {
      if (!invited.contains(guest)) return Objection::UnknownGuest;
      if (!seated.insert(guest).second) return Objection::SeatedTwice;
    }
  }
  return seated.size() == invited.size() ? Objection::None : Objection::GuestMissing;
}

/// Moves the first in the queue to free places; what is left of the queue, and how many found one.
std::pair<std::deque<std::string>, int> seat(std::deque<std::string> queue, std::list<int> freePlaces) {
  int found = 0;
  while (!queue.empty() && !freePlaces.empty()) {
    if (freePlaces.front() <= 0) {
      freePlaces.pop_front();
      continue;
    }
    if (--freePlaces.front() == 0) freePlaces.pop_front();
    queue.pop_front();
    ++found;
  }
  return {std::move(queue), found};
}

/// The dish that most want; ties go to the first by name.
std::tuple<std::string, int, bool> favourite(const std::unordered_map<std::string, std::string>& wishes) {
  std::map<std::string, int> counts;
  for (const auto& [guest, dish] : wishes) {
    if (!dish.empty()) ++counts[dish];
  }
  std::string best;
  int most = 0;
  bool isTie = false;
  for (const auto& [dish, count] : counts) {
    if (count > most) {
      best = dish;
      most = count;
      isTie = false;
    } else if (count == most) {
      isTie = true;
    }
  }
  return {best, most, isTie};
}

/// Whether the courses come in an order without repetition, and none is forbidden.
bool isMenu(const std::forward_list<int>& courses, const std::unordered_set<int>& forbidden,
            const std::multiset<int>& inStock) {
  int before = 0;
  for (const int course : courses) {
    if (course <= before) return false;
    if (forbidden.count(course) > 0) return false;
    if (inStock.count(course) < 2) return false;
    before = course;
  }
  return before > 0;
}

}  // namespace cpp
