// Whose is a customer number, and is it one?
//
// What makes it hard: loops over digits of the project's own, each of which ends at the first wrong
// character, and for each country another check digit over all of them; what the digits mean is decided
// behind it. Expected: every branch can be covered; no fault. Infeasible: none.
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace testability::customers {

enum class Customer {
  Malformed,
  UnknownCountry,
  WrongCheckDigit,
  Reserved,
  Private,
  Company,
  Reseller,
  Staff,
};

constexpr std::size_t kDigits = 7;

/// "AT-123 4567-8": a country, seven digits and a check digit, with single hyphens or blanks anywhere
/// between.
class CustomerNumber {
 public:
  static Customer classify(std::string_view text) {
    std::string plain;
    if (!removeSeparators(text, plain) || plain.size() != 2 + kDigits + 1) return Customer::Malformed;
    std::array<int, kDigits> digits{};
    for (std::size_t i = 0; i < kDigits; ++i) {
      const char c = plain[2 + i];
      if (c < '0' || c > '9') return Customer::Malformed;
      digits[i] = c - '0';
    }
    char expected = 0;
    if (plain.compare(0, 2, "AT") == 0) {
      expected = luhn(digits);
    } else if (plain.compare(0, 2, "CH") == 0) {
      expected = weighted(digits);
    } else if (plain.compare(0, 2, "DE") == 0) {
      expected = hybrid(digits);
    } else {
      return Customer::UnknownCountry;
    }
    if (plain.back() != expected) return Customer::WrongCheckDigit;
    return kindOf(plain[0] == 'D', digits);
  }

 private:
  static bool removeSeparators(std::string_view text, std::string& plain) {
    bool mayBeSeparator = false;  // not at the beginning, not two in a row
    for (const char c : text) {
      if (c == '-' || c == ' ') {
        if (!mayBeSeparator) return false;
        mayBeSeparator = false;
      } else {
        plain += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        mayBeSeparator = true;
      }
    }
    return mayBeSeparator;
  }

  /// Every second digit, from the last, counts twice, with its digits added up.
  static char luhn(const std::array<int, kDigits>& digits) {
    int sum = 0;
    for (std::size_t i = 0; i < kDigits; ++i) {
      int value = digits[i];
      if (i % 2 == 0) {
        value *= 2;
        if (value > 9) value -= 9;
      }
      sum += value;
    }
    return static_cast<char>('0' + (10 - sum % 10) % 10);
  }

  /// Weights 8 to 2 modulo 11, where X stands for ten, as in books' numbers.
  static char weighted(const std::array<int, kDigits>& digits) {
    int sum = 0;
    for (std::size_t i = 0; i < kDigits; ++i) sum += digits[i] * static_cast<int>(kDigits + 1 - i);
    const int check = (11 - sum % 11) % 11;
    return check == 10 ? 'X' : static_cast<char>('0' + check);
  }

  /// ISO 7064, MOD 11,10.
  static char hybrid(const std::array<int, kDigits>& digits) {
    int product = 10;
    for (const int digit : digits) {
      int sum = (digit + product) % 10;
      if (sum == 0) sum = 10;
      product = sum * 2 % 11;
    }
    return static_cast<char>('0' + (11 - product) % 10);
  }

  /// The first digit is the kind, the next two are the branch, the rest is counted up.
  static Customer kindOf(bool isGerman, const std::array<int, kDigits>& digits) {
    const int branch = digits[1] * 10 + digits[2];
    int serial = 0;
    for (std::size_t i = 3; i < kDigits; ++i) serial = serial * 10 + digits[i];
    if (serial == 0) return Customer::Reserved;
    switch (digits[0]) {
      case 1:
      case 2:
      case 3:
        return Customer::Private;
      case 5:
        if (isGerman && (branch < 1 || branch > 16)) return Customer::Reserved;  // one a Land
        return Customer::Company;
      case 7:
        return serial % 2 == 0 ? Customer::Reseller : Customer::Company;
      case 9:
        return branch == 99 && serial < 1000 ? Customer::Staff : Customer::Reserved;
      default:
        return Customer::Reserved;
    }
  }
};

}  // namespace testability::customers
