// A warehouse: bins in aisles with lots of goods, orders that reserve them, and pickers who fetch them.
//
// What makes it hard: an order is reserved only from lots that are fresh, unblocked and not reserved by
// another order; a picker needs the reach, the cart and the order's state, and a count may block a bin
// meanwhile.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace objects::warehouse {

struct Lot {
  std::string article;
  int quantity = 0;
  int reserved = 0;
  int bestBefore = 0;
};

class Bin {
 public:
  Bin(int aisle, int level, int capacity)
      : aisle_(aisle), level_(level), capacity_(std::clamp(capacity, 0, 500)) {}

  Bin(const Bin&) = delete;
  Bin& operator=(const Bin&) = delete;

  int aisle() const { return aisle_; }
  int level() const { return level_; }
  bool isBlocked() const { return isBlocked_; }
  void unblock() { isBlocked_ = false; }
  const std::vector<Lot>& lots() const { return lots_; }
  int quantity() const {
    return std::accumulate(lots_.begin(), lots_.end(), 0,
                           [](int sum, const Lot& lot) { return sum + lot.quantity; });
  }
  bool put(const std::string& article, int quantity, int bestBefore) {
    if (quantity < 1 || isBlocked_ || quantity > capacity_ - this->quantity()) return false;
    for (Lot& lot : lots_) {
      if (lot.article != article) continue;
      if (lot.bestBefore != bestBefore) return false;
      lot.quantity += quantity;
      return true;
    }
    lots_.push_back({article, quantity, 0, bestBefore});
    return true;
  }
  /// Compares with what was counted; a difference blocks the bin.
  bool count(int found) {
    if (found != quantity()) isBlocked_ = true;
    return !isBlocked_;
  }

 private:
  friend class Warehouse;

  int aisle_;
  int level_;
  int capacity_;
  bool isBlocked_ = false;
  std::vector<Lot> lots_;
};

class Order {
 public:
  enum class State { Open, Reserved, Picking, Picked, Short };

  explicit Order(int latestDay) : latestDay_(latestDay) {}

  Order(const Order&) = delete;
  Order& operator=(const Order&) = delete;

  State state() const { return state_; }
  void want(const std::string& article, int quantity) {
    if (state_ != State::Open) throw std::logic_error("not open");
    if (quantity < 1) throw std::invalid_argument("no such quantity");
    int& line = lines_[article];
    line += std::min(quantity, 500 - line);
  }

 private:
  friend class Warehouse;

  struct Pick {
    std::shared_ptr<Bin> bin;
    std::string article;
    int quantity;
  };

  int latestDay_;
  State state_ = State::Open;
  std::map<std::string, int> lines_;
  std::vector<Pick> picks_;
};

struct Picker {
  int reach = 0;
  int cart = 0;
  int trips = 0;
};

class Warehouse {
 public:
  void install(const std::string& code, std::shared_ptr<Bin> bin) {
    if (!bin || bins_.contains(code)) throw std::invalid_argument("no such bin");
    bins_[code] = std::move(bin);
  }
  /// Takes the oldest goods first; all of the order or nothing.
  bool reserve(Order& order) {
    if (order.state_ != Order::State::Open || order.lines_.empty()) return false;
    for (const auto& [article, wanted] : order.lines_) {
      int missing = wanted;
      while (missing > 0) {
        const auto place = oldest(article, order.latestDay_);
        if (!place) {
          release(order);
          return false;
        }
        Lot& lot = lotOf(*place, article);
        const int taken = std::min(missing, lot.quantity - lot.reserved);
        lot.reserved += taken;
        missing -= taken;
        order.picks_.push_back({place, article, taken});
      }
    }
    order.state_ = Order::State::Reserved;
    return true;
  }
  /// How many aisles the way leads through; 0: the picker cannot do it.
  static int start(Order& order, const Picker& picker) {
    if (order.state_ != Order::State::Reserved) return 0;
    int load = 0;
    std::vector<int> aisles;
    for (const auto& pick : order.picks_) {
      const Bin& bin = *pick.bin;
      if (bin.isBlocked() || bin.level() > picker.reach) return 0;
      load += pick.quantity;
      if (std::find(aisles.begin(), aisles.end(), bin.aisle()) == aisles.end()) aisles.push_back(bin.aisle());
    }
    if (load > picker.cart) return 0;
    order.state_ = Order::State::Picking;
    return static_cast<int>(aisles.size());
  }
  /// Fetches everything; where a bin was blocked since the start, the order is short.
  static Order::State finish(Order& order, Picker& picker) {
    if (order.state_ != Order::State::Picking) throw std::logic_error("not started");
    bool isShort = false;
    for (const auto& pick : order.picks_) {
      Bin& bin = *pick.bin;
      Lot& lot = lotOf(bin, pick.article);
      lot.reserved -= pick.quantity;
      if (bin.isBlocked()) {
        isShort = true;
        continue;
      }
      lot.quantity -= pick.quantity;
      if (lot.quantity == 0) std::erase_if(bin.lots_, [](const Lot& other) { return other.quantity == 0; });
    }
    order.picks_.clear();
    if (isShort) return order.state_ = Order::State::Short;
    ++picker.trips;
    return order.state_ = Order::State::Picked;
  }

 private:
  static Lot& lotOf(Bin& bin, const std::string& article) {
    return *std::find_if(bin.lots_.begin(), bin.lots_.end(),
                         [&](const Lot& lot) { return lot.article == article; });
  }
  std::shared_ptr<Bin> oldest(const std::string& article, int latestDay) const {
    std::shared_ptr<Bin> best;
    int bestDay = 0;
    for (const auto& [code, bin] : bins_) {
      if (bin->isBlocked()) continue;
      for (const Lot& lot : bin->lots()) {
        if (lot.article != article || lot.reserved == lot.quantity || lot.bestBefore < latestDay) continue;
        if (!best || lot.bestBefore < bestDay) {
          best = bin;
          bestDay = lot.bestBefore;
        }
      }
    }
    return best;
  }
  static void release(Order& order) {
    for (const auto& pick : order.picks_) lotOf(*pick.bin, pick.article).reserved -= pick.quantity;
    order.picks_.clear();
  }

  std::map<std::string, std::shared_ptr<Bin>> bins_;
};

}  // namespace objects::warehouse
