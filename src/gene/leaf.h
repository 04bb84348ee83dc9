// What operators of the search see of one datum: climbing, input-to-state and
// adaptive mutation read and set it as a number, a text or a choice, whatever
// gene it belongs to. A datum may have several readings: a day is a number of
// days and a text, an enumerator a choice and an integer.
//
// Easy to get wrong: a setter refuses what is outside of the datum's own domain.
// What a gene around it demands (keys that differ, a condition of the schema) is
// asked with Gene::holds() of the outermost gene.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace covolve::gene {

class Leaf {
 public:
  struct Integer {
    __int128 value;
    __int128 low;
    __int128 high;
    unsigned bits;
  };
  struct Floating {
    double value;
    double low;
    double high;
  };
  struct Text {
    std::string text;
    size_t longest;          // characters
    bool isUnicode = false;  // characters are code points in UTF-8, else bytes
  };
  struct Choice {
    size_t chosen;
    size_t count;
  };

  virtual ~Leaf() = default;

  // Nothing where the datum cannot be read like this.
  virtual std::optional<Integer> readInteger() const { return std::nullopt; }
  virtual std::optional<Floating> readFloating() const { return std::nullopt; }
  virtual std::optional<Text> readText() const { return std::nullopt; }
  virtual std::optional<Choice> readChoice() const { return std::nullopt; }

  // False, and unchanged, where the value is not of the domain.
  virtual bool setInteger(__int128) { return false; }
  virtual bool setFloating(double) { return false; }
  virtual bool setText(std::string_view) { return false; }
  virtual bool setChoice(size_t) { return false; }
};

using LeafVisitor = std::function<void(Leaf&)>;

}  // namespace covolve::gene
