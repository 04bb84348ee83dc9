// How far a text is from a regular language: numbers, dates, character classes and
// regular expressions are all one automaton, and the distance is the cost of the
// cheapest alignment of the text with a word of the language. A wrong byte costs
// its distance to the nearest byte that may stand there, a missing or needless one
// costs more than any wrong one. After Myers and Miller, "Approximate matching of
// regular expressions": dynamic programming over positions of the text and states.
//
// Compiled into the engine and, as C++17, into the runtime that runs within the code
// under test: no allocation, no exceptions, nothing of the standard library to link.
// Languages are made by a LanguageBuilder (language_builder.h).
//
// Easy to get wrong: distance 0 means membership, exactly, however long the text is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace covolve::distance {

/// A byte more or less than a word of the language has; the largest distance of two bytes is 255.
constexpr uint64_t kGap = 256;

/// Up to this length the alignment is the cheapest. Of longer texts it is the cheapest within a window of
/// this length around the first byte that no word goes on with; what follows is aligned greedily, so that the
/// distance is one of an alignment still, but perhaps not of the cheapest.
constexpr size_t kExactLength = 256;

/// An automaton without empty transitions: state 0 is the beginning; every other state is a position of the
/// pattern, entered by a byte of the position's set. Every state is on a way to acceptance, and states come
/// after those that lead to them, but for loops. Plain data within the memory it was built in.
struct RegularLanguage {
  static constexpr size_t kMostStates = 512;
  static constexpr size_t kMostTransitions = 4096;

  struct State {
    uint16_t set;
    uint16_t predecessorsEnd;  // its own begin where those of the state before end; in ascending order
    uint16_t forwardEnd;       // where those end that come before it
    uint16_t leastToEnd;       // how many bytes must follow
    bool accepts;
    bool onlyFollowsPrevious;
  };

  uint16_t stateCount;  // 0: there is no word in the language
  uint16_t setCount;    // of different sets of bytes that the positions have
  uint16_t loopCount;
  const State* states;
  const uint16_t* predecessors;
  const uint16_t* loopHeads;  // states that a later one leads to
  const uint8_t* toNearest;   // [byte][set]: distance of the byte to the nearest of the set; 0 within it

  const uint8_t* costsOf(char byte) const {
    return toNearest + static_cast<size_t>(static_cast<unsigned char>(byte)) * setCount;
  }
};

struct Alignment {
  uint64_t distance;  // abi::kFarthest where the language has no word at all
  /// Where in the text the cheapest alignment pays first, the last such place where several are as cheap; the
  /// text's size where it only lacks something at its end, or nothing at all.
  size_t position;
};

Alignment align(const RegularLanguage& language, std::string_view text);

/// In time linear in the text.
bool contains(const RegularLanguage& language, std::string_view text);

}  // namespace covolve::distance
