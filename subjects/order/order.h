// An order in a shop: items are collected, discounted, placed, paid, shipped.
//
// What makes it hard: most methods only work in one state, so that a test needs
// the right calls in the right order; the second discount code has an inner
// structure ("SAVE" and two digits); free shipping needs several items.
// Expected: every branch can be covered; no fault.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace shop {

enum class OrderState { Open, Placed, Paid, Shipped, Cancelled };

struct Item {
  std::string name;
  int quantity = 1;
  long priceInCents = 0;
};

/// Thrown when a call does not fit the order's state.
class WrongState : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

class Order {
 public:
  explicit Order(std::string customer);

  /// Items of one name are added up. At most 100 pieces of each.
  void add(const Item& item);
  bool remove(const std::string& name);

  /// "WELCOME" takes 500 cents off, "SAVE" and two digits as many percent (at most 50). One code an order.
  bool applyDiscount(const std::string& code);

  void place();
  /// Returns the change. Throws std::invalid_argument when the amount does not suffice.
  long pay(long cents);
  void ship(const std::string& address);
  void cancel();

  OrderState state() const { return state_; }
  const std::string& customer() const { return customer_; }
  int pieces() const;
  long shippingInCents() const;
  long totalInCents() const;
  std::optional<Item> find(const std::string& name) const;

 private:
  void require(OrderState state, const char* action) const;

  std::string customer_;
  std::vector<Item> items_;
  OrderState state_ = OrderState::Open;
  long discountInCents_ = 0;
  int discountInPercent_ = 0;
};

}  // namespace shop
