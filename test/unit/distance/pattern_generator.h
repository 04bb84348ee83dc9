// Regular expressions of a small grammar over a short alphabet.
#pragma once

#include <span>
#include <string>

#include "base/rng.h"

namespace covolve::distance {

class PatternGenerator {
 public:
  enum class Kind : uint8_t {
    Letters,     // no sets and nothing but the letters a, c and x: all words can be listed
    Posix,       // what the extended syntax has
    Ecmascript,  // what std::regex has by default
  };

  PatternGenerator(Rng& rng, Kind kind) : rng_(rng), kind_(kind) {}

  std::string disjunction(int depth) {
    std::string result = alternative(depth);
    while (rng_.chance(0.25)) result += "|" + alternative(depth);
    return result;
  }

 private:
  std::string alternative(int depth) {
    std::string result = rng_.chance(0.1) ? "^" : "";
    for (size_t terms = 1 + rng_.below(3); terms > 0; --terms) result += term(depth);
    return rng_.chance(0.1) ? result + "$" : result;
  }

  std::string term(int depth) {
    if (kind_ == Kind::Ecmascript && rng_.chance(0.08)) return rng_.chance(0.5) ? "\\b" : "\\B";
    std::string result = atom(depth);
    if (rng_.chance(0.35)) {
      result += pick({"*", "+", "?", "{2}", "{1,3}", "{0,2}", "{2,}"});
      if (kind_ == Kind::Ecmascript && rng_.chance(0.2)) result += "?";
    }
    return result;
  }

  std::string atom(int depth) {
    if (depth > 0 && rng_.chance(0.2))
      return (kind_ == Kind::Ecmascript && rng_.chance(0.3) ? "(?:" : "(") + disjunction(depth - 1) + ")";
    if (kind_ == Kind::Letters) return pick({"a", "c", "x"});
    if (kind_ == Kind::Posix && rng_.chance(0.1)) return "[]a]";
    if (kind_ == Kind::Ecmascript && rng_.chance(0.3))
      return pick({"\\d", "\\w", "\\s", "\\W", "[\\d_]", "[\\w-]", "\\x61", "\\-", "\\n", "[^\\s]"});
    return pick({"a", "b", "B", "-", ".", "[ab]", "[^a]", "[a-c]", "[[:digit:]]", "\\.", "1", "_", "[b-]",
                 "[^[:alpha:]1]"});
  }

  std::string pick(std::initializer_list<const char*> choices) {
    return choices.begin()[rng_.below(choices.size())];
  }

  Rng& rng_;
  Kind kind_;
};

}  // namespace covolve::distance
