#include "distance/language_builder.h"

namespace covolve::distance {

void* Memory::take(size_t size) {
  const size_t rounded = (size + alignof(void*) - 1) / alignof(void*) * alignof(void*);
  if (rounded > left) return nullptr;
  void* result = next;
  next += rounded;
  left -= rounded;
  return result;
}

void LanguageBuilder::clear() {
  problem_ = Problem::None;
  nodeCount_ = 0;
  setCount_ = 0;
  contextCount_ = 0;
  contextsBehind_ = 0;
}

Fragment LanguageBuilder::fail(Problem problem) {
  if (problem_ == Problem::None) problem_ = problem;
  return {0, 0, 0};
}

uint16_t LanguageBuilder::addNode(Kind kind, size_t index) {
  if (nodeCount_ == kMostNodes) fail(Problem::TooLarge);
  if (hasFailed()) return 0;
  nodes_[nodeCount_] = {kind, static_cast<uint8_t>(index), kNone, kNone};
  return static_cast<uint16_t>(nodeCount_++);
}

size_t LanguageBuilder::indexOf(const ByteSet& set) {
  for (size_t i = 0; i < setCount_; ++i) {
    if (sets_[i] == set) return i;
  }
  if (setCount_ == kMostSets) {
    fail(Problem::TooLarge);
    return 0;
  }
  sets_[setCount_] = set;
  return setCount_++;
}

size_t LanguageBuilder::indexOf(const Context& context) {
  for (size_t i = 0; i < contextCount_; ++i) {
    if (contexts_[i].set == context.set && contexts_[i].allowsEdge == context.allowsEdge) return i;
  }
  if (contextCount_ == kMostContexts) {
    fail(Problem::TooLarge);
    return 0;
  }
  contexts_[contextCount_] = context;
  return contextCount_++;
}

Fragment LanguageBuilder::nothing() {
  const uint16_t node = addNode(Kind::Empty, 0);
  return {node, node, node};
}

Fragment LanguageBuilder::oneOf(const ByteSet& set) {
  const uint16_t node = addNode(Kind::Byte, indexOf(set));
  return {node, node, node};
}

Fragment LanguageBuilder::literal(std::string_view text, bool ignoresCase) {
  Fragment whole = nothing();
  for (const char byte : text) {
    ByteSet set;
    set.add(static_cast<unsigned char>(byte));
    whole = then(whole, oneOf(ignoresCase ? set.ignoringCase() : set));
  }
  return whole;
}

Fragment LanguageBuilder::then(Fragment first, Fragment second) {
  if (hasFailed()) return first;
  nodes_[first.exit].next = second.entry;
  return {first.begin < second.begin ? first.begin : second.begin, first.entry, second.exit};
}

Fragment LanguageBuilder::either(Fragment first, Fragment second) {
  const uint16_t branch = addNode(Kind::Branch, 0);
  const uint16_t exit = addNode(Kind::Empty, 0);
  if (hasFailed()) return first;
  nodes_[branch].next = first.entry;
  nodes_[branch].other = second.entry;
  nodes_[first.exit].next = exit;
  nodes_[second.exit].next = exit;
  return {first.begin < second.begin ? first.begin : second.begin, branch, exit};
}

Fragment LanguageBuilder::anyNumber(Fragment part) {
  const uint16_t branch = addNode(Kind::Branch, 0);
  const uint16_t exit = addNode(Kind::Empty, 0);
  if (hasFailed()) return part;
  nodes_[branch].next = part.entry;
  nodes_[branch].other = exit;
  nodes_[part.exit].next = branch;
  return {part.begin, branch, exit};
}

Fragment LanguageBuilder::copy(Fragment part, uint16_t end) {
  const auto offset = static_cast<uint16_t>(nodeCount_ - part.begin);
  for (uint16_t i = part.begin; i < end; ++i) {
    const Node original = nodes_[i];
    const uint16_t node = addNode(original.kind, original.index);
    if (hasFailed()) return part;
    if (original.next != kNone) nodes_[node].next = original.next + offset;
    if (original.other != kNone) nodes_[node].other = original.other + offset;
  }
  return {static_cast<uint16_t>(part.begin + offset), static_cast<uint16_t>(part.entry + offset),
          static_cast<uint16_t>(part.exit + offset)};
}

Fragment LanguageBuilder::repeated(Fragment part, unsigned least, unsigned most) {
  if (most == 0 || hasFailed()) return nothing();
  const auto end = static_cast<uint16_t>(nodeCount_);
  // x{2,4} is xx(x(x)?)?: every optional copy has one way past all that follow it. x{2,} is xx+.
  const unsigned copies = most != kUnbounded ? most : least > 1 ? least : 1;
  const Fragment exit = nothing();
  Fragment whole = nothing();
  for (unsigned i = 0; i < copies && !hasFailed(); ++i) {
    const Fragment next = i + 1 < copies ? copy(part, end) : part;
    lead(whole, next);
    if (i >= least) lead(whole, exit);
    whole.exit = next.exit;
  }
  if (most == kUnbounded) lead(part, part);
  lead(whole, exit);
  return {part.begin, whole.entry, exit.exit};
}

void LanguageBuilder::lead(Fragment from, Fragment to) {
  if (hasFailed()) return;
  uint16_t& next = nodes_[from.exit].next;
  if (next == kNone) {
    next = to.entry;
    return;
  }
  const uint16_t branch = addNode(Kind::Branch, 0);
  if (hasFailed()) return;
  nodes_[branch].next = next;
  nodes_[branch].other = to.entry;
  next = branch;
}

Fragment LanguageBuilder::guard(Kind kind, const ByteSet& set, bool allowsEdge) {
  const size_t context = indexOf(Context{set, allowsEdge});
  if (kind == Kind::Behind) contextsBehind_ |= uint32_t{1} << context;
  const uint16_t node = addNode(kind, context);
  return {node, node, node};
}

Fragment LanguageBuilder::wordBoundary() {
  return either(then(behind(kWordBytes, false), ahead(~kWordBytes, true)),
                then(behind(~kWordBytes, true), ahead(kWordBytes, false)));
}

Fragment LanguageBuilder::noWordBoundary() {
  return either(then(behind(kWordBytes, false), ahead(kWordBytes, false)),
                then(behind(~kWordBytes, true), ahead(~kWordBytes, true)));
}

}  // namespace covolve::distance
