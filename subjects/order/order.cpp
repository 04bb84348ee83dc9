#include "order.h"

#include <algorithm>
#include <cctype>

namespace shop {

namespace {

constexpr int kMostPieces = 100;
constexpr long kHighestPrice = 10'000'000;
constexpr long kShipping = 490;
constexpr long kFreeShippingFrom = 5000;

bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

}  // namespace

Order::Order(std::string customer) : customer_(std::move(customer)) {
  if (customer_.empty()) throw std::invalid_argument("an order needs a customer");
}

void Order::require(OrderState state, const char* action) const {
  if (state_ != state) throw WrongState(std::string("cannot ") + action + " in this state");
}

void Order::add(const Item& item) {
  require(OrderState::Open, "add");
  if (item.name.empty() || item.quantity < 1 || item.quantity > kMostPieces) {
    throw std::invalid_argument("not a valid item");
  }
  if (item.priceInCents < 0 || item.priceInCents > kHighestPrice)
    throw std::out_of_range("not a valid price");
  const auto same =
      std::find_if(items_.begin(), items_.end(), [&](const Item& i) { return i.name == item.name; });
  if (same == items_.end()) {
    items_.push_back(item);
  } else if (same->quantity + item.quantity > kMostPieces) {
    throw std::length_error("too many pieces of one item");
  } else {
    same->quantity += item.quantity;
  }
}

bool Order::remove(const std::string& name) {
  require(OrderState::Open, "remove");
  const auto found =
      std::find_if(items_.begin(), items_.end(), [&](const Item& i) { return i.name == name; });
  if (found == items_.end()) return false;
  items_.erase(found);
  return true;
}

bool Order::applyDiscount(const std::string& code) {
  require(OrderState::Open, "apply a discount");
  if (discountInCents_ != 0 || discountInPercent_ != 0) return false;
  if (code == "WELCOME") {
    discountInCents_ = 500;
    return true;
  }
  if (code.size() == 6 && code.compare(0, 4, "SAVE") == 0 && isDigit(code[4]) && isDigit(code[5])) {
    const int percent = (code[4] - '0') * 10 + (code[5] - '0');
    if (percent < 1 || percent > 50) return false;
    discountInPercent_ = percent;
    return true;
  }
  return false;
}

void Order::place() {
  require(OrderState::Open, "place");
  if (items_.empty()) throw WrongState("an empty order cannot be placed");
  state_ = OrderState::Placed;
}

long Order::pay(long cents) {
  require(OrderState::Placed, "pay");
  const long total = totalInCents();
  if (cents < total) throw std::invalid_argument("the amount does not suffice");
  state_ = OrderState::Paid;
  return cents - total;
}

void Order::ship(const std::string& address) {
  require(OrderState::Paid, "ship");
  if (address.size() < 5) throw std::invalid_argument("not a valid address");
  state_ = OrderState::Shipped;
}

void Order::cancel() {
  switch (state_) {
    case OrderState::Open:
    case OrderState::Placed:
    case OrderState::Paid:
      state_ = OrderState::Cancelled;
      break;
    case OrderState::Shipped:
      throw WrongState("a shipped order cannot be cancelled");
    case OrderState::Cancelled:
      break;
  }
}

int Order::pieces() const {
  int sum = 0;
  for (const Item& item : items_) sum += item.quantity;
  return sum;
}

long Order::shippingInCents() const {
  long goods = 0;
  for (const Item& item : items_) goods += item.quantity * item.priceInCents;
  return goods >= kFreeShippingFrom && pieces() >= 3 ? 0 : kShipping;
}

long Order::totalInCents() const {
  long goods = 0;
  for (const Item& item : items_) goods += item.quantity * item.priceInCents;
  goods -= goods * discountInPercent_ / 100;
  return std::max(goods - discountInCents_, 0L) + shippingInCents();
}

std::optional<Item> Order::find(const std::string& name) const {
  for (const Item& item : items_) {
    if (item.name == name) return item;
  }
  return std::nullopt;
}

}  // namespace shop
