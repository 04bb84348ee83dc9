#include "unit/problem/call_sequences.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "base/hash.h"
#include "gene/reference_gene.h"

namespace covolve::unit {

using gene::ReferenceGene;
using program::CallableId;
using search::Action;
using search::Individual;

namespace {

using Missing = SequenceBuilder::Missing;

bool hasOpenReference(const Action& action) {
  bool isOpen = false;
  for (const auto& gene : action.genes) {
    gene::forEachReference(
        gene, [&](const ReferenceGene& reference) { isOpen |= reference.action() == ReferenceGene::kOpen; });
  }
  return isOpen;
}

/// The actions are moved out: copying them would be the larger part of a mutation's cost.
void takeOverAll(SequenceBuilder& builder, Individual& from, size_t first, size_t last, Missing missing) {
  for (size_t i = first; i < last; ++i) builder.takeOver(std::move(from.actions[i]), i, missing);
}

/// Whether no action from `first` on refers to one ahead of it.
bool standsAlone(const Individual& individual, size_t first) {
  bool standsAlone = true;
  for (size_t i = first; i < individual.actions.size(); ++i) {
    for (const auto& gene : individual.actions[i].genes) {
      gene::forEachReference(gene, [&](const ReferenceGene& reference) {
        standsAlone &= reference.action() >= first && reference.action() != ReferenceGene::kOpen;
      });
    }
  }
  return standsAlone;
}

/// Of actions that refer to none ahead of them.
void moveReferences(std::span<Action> actions, size_t from, size_t to) {
  for (const Action& action : actions) {
    for (const auto& gene : action.genes) {
      gene::forEachReference(gene, [&](ReferenceGene& reference) {
        reference.refer(static_cast<uint32_t>(reference.action() - from + to));
      });
    }
  }
}

/// Of two tests whose tails stand alone: what a builder would make of them, without one.
void exchangeTails(std::vector<Action>& one, size_t cutOne, std::vector<Action>& other, size_t cutOther) {
  const std::span<Action> tail = std::span(one).subspan(cutOne);
  const std::span<Action> otherTail = std::span(other).subspan(cutOther);
  moveReferences(tail, cutOne, cutOther);
  moveReferences(otherTail, cutOther, cutOne);
  const size_t common = std::min(tail.size(), otherTail.size());
  std::ranges::swap_ranges(tail.first(common), otherTail.first(common));
  std::vector<Action>& longer = tail.size() > common ? one : other;
  std::vector<Action>& shorter = tail.size() > common ? other : one;
  const auto rest =
      longer.end() - static_cast<std::ptrdiff_t>(std::max(tail.size(), otherTail.size()) - common);
  std::move(rest, longer.end(), std::back_inserter(shorter));
  longer.erase(rest, longer.end());
}

bool usesState(const Individual& individual, const CallCatalog& catalog) {
  return std::ranges::any_of(individual.actions,
                             [&](const Action& action) { return catalog.makesObject(action.kind); });
}

}  // namespace

Individual CallSequences::sample(Rng& rng) const {
  gene::Source source(rng, constants_);
  SequenceBuilder builder(catalog_, options_, source);
  const CallableId focus = rng.pick(catalog_.focal());
  if (catalog_.isRestricted()) prepare(builder, focus, rng);
  builder.append(focus);
  // State matters where there are objects: tests of plain functions stay short.
  const double goOn = builder.hasObjects() ? options_.furtherCall : options_.furtherCallWithoutState;
  while (builder.size() < options_.longestTest && rng.chance(goOn) && builder.appendFurther(focus)) {
  }
  return builder.take();
}

std::optional<Individual> CallSequences::sampleFor(search::TargetId target, ObjectTemplates& templates,
                                                   Rng& rng) const {
  gene::Source source(rng, constants_);
  SequenceBuilder builder(catalog_, options_, source);
  const auto note = templates.build(target, builder, source);
  if (!note) return std::nullopt;
  Individual seeded = builder.take();
  seeded.seedNote = *note;
  return seeded;
}

/// Where supporting calls are no targets themselves, nothing else rewards the way to a state: half of the
/// tests set out from one.
void CallSequences::prepare(SequenceBuilder& builder, CallableId focus, Rng& rng) const {
  constexpr double kSetsOut = 0.5;
  if (!rng.chance(kSetsOut)) return;
  // Half of the length, so that what the test is about still has its place.
  while (builder.size() < options_.longestTest / 2 && builder.appendPreparing(focus) &&
         rng.chance(options_.furtherCall)) {
  }
}

search::StructureChange CallSequences::mutate(Individual& individual, Rng& rng, bool must,
                                              const Aim* aim) const {
  gene::Source source(rng, constants_);
  if (must) {
    insertCall(individual, source);
    return {true, false};
  }
  const bool isStateful = usesState(individual, catalog_);
  bool isChanged = false;
  if (individual.actions.size() > 1 && rng.chance(options_.removeCall)) {
    removeCall(individual, source);
    isChanged = true;
  }
  // One that was started anew may have found nothing that can be made.
  if (individual.actions.empty()) return {true, false};
  if (rng.chance(isStateful ? options_.insertCall : options_.insertWithoutState)) {
    if (aim != nullptr && isStateful && rng.chance(aim->chance)) {
      insertSetter(individual, *aim, source);
    } else {
      insertCall(individual, source);
    }
    isChanged = true;
  }
  if (isChanged && (individual.actions.empty() || !rng.chance(options_.changeCall))) return {true, false};
  if (rng.chance(options_.replaceCall)) {
    const size_t replaced = rng.below(individual.actions.size());
    if (replaceCall(individual, replaced, source)) return {true, false};
  }
  return {isChanged, true};
}

bool CallSequences::repair(Individual& individual, Rng& rng) const {
  const auto isOpen = [](const Action& action) { return hasOpenReference(action); };
  if (std::ranges::none_of(individual.actions, isOpen)) return false;
  const auto kindsOf = [&] {
    std::vector<uint32_t> kinds;
    for (const Action& action : individual.actions) kinds.push_back(action.kind);
    return kinds;
  };
  const std::vector<uint32_t> before = kindsOf();
  gene::Source source(rng, constants_);
  rebuild(individual, source);
  return kindsOf() != before;
}

/// One call, then further ones with falling probability: a state is often several calls away.
void CallSequences::insertCall(Individual& individual, gene::Source& source) const {
  Rng& rng = source.rng;
  const size_t size = individual.actions.size();
  const size_t place = rng.chance(options_.insertAtEnd) ? size : 1 + rng.below(size);
  const CallableId focus = individual.actions.back().kind;
  SequenceBuilder builder(catalog_, options_, source);
  builder.reserve(individual.actions.size() + 1);
  takeOverAll(builder, individual, 0, place, Missing::GiveUp);
  do {
    if (!builder.appendFurther(focus)) break;
  } while (builder.size() < options_.longestTest && rng.chance(options_.insertFurther));
  takeOverAll(builder, individual, place, individual.actions.size(), Missing::GiveUp);
  finish(individual, builder, rng);
}

/// Ahead of the last call, which most often is the one that looks at the state.
void CallSequences::insertSetter(Individual& individual, const Aim& aim, gene::Source& source) const {
  const size_t size = individual.actions.size();
  const size_t place = source.rng.chance(0.5) ? std::max<size_t>(1, size - 1) : 1 + source.rng.below(size);
  const CallableId focus = individual.actions.back().kind;
  SequenceBuilder builder(catalog_, options_, source);
  builder.reserve(size + 2);
  takeOverAll(builder, individual, 0, place, Missing::GiveUp);
  if (!aim.templates.buildSetter(aim.target, builder, source)) builder.appendFurther(focus);
  takeOverAll(builder, individual, place, size, Missing::GiveUp);
  finish(individual, builder, source.rng);
}

void CallSequences::removeCall(Individual& individual, gene::Source& source) const {
  const size_t removed = source.rng.below(individual.actions.size());
  if (search::removeAction(individual, removed)) return;  // nothing depends on it
  SequenceBuilder builder(catalog_, options_, source);
  builder.reserve(individual.actions.size() + 1);
  takeOverAll(builder, individual, 0, removed, Missing::GiveUp);
  takeOverAll(builder, individual, removed + 1, individual.actions.size(), Missing::GiveUp);
  finish(individual, builder, source.rng);
}

/// By one that stands for it: a method of the same class, or another maker of the same class.
bool CallSequences::replaceCall(Individual& individual, size_t index, gene::Source& source) const {
  const program::Model& model = catalog_.model();
  const program::Callable& callable = model.callables[individual.actions[index].kind];
  const std::vector<CallableId>* choices = &catalog_.calls();
  if (catalog_.makesObject(individual.actions[index].kind)) {
    choices = &model.types[catalog_.leftObject(individual.actions[index].kind).type].makers;
  } else if (callable.kind == program::CallableKind::Method && !catalog_.methods(callable.owner).empty()) {
    choices = &catalog_.methods(callable.owner);
  }
  if (choices->size() < 2) return false;
  const CallableId chosen = source.rng.pick(*choices);
  if (catalog_.callCost(chosen) >= CallCatalog::kNever) return false;
  Action action(catalog_.pattern(chosen));
  for (const auto& gene : action.genes) gene->sample(source);
  // On the same object, where both are methods.
  if (!action.genes.empty() && callable.kind == program::CallableKind::Method) {
    ReferenceGene* const receiver = action.genes[0]->asReference();
    ReferenceGene* const former = individual.actions[index].genes[0]->asReference();
    if (receiver != nullptr && former != nullptr && receiver->type() == former->type())
      receiver->refer(former->action());
  }
  individual.actions[index] = std::move(action);
  rebuild(individual, source);
  return true;
}

/// Gives open references their objects.
void CallSequences::rebuild(Individual& individual, gene::Source& source) const {
  SequenceBuilder builder(catalog_, options_, source);
  builder.reserve(individual.actions.size() + 1);
  takeOverAll(builder, individual, 0, individual.actions.size(), Missing::GiveUp);
  finish(individual, builder, source.rng);
}

/// A test from which everything had to be left out is started anew.
void CallSequences::finish(Individual& individual, SequenceBuilder& builder, Rng& rng) const {
  if (builder.size() == 0) {
    individual = sample(rng);
  } else {
    individual = builder.take();
  }
}

bool CallSequences::crossOver(Individual& one, Individual& other, Rng& rng) const {
  if (one.actions.empty() || other.actions.empty()) return false;
  // Of two single calls nothing could be exchanged but the whole tests.
  if (one.actions.size() == 1 && other.actions.size() == 1) return false;
  const double position = rng.unit();
  const auto placeIn = [&](const Individual& individual) {
    return static_cast<size_t>(position * static_cast<double>(individual.actions.size() + 1));
  };
  const size_t cutOne = placeIn(one);
  const size_t cutOther = placeIn(other);
  if (standsAlone(one, cutOne) && standsAlone(other, cutOther)) {
    exchangeTails(one.actions, cutOne, other.actions, cutOther);
    for (Individual* child : {&one, &other}) {
      if (child->actions.size() > options_.longestTest) child->actions.resize(options_.longestTest);
    }
  } else {
    Individual first = joined(one, cutOne, other, cutOther, rng);
    other = joined(other, cutOther, one, cutOne, rng);
    one = std::move(first);
  }
  if (one.actions.empty()) one = sample(rng);
  if (other.actions.empty()) other = sample(rng);
  return true;
}

/// Of the calls that make no object a few in a row.
bool CallSequences::splice(Individual& individual, const Individual& donor, Rng& rng) const {
  if (!usesState(individual, catalog_) || !usesState(donor, catalog_)) return false;
  std::vector<const Action*> calls;
  for (const Action& action : donor.actions) {
    if (!catalog_.makesObject(action.kind)) calls.push_back(&action);
  }
  if (calls.empty()) return false;
  gene::Source source(rng, constants_);
  const size_t place = 1 + rng.below(individual.actions.size());
  SequenceBuilder builder(catalog_, options_, source);
  builder.reserve(individual.actions.size() + calls.size());
  takeOverAll(builder, individual, 0, place, Missing::GiveUp);
  size_t call = rng.below(calls.size());
  bool isChanged = false;
  do {
    isChanged |= builder.borrow(*calls[call]);
  } while (++call < calls.size() && rng.chance(options_.insertFurther));
  takeOverAll(builder, individual, place, individual.actions.size(), Missing::GiveUp);
  finish(individual, builder, rng);
  return isChanged;
}

uint64_t CallSequences::callId(const Individual& individual, size_t call) {
  const uint32_t callable = individual.actions[call].kind;
  uint64_t before = 0;
  for (size_t i = 0; i < call; ++i) before += individual.actions[i].kind == callable ? 1 : 0;
  return mixHash(callable, before);
}

/// Moves its actions out of both; the two children need different ones.
Individual CallSequences::joined(Individual& head, size_t headLength, Individual& tail, size_t tailStart,
                                 Rng& rng) const {
  gene::Source source(rng, constants_);
  SequenceBuilder builder(catalog_, options_, source);
  builder.reserve(headLength + tail.actions.size() - tailStart + 1);
  takeOverAll(builder, head, 0, headLength, Missing::GiveUp);
  builder.startTakingOver();
  takeOverAll(builder, tail, tailStart, tail.actions.size(), Missing::Make);
  return builder.take();
}

}  // namespace covolve::unit
