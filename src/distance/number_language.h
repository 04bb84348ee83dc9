// Numbers as texts: what strtol and its kin, std::stoi, std::from_chars, strtod and
// std::stod read.
//
// Easy to get wrong: they read as many digits as there are, so a limit on the value
// also says what must not follow the number.
#pragma once

#include "distance/language_builder.h"

namespace covolve::distance {

enum class Extent : uint8_t {
  Whole,   // the text is the number
  Prefix,  // the text begins with it: what std::stoi accepts
};

/// By default what strtol reads.
struct IntegerForm {
  unsigned base = 10;  // 0: as the prefix says; 2 to 36
  bool skipsBlanks = true;
  bool allowsPlus = true;
  bool allowsMinus = true;
  bool allowsPrefix = true;  // 0x, to the bases 0 and 16
  bool isGreedy = false;     // streams read the prefix before they look for digits: "0xg" is no number
  /// Numbers beyond these are not in the language: where the original reports a range error.
  bool isLimited = false;
  uint64_t greatest = 0;
  uint64_t greatestNegated = 0;  // -least
};

Fragment integerText(LanguageBuilder& builder, const IntegerForm& form, Extent extent);

/// By default what strtod reads. Whether the value is in range is not asked.
struct FloatForm {
  bool skipsBlanks = true;
  bool allowsPlus = true;
  bool allowsHexadecimal = true;
  bool allowsNames = true;  // of infinity, and of what is no number
  /// What streams read: all that may be part of a number, so that "1em" is none. Without hexadecimals only.
  bool isGreedy = false;
};

Fragment floatText(LanguageBuilder& builder, const FloatForm& form, Extent extent);

/// A numeral whose value is at most `greatest`, maybe with leading zeros; the base is 2 to 36.
Fragment numeralUpTo(LanguageBuilder& builder, unsigned base, uint64_t greatest);

/// The digits of a base up to 36.
ByteSet digitsOf(unsigned base);

}  // namespace covolve::distance
