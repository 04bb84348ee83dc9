// Colours, roman numerals, patterns and rules of a style sheet.
//
// What makes it hard: three rules that match, of which the last gives one colour.
// Expected: every branch can be covered.
// Infeasible: none.
#include <algorithm>
#include <array>
#include <cctype>
#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
namespace theme {

struct Colour {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  auto operator<=>(const Colour&) const = default;
};

std::optional<Colour> parseColour(std::string_view s) {
  if (s.empty() || s.front() != '#') return std::nullopt;
  s.remove_prefix(1);
  const bool brief = s.size() == 3 || s.size() == 4;
  if (!brief && s.size() != 6 && s.size() != 8) return std::nullopt;
  std::array<std::uint8_t, 4> channel{0, 0, 0, 255};
  for (std::size_t i = 0; i < s.size(); ++i) {
    const auto c = static_cast<unsigned char>(s[i]);
    if (!std::isxdigit(c)) return std::nullopt;
    const int nibble = std::isdigit(c) ? c - '0' : std::tolower(c) - 'a' + 10;
    if (brief) {
      channel[i] = static_cast<std::uint8_t>(nibble * 17);
    } else {
      channel[i / 2] = static_cast<std::uint8_t>((i % 2 == 0 ? 0 : channel[i / 2] * 16) + nibble);
    }
  }
  return Colour{channel[0], channel[1], channel[2], channel[3]};
}

Colour blend(Colour top, Colour under) {
  const auto mix = [&](int t, int u) {
    return static_cast<std::uint8_t>((t * top.a + u * (255 - top.a) + 127) / 255);
  };
  return {mix(top.r, under.r), mix(top.g, under.g), mix(top.b, under.b), std::max(top.a, under.a)};
}

int parseRoman(std::string_view s) {
  static constexpr std::array<std::pair<std::string_view, int>, 13> digits{{{"M", 1000},
                                                                            {"CM", 900},
                                                                            {"D", 500},
                                                                            {"CD", 400},
                                                                            {"C", 100},
                                                                            {"XC", 90},
                                                                            {"L", 50},
                                                                            {"XL", 40},
                                                                            {"X", 10},
                                                                            {"IX", 9},
                                                                            {"V", 5},
                                                                            {"IV", 4},
                                                                            {"I", 1}}};
  int total = 0, ceiling = 4000;
  for (const auto& [mark, value] : digits) {
    for (int repeats = 1; s.starts_with(mark); ++repeats) {
      const bool single = mark.size() == 2 || value % 3 == 2;
      if (value >= ceiling || repeats > (single ? 1 : 3)) return -1;
      total += value;
      s.remove_prefix(mark.size());
      if (mark.size() == 2) ceiling = value % 9 == 0 ? value / 9 : value / 4;
    }
  }
  return s.empty() && total > 0 ? total : -1;
}

bool glob(std::string_view pattern, std::string_view s) {
  if (pattern.empty()) return s.empty();
  if (pattern.front() == '*') return glob(pattern.substr(1), s) || (!s.empty() && glob(pattern, s.substr(1)));
  if (s.empty()) return false;
  if (pattern.front() == '[') {
    const auto close = pattern.find(']', 2);
    if (close == std::string_view::npos) return false;
    const bool negate = pattern[1] == '!';
    const auto set = pattern.substr(negate ? 2 : 1, close - (negate ? 2 : 1));
    return (set.find(s.front()) != std::string_view::npos) != negate &&
           glob(pattern.substr(close + 1), s.substr(1));
  }
  return (pattern.front() == '?' || pattern.front() == s.front()) && glob(pattern.substr(1), s.substr(1));
}

class Selector {
 public:
  virtual ~Selector() = default;
  virtual int score(std::string_view element) const = 0;
};

class GlobSelector final : public Selector {
 public:
  explicit GlobSelector(std::string_view p) : pattern_(p) {}
  int score(std::string_view element) const override {
    return glob(pattern_, element) ? static_cast<int>(pattern_.size() - std::ranges::count(pattern_, '*'))
                                   : -1;
  }

 private:
  std::string pattern_;
};

class LevelSelector final : public Selector {
 public:
  explicit LevelSelector(int level) : level_(level) {}
  int score(std::string_view element) const override {
    const auto dot = element.rfind('.');
    return dot != std::string_view::npos && parseRoman(element.substr(dot + 1)) == level_ ? 50 : -1;
  }

 private:
  int level_;
};

class Sheet {
 public:
  bool rule(std::string_view selector, std::string_view colour) {
    const auto c = parseColour(colour);
    if (!c || selector.empty() || selector.size() > 40 || std::ranges::count(selector, '*') > 3) return false;
    std::unique_ptr<Selector> s;
    if (selector.front() == '@') {
      const int level = parseRoman(selector.substr(1));
      if (level < 4) return false;
      s = std::make_unique<LevelSelector>(level);
    } else {
      s = std::make_unique<GlobSelector>(selector);
    }
    rules_.push_back({std::move(s), *c});
    return true;
  }

  Colour resolve(std::string_view element, const std::function<void(int)>& trace = {}) const {
    std::vector<std::pair<int, Colour>> hits;
    for (const auto& r : rules_)
      if (const int score = r.selector->score(element); score >= 0) hits.emplace_back(score, r.colour);
    std::ranges::sort(hits, {}, &std::pair<int, Colour>::first);
    Colour out{255, 255, 255, 0};
    for (const auto& [score, colour] : hits) {
      out = colour.a == 255 ? colour : blend(colour, out);
      if (trace) trace(score);
    }
    if (hits.size() >= 3 && out == Colour{128, 64, 0, 255}) return {};
    return out;
  }

 private:
  struct Rule {
    std::unique_ptr<Selector> selector;
    Colour colour;
  };
  std::vector<Rule> rules_;
};

}  // namespace theme
