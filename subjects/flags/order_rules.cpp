// Checks an order before it is taken, and its discount.
//
// What makes it hard: checks that throw stand before everything else, and what they check is spread over the
// order's lines; a counter of bad lines decides in the end.
// Expected: every branch can be covered; faults only where its helpers are called on their own.
// Infeasible: none.
#include <stdexcept>
#include <string>
#include <vector>

namespace flags::orders {

struct Line {
  int article = 0;
  int count = 0;
  long cents = 0;
};

struct Order {
  int customer = 0;
  std::vector<Line> lines;
  int voucher = 0;
};

namespace {

void requireCustomer(int customer) {
  if (customer < 10'000 || customer > 99'999) throw std::invalid_argument("no customer");
  if (customer % 97 != 5) throw std::invalid_argument("a wrong check number");
}

bool isSold(const Line& line) {
  if (line.article < 500 || line.article >= 900) return false;
  return line.count > 0 && line.count <= 250;
}

bool isFair(const Line& line) {
  const long each = line.cents / line.count;
  if (each < 100) return false;
  return line.cents % line.count == 0;
}

int badLines(const std::vector<Line>& lines) {
  int bad = 0;
  for (const Line& line : lines) {
    if (!isSold(line)) {
      ++bad;
    } else if (!isFair(line)) {
      ++bad;
    }
  }
  return bad;
}

}  // namespace

/// In per cent; -1: the order has mistakes.
int discountOf(const Order& order) {
  requireCustomer(order.customer);
  if (order.lines.empty()) return 0;
  if (badLines(order.lines) > 0) return -1;
  long sum = 0;
  for (const Line& line : order.lines) sum += line.cents;
  if (order.voucher == order.customer * 2 + 1) return 15;
  if (sum > 1'000'000 && order.lines.size() >= 2) return 10;
  return sum > 100'000 ? 3 : 0;
}

}  // namespace flags::orders
