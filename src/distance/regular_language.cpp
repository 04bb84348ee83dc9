#include "distance/regular_language.h"

#include "covolve/abi.h"

namespace covolve::distance {

namespace {

// A cell of the table: what the cheapest alignment so far costs and, in the low bits, how far before the
// window's end it paid first. While it has not paid, that is the byte behind the row, so that paying is
// nothing but adding. The least cell is the cheapest, and of the cheapest the one that came farthest.
using Cell = uint32_t;
constexpr unsigned kPlaceBits = 9;
constexpr Cell kPlaceMask = (Cell{1} << kPlaceBits) - 1;
constexpr Cell kGapCost = static_cast<Cell>(kGap) << kPlaceBits;
constexpr Cell kUnreached = Cell{1} << 30;
static_assert(kExactLength <= kPlaceMask);
static_assert((kExactLength + RegularLanguage::kMostStates) * kGap < kUnreached >> kPlaceBits);

constexpr Cell least(Cell left, Cell right) { return right < left ? right : left; }
constexpr Cell placeOf(size_t index) { return static_cast<Cell>(kExactLength - index); }
constexpr size_t indexOf(Cell cell) { return kExactLength - (cell & kPlaceMask); }
constexpr bool hasPaid(Cell cell) { return cell > kPlaceMask; }

class StateSet {
 public:
  bool contains(size_t state) const { return ((words_[state / 64] >> (state % 64)) & 1) != 0; }
  void add(size_t state) { words_[state / 64] |= uint64_t{1} << (state % 64); }
  bool isEmpty() const {
    uint64_t any = 0;
    for (const uint64_t word : words_) any |= word;
    return any == 0;
  }

 private:
  uint64_t words_[RegularLanguage::kMostStates / 64] = {};
};

bool follows(const RegularLanguage& language, const StateSet& from, size_t state) {
  for (size_t i = language.states[state - 1].predecessorsEnd; i < language.states[state].predecessorsEnd;
       ++i) {
    if (from.contains(language.predecessors[i])) return true;
  }
  return false;
}

StateSet afterByte(const RegularLanguage& language, const StateSet& from, char byte) {
  const uint8_t* costs = language.costsOf(byte);
  StateSet result;
  for (size_t state = 1; state < language.stateCount; ++state) {
    if (costs[language.states[state].set] == 0 && follows(language, from, state)) result.add(state);
  }
  return result;
}

/// The fewest bytes that lead from one of the states to acceptance.
size_t leastToEnd(const RegularLanguage& language, const StateSet& from) {
  size_t fewest = RegularLanguage::kMostStates;
  for (size_t state = 0; state < language.stateCount; ++state) {
    const size_t bytes = language.states[state].leastToEnd;
    if (from.contains(state) && bytes < fewest) fewest = bytes;
  }
  return fewest;
}

/// How much of the text can be read, and the states then.
struct Reading {
  size_t length;
  StateSet states;
};

Reading read(const RegularLanguage& language, std::string_view text) {
  Reading reading{0, {}};
  if (language.stateCount != 0) reading.states.add(0);
  for (; reading.length < text.size(); ++reading.length) {
    const StateSet next = afterByte(language, reading.states, text[reading.length]);
    if (next.isEmpty()) break;
    reading.states = next;
  }
  return reading;
}

/// Lets alignments go on to states whose bytes the text lacks, from `state` on; those before are settled.
void goForward(const RegularLanguage& language, Cell* row, size_t state) {
  for (; state < language.stateCount; ++state) {
    const size_t begin = language.states[state - 1].predecessorsEnd;
    for (size_t i = begin; i < language.states[state].forwardEnd; ++i)
      row[state] = least(row[state], row[language.predecessors[i]] + kGapCost);
  }
}

/// The same through loops. All else is settled.
void goRound(const RegularLanguage& language, Cell* row) {
  for (;;) {
    size_t first = language.stateCount;
    for (size_t head = 0; head < language.loopCount; ++head) {
      const size_t state = language.loopHeads[head];
      const RegularLanguage::State& to = language.states[state];
      for (size_t i = to.forwardEnd; i < to.predecessorsEnd; ++i) {
        const Cell cell = row[language.predecessors[i]] + kGapCost;
        if (cell >= row[state]) continue;
        row[state] = cell;
        if (state < first) first = state;
      }
    }
    if (first == language.stateCount) return;
    goForward(language, row, first + 1);
  }
}

/// The row behind one more byte of the text, from the row before it. Says whether some alignment has not paid
/// yet; if none had before, kMayBeFree is false.
template <bool kMayBeFree>
bool alignByte(const RegularLanguage& language, const Cell* old, Cell* row, char byte, Cell nextPlace) {
  const uint8_t* costs = language.costsOf(byte);
  const uint16_t* predecessors = language.predecessors;
  bool isFree = false;
  Cell previous = row[0] = old[0] + kGapCost;
  for (size_t state = 1; state < language.stateCount; ++state) {
    const RegularLanguage::State& to = language.states[state];
    Cell before = old[state - 1];  // the byte is of this state, right or wrong
    Cell lacking = previous;       // the byte that leads to this state is missing
    if (!to.onlyFollowsPrevious) {
      before = lacking = kUnreached;
      size_t i = language.states[state - 1].predecessorsEnd;
      for (; i < to.forwardEnd; ++i) {
        before = least(before, old[predecessors[i]]);
        lacking = least(lacking, row[predecessors[i]]);
      }
      for (; i < to.predecessorsEnd; ++i) before = least(before, old[predecessors[i]]);
    }
    const Cell right = before + (static_cast<Cell>(costs[to.set]) << kPlaceBits);
    previous = least(least(right, old[state] + kGapCost), lacking + kGapCost);
    if (kMayBeFree && !hasPaid(previous)) {
      previous = nextPlace;
      isFree = true;
    }
    row[state] = previous;
  }
  goRound(language, row);
  return isFree;
}

/// The table of a window's alignments, of which two rows are kept: a cell a state.
struct Table {
  Cell rows[2][RegularLanguage::kMostStates];
};

/// The table's last row. The first has the given states for nothing.
const Cell* fill(Table& table, const RegularLanguage& language, const StateSet& states,
                 std::string_view window) {
  for (size_t state = 0; state < language.stateCount; ++state)
    table.rows[0][state] = states.contains(state) ? placeOf(0) : kUnreached;
  goForward(language, table.rows[0], 1);
  goRound(language, table.rows[0]);
  bool isFree = true;
  for (size_t i = 0; i < window.size(); ++i) {
    const auto next = isFree ? alignByte<true> : alignByte<false>;
    isFree = next(language, table.rows[i % 2], table.rows[1 - i % 2], window[i], placeOf(i + 1));
  }
  return table.rows[window.size() % 2];
}

/// The cheapest alignment of a text that has the exact length at most.
Alignment alignExactly(const RegularLanguage& language, std::string_view text) {
  StateSet begin;
  begin.add(0);
  Table table;
  const Cell* row = fill(table, language, begin, text);
  Cell best = kUnreached;
  for (size_t state = 0; state < language.stateCount; ++state) {
    if (language.states[state].accepts) best = least(best, row[state]);
  }
  return {best >> kPlaceBits, indexOf(best)};
}

/// What the rest of the text costs from these states if every byte is taken as it can be read, and left out
/// otherwise.
uint64_t alignGreedily(const RegularLanguage& language, StateSet states, std::string_view rest) {
  uint64_t cost = 0;
  for (const char byte : rest) {
    const StateSet next = afterByte(language, states, byte);
    if (next.isEmpty())
      cost += kGap;
    else
      states = next;
  }
  return cost + leastToEnd(language, states) * kGap;
}

/// substr, which the runtime cannot have: it might throw.
std::string_view between(std::string_view text, size_t begin, size_t end) {
  text.remove_suffix(text.size() - end);
  text.remove_prefix(begin);
  return text;
}

/// Of a longer text, which can be read up to `failure`: the window around that is aligned as it is cheapest.
Alignment alignWindow(const RegularLanguage& language, std::string_view text, size_t failure) {
  const size_t latest = text.size() - kExactLength;
  const size_t wanted = failure > kExactLength / 2 ? failure - kExactLength / 2 : 0;
  const size_t begin = wanted < latest ? wanted : latest;
  const size_t end = begin + kExactLength;
  Table table;
  const StateSet states = read(language, between(text, 0, begin)).states;
  const Cell* row = fill(table, language, states, between(text, begin, end));
  const bool isWhole = end == text.size();
  Cell best = kUnreached;
  for (size_t state = 0; state < language.stateCount; ++state) {
    if (!isWhole || language.states[state].accepts) best = least(best, row[state]);
  }
  StateSet cheapest;
  for (size_t state = 0; state < language.stateCount; ++state) {
    if (row[state] == best && (!isWhole || language.states[state].accepts)) cheapest.add(state);
  }
  const uint64_t after = alignGreedily(language, cheapest, between(text, end, text.size()));
  return {(best >> kPlaceBits) + after, begin + indexOf(best)};
}

}  // namespace

bool contains(const RegularLanguage& language, std::string_view text) {
  const Reading reading = read(language, text);
  return reading.length == text.size() && leastToEnd(language, reading.states) == 0;
}

Alignment align(const RegularLanguage& language, std::string_view text) {
  if (language.stateCount == 0) return {abi::kFarthest, 0};
  if (text.size() <= kExactLength) return alignExactly(language, text);
  const Reading all = read(language, text);
  if (all.length == text.size() && leastToEnd(language, all.states) == 0) return {0, text.size()};
  return alignWindow(language, text, all.length);
}

}  // namespace covolve::distance
