#include "unit/problem/sequence_builder.h"

#include <algorithm>
#include <cassert>

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
  needed_.truncate(neededBefore);
  return isWhole && add(std::move(action), weight);
}

bool SequenceBuilder::append(CallableId id, const Prepare& prepare) {
  search::Action action(catalog_.pattern(id));
  for (const auto& gene : action.genes) gene->sample(source_);
  prepare(action);
  uint64_t weight = 1;
  const bool isWhole =
      std::ranges::all_of(action.genes, [&](const auto& gene) { return resolve(gene, 0, weight); });
  needed_.clear();
  return isWhole && add(std::move(action), weight);
}

bool SequenceBuilder::isUsable(uint32_t action, const ReferenceGene& reference) const {
  return std::ranges::any_of(
      scope_, [&](const Object& object) { return object.action == action && suits(object, reference); });
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

bool SequenceBuilder::takeOver(search::Action&& action, size_t index, Missing missing) {
  if (size() >= options_.longestTest) return false;
  bool isWhole = true;
  uint64_t weight = 1;
  for (const auto& gene : action.genes) {
    gene::forEachReference(gene, [&](ReferenceGene& reference) {
      if (!isWhole) return;
      const uint32_t before = reference.action();
      uint32_t now = before < translated_.size() ? translated_[before] : kNone;
      if (now == kNone || !isUsable(now, reference)) {
        // An open reference has just been mutated in: it must get its object.
        const bool mayMake = missing == Missing::Make || before == ReferenceGene::kOpen;
        now = mayMake ? findOrMake(reference, 0) : find(reference);
      }
      isWhole = now != kNone;
      if (!isWhole) return;
      reference.refer(now);
      weight += use(now, reference.demand());
    });
  }
  needed_.clear();
  if (!isWhole || !add(std::move(action), weight)) return false;
  if (index == kNone) return true;
  assert(index >= translated_.size());                              // they come in their order
  while (translated_.size() < index) translated_.push_back(kNone);  // were left out
  translated_.push_back(static_cast<uint32_t>(size() - 1));
  return true;
}

bool SequenceBuilder::borrow(search::Action action) {
  for (const auto& gene : action.genes) {
    gene::forEachReference(gene, [](ReferenceGene& reference) { reference.refer(ReferenceGene::kOpen); });
  }
  return takeOver(std::move(action), kNone, Missing::Make);
}

/// False where there is no room. What was made for its arguments may have used that up, and objects that hold
/// objects of their own kind would double with every call. `weight`: of what it uses, and itself.
bool SequenceBuilder::add(search::Action&& action, uint64_t weight) {
  constexpr uint64_t kHeaviest = 1000;
  if (size() >= options_.longestTest || weight > kHeaviest) return false;
  // A method may have put copies of its arguments into its receiver.
  if (catalog_.endsLoans(action.kind)) endLoans(action);
  const bool isMethod = catalog_.model().callables[action.kind].kind == program::CallableKind::Method;
  if (isMethod && weight > 1) {
    const uint32_t receiver = action.genes[0]->asReference()->action();
    for (Object& object : scope_) {
      if (object.action == receiver) object.weight = weight;
    }
  }
  if (catalog_.makesObject(action.kind)) {
    const CallCatalog::Left& left = catalog_.leftObject(action.kind);
    const ReferenceGene* lender =
        left.isLent && !action.genes.empty() ? action.genes[0]->asReference() : nullptr;
    const uint32_t owner = lender != nullptr ? lender->action() : kNone;
    scope_.push_back({static_cast<uint32_t>(size()), left.type, weight, owner, left.isLent, left.isConst});
  }
  individual_.actions.push_back(std::move(action));
  return true;
}

/// What the call changes, and all that it has lent, is not used any more.
void SequenceBuilder::endLoans(const search::Action& action) {
  std::vector<uint32_t> gone;
  for (const auto& gene : action.genes) {
    gene::forEachReference(gene, [&](const ReferenceGene& reference) {
      if (reference.demand().mutates) gone.push_back(reference.action());
    });
  }
  for (size_t i = 0; i < gone.size(); ++i) {
    for (const Object& object : scope_) {
      if (object.isLent && object.owner == gone[i]) gone.push_back(object.action);
    }
  }
  scope_.eraseIf([&](const Object& object) {
    return object.isLent && std::ranges::find(gone, object.action) != gone.end();
  });
}

bool SequenceBuilder::resolve(const std::unique_ptr<gene::Gene>& gene, size_t depth, uint64_t& weight) {
  bool resolved = true;
  gene::forEachReference(gene, [&](ReferenceGene& reference) {
    uint32_t action = reference.action();
    if (!resolved) {
      action = kNone;
    } else if (action == ReferenceGene::kOpen || !isUsable(action, reference)) {
      action = findOrMake(reference, depth);
    }
    reference.refer(action);
    resolved &= action != kNone;
    if (resolved) weight += use(action, reference.demand());
  });
  return resolved;
}

/// For the call under construction. Returns how heavy an object becomes that holds a copy of it.
uint64_t SequenceBuilder::use(uint32_t action, const gene::Demand& demand) {
  const auto object = std::ranges::find(scope_, action, &Object::action);
  if (object == scope_.end()) return 0;
  if (demand.consumes) {
    // What it has lent may live on, but is written as a part of it.
    scope_.eraseIf([&](const Object& other) {
      return other.action == action || (other.isLent && other.owner == action);
    });
    return 0;  // no copy: it went there
  }
  needed_.push_back(action);
  return object->weight;
}

std::vector<std::pair<uint32_t, TypeId>> SequenceBuilder::objectsInScope() const {
  std::vector<std::pair<uint32_t, TypeId>> objects;
  for (const Object& object : scope_) objects.emplace_back(object.action, object.type);
  return objects;
}

uint32_t SequenceBuilder::find(const ReferenceGene& reference) {
  const auto isUsable = [&](const Object& object) { return suits(object, reference); };
  const auto inScope = static_cast<size_t>(std::ranges::count_if(scope_, isUsable));
  if (inScope == 0) return kNone;
  size_t skip = source_.rng.below(inScope);
  for (const Object& object : scope_) {
    if (isUsable(object) && skip-- == 0) return object.action;
  }
  return kNone;
}

uint32_t SequenceBuilder::findOrMake(const ReferenceGene& reference, size_t depth) {
  Rng& rng = source_.rng;
  const TypeId type = reference.type();
  const gene::Demand& demand = reference.demand();
  const bool isFull = size() >= options_.longestTest;
  uint32_t action = find(reference);
  const bool isReused =
      action != kNone && (isFull || depth >= options_.deepestNesting || rng.chance(options_.reuseObject));
  if (!isReused) {
    if (isFull) return kNone;
    std::vector<CallableId> choices;
    for (const CallableId maker : catalog_.model().types[type].makers) {
      // Deep down only the simplest way is left.
      const bool isSimplest = catalog_.callCost(maker) + 1 == catalog_.makingCost(type);
      if (!catalog_.makesObject(maker)) continue;
      const CallCatalog::Left& left = catalog_.leftObject(maker);
      if ((demand.copies && left.type != type) || ((demand.consumes || demand.owns) && left.isLent)) continue;
      if (demand.mutates && left.isConst) continue;
      if (catalog_.callCost(maker) < CallCatalog::kNever && (depth < options_.deepestNesting || isSimplest))
        choices.push_back(maker);
    }
    if (choices.empty() || !append(rng.pick(choices), depth + 1)) return kNone;
    action = static_cast<uint32_t>(size() - 1);
  }
  return action;
}

/// Of its kind, and not needed by the call that it would be taken from.
bool SequenceBuilder::suits(const Object& object, const ReferenceGene& reference) const {
  const gene::Demand& demand = reference.demand();
  const bool isKind =
      object.type == reference.type() ||
      (!demand.copies && program::standsFor(catalog_.model().types, object.type, reference.type()));
  if (!isKind || (object.isConst && demand.mutates)) return false;
  if (object.isLent && (demand.consumes || demand.owns)) return false;
  return !demand.consumes || std::ranges::find(needed_, object.action) == needed_.end();
}

}  // namespace covolve::unit
