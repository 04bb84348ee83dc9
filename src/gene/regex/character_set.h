// The characters that one place of a regular expression may hold. ASCII only:
// what lies above is bytes to std::regex and code points to JSON Schema, and a
// text that both agree on has neither. NUL is left out where it is not asked for
// by name, because C strings end there.
#pragma once

#include <bitset>
#include <string>
#include <string_view>

#include "base/rng.h"

namespace covolve::gene::regex {

class CharacterSet {
 public:
  static CharacterSet of(std::string_view characters);
  static CharacterSet range(char first, char last);
  /// `.` leaves out the ends of lines in ECMAScript.
  static CharacterSet any(bool alsoLineEnds);
  /// \d \w \s (and \D \W \S) by their letter, or a POSIX class by its name; empty where there is none such.
  static CharacterSet named(std::string_view name);

  bool holds(char c) const {
    const auto code = static_cast<unsigned char>(c);
    return code < characters_.size() && characters_[code];
  }
  bool empty() const { return characters_.none(); }
  size_t size() const { return characters_.count(); }
  void add(const CharacterSet& other) { characters_ |= other.characters_; }
  CharacterSet complement() const;

 private:
  std::bitset<128> characters_;
};

/// A set made ready for drawing: letters and digits first, then printable ones, then the rest.
class Alphabet {
 public:
  /// `set` must not be empty.
  explicit Alphabet(const CharacterSet& set);

  bool holds(char c) const { return set_.holds(c); }
  size_t size() const { return all_.size(); }
  char simplest() const { return all_.front(); }
  /// Smaller is simpler; `c` is of the set.
  size_t rank(char c) const { return all_.find(c); }
  char pick(Rng& rng) const;

 private:
  CharacterSet set_;
  std::string all_;  // simplest first
  size_t plain_ = 0;
  size_t printable_ = 0;
};

}  // namespace covolve::gene::regex
