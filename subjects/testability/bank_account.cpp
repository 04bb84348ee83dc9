// Checks international bank account numbers and where their money goes.
//
// What makes it hard: the country decides on the length and the shape of what follows, from a table that a
// loop looks through; letters count as two digits in a remainder over the whole number; and the bank is a
// part of it.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>

namespace testability::bank {

enum class Route {
  Malformed,
  UnknownCountry,
  WrongLength,
  WrongShape,
  WrongCheck,
  Domestic,
  Instant,
  Cleared,
  Blocked
};

namespace {

struct Country {
  char code[3];
  std::size_t length;
  std::string_view shape;  // of what follows the check digits: n digits, a letters
  bool hasInstantPayments;
};

constexpr Country kCountries[] = {
    {"AT", 20, "nnnnnnnnnnnnnnnn", true},    {"BE", 16, "nnnnnnnnnnnn", true},
    {"CH", 21, "nnnnnccccccccccccc", false}, {"DE", 22, "nnnnnnnnnnnnnnnnnn", true},
    {"GB", 22, "aaaannnnnnnnnnnnnn", false}, {"NL", 18, "aaaannnnnnnnnn", true},
    {"NO", 15, "nnnnnnnnnnn", false},
};

const Country* countryOf(const std::string& number) {
  for (const Country& country : kCountries) {
    if (number[0] == country.code[0] && number[1] == country.code[1]) return &country;
  }
  return nullptr;
}

bool hasShape(std::string_view text, std::string_view shape) {
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const char c = text[i];
    const bool isDigit = c >= '0' && c <= '9';
    const bool isLetter = c >= 'A' && c <= 'Z';
    if (shape[i] == 'n' && !isDigit) return false;
    if (shape[i] == 'a' && !isLetter) return false;
    if (shape[i] == 'c' && !isDigit && !isLetter) return false;
  }
  return true;
}

/// ISO 7064: the first four characters go to the end, letters are 10 to 35.
int remainderOf(const std::string& number) {
  int remainder = 0;
  for (std::size_t i = 0; i < number.size(); ++i) {
    const char c = number[(i + 4) % number.size()];
    if (c >= '0' && c <= '9') {
      remainder = (remainder * 10 + (c - '0')) % 97;
    } else {
      remainder = (remainder * 100 + (c - 'A' + 10)) % 97;
    }
  }
  return remainder;
}

}  // namespace

/// Blanks are for people: "DE89 3704 0044 0532 0130 00".
Route routeOf(const std::string& text, long cents) {
  std::string number;
  for (const char c : text) {
    if (c == ' ') continue;
    if (!std::isalnum(static_cast<unsigned char>(c))) return Route::Malformed;
    number += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  if (number.size() < 5) return Route::Malformed;
  const Country* country = countryOf(number);
  if (country == nullptr) return Route::UnknownCountry;
  if (number.size() != country->length) return Route::WrongLength;
  if (!hasShape(std::string_view(number).substr(4), country->shape)) return Route::WrongShape;
  if (remainderOf(number) != 1) return Route::WrongCheck;
  if (number.compare(0, 2, "DE") == 0) {
    if (number.substr(4, 8) == "10010010") return Route::Domestic;  // the bank that asks
    if (number.substr(4, 3) == "999") return Route::Blocked;
  }
  if (country->hasInstantPayments && cents > 0 && cents <= 10'000'000) return Route::Instant;
  return Route::Cleared;
}

}  // namespace testability::bank
