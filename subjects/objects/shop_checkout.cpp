// A shop: customers fill carts, use coupons and pay.
//
// What makes it hard: prices depend on the customer behind the cart, on lines that were added and on a coupon
// that fits both; orders go through states that only one call each leads to.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace objects::shop {

enum class Tier { Regular, Silver, Gold };

class Customer {
 public:
  Customer(std::string name, int birthYear) : name_(std::move(name)), birthYear_(birthYear) {}

  const std::string& name() const { return name_; }
  int birthYear() const { return birthYear_; }
  Tier tier() const { return tier_; }
  int points() const { return points_; }
  void credit(int points) {
    if (points <= 0) throw std::invalid_argument("nothing to credit");
    points_ += points;
    if (points_ >= 5'000) {
      tier_ = Tier::Gold;
    } else if (points_ >= 1'000) {
      tier_ = Tier::Silver;
    }
  }

 private:
  std::string name_;
  int birthYear_;
  int points_ = 0;
  Tier tier_ = Tier::Regular;
};

struct Line {
  int article;
  int count;
  int cents;
};

class Coupon {
 public:
  Coupon(int percent, int leastCents) : percent_(percent), leastCents_(leastCents) {}

  void restrictTo(int article) { article_ = article; }
  void restrictTo(Tier tier) { tier_ = tier; }
  int percent() const { return percent_; }
  bool fits(const std::vector<Line>& lines, const Customer& customer, int cents) const {
    if (cents < leastCents_) return false;
    if (tier_ && customer.tier() != *tier_) return false;
    if (!article_) return true;
    for (const Line& line : lines) {
      if (line.article == *article_) return true;
    }
    return false;
  }

 private:
  int percent_;
  int leastCents_;
  std::optional<int> article_;
  std::optional<Tier> tier_;
};

class Cart {
 public:
  void setCustomer(std::shared_ptr<Customer> customer) { customer_ = std::move(customer); }
  const std::shared_ptr<Customer>& customer() const { return customer_; }
  void add(int article, int count, int cents) {
    if (count < 1 || cents < 0 || cents > 1'000'000) throw std::invalid_argument("no such line");
    lines_.push_back({article, count, cents});
  }
  void use(std::unique_ptr<Coupon> coupon) { coupon_ = std::move(coupon); }
  const std::vector<Line>& lines() const { return lines_; }
  const Coupon* coupon() const { return coupon_.get(); }
  long sum() const {
    long cents = 0;
    for (const Line& line : lines_) cents += static_cast<long>(line.count) * line.cents;
    return cents;
  }

 private:
  std::shared_ptr<Customer> customer_;
  std::vector<Line> lines_;
  std::unique_ptr<Coupon> coupon_;
};

/// In cents; nothing where the cart cannot be sold.
std::optional<long> price(const Cart& cart) {
  if (cart.lines().empty() || !cart.customer()) return std::nullopt;
  long cents = cart.sum();
  if (cart.coupon() != nullptr &&
      cart.coupon()->fits(cart.lines(), *cart.customer(), static_cast<int>(cents % 100'000'000))) {
    cents -= cents * cart.coupon()->percent() / 100;
  }
  if (cart.customer()->tier() == Tier::Gold && cart.lines().size() > 2) cents -= 500;
  return cents < 0 ? 0 : cents;
}

class Order {
 public:
  enum class State { Open, Placed, Paid, Shipped };

  void place(const Cart& cart) {
    const std::optional<long> cents = price(cart);
    if (state_ != State::Open || !cents) throw std::logic_error("cannot be placed");
    total_ = *cents;
    state_ = State::Placed;
  }
  void pay(long cents) {
    if (state_ == State::Placed && cents == total_) state_ = State::Paid;
  }
  void ship(const std::string& street) {
    if (state_ != State::Paid) throw std::logic_error("not paid");
    if (street.empty()) return;
    state_ = State::Shipped;
  }
  State state() const { return state_; }
  long total() const { return total_; }

 private:
  State state_ = State::Open;
  long total_ = 0;
};

/// 0: keep it; 1: thank; 2: thank with a present.
int afterSale(const Order& order, const Customer& customer) {
  if (order.state() != Order::State::Shipped) return 0;
  if (customer.tier() == Tier::Silver && order.total() > 20'000) return 2;
  return 1;
}

}  // namespace objects::shop
