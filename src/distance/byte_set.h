// A set of bytes: what one position of a word may be. C++17, plain data.
#pragma once

#include <cstdint>
#include <string_view>

namespace covolve::distance {

class ByteSet {
 public:
  constexpr ByteSet() = default;
  /// Each byte of a text.
  constexpr explicit ByteSet(std::string_view bytes) {
    for (const char byte : bytes) add(static_cast<unsigned char>(byte));
  }
  static constexpr ByteSet range(unsigned char first, unsigned char last) {
    return ByteSet().addRange(first, last);
  }
  static constexpr ByteSet all() { return range(0, 255); }

  constexpr bool contains(unsigned char byte) const { return ((words_[byte / 64] >> (byte % 64)) & 1) != 0; }
  constexpr bool isEmpty() const { return (words_[0] | words_[1] | words_[2] | words_[3]) == 0; }

  constexpr ByteSet& add(unsigned char byte) {
    words_[byte / 64] |= uint64_t{1} << (byte % 64);
    return *this;
  }
  constexpr ByteSet& addRange(unsigned first, unsigned last) {
    for (unsigned byte = first; byte <= last; ++byte) add(static_cast<unsigned char>(byte));
    return *this;
  }

  constexpr ByteSet operator|(const ByteSet& other) const {
    ByteSet result;
    for (int i = 0; i < 4; ++i) result.words_[i] = words_[i] | other.words_[i];
    return result;
  }
  constexpr ByteSet operator&(const ByteSet& other) const {
    ByteSet result;
    for (int i = 0; i < 4; ++i) result.words_[i] = words_[i] & other.words_[i];
    return result;
  }
  constexpr ByteSet operator~() const {
    ByteSet result;
    for (int i = 0; i < 4; ++i) result.words_[i] = ~words_[i];
    return result;
  }
  constexpr bool operator==(const ByteSet& other) const {
    return words_[0] == other.words_[0] && words_[1] == other.words_[1] && words_[2] == other.words_[2] &&
           words_[3] == other.words_[3];
  }

  /// With the other case of each letter of ASCII.
  constexpr ByteSet ignoringCase() const {
    ByteSet result = *this;
    for (unsigned char upper = 'A'; upper <= 'Z'; ++upper) {
      const auto lower = static_cast<unsigned char>(upper + ('a' - 'A'));
      if (contains(upper)) result.add(lower);
      if (contains(lower)) result.add(upper);
    }
    return result;
  }

 private:
  uint64_t words_[4] = {};
};

// As the functions of <cctype> have them in the "C" locale.
constexpr ByteSet kDigits = ByteSet::range('0', '9');
constexpr ByteSet kUpper = ByteSet::range('A', 'Z');
constexpr ByteSet kLower = ByteSet::range('a', 'z');
constexpr ByteSet kLetters = kUpper | kLower;
constexpr ByteSet kBlanks = ByteSet(" \t\n\v\f\r");
constexpr ByteSet kNul = ByteSet::range(0, 0);
constexpr ByteSet kWordBytes = kLetters | kDigits | ByteSet("_");

}  // namespace covolve::distance
