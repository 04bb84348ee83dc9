#include "unit/problem/sequence_builder.h"

#include <algorithm>

#include "gene/reference_gene.h"

namespace covolve::unit {

using gene::ReferenceGene;
using program::CallableId;
using program::TypeId;

bool SequenceBuilder::append(CallableId id, size_t depth) {
  search::Action action(catalog_.pattern(id));
  const size_t neededBefore = needed_.size();
  uint64_t weight = 1;
  const bool isWhole = std::ranges::all_of(action.genes, [&](const auto& gene) {
    gene->sample(source_);
    return resolve(gene, depth, weight);
  });
  needed_.resize(neededBefore);
  return isWhole && add(std::move(action), weight);
}

CallableId SequenceBuilder::pickFurther(CallableId focus) {
  Rng& rng = source_.rng;
  const TypeId owner = catalog_.model().callables[focus].owner;
  const double dice = rng.unit();
  const std::vector<CallableId>* choices = &catalog_.calls();
  if (hasObjects() && dice < options_.callOnClassUnderTest && !catalog_.methods(owner).empty()) {
    choices = &catalog_.methods(owner);
  } else if (dice < options_.callOnClassUnderTest + options_.callOnScope && hasObjects()) {
    const auto& methods = catalog_.methods(rng.pick(scope_).type);
    if (!methods.empty()) choices = &methods;
  }
  return rng.pick(*choices);
}

bool SequenceBuilder::appendFurther(CallableId focus) {
  CallableId chosen = pickFurther(focus);
  // Supporting calls may be many; what they prepare for must be called, too.
  constexpr double kBackToFocus = 0.5;
  const bool isAside = catalog_.isRestricted() && !catalog_.model().callables[chosen].underTest;
  if (isAside && source_.rng.chance(kBackToFocus)) chosen = source_.rng.pick(catalog_.focal());
  return append(chosen);
}

bool SequenceBuilder::takeOver(search::Action action, size_t index, Missing missing) {
  if (size() >= options_.longestTest) return false;
  bool isWhole = true;
  uint64_t weight = 1;
  for (const auto& gene : action.genes) {
    gene::forEachReference(gene, [&](ReferenceGene& reference) {
      if (!isWhole) return;
      const uint32_t before = reference.action();
      uint32_t now = before < translated_.size() ? translated_[before] : kNone;
      if (now == kNone || !isFree(now, reference.type(), reference.consumes())) {
        // An open reference has just been mutated in: it must get its object.
        const bool mayMake = missing == Missing::Make || before == ReferenceGene::kOpen;
        now = mayMake ? findOrMake(reference.type(), reference.consumes(), 0)
                      : find(reference.type(), reference.consumes());
      }
      isWhole = now != kNone;
      if (!isWhole) return;
      reference.refer(now);
      weight += use(now, reference.consumes());
    });
  }
  needed_.clear();
  if (!isWhole || !add(std::move(action), weight)) return false;
  if (index < translated_.size()) translated_[index] = static_cast<uint32_t>(size() - 1);
  return true;
}

/// False where there is no room. What was made for its arguments may have used that up, and objects that hold
/// objects of their own kind would double with every call. `weight`: of what it uses, and itself.
bool SequenceBuilder::add(search::Action action, uint64_t weight) {
  constexpr uint64_t kHeaviest = 1000;
  if (size() >= options_.longestTest || weight > kHeaviest) return false;
  // A method may have put copies of its arguments into its receiver.
  const bool isMethod = catalog_.model().callables[action.kind].kind == program::CallableKind::Method;
  if (isMethod && weight > 1) {
    const uint32_t receiver = action.genes[0]->asReference()->action();
    for (Object& object : scope_) {
      if (object.action == receiver) object.weight = weight;
    }
  }
  if (catalog_.makesObject(action.kind)) {
    scope_.push_back({static_cast<uint32_t>(size()), catalog_.model().callables[action.kind].result, weight});
  }
  individual_.actions.push_back(std::move(action));
  return true;
}

bool SequenceBuilder::resolve(const std::unique_ptr<gene::Gene>& gene, size_t depth, uint64_t& weight) {
  bool resolved = true;
  gene::forEachReference(gene, [&](ReferenceGene& reference) {
    const uint32_t action = resolved ? findOrMake(reference.type(), reference.consumes(), depth) : kNone;
    reference.refer(action);
    resolved &= action != kNone;
    if (resolved) weight += use(action, reference.consumes());
  });
  return resolved;
}

/// For the call under construction. Returns how heavy an object becomes that holds a copy of it.
uint64_t SequenceBuilder::use(uint32_t action, bool consumes) {
  const auto object = std::ranges::find(scope_, action, &Object::action);
  if (object == scope_.end()) return 0;
  if (consumes) {
    scope_.erase(object);
    return 0;  // no copy: it went there
  }
  needed_.push_back(action);
  return object->weight;
}

uint32_t SequenceBuilder::find(TypeId type, bool consumes) {
  const auto suits = [&](const Object& object) { return isFree(object.action, type, consumes); };
  const auto inScope = static_cast<size_t>(std::ranges::count_if(scope_, suits));
  if (inScope == 0) return kNone;
  size_t skip = source_.rng.below(inScope);
  for (const Object& object : scope_) {
    if (suits(object) && skip-- == 0) return object.action;
  }
  return kNone;
}

uint32_t SequenceBuilder::findOrMake(TypeId type, bool consumes, size_t depth) {
  Rng& rng = source_.rng;
  const bool isFull = size() >= options_.longestTest;
  uint32_t action = find(type, consumes);
  const bool isReused =
      action != kNone && (isFull || depth >= options_.deepestNesting || rng.chance(options_.reuseObject));
  if (!isReused) {
    if (isFull) return kNone;
    std::vector<CallableId> choices;
    for (const CallableId maker : catalog_.model().types[type].makers) {
      // Deep down only the simplest way is left.
      const bool isSimplest = catalog_.callCost(maker) + 1 == catalog_.makingCost(type);
      if (catalog_.callCost(maker) < CallCatalog::kNever && (depth < options_.deepestNesting || isSimplest))
        choices.push_back(maker);
    }
    if (choices.empty() || !append(rng.pick(choices), depth + 1)) return kNone;
    action = static_cast<uint32_t>(size() - 1);
  }
  return action;
}

/// In scope, and not needed by the call that it would be taken from.
bool SequenceBuilder::isFree(uint32_t action, TypeId type, bool consumes) const {
  if (consumes && std::ranges::find(needed_, action) != needed_.end()) return false;
  return std::ranges::any_of(
      scope_, [&](const Object& object) { return object.action == action && object.type == type; });
}

}  // namespace covolve::unit
