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
  for (uint16_t state = 0; state < stateCount_; ++state) {
    transitionsOf_[state] = static_cast<uint16_t>(transitionCount_);
    const uint16_t entry = state == 0 ? whole.entry : nodes_[states_[state].node].next;
    addTransitions(state, entry, whole.exit);
    if (hasFailed()) return nullptr;
  }
  transitionsOf_[stateCount_] = static_cast<uint16_t>(transitionCount_);
  dropDeadEnds();
  number();
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

const RegularLanguage* LanguageBuilder::layOut(Memory& memory) {
  size_t transitions = 0;
  for (size_t i = 0; i < transitionCount_; ++i) {
    // Kept are those between live states, by their new numbers.
    const Transition kept = {numberOf_[transitions_[i].from], numberOf_[transitions_[i].to]};
    if (kept.from != kNone && kept.to != kNone) transitions_[transitions++] = kept;
  }
  if (liveStates_ == 0) transitions = 0;
  uint8_t setNumber[kMostSets];
  ByteSet used[kMostSets];
  uint16_t usedCount = 0;
  for (size_t i = 0; i < setCount_; ++i) setNumber[i] = 0xff;
  for (size_t i = 1; i < stateCount_; ++i) {
    if (numberOf_[i] == kNone || setNumber[states_[i].set] != 0xff) continue;
    setNumber[states_[i].set] = static_cast<uint8_t>(usedCount);
    used[usedCount++] = sets_[states_[i].set];
  }

  auto* language = static_cast<RegularLanguage*>(memory.take(sizeof(RegularLanguage)));
  auto* accepts = static_cast<uint8_t*>(memory.take(liveStates_));
  auto* setOf = static_cast<uint16_t*>(memory.take(liveStates_ * sizeof(uint16_t)));
  auto* predecessors = static_cast<uint16_t*>(memory.take(transitions * sizeof(uint16_t)));
  auto* predecessorsEnd = static_cast<uint16_t*>(memory.take(liveStates_ * sizeof(uint16_t)));
  auto* forwardEnd = static_cast<uint16_t*>(memory.take(liveStates_ * sizeof(uint16_t)));
  auto* loopHeads = static_cast<uint16_t*>(memory.take(liveStates_ * sizeof(uint16_t)));
  auto* toNearest = static_cast<uint8_t*>(memory.take(256 * usedCount));
  if (toNearest == nullptr || loopHeads == nullptr || forwardEnd == nullptr || predecessorsEnd == nullptr ||
      predecessors == nullptr || setOf == nullptr || accepts == nullptr || language == nullptr) {
    fail(Problem::TooLarge);
    return nullptr;
  }
  *language = {liveStates_,     usedCount,  accepts,   setOf, predecessors,
               predecessorsEnd, forwardEnd, loopHeads, 0,     toNearest};
  if (liveStates_ == 0) return language;

  for (size_t i = 0; i < stateCount_; ++i) {
    if (numberOf_[i] == kNone) continue;
    accepts[numberOf_[i]] = states_[i].accepts ? 1 : 0;
    setOf[numberOf_[i]] = i == 0 ? 0 : setNumber[states_[i].set];
  }
  // Predecessors by state: counted, then put to their places, then sorted. Nothing leads to the beginning.
  for (size_t i = 0; i < liveStates_; ++i) predecessorsEnd[i] = 0;
  for (size_t i = 0; i < transitions; ++i) ++predecessorsEnd[transitions_[i].to];
  for (size_t i = 1; i < liveStates_; ++i) predecessorsEnd[i] += predecessorsEnd[i - 1];
  for (size_t i = 0; i < transitions; ++i)
    predecessors[--predecessorsEnd[transitions_[i].to]] = transitions_[i].from;
  // Now each has where its own begin.
  for (size_t i = 0; i < liveStates_; ++i) {
    const size_t begin = predecessorsEnd[i];
    const size_t end = i + 1u < liveStates_ ? predecessorsEnd[i + 1] : transitions;
    for (size_t j = begin + 1; j < end; ++j) {
      const uint16_t moved = predecessors[j];
      size_t to = j;
      for (; to > begin && predecessors[to - 1] > moved; --to) predecessors[to] = predecessors[to - 1];
      predecessors[to] = moved;
    }
    size_t forward = begin;
    while (forward < end && predecessors[forward] < i) ++forward;
    forwardEnd[i] = static_cast<uint16_t>(forward);
    if (end > forward && predecessors[end - 1] > i) loopHeads[language->loops++] = static_cast<uint16_t>(i);
  }
  for (size_t i = 0; i + 1u < liveStates_; ++i) predecessorsEnd[i] = predecessorsEnd[i + 1];
  predecessorsEnd[liveStates_ - 1] = static_cast<uint16_t>(transitions);

  for (size_t set = 0; set < usedCount; ++set) {
    int last = -256;  // the nearest below
    for (int byte = 0; byte < 256; ++byte) {
      if (used[set].contains(static_cast<unsigned char>(byte))) last = byte;
      toNearest[byte * usedCount + set] = static_cast<uint8_t>(byte - last > 255 ? 255 : byte - last);
    }
    last = 512;  // the nearest above
    for (int byte = 255; byte >= 0; --byte) {
      if (used[set].contains(static_cast<unsigned char>(byte))) last = byte;
      uint8_t& distance = toNearest[byte * usedCount + set];
      if (last - byte < distance) distance = static_cast<uint8_t>(last - byte);
    }
  }
  return language;
}

}  // namespace covolve::distance
