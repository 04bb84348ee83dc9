// From the graph of a language to its automaton: the second half of LanguageBuilder.
#include "distance/language_builder.h"

namespace covolve::distance {

const RegularLanguage* LanguageBuilder::finish(Fragment whole, Memory& memory) {
  if (hasFailed()) return nullptr;
  for (size_t i = 0; i < nodeCount_; ++i) firstStateOf_[i] = visitedFrom_[i] = kNone;
  stateCount_ = 1;
  transitionCount_ = 0;
  states_[0] = {kNone, kNone, 0, false};
  enteredFrom_[0] = kNone;
  // States are found on the way: stateCount_ grows.
  for (size_t i = 0; i < stateCount_; ++i) {
    const auto state = static_cast<uint16_t>(i);
    transitionsOf_[state] = static_cast<uint16_t>(transitionCount_);
    const uint16_t entry = state == 0 ? whole.entry : nodes_[states_[state].node].next;
    addTransitions(state, entry, whole.exit);
    if (hasFailed()) return nullptr;
  }
  transitionsOf_[stateCount_] = static_cast<uint16_t>(transitionCount_);
  dropDeadEnds();
  number();
  merge();
  return layOut(memory);
}

/// To all that can be read next, along nodes that read nothing. `exit` has no next node.
void LanguageBuilder::addTransitions(uint16_t from, uint16_t entry, uint16_t exit) {
  stepCount_ = 0;
  // A part that reads a byte may be the whole's way out itself; then nothing follows it.
  if (entry == kNone) {
    states_[from].accepts = true;
    return;
  }
  visit(from, {entry, 0});
  while (stepCount_ != 0 && !hasFailed()) {
    const Step step = steps_[--stepCount_];
    const Node& node = nodes_[step.node];
    uint32_t required = step.required;
    switch (node.kind) {
      case Kind::Byte:
        enter(from, step.node, required);
        continue;
      case Kind::Behind:
        if (!isBehind(from, contexts_[node.index])) continue;
        break;
      case Kind::Ahead:
        required |= uint32_t{1} << node.index;
        break;
      case Kind::Branch:
        visit(from, {node.other, required});
        break;
      case Kind::Empty:
        break;
    }
    if (step.node != exit) {
      visit(from, {node.next, required});
      continue;
    }
    bool mayEnd = true;
    for (size_t i = 0; i < contextCount_; ++i)
      mayEnd &= ((required >> i) & 1) == 0 || contexts_[i].allowsEdge;
    if (mayEnd) states_[from].accepts = true;
  }
}

void LanguageBuilder::visit(uint16_t from, Step step) {
  if (visitedFrom_[step.node] != from) {
    visitedFrom_[step.node] = from;
    requirementCount_[step.node] = 0;
  }
  uint8_t& count = requirementCount_[step.node];
  for (size_t i = 0; i < count; ++i) {
    // Whoever came here with fewer requirements goes wherever this step could.
    const uint32_t earlier = requirements_[step.node][i];
    if ((earlier & step.required) == earlier) return;
  }
  if (count == kMostRequirements || stepCount_ == kMostNodes) {
    fail(Problem::TooLarge);
    return;
  }
  requirements_[step.node][count++] = step.required;
  steps_[stepCount_++] = step;
}

void LanguageBuilder::enter(uint16_t from, uint16_t node, uint32_t required) {
  ByteSet set = sets_[nodes_[node].index];
  for (size_t i = 0; i < contextCount_; ++i) {
    if (((required >> i) & 1) != 0) set = set & contexts_[i].set;
  }
  enterPart(from, node, set, 0);
}

/// A state's bytes are either all in a context that is asked for behind them, or none is.
void LanguageBuilder::enterPart(uint16_t from, uint16_t node, const ByteSet& set, size_t context) {
  if (set.isEmpty()) return;
  while (context < contextCount_ && ((contextsBehind_ >> context) & 1) == 0) ++context;
  if (context < contextCount_) {
    enterPart(from, node, set & contexts_[context].set, context + 1);
    enterPart(from, node, set & ~contexts_[context].set, context + 1);
    return;
  }
  const size_t index = indexOf(set);
  uint16_t state = firstStateOf_[node];
  while (state != kNone && states_[state].set != index) state = states_[state].nextOfNode;
  if (state == kNone) {
    if (stateCount_ == kMostStates) {
      fail(Problem::TooLarge);
      return;
    }
    state = static_cast<uint16_t>(stateCount_++);
    states_[state] = {node, firstStateOf_[node], static_cast<uint8_t>(index), false};
    firstStateOf_[node] = state;
    enteredFrom_[state] = kNone;
  }
  if (enteredFrom_[state] == from) return;
  enteredFrom_[state] = from;
  if (transitionCount_ == kMostTransitions) {
    fail(Problem::TooLarge);
    return;
  }
  transitions_[transitionCount_++] = {from, state};
}

bool LanguageBuilder::isBehind(uint16_t state, const Context& context) const {
  if (state == 0) return context.allowsEdge;
  return (sets_[states_[state].set] & ~context.set).isEmpty();
}

/// Afterwards numberOf_ is kNone for states from which nothing is accepted, 0 for the others.
void LanguageBuilder::dropDeadEnds() {
  for (size_t i = 0; i < stateCount_; ++i) numberOf_[i] = states_[i].accepts ? 0 : kNone;
  for (bool isGrowing = true; isGrowing;) {
    isGrowing = false;
    for (size_t i = transitionCount_; i-- > 0;) {
      const Transition& transition = transitions_[i];
      if (numberOf_[transition.to] == kNone || numberOf_[transition.from] != kNone) continue;
      numberOf_[transition.from] = 0;
      isGrowing = true;
    }
  }
}

/// Numbers the live states so that transitions lead forward, but for loops: backwards in the order in which a
/// depth-first walk leaves them.
void LanguageBuilder::number() {
  liveStates_ = 0;
  for (size_t i = 0; i < stateCount_; ++i) liveStates_ += numberOf_[i] != kNone ? 1 : 0;
  if (numberOf_[0] == kNone) liveStates_ = 0;
  if (liveStates_ == 0) return;
  uint16_t next = liveStates_;
  for (size_t i = 0; i < stateCount_; ++i) enteredFrom_[i] = kNone;  // now: entered at all?
  steps_[0] = {0, transitionsOf_[0]};
  enteredFrom_[0] = 0;
  for (stepCount_ = 1; stepCount_ != 0;) {
    Step& top = steps_[stepCount_ - 1];
    if (top.required == transitionsOf_[top.node + 1]) {
      numberOf_[top.node] = --next;
      --stepCount_;
      continue;
    }
    const uint16_t state = transitions_[top.required++].to;
    if (numberOf_[state] == kNone || enteredFrom_[state] != kNone) continue;
    enteredFrom_[state] = 0;
    steps_[stepCount_++] = {state, transitionsOf_[state]};
  }
}

/// States that the same can follow, and that are entered by the same bytes, are one: the ends of Monday and
/// Tuesday. From the last on, so that what follows is merged before.
void LanguageBuilder::merge() {
  if (liveStates_ == 0) return;
  uint16_t stateAt[kMostStates];  // by number
  for (size_t i = 0; i < stateCount_; ++i) {
    mergedInto_[i] = static_cast<uint16_t>(i);
    if (numberOf_[i] != kNone) stateAt[numberOf_[i]] = static_cast<uint16_t>(i);
  }
  for (size_t number = liveStates_; number-- > 1;) {
    const uint16_t state = stateAt[number];
    for (size_t later = number + 1; later < liveStates_; ++later) {
      const uint16_t other = stateAt[later];
      if (mergedInto_[other] != other || !areAlike(state, other)) continue;
      mergedInto_[state] = other;
      break;
    }
  }
  // Numbers without gaps, in the same order; those of merged states are the same.
  uint16_t next = 0;
  for (size_t number = 0; number < liveStates_; ++number) {
    if (mergedInto_[stateAt[number]] == stateAt[number]) numberOf_[stateAt[number]] = next++;
  }
  liveStates_ = next;
}

/// Do the same states follow, where each may follow itself?
bool LanguageBuilder::areAlike(uint16_t left, uint16_t right) const {
  if (states_[left].set != states_[right].set || states_[left].accepts != states_[right].accepts)
    return false;
  return leadsWhere(left, right) && leadsWhere(right, left);
}

/// Does `left` lead to all live states that `right` leads to?
bool LanguageBuilder::leadsWhere(uint16_t left, uint16_t right) const {
  for (size_t i = transitionsOf_[right]; i < transitionsOf_[right + 1]; ++i) {
    const uint16_t to = transitions_[i].to;
    if (numberOf_[to] == kNone) continue;
    bool isFound = false;
    for (size_t j = transitionsOf_[left]; j < transitionsOf_[left + 1] && !isFound; ++j) {
      const uint16_t other = transitions_[j].to;
      isFound = numberOf_[other] != kNone &&
                (mergedInto_[other] == mergedInto_[to] || (to == right && other == left));
    }
    if (!isFound) return false;
  }
  return true;
}

/// Those of states that are kept, by their numbers, each once.
void LanguageBuilder::keepTransitions() {
  size_t kept = 0;
  size_t firstOfState = 0;
  for (size_t i = 0; i < transitionCount_ && liveStates_ != 0; ++i) {
    const auto [from, to] = transitions_[i];
    if (!isKept(from) || numberOf_[to] == kNone) continue;
    const Transition renumbered = {numberOf_[from], numberOf_[mergedInto_[to]]};
    if (kept != 0 && transitions_[kept - 1].from != renumbered.from) firstOfState = kept;
    bool isKnown = false;
    for (size_t j = firstOfState; j < kept; ++j) isKnown |= transitions_[j].to == renumbered.to;
    if (!isKnown) transitions_[kept++] = renumbered;
  }
  transitionCount_ = kept;
}

const RegularLanguage* LanguageBuilder::layOut(Memory& memory) {
  keepTransitions();
  // Of the sets only those that positions still have.
  uint8_t setNumber[kMostSets];
  uint16_t setsUsed = 0;
  for (size_t i = 0; i < setCount_; ++i) setNumber[i] = kMostSets;
  for (size_t i = 1; i < stateCount_ && liveStates_ != 0; ++i) {
    if (!isKept(i) || setNumber[states_[i].set] != kMostSets) continue;
    setNumber[states_[i].set] = static_cast<uint8_t>(setsUsed++);
  }

  auto* language = static_cast<RegularLanguage*>(memory.take(sizeof(RegularLanguage)));
  auto* states =
      static_cast<RegularLanguage::State*>(memory.take(liveStates_ * sizeof(RegularLanguage::State)));
  auto* predecessors = static_cast<uint16_t*>(memory.take(transitionCount_ * sizeof(uint16_t)));
  auto* loopHeads = static_cast<uint16_t*>(memory.take(liveStates_ * sizeof(uint16_t)));
  auto* toNearest = static_cast<uint8_t*>(memory.take(size_t{256} * setsUsed));
  if (language == nullptr || states == nullptr || predecessors == nullptr || loopHeads == nullptr ||
      toNearest == nullptr) {
    fail(Problem::TooLarge);
    return nullptr;
  }
  *language = {liveStates_, setsUsed, 0, states, predecessors, loopHeads, toNearest};
  if (liveStates_ == 0) return language;

  for (size_t i = 0; i < stateCount_; ++i) {
    if (!isKept(i)) continue;
    RegularLanguage::State& state = states[numberOf_[i]];
    state = {};
    state.accepts = states_[i].accepts;
    state.set = i == 0 ? 0 : setNumber[states_[i].set];
  }
  layOutTransitions(states, predecessors);
  for (uint16_t i = 0; i < liveStates_; ++i) {
    if (states[i].predecessorsEnd > states[i].forwardEnd && predecessors[states[i].predecessorsEnd - 1] > i)
      loopHeads[language->loopCount++] = i;
  }
  measureWays(states);
  for (size_t i = 0; i < setCount_; ++i) {
    if (setNumber[i] != kMostSets) measureSet(sets_[i], toNearest + setNumber[i], setsUsed);
  }
  return language;
}

void LanguageBuilder::layOutTransitions(RegularLanguage::State* states, uint16_t* predecessors) {
  for (size_t i = 0; i < transitionCount_; ++i) ++states[transitions_[i].to].predecessorsEnd;
  // From how many there are of each to where they begin; each that is put there moves this towards their end.
  uint16_t begin = 0;
  for (size_t i = 0; i < liveStates_; ++i) {
    const uint16_t count = states[i].predecessorsEnd;
    states[i].predecessorsEnd = begin;
    begin = static_cast<uint16_t>(begin + count);
  }
  for (size_t i = 0; i < transitionCount_; ++i) {
    const auto [from, to] = transitions_[i];
    predecessors[states[to].predecessorsEnd++] = from;
  }
  begin = 0;
  for (size_t i = 0; i < liveStates_; ++i) {
    RegularLanguage::State& state = states[i];
    for (uint16_t j = begin; j < state.predecessorsEnd; ++j) {
      const uint16_t moved = predecessors[j];
      uint16_t to = j;
      for (; to > begin && predecessors[to - 1] > moved; --to) predecessors[to] = predecessors[to - 1];
      predecessors[to] = moved;
    }
    state.forwardEnd = begin;
    while (state.forwardEnd < state.predecessorsEnd && predecessors[state.forwardEnd] < i) ++state.forwardEnd;
    state.onlyFollowsPrevious = state.predecessorsEnd == begin + 1 && i > 0 && predecessors[begin] == i - 1;
    begin = state.predecessorsEnd;
  }
}

/// How many bytes must come behind each state.
void LanguageBuilder::measureWays(RegularLanguage::State* states) {
  for (size_t i = 0; i < liveStates_; ++i) states[i].leastToEnd = states[i].accepts ? 0 : kMostStates;
  for (bool isChanging = true; isChanging;) {
    isChanging = false;
    for (size_t i = transitionCount_; i-- > 0;) {
      RegularLanguage::State& from = states[transitions_[i].from];
      const RegularLanguage::State& to = states[transitions_[i].to];
      if (to.leastToEnd + 1 >= from.leastToEnd) continue;
      from.leastToEnd = static_cast<uint16_t>(to.leastToEnd + 1);
      isChanging = true;
    }
  }
}

void LanguageBuilder::measureSet(const ByteSet& set, uint8_t* toNearest, size_t stride) {
  int nearest = -256;  // below
  for (int byte = 0; byte < 256; ++byte) {
    if (set.contains(static_cast<unsigned char>(byte))) nearest = byte;
    toNearest[byte * stride] = static_cast<uint8_t>(byte - nearest > 255 ? 255 : byte - nearest);
  }
  nearest = 512;  // above
  for (int byte = 255; byte >= 0; --byte) {
    if (set.contains(static_cast<unsigned char>(byte))) nearest = byte;
    uint8_t& distance = toNearest[byte * stride];
    if (nearest - byte < distance) distance = static_cast<uint8_t>(nearest - byte);
  }
}

}  // namespace covolve::distance
