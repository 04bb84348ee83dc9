#include "gene/regex/character_set.h"

#include <array>
#include <cassert>

namespace covolve::gene::regex {

namespace {

struct NamedRanges {
  std::string_view name;
  std::string_view ranges;  // pairs of first and last
};

constexpr std::array<NamedRanges, 15> kNamed{{{"d", "09"},
                                              {"w", "azAZ09__"},
                                              {"s", "  \t\r"},
                                              {"alnum", "azAZ09"},
                                              {"alpha", "azAZ"},
                                              {"blank", "  \t\t"},
                                              {"cntrl", "\x01\x1f\x7f\x7f"},
                                              {"digit", "09"},
                                              {"graph", "!~"},
                                              {"lower", "az"},
                                              {"print", " ~"},
                                              {"punct", "!/:@[`{~"},
                                              {"space", "  \t\r"},
                                              {"upper", "AZ"},
                                              {"xdigit", "09afAF"}}};

}  // namespace

CharacterSet CharacterSet::of(std::string_view characters) {
  CharacterSet set;
  for (const char c : characters) set.characters_.set(static_cast<unsigned char>(c) & 127u);
  return set;
}

CharacterSet CharacterSet::range(char first, char last) {
  CharacterSet set;
  const auto end = static_cast<unsigned char>(last);
  for (size_t c = static_cast<unsigned char>(first); c <= end; ++c) set.characters_.set(c);
  return set;
}

CharacterSet CharacterSet::any(bool alsoLineEnds) {
  return CharacterSet::of(alsoLineEnds ? "" : "\n\r").complement();
}

CharacterSet CharacterSet::named(std::string_view name) {
  for (const std::string_view negated : {"D", "W", "S"}) {
    if (name == negated) {
      const char lower = static_cast<char>(name[0] - 'A' + 'a');
      return named({&lower, 1}).complement();
    }
  }
  CharacterSet set;
  for (const NamedRanges& known : kNamed) {
    if (known.name != name) continue;
    for (size_t i = 0; i < known.ranges.size(); i += 2) set.add(range(known.ranges[i], known.ranges[i + 1]));
  }
  return set;
}

CharacterSet CharacterSet::complement() const {
  CharacterSet set;
  set.characters_ = ~characters_;
  set.characters_.reset(0);
  return set;
}

Alphabet::Alphabet(const CharacterSet& set) : set_(set) {
  assert(!set.empty());
  std::string_view plain = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (const char c : plain) {
    if (set.holds(c)) all_ += c;
  }
  plain_ = all_.size();
  const auto addRest = [&](int first, int last) {
    for (int c = first; c <= last; ++c) {
      if (set.holds(static_cast<char>(c)) && plain.find(static_cast<char>(c)) == std::string_view::npos)
        all_ += static_cast<char>(c);
    }
  };
  addRest(' ', '~');
  printable_ = all_.size();
  addRest(0, ' ' - 1);
  addRest(127, 127);
}

char Alphabet::pick(Rng& rng) const {
  const uint64_t dice = rng.below(32);
  if (dice < 16 && plain_ > 0) return all_[rng.below(plain_)];
  if (dice < 31 && printable_ > 0) return all_[rng.below(printable_)];
  return all_[rng.below(all_.size())];
}

}  // namespace covolve::gene::regex
