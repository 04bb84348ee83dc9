#include "distance/word.h"

namespace covolve::distance {

namespace {

/// A walk through the automaton, a byte a step.
class Walk {
 public:
  Walk(const RegularLanguage& language, std::string_view text, WordKind kind, Dice dice)
      : language_(language), text_(text), isFree_(kind == WordKind::Free), dice_(dice) {}

  size_t write(char* word, size_t capacity) {
    if (language_.stateCount == 0 || language_.states[0].leastToEnd > capacity) return 0;
    size_t size = 0;
    while (!wantsToEnd(size)) {
      const size_t left = capacity - size;
      const uint16_t next = left == 0 ? 0 : successor(size, left - 1);
      if (next == 0) break;
      word[size] = byteFor(next, size);
      ++size;
      state_ = next;
    }
    return language_.states[state_].accepts ? size : 0;
  }

 private:
  bool wantsToEnd(size_t size) {
    if (!language_.states[state_].accepts) return false;
    constexpr uint32_t kGoesOn = 3;  // of four
    return isFree_ ? dice_.below(kGoesOn + 1) == kGoesOn : size >= text_.size();
  }

  /// 0, the beginning, is nobody's successor: there is none.
  uint16_t successor(size_t at, size_t left) {
    uint16_t chosen = 0;
    uint32_t choices = 0;
    uint32_t least = ~uint32_t{0};
    uint32_t first = 0;
    for (uint16_t state = 0; state < language_.stateCount; ++state) {
      const uint32_t end = language_.states[state].predecessorsEnd;
      const bool follows = state != 0 && isAmong(first, end) && language_.states[state].leastToEnd <= left;
      first = end;
      if (!follows) continue;
      const uint32_t cost = costOf(state, at);
      if (cost > least) continue;
      choices = cost < least ? 1 : choices + 1;
      least = cost;
      if (dice_.below(choices) == 0) chosen = state;
    }
    return chosen;
  }

  bool isAmong(uint32_t first, uint32_t end) const {
    for (uint32_t i = first; i < end; ++i) {
      if (language_.predecessors[i] == state_) return true;
    }
    return false;
  }

  /// Behind the text's end it is the way to the word's.
  uint32_t costOf(uint16_t state, size_t at) const {
    if (isFree_) return 0;
    return at < text_.size() ? toNearest(state, text_[at]) : language_.states[state].leastToEnd;
  }

  uint32_t toNearest(uint16_t state, char byte) const {
    return language_.costsOf(byte)[language_.states[state].set];
  }
  bool mayStand(uint16_t state, char byte) const { return toNearest(state, byte) == 0; }

  char byteFor(uint16_t state, size_t at) {
    if (!isFree_ && at < text_.size()) return nearestTo(state, text_[at]);
    // What people write comes first: a class of all bytes is seldom met for its control characters.
    constexpr std::string_view kUsual[] = {"0123456789",
                                           "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
                                           " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"};
    constexpr uint32_t kKinds = 3;
    const uint32_t kind = dice_.below(kKinds);
    for (uint32_t i = 0; i < kKinds; ++i) {
      const int byte = oneOf(kUsual[(kind + i) % kKinds], state);
      if (byte >= 0) return static_cast<char>(byte);
    }
    return nearestTo(state, '\0');
  }

  /// -1: none of them may stand here.
  int oneOf(std::string_view bytes, uint16_t state) {
    const auto count = static_cast<uint32_t>(bytes.size());
    const uint32_t start = dice_.below(count);
    for (uint32_t i = 0; i < count; ++i) {
      const char byte = bytes[(start + i) % count];
      if (mayStand(state, byte)) return static_cast<unsigned char>(byte);
    }
    return -1;
  }

  char nearestTo(uint16_t state, char byte) const {
    const uint32_t away = toNearest(state, byte);
    const auto value = static_cast<unsigned char>(byte);
    const auto below = static_cast<char>(value - away);
    return value >= away && mayStand(state, below) ? below : static_cast<char>(value + away);
  }

  const RegularLanguage& language_;
  std::string_view text_;
  bool isFree_;
  Dice dice_;
  uint16_t state_ = 0;
};

}  // namespace

size_t makeWord(const RegularLanguage& language, std::string_view text, WordKind kind, Dice dice, char* word,
                size_t capacity) {
  return Walk(language, text, kind, dice).write(word, capacity);
}

}  // namespace covolve::distance
