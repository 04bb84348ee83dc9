// A small class as users write them.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace shop {

enum class Status { Open, Paid, Shipped = 7 };

struct Item {
  std::string name;
  int price;
};

class Order {
 public:
  Order();
  Order(int customer, double discount);
  void add(const Item& item, unsigned count);
  int total() const;
  double average() const;
  bool empty() const;
  Status status() const;
  void pay();
  std::vector<std::string> names() const;
  std::optional<int> cheapest() const;
  Order& merge(Order&& other);
  static Order sample(long seed);

 private:
  std::vector<Item> items_;
};

int ratio(int part, int whole);
Order combine(const Order& first, const Order& second);
bool operator==(const Order& left, const Order& right);

}  // namespace shop
