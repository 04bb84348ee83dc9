#include "unit/problem/call_sequences.h"

#include <algorithm>

#include "gene/reference_gene.h"
#include "gene/value_builder.h"

namespace covolve::unit {

using gene::ReferenceGene;
using program::CallableId;
using search::Action;
using search::Individual;

namespace {

using Missing = SequenceBuilder::Missing;

bool holdsReference(const std::unique_ptr<gene::Gene>& gene) {
  bool holds = false;
  gene::forEachReference(gene, [&](const ReferenceGene&) { holds = true; });
  return holds;
}

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

void CallSequences::mutate(Individual& individual, Rng& rng) const {
  if (individual.actions.empty()) {
    individual = sample(rng);
    return;
  }
  gene::Source source(rng, constants_);
  const bool isStateful = usesState(individual, catalog_);
  bool isChanged = false;
  if (individual.actions.size() > 1 && rng.chance(options_.removeCall)) {
    removeCall(individual, source);
    isChanged = true;
  }
  if (rng.chance(isStateful ? options_.insertCall : options_.insertWithoutState)) {
    insertCall(individual, source);
    isChanged = true;
  }
  if (!isChanged || rng.chance(options_.changeCall)) change(individual, source);
}

/// One call, then further ones with falling probability: a state is often several calls away.
void CallSequences::insertCall(Individual& individual, gene::Source& source) const {
  Rng& rng = source.rng;
  const size_t size = individual.actions.size();
  const size_t place = rng.chance(options_.insertAtEnd) ? size : 1 + rng.below(size);
  const CallableId focus = individual.actions.back().kind;
  SequenceBuilder builder(catalog_, options_, source);
  builder.startTakingOver(individual.actions.size());
  takeOverAll(builder, individual, 0, place, Missing::GiveUp);
  do {
    if (!builder.appendFurther(focus)) break;
  } while (builder.size() < options_.longestTest && rng.chance(options_.insertFurther));
  takeOverAll(builder, individual, place, individual.actions.size(), Missing::GiveUp);
  finish(individual, builder, rng);
}

void CallSequences::removeCall(Individual& individual, gene::Source& source) const {
  const size_t removed = source.rng.below(individual.actions.size());
  SequenceBuilder builder(catalog_, options_, source);
  builder.startTakingOver(individual.actions.size());
  takeOverAll(builder, individual, 0, removed, Missing::GiveUp);
  takeOverAll(builder, individual, removed + 1, individual.actions.size(), Missing::GiveUp);
  finish(individual, builder, source.rng);
}

/// Each call with 1/n, at least one.
void CallSequences::change(Individual& individual, gene::Source& source) const {
  Rng& rng = source.rng;
  const size_t certain = rng.below(individual.actions.size());
  const double chance = 1.0 / static_cast<double>(individual.actions.size());
  bool isChanged = false;
  for (size_t i = 0; i < individual.actions.size(); ++i) {
    if (i != certain && !rng.chance(chance)) continue;
    const bool wantsOther = rng.chance(options_.replaceCall);
    if (wantsOther && replaceCall(individual, i, source)) {
      isChanged = true;
    } else {
      isChanged |= changeArgument(individual, i, source);
    }
  }
  if (isChanged) return;
  // Nothing to change in the calls themselves: a longer test is a change, too.
  insertCall(individual, source);
}

bool CallSequences::changeArgument(Individual& individual, size_t index, gene::Source& source) const {
  Rng& rng = source.rng;
  Action& action = individual.actions[index];
  if (action.genes.empty()) return false;
  bool isChanged = false;
  bool needsObjects = false;
  const size_t certain = rng.below(action.genes.size());
  const double chance = 0.5 / static_cast<double>(action.genes.size());
  for (size_t i = 0; i < action.genes.size(); ++i) {
    if (i != certain && !rng.chance(chance)) continue;
    gene::Gene& gene = *action.genes[i];
    if (ReferenceGene* const reference = gene.asReference()) {
      reference->refer(ReferenceGene::kOpen);
      needsObjects = isChanged = true;
      continue;
    }
    if (!gene.isMutable()) continue;
    isChanged = true;
    if (rng.chance(options_.copyArgument)) {
      // Equal values meet seldom by chance. Most pairs of arguments are of different kinds: then mutate.
      const Action& other = rng.pick(individual.actions);
      const auto& giver = other.genes.empty() ? action.genes[i] : rng.pick(other.genes);
      // Objects are not copied: which of them can be referred to depends on the place.
      if (giver.get() != &gene && !holdsReference(giver)) {
        auto before = gene.copy();
        if (gene.assign(gene::valueOf(*giver)) && !gene.equals(*before)) continue;
        before->mutate(source);
        action.genes[i] = std::move(before);
        continue;
      }
    }
    gene.mutate(source);
  }
  if (needsObjects || (isChanged && hasOpenReference(action))) rebuild(individual, source);
  return isChanged;
}

/// By one that stands for it: a method of the same class, or another maker of the same class.
bool CallSequences::replaceCall(Individual& individual, size_t index, gene::Source& source) const {
  const program::Model& model = catalog_.model();
  const program::Callable& callable = model.callables[individual.actions[index].kind];
  const std::vector<CallableId>* choices = &catalog_.calls();
  if (catalog_.makesObject(individual.actions[index].kind)) {
    choices = &model.types[callable.result].makers;
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
  builder.startTakingOver(individual.actions.size());
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

void CallSequences::crossOver(Individual& one, Individual& other, Rng& rng) const {
  if (one.actions.empty() || other.actions.empty()) return;
  // Of two single calls nothing could be exchanged but the whole tests.
  if (one.actions.size() == 1 && other.actions.size() == 1) return;
  const double position = rng.unit();
  const auto placeIn = [&](const Individual& individual) {
    return static_cast<size_t>(position * static_cast<double>(individual.actions.size() + 1));
  };
  const size_t cutOne = placeIn(one);
  const size_t cutOther = placeIn(other);
  Individual first = joined(one, cutOne, other, cutOther, rng);
  Individual second = joined(other, cutOther, one, cutOne, rng);
  one = first.actions.empty() ? sample(rng) : std::move(first);
  other = second.actions.empty() ? sample(rng) : std::move(second);
}

/// Moves its actions out of both; the two children need different ones.
Individual CallSequences::joined(Individual& head, size_t headLength, Individual& tail, size_t tailStart,
                                 Rng& rng) const {
  gene::Source source(rng, constants_);
  SequenceBuilder builder(catalog_, options_, source);
  builder.startTakingOver(head.actions.size());
  takeOverAll(builder, head, 0, headLength, Missing::GiveUp);
  builder.startTakingOver(tail.actions.size());
  takeOverAll(builder, tail, tailStart, tail.actions.size(), Missing::Make);
  return builder.take();
}

}  // namespace covolve::unit
