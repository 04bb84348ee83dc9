#include "distance/regular_language.h"

#include "covolve/abi.h"

namespace covolve::distance {

namespace {

// A cell of the table: what the cheapest alignment so far costs and, in the low bits, how far before the
// window's end it paid first. 0 where it has not paid. So the least cell is the cheapest, and of the cheapest
// the one that came farthest.
using Cell = uint32_t;
constexpr unsigned kPlaceBits = 9;
constexpr Cell kPlaceMask = (Cell{1} << kPlaceBits) - 1;
constexpr Cell kGapCost = static_cast<Cell>(kGap) << kPlaceBits;
constexpr Cell kUnreached = Cell{1} << 30;
static_assert(kExactLength + 1 <= kPlaceMask);
static_assert((kExactLength + RegularLanguage::kMostStates) * kGap < kUnreached >> kPlaceBits);

constexpr Cell least(Cell left, Cell right) { return right < left ? right : left; }
/// `place` is that of the byte which is paid for.
constexpr Cell payGap(Cell cell, Cell place) { return cell + kGapCost + (cell == 0 ? place : 0); }
constexpr Cell pay(Cell cell, uint8_t cost, Cell place) {
  return cell + (static_cast<Cell>(cost) << kPlaceBits) + (cell == 0 && cost != 0 ? place : 0);
}
constexpr Cell placeOf(size_t index) { return static_cast<Cell>(kExactLength + 1 - index); }

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
  for (size_t i = language.predecessorsEnd[state - 1]; i < language.predecessorsEnd[state]; ++i) {
    if (from.contains(language.predecessors[i])) return true;
  }
  return false;
}

StateSet afterByte(const RegularLanguage& language, const StateSet& from, char byte) {
  const uint8_t* costs = language.costsOf(byte);
  StateSet result;
  for (size_t state = 1; state < language.states; ++state) {
    if (costs[language.setOf[state]] == 0 && follows(language, from, state)) result.add(state);
  }
  return result;
}

StateSet afterAnyByte(const RegularLanguage& language, const StateSet& from) {
  StateSet result;
  for (size_t state = 1; state < language.states; ++state) {
    if (follows(language, from, state)) result.add(state);
  }
  return result;
}

bool accepts(const RegularLanguage& language, const StateSet& states) {
  for (size_t state = 0; state < language.states; ++state) {
    if (language.accepts[state] != 0 && states.contains(state)) return true;
  }
  return false;
}

/// How much of the text can be read, and the states then.
struct Reading {
  size_t length;
  StateSet states;
};

Reading read(const RegularLanguage& language, std::string_view text) {
  Reading reading{0, {}};
  if (language.states != 0) reading.states.add(0);
  for (; reading.length < text.size(); ++reading.length) {
    const StateSet next = afterByte(language, reading.states, text[reading.length]);
    if (next.isEmpty()) break;
    reading.states = next;
  }
  return reading;
}

/// Lets alignments go on to states whose bytes the text lacks, from `first` on; those before are settled.
void goForward(const RegularLanguage& language, Cell* row, size_t first, Cell place) {
  for (size_t state = first; state < language.states; ++state) {
    Cell before = kUnreached;
    for (size_t i = language.predecessorsEnd[state - 1]; i < language.forwardEnd[state]; ++i)
      before = least(before, row[language.predecessors[i]]);
    row[state] = least(row[state], payGap(before, place));
  }
}

/// The same through loops. All else is settled.
void goRound(const RegularLanguage& language, Cell* row, Cell place) {
  for (;;) {
    size_t first = language.states;
    for (size_t head = 0; head < language.loops; ++head) {
      const size_t state = language.loopHeads[head];
      for (size_t i = language.forwardEnd[state]; i < language.predecessorsEnd[state]; ++i) {
        const Cell cell = payGap(row[language.predecessors[i]], place);
        if (cell >= row[state]) continue;
        row[state] = cell;
        if (state < first) first = state;
      }
    }
    if (first == language.states) return;
    goForward(language, row, first + 1, place);
  }
}

/// The row behind one more byte of the text, from the row before it.
void alignByte(const RegularLanguage& language, const Cell* old, Cell* row, char byte, size_t index) {
  const uint8_t* costs = language.costsOf(byte);
  const Cell place = placeOf(index);
  const Cell nextPlace = placeOf(index + 1);
  row[0] = payGap(old[0], place);
  const uint16_t* predecessor = language.predecessors;
  for (size_t state = 1; state < language.states; ++state) {
    Cell before = kUnreached;   // the byte is of this state, right or wrong
    Cell lacking = kUnreached;  // the byte that leads to this state is missing
    for (const uint16_t* end = language.predecessors + language.forwardEnd[state]; predecessor < end;
         ++predecessor) {
      before = least(before, old[*predecessor]);
      lacking = least(lacking, row[*predecessor]);
    }
    for (const uint16_t* end = language.predecessors + language.predecessorsEnd[state]; predecessor < end;
         ++predecessor)
      before = least(before, old[*predecessor]);
    const Cell read = pay(before, costs[language.setOf[state]], place);
    row[state] = least(least(read, payGap(old[state], place)), payGap(lacking, nextPlace));
  }
  goRound(language, row, nextPlace);
}

/// The last row of the window's table, whose first has the given states for nothing. Two rows alternate.
const Cell* alignWindow(const RegularLanguage& language, const StateSet& states, std::string_view window,
                        Cell (&rows)[2][RegularLanguage::kMostStates]) {
  for (size_t state = 0; state < language.states; ++state)
    rows[0][state] = states.contains(state) ? 0 : kUnreached;
  goForward(language, rows[0], 1, placeOf(0));
  goRound(language, rows[0], placeOf(0));
  for (size_t i = 0; i < window.size(); ++i) alignByte(language, rows[i % 2], rows[1 - i % 2], window[i], i);
  return rows[window.size() % 2];
}

/// What the rest of the text costs from these states if every byte is taken as it can be read, and left out
/// otherwise.
uint64_t alignGreedily(const RegularLanguage& language, StateSet states, const char* rest, const char* end) {
  uint64_t cost = 0;
  for (; rest != end; ++rest) {
    const StateSet next = afterByte(language, states, *rest);
    if (next.isEmpty())
      cost += kGap;
    else
      states = next;
  }
  for (; !accepts(language, states); cost += kGap) states = afterAnyByte(language, states);
  return cost;
}

Alignment alignWithin(const RegularLanguage& language, const StateSet& states, size_t begin, size_t end,
                      std::string_view text) {
  Cell rows[2][RegularLanguage::kMostStates];
  const Cell* row = alignWindow(language, states, {text.data() + begin, end - begin}, rows);
  const bool isWhole = end == text.size();
  Cell best = kUnreached;
  for (size_t state = 0; state < language.states; ++state) {
    if (!isWhole || language.accepts[state] != 0) best = least(best, row[state]);
  }
  Alignment result{best >> kPlaceBits, text.size()};
  if (best != 0) result.position = begin + kExactLength + 1 - (best & kPlaceMask);
  if (isWhole) return result;
  StateSet cheapest;
  for (size_t state = 0; state < language.states; ++state) {
    if (row[state] == best) cheapest.add(state);
  }
  result.distance += alignGreedily(language, cheapest, text.data() + end, text.data() + text.size());
  return result;
}

}  // namespace

bool contains(const RegularLanguage& language, std::string_view text) {
  const Reading reading = read(language, text);
  return reading.length == text.size() && accepts(language, reading.states);
}

Alignment align(const RegularLanguage& language, std::string_view text) {
  if (language.states == 0) return {abi::kFarthest, 0};
  if (text.size() <= kExactLength) {
    StateSet begin;
    begin.add(0);
    return alignWithin(language, begin, 0, text.size(), text);
  }
  const Reading all = read(language, text);
  if (all.length == text.size() && accepts(language, all.states)) return {0, text.size()};
  // The failure is in the window, so nothing that leaves it has cost nothing.
  const size_t latest = text.size() - kExactLength;
  const size_t wanted = all.length > kExactLength / 2 ? all.length - kExactLength / 2 : 0;
  const size_t begin = wanted < latest ? wanted : latest;
  const Reading before = read(language, {text.data(), begin});
  return alignWithin(language, before.states, begin, begin + kExactLength, text);
}

}  // namespace covolve::distance
