#include "library/isbn.h"

namespace library {

bool isIsbn(const std::string& text) {
  constexpr int kDigits = 10;
  int digits = 0;
  int sum = 0;
  for (const char c : text) {
    if (c == '-') continue;
    if (digits == kDigits) return false;
    const bool isTen = c == 'X' && digits == kDigits - 1;
    if (!isTen && (c < '0' || c > '9')) return false;
    sum += (kDigits - digits) * (isTen ? 10 : c - '0');
    ++digits;
  }
  return digits == kDigits && sum % 11 == 0;
}

}  // namespace library
