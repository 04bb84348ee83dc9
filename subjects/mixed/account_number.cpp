// Checks account numbers of four countries and payment cards.
//
// What makes it hard: two check digits and a layout at once; a lock after five failures.
// Expected: every branch can be covered.
// Infeasible: none.
#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <functional>
#include <numeric>
#include <ranges>
#include <string>
#include <string_view>
#include <unordered_map>

namespace payid {

enum class Verdict {
  Valid,
  Empty,
  BadCharacter,
  UnknownCountry,
  WrongLength,
  WrongLayout,
  CheckFailed,
  Reserved
};

struct CountryRule {
  std::size_t length;
  std::string_view layout;
  int bankOffset;
};

class AccountDirectory {
 public:
  AccountDirectory() {
    rules_.emplace("NO", CountryRule{15, "nnnnnnnnnnn", 0});
    rules_.emplace("BE", CountryRule{16, "nnnnnnnnnnnn", 0});
    rules_.emplace("GB", CountryRule{22, "aaaannnnnnnnnnnnnn", 0});
    rules_.emplace("MT", CountryRule{31, "aaaannnnncccccccccccccccccc", 4});
  }

  Verdict check(std::string_view raw) {
    std::string text;
    for (char ch : raw) {
      const auto uc = static_cast<unsigned char>(ch);
      if (ch == ' ' && !text.empty()) continue;
      if (!std::isalnum(uc)) return reject(Verdict::BadCharacter);
      text.push_back(static_cast<char>(std::toupper(uc)));
    }
    if (text.size() < 4) return reject(Verdict::Empty);
    const auto rule = rules_.find(text.substr(0, 2));
    if (rule == rules_.end()) return reject(Verdict::UnknownCountry);
    if (text.size() != rule->second.length) return reject(Verdict::WrongLength);
    if (!layoutFits(std::string_view(text).substr(4), rule->second.layout)) {
      return reject(Verdict::WrongLayout);
    }
    if (remainder97(text) != 1) return reject(Verdict::CheckFailed);
    if (rule->first == "NO" && !norwegianDigitFits(std::string_view(text).substr(4))) {
      return reject(Verdict::Reserved);
    }
    failures_ = 0;
    lastBank_ = text.substr(4 + static_cast<std::size_t>(rule->second.bankOffset), 4);
    return Verdict::Valid;
  }

  bool locked() const { return failures_ >= 5; }
  const std::string& lastBank() const { return lastBank_; }

 private:
  Verdict reject(Verdict v) {
    if (v == Verdict::CheckFailed || v == Verdict::Reserved) ++failures_;
    return v;
  }

  static bool layoutFits(std::string_view body, std::string_view layout) {
    return std::ranges::equal(body, layout, [](char have, char want) {
      switch (want) {
        case 'n':
          return have <= '9';
        case 'a':
          return have >= 'A';
        default:
          return true;
      }
    });
  }

  static int remainder97(std::string text) {
    std::ranges::rotate(text, text.begin() + 4);
    return std::accumulate(text.begin(), text.end(), 0, [](int acc, char c) {
      if (c >= 'A') return (acc * 100 + (c - 'A' + 10)) % 97;
      return (acc * 10 + (c - '0')) % 97;
    });
  }

  static bool norwegianDigitFits(std::string_view digits) {
    static constexpr std::array<int, 10> weights{5, 4, 3, 2, 7, 6, 5, 4, 3, 2};
    const int sum = std::inner_product(weights.begin(), weights.end(), digits.begin(), 0, std::plus<>{},
                                       [](int w, char c) { return w * (c - '0'); });
    const int expected = (11 - sum % 11) % 11;
    return expected != 10 && expected == digits.back() - '0';
  }

  std::unordered_map<std::string, CountryRule> rules_;
  std::string lastBank_;
  int failures_ = 0;
};

bool luhnValid(std::string_view pan) {
  if (pan.size() < 12 || pan.size() > 19 ||
      !std::ranges::all_of(pan, [](char c) { return c >= '0' && c <= '9'; })) {
    return false;
  }
  int sum = 0;
  bool twice = false;
  for (char c : pan | std::views::reverse) {
    int d = c - '0';
    if (twice && (d *= 2) > 9) d -= 9;
    sum += d;
    twice = !twice;
  }
  return sum % 10 == 0;
}

std::string cardNetwork(std::string_view pan) {
  if (!luhnValid(pan)) return "rejected";
  const int prefix = (pan[0] - '0') * 1000 + (pan[1] - '0') * 100 + (pan[2] - '0') * 10 + (pan[3] - '0');
  if (pan.size() == 15 && (prefix / 100 == 34 || prefix / 100 == 37)) return "amex";
  if (pan.size() == 16 && prefix >= 2221 && prefix <= 2720) return "mastercard-2";
  return prefix / 1000 == 4 ? "visa" : "other";
}

}  // namespace payid
