// Routing over a road network that is built by calls.
//
// What makes it hard: a route exists where places and roads were added that meet, and its length and what is
// told about it depend on the roads on the way.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace objects::roads {

class Place {
 public:
  Place(int id, bool isTown) : id_(id), isTown_(isTown) {}

  int id() const { return id_; }
  bool isTown() const { return isTown_; }
  void open(int hour) {
    if (hour < 0 || hour > 23) throw std::invalid_argument("no such hour");
    opens_ = hour;
  }
  int opens() const { return opens_; }

 private:
  int id_;
  bool isTown_;
  int opens_ = 0;
};

struct Road {
  int to;
  int minutes;
  bool isToll;
};

class Network {
 public:
  void add(std::shared_ptr<Place> place) {
    if (!place) throw std::invalid_argument("no place");
    const int id = place->id();
    places_[id] = std::move(place);
  }
  void connect(int from, int to, int minutes, bool isToll) {
    if (!places_.contains(from) || !places_.contains(to)) throw std::invalid_argument("no such place");
    if (minutes <= 0 || minutes > 600) throw std::invalid_argument("no such road");
    roads_[from].push_back({to, minutes, isToll});
  }
  void close(int from) { roads_.erase(from); }
  const Place* place(int id) const {
    const auto found = places_.find(id);
    return found == places_.end() ? nullptr : found->second.get();
  }
  const std::vector<Road>* roadsFrom(int id) const {
    const auto found = roads_.find(id);
    return found == roads_.end() ? nullptr : &found->second;
  }
  size_t size() const { return places_.size(); }

 private:
  std::map<int, std::shared_ptr<Place>> places_;
  std::map<int, std::vector<Road>> roads_;
};

class Router {
 public:
  explicit Router(std::shared_ptr<Network> network) : network_(std::move(network)) {}

  void avoidToll() { avoidsToll_ = true; }

  /// In minutes, over at most three roads.
  std::optional<int> shortest(int from, int to) const {
    if (!network_) return std::nullopt;
    const int minutes = shortest(from, to, 3);
    if (minutes == kNone) return std::nullopt;
    return minutes;
  }

  std::string advice(int from, int to) const {
    if (!network_ || network_->place(to) == nullptr) return "unknown";
    if (from == to) return "stay";
    const std::optional<int> minutes = shortest(from, to);
    if (!minutes) return network_->size() > 3 ? "no way" : "no roads";
    if (network_->place(to)->opens() * 60 > *minutes) return "too early";
    if (network_->place(to)->isTown() && *minutes > 240) return "take the train";
    return *minutes < 10 ? "walk" : "drive";
  }

 private:
  static constexpr int kNone = std::numeric_limits<int>::max();

  int shortest(int from, int to, int roads) const {
    if (from == to) return 0;
    if (roads == 0 || network_->roadsFrom(from) == nullptr) return kNone;
    int best = kNone;
    for (const Road& road : *network_->roadsFrom(from)) {
      if (road.isToll && avoidsToll_) continue;
      const int rest = shortest(road.to, to, roads - 1);
      if (rest != kNone && rest + road.minutes < best) best = rest + road.minutes;
    }
    return best;
  }

  std::shared_ptr<Network> network_;
  bool avoidsToll_ = false;
};

}  // namespace objects::roads
