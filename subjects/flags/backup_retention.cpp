// Which snapshots of a backup may be deleted, and whether a day can be restored.
//
// What makes it hard: an increment counts only if its chain back to a full snapshot is whole, a snapshot
// stays if one that stays is built on it, and the plan is refused when nothing to restore from would be
// left.
// Expected: every branch can be covered; faults only where its helpers are called on their own.
// Infeasible: none.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <vector>

namespace flags::backup {

enum class Kind { Full, Increment };

struct Snapshot {
  int day = 0;
  Kind kind = Kind::Full;
  std::size_t base = 0;  // of an increment: the index of the snapshot before
  bool isVerified = false;
  bool isHeld = false;
};

struct Rules {
  int daily = 7;
  int weekly = 28;
  bool keepsUnverified = false;
};

using Snapshots = std::vector<Snapshot>;

namespace {

void requireRules(const Rules& rules) {
  if (rules.daily < 1) throw std::invalid_argument("nothing is kept");
  if (rules.weekly < rules.daily || rules.weekly > 3'660) throw std::invalid_argument("the weeks are wrong");
}

bool areInOrder(const Snapshots& all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0 && all[i].day < all[i - 1].day) return false;
    if (all[i].kind == Kind::Increment && all[i].base >= i) return false;
  }
  return true;
}

bool isWhole(const Snapshots& all, std::size_t index) {
  while (all[index].kind == Kind::Increment) {
    if (!all[index].isVerified) return false;
    index = all[index].base;
  }
  return all[index].isVerified;
}

bool isOfInterest(const Snapshot& snapshot, const Rules& rules, int today) {
  const long long age = static_cast<long long>(today) - snapshot.day;
  if (age < rules.daily) return true;
  if (age >= rules.weekly) return false;
  return snapshot.day % 7 == 0;
}

bool isWanted(const Snapshots& all, std::size_t index, const Rules& rules, int today) {
  if (all[index].isHeld) return true;
  if (!rules.keepsUnverified && !isWhole(all, index)) return false;
  return isOfInterest(all[index], rules, today);
}

/// From the last to the first, so that what is built on a snapshot has been decided before.
std::vector<bool> keptOf(const Snapshots& all, const Rules& rules, int today) {
  std::vector<bool> kept(all.size(), false);
  for (std::size_t i = all.size(); i-- > 0;) {
    if (isWanted(all, i, rules, today)) kept[i] = true;
    if (kept[i] && all[i].kind == Kind::Increment) kept[all[i].base] = true;
  }
  return kept;
}

bool canRestore(const Snapshots& all, const std::vector<bool>& kept) {
  bool found = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (kept[i] && isWhole(all, i)) found = true;
  }
  return found;
}

}  // namespace

/// How many snapshots go.
std::size_t prune(const Snapshots& all, const Rules& rules, int today) {
  requireRules(rules);
  if (!areInOrder(all)) throw std::invalid_argument("the catalogue is damaged");
  const std::vector<bool> kept = keptOf(all, rules, today);
  const auto gone = static_cast<std::size_t>(std::count(kept.begin(), kept.end(), false));
  if (gone == 0) return 0;
  if (!canRestore(all, kept)) throw std::logic_error("nothing to restore from");
  return gone;
}

/// The snapshot from which the state of a day comes back.
std::optional<std::size_t> restorePoint(const Snapshots& all, int day) {
  if (!areInOrder(all)) return std::nullopt;
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < all.size() && all[i].day <= day; ++i) {
    if (isWhole(all, i)) best = i;
  }
  return best;
}

/// Whether every held snapshot can be restored, and there is one.
bool isAuditable(const Snapshots& all) {
  if (!areInOrder(all)) return false;
  int held = 0;
  int broken = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].isHeld) continue;
    ++held;
    broken += isWhole(all, i) ? 0 : 1;
  }
  if (broken > 0) return false;
  return held > 0;
}

}  // namespace flags::backup
