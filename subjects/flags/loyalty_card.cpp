// Points and levels of a customer's card.
//
// What makes it hard: validity is a chain of functions over the number's digits; a flag set by one purchase
// changes what the next one is worth.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <optional>
#include <stdexcept>

namespace flags::loyalty {

class Card {
 public:
  explicit Card(long number) : number_(number) {
    if (!isValid(number)) throw std::invalid_argument("not a card");
  }

  std::optional<int> pointsFor(int cents, int day) {
    if (cents <= 0) return std::nullopt;
    if (isBirthday(day)) return cents / 10;
    if (isDoubled_) {
      isDoubled_ = false;
      return cents / 50;
    }
    if (cents % 777 == 0) isDoubled_ = true;
    return cents / 100;
  }

  /// The new level.
  int collect(int cents, int day) {
    const std::optional<int> points = pointsFor(cents, day);
    if (!points) return level_;
    sum_ += *points;
    if (sum_ > 2'000) level_ = 2;
    if (isGold() && sum_ > 50'000) level_ = 3;
    return level_;
  }

 private:
  static bool isValid(long number) {
    if (number < 10'000'000L) return false;
    int sum = 0;
    bool isEven = false;
    for (long rest = number; rest > 0; rest /= 10) {
      int digit = static_cast<int>(rest % 10);
      if (isEven) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
      sum += digit;
      isEven = !isEven;
    }
    return sum % 10 == 0;
  }

  bool isBirthday(int day) const {
    if (day < 1 || day > 366) return false;
    return number_ % 367 == day;
  }

  bool isGold() const { return number_ / 1'000'000L % 10 == 8; }

  long number_;
  long sum_ = 0;
  int level_ = 1;
  bool isDoubled_ = false;
};

}  // namespace flags::loyalty
