// Distances of questions about texts: are they equal, does one start with the
// other, contain it, come before it. A character is as far from another as
// their codes (the larger differences of wide ones count less), a missing one
// farther than any wrong one, so that each right character brings a text
// nearer. Header-only, C++17: the runtime inside the code under test and the
// engine compute the same.
//
// Easy to get wrong: what really happened decides which side is 0, never the
// texts, of which only the beginnings are looked at.
#pragma once

#include <cstdint>

#include "covolve/abi.h"
#include "distance/branch_distance.h"

namespace covolve::distance {

constexpr uint64_t kLargestCharacter = 255;
constexpr uint64_t kMissingCharacter = kLargestCharacter + 1;
constexpr uint64_t kMissingWideCharacter = 512;
/// Characters of a text that are looked at; those behind count as nothing.
constexpr uint64_t kTextSeen = 256;

/// Of characters with 1, 2 or 4 bytes.
struct Text {
  const void* data;
  uint64_t size;
  uint8_t width;

  uint32_t operator[](uint64_t index) const {
    if (width == 1) return static_cast<const uint8_t*>(data)[index];
    // Of constant size: a load, no call.
    if (width == 2) {
      uint16_t character = 0;
      __builtin_memcpy(&character, static_cast<const char*>(data) + index * width, sizeof character);
      return character;
    }
    uint32_t character = 0;
    __builtin_memcpy(&character, static_cast<const char*>(data) + index * width, sizeof character);
    return character;
  }
  uint64_t seen() const { return size < kTextSeen ? size : kTextSeen; }
};

constexpr uint32_t folded(uint32_t character) {
  return character >= 'A' && character <= 'Z' ? character + ('a' - 'A') : character;
}

/// Compares characters as the operation does.
class TextDistance {
 public:
  TextDistance(bool foldsCase, Text left, Text right) : foldsCase_(foldsCase), left_(left), right_(right) {}

  uint64_t toEqual() const { return aligned(0, 0) + missing(left_.size, right_.size); }
  uint64_t toPrefix() const {
    return aligned(0, 0) + (left_.size < right_.size ? missing(left_.size, right_.size) : 0);
  }
  uint64_t toSuffix() const {
    if (left_.size < right_.size)
      return aligned(0, right_.size - left_.size) + missing(left_.size, right_.size);
    return aligned(left_.size - right_.size, 0);
  }
  /// The best window of the left text.
  uint64_t toContained() const {
    if (left_.size <= right_.size) return toPrefix();
    uint64_t best = aligned(0, 0);
    const uint64_t last = left_.size - right_.size;
    for (uint64_t at = 1; at <= last && at < kTextSeen && best > 0; ++at) {
      const uint64_t distance = aligned(at, 0, best);
      if (distance < best) best = distance;
    }
    return best;
  }
  /// Any character of the left text is one of the right.
  uint64_t toAnyOf() const {
    uint64_t best = missingCharacter();
    for (uint64_t i = 0; i < left_.seen() && best > 0; ++i) {
      const uint64_t distance = toSet(left_[i]);
      if (distance < best) best = distance;
    }
    return best;
  }
  /// All are.
  uint64_t toAllOf() const {
    uint64_t sum = 0;
    for (uint64_t i = 0; i < left_.seen(); ++i) sum += toSet(left_[i]);
    return sum;
  }
  uint64_t toEmpty() const { return missing(left_.size, 0); }
  uint64_t missingCharacter() const { return left_.width == 1 ? kMissingCharacter : kMissingWideCharacter; }
  /// Which is the lesser, and by how much at the first place where they differ.
  uint64_t difference(bool& isLess) const {
    const uint64_t both = left_.seen() < right_.seen() ? left_.seen() : right_.seen();
    for (uint64_t i = 0; i < both; ++i) {
      const uint32_t left = character(left_, i);
      const uint32_t right = character(right_, i);
      isLess = left < right;
      if (left != right) return between(left, right);
    }
    isLess = left_.size < right_.size;
    return missing(left_.size, right_.size);
  }

 private:
  uint64_t missing(uint64_t one, uint64_t other) const {
    const uint64_t count = one < other ? other - one : one - other;
    constexpr uint64_t kMost = abi::kFarthest / kMissingWideCharacter / 2;
    return (count < kMost ? count : kMost) * missingCharacter();
  }
  /// Below kMissingWideCharacter: from 256 on, each doubling is eight steps.
  static uint64_t between(uint32_t one, uint32_t other) {
    const uint32_t distance = one < other ? other - one : one - other;
    if (distance <= kLargestCharacter) return distance;
    const auto doublings = static_cast<unsigned>(31 - __builtin_clz(distance));  // 8 to 31
    return kLargestCharacter + 1 + (doublings - 8) * 8 + ((distance >> (doublings - 3)) & 7);
  }
  uint32_t character(const Text& text, uint64_t index) const {
    return foldsCase_ ? folded(text[index]) : text[index];
  }
  uint64_t toSet(uint32_t one) const {
    uint64_t best = missingCharacter();
    for (uint64_t i = 0; i < right_.seen() && best > 0; ++i) {
      const uint64_t distance = between(one, right_[i]);
      if (distance < best) best = distance;
    }
    return best;
  }
  /// The sum over the characters that both have, each text from its own beginning on. Given up at `limit`.
  uint64_t aligned(uint64_t leftFrom, uint64_t rightFrom, uint64_t limit = abi::kFarthest) const {
    const uint64_t leftLength = left_.size - leftFrom;
    const uint64_t rightLength = right_.size - rightFrom;
    uint64_t length = leftLength < rightLength ? leftLength : rightLength;
    if (length > kTextSeen) length = kTextSeen;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < length && sum < limit; ++i) {
      sum += between(character(left_, leftFrom + i), character(right_, rightFrom + i));
    }
    return sum;
  }

  bool foldsCase_;
  Text left_;
  Text right_;
};

/// The side that was taken is at 0, the other one never.
constexpr Pair ofOutcome(bool outcome, uint64_t away) {
  const uint64_t distance = away == 0 ? 1 : compress(away);
  return outcome ? Pair{0, distance} : Pair{distance, 0};
}

/// Of a question whose answer was `outcome`.
inline Pair ofTexts(abi::TextQuestion question, bool foldsCase, Text left, Text right, bool outcome) {
  const TextDistance texts(foldsCase, left, right);
  bool isLess = false;
  switch (question) {
    case abi::TextQuestion::Equal:
      return ofOutcome(outcome, outcome ? 1 : texts.toEqual());
    case abi::TextQuestion::StartsWith:
      return ofOutcome(outcome, outcome ? 1 : texts.toPrefix());
    case abi::TextQuestion::EndsWith:
      return ofOutcome(outcome, outcome ? 1 : texts.toSuffix());
    case abi::TextQuestion::Contains:
      return ofOutcome(outcome, outcome ? 1 : texts.toContained());
    case abi::TextQuestion::ContainsAnyOf:
      return ofOutcome(outcome, outcome ? 1 : texts.toAnyOf());
    case abi::TextQuestion::ContainsOther:
      return ofOutcome(outcome, outcome ? texts.toAllOf() : left.size == 0 ? texts.missingCharacter() : 1);
    case abi::TextQuestion::IsEmpty:
      return ofOutcome(outcome, outcome ? 1 : texts.toEmpty());
    case abi::TextQuestion::IsLess:
      return ofOutcome(outcome, texts.difference(isLess) + 1);
    default:
      return ofBoolean(outcome);
  }
}

}  // namespace covolve::distance
