// Takes shipments in: a label is read, checked and priced.
//
// What makes it hard: four checks that throw stand before the first decision, two of them the same function
// for different numbers; the label's digits are read one by one, and the first wrong one ends it.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <stdexcept>
#include <string>

namespace flags::shipments {

class Label {
 public:
  explicit Label(const std::string& digits) {
    if (digits.size() != 8) throw std::invalid_argument("eight digits");
    for (std::size_t i = 0; i < digits.size(); ++i) {
      const int digit = digits[i] - '0';
      if (digit < 0 || digit > 9) throw std::invalid_argument("no digit");
      number_ = number_ * 10 + digit;
      sum_ += i % 2 == 0 ? digit : 3 * digit;
    }
    if (sum_ % 10 != 0) throw std::invalid_argument("a wrong check digit");
  }

  int number() const { return number_; }

 private:
  int number_ = 0;
  int sum_ = 0;
};

namespace {

void requireBetween(int value, int least, int most) {
  if (value < least) throw std::out_of_range("too small");
  if (value > most) throw std::out_of_range("too large");
}

}  // namespace

/// In cents; 0: it goes for nothing.
int priceOf(const std::string& digits, int grams, int postCode) {
  const Label label(digits);
  requireBetween(postCode, 10'115, 14'199);
  requireBetween(grams, 1, 31'500);
  if (label.number() / 1'000'000 == 77) return 0;
  if (postCode % 100 == 17 && grams > 20'000) return 1'999;
  if (grams <= 2'000) return 499;
  return label.number() % 2 == 0 ? 899 : 949;
}

}  // namespace flags::shipments
