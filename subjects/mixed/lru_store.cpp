// A cache of the least recently used, with pins and ages.
//
// What makes it hard: evictions that pins and ages keep from.
// Expected: every branch can be covered.
// Infeasible: none.
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <list>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

namespace cache {

enum class EvictReason : std::uint8_t { Capacity, Weight, Expired, Replaced };

struct Counters {
  std::array<int, 4> evicted{};
  int hits = 0;
  int misses = 0;
};

template <typename V>
concept Weighable = requires(const V& v) {
  { v.size() } -> std::convertible_to<std::size_t>;
};

template <typename K, Weighable V>
class LruStore {
 public:
  using EvictHook = std::function<void(const K&, EvictReason)>;

  LruStore(std::size_t capacity, std::size_t maxWeight) : capacity_(capacity), maxWeight_(maxWeight) {}

  void setHook(EvictHook hook) { hook_ = std::move(hook); }

  bool put(const K& key, V value, int ttl) {
    const std::size_t weight = value.size();
    if (capacity_ == 0 || weight > maxWeight_ || ttl < 0 || ttl > 86'400) return false;
    if (const auto found = index_.find(key); found != index_.end()) {
      if (found->second->pinned) return false;
      drop(found->second, EvictReason::Replaced);
    }
    while (order_.size() >= capacity_)
      if (!evictOne(EvictReason::Capacity)) return false;
    while (weight_ + weight > maxWeight_)
      if (!evictOne(EvictReason::Weight)) return false;
    order_.push_front(Entry{key, std::move(value), ttl == 0 ? -1 : clock_ + ttl, false});
    index_[key] = order_.begin();
    weight_ += weight;
    return true;
  }

  std::optional<V> get(const K& key) {
    ++clock_;
    const auto found = index_.find(key);
    if (found == index_.end()) {
      ++counters_.misses;
      return std::nullopt;
    }
    const auto entry = found->second;
    if (entry->deadline >= 0 && entry->deadline < clock_ && !entry->pinned) {
      drop(entry, EvictReason::Expired);
      ++counters_.misses;
      return std::nullopt;
    }
    ++counters_.hits;
    order_.splice(order_.begin(), order_, entry);
    return entry->value;
  }

  bool pin(const K& key, bool on) {
    const auto found = index_.find(key);
    if (found == index_.end() || found->second->pinned == on) return false;
    found->second->pinned = on;
    return true;
  }

  std::size_t size() const { return order_.size(); }
  std::size_t weight() const { return weight_; }
  const Counters& counters() const { return counters_; }

 private:
  struct Entry {
    K key;
    V value;
    int deadline;
    bool pinned;
  };
  using Iter = typename std::list<Entry>::iterator;

  bool evictOne(EvictReason reason) {
    for (auto it = order_.rbegin(); it != order_.rend(); ++it) {
      if (!it->pinned) {
        drop(std::next(it).base(), reason);
        return true;
      }
    }
    return false;
  }

  void drop(Iter it, EvictReason reason) {
    ++counters_.evicted[static_cast<std::size_t>(reason)];
    weight_ -= it->value.size();
    if (hook_) hook_(it->key, reason);
    index_.erase(it->key);
    order_.erase(it);
  }

  std::size_t capacity_, maxWeight_, weight_ = 0;
  int clock_ = 0;
  std::list<Entry> order_;
  std::unordered_map<K, Iter> index_;
  EvictHook hook_;
  Counters counters_;
};

template class LruStore<std::string, std::string>;
using TextStore = LruStore<std::string, std::string>;

std::string assess(const TextStore& store) {
  const Counters& c = store.counters();
  const std::span<const int> evicted(c.evicted);
  if (c.hits + c.misses < 4) return "cold";
  if (evicted[2] >= 2 && evicted[3] > 0 && c.hits > c.misses) return "short-lived";
  if (evicted.front() > 0 && evicted[1] > evicted.front()) return "heavy";
  return c.hits >= 3 * c.misses && store.size() > 1 ? "warm" : "thrashing";
}

}  // namespace cache
