#include "unit/problem/sampler.h"

#include <algorithm>

#include "gene/reference_gene.h"
#include "unit/problem/gene_factory.h"

namespace covolve::unit {

using gene::ReferenceGene;
using program::CallableId;
using program::CallableKind;
using program::TypeId;
using program::TypeKind;

namespace {

constexpr size_t kNever = ~size_t{0} / 2;

}  // namespace

/// The individual so far, and which of its objects are in scope.
struct Sampler::Draft {
  struct Object {
    uint32_t action;
    TypeId type;
  };

  search::Individual individual;
  std::vector<Object> scope;
  gene::Source source;

  Draft(Rng& rng, const gene::Constants& constants) : source(rng, constants) {}

  void remove(uint32_t action) {
    std::erase_if(scope, [action](const Object& object) { return object.action == action; });
  }
};

Sampler::Sampler(const program::Model& model, SamplerOptions options) : model_(model), options_(options) {
  methods_.resize(model.types.size());
  computeCosts();
  for (CallableId id = 0; id < model.callables.size(); ++id) {
    const program::Callable& callable = model.callables[id];
    search::Action pattern(id);
    pattern.genes = makeGenes(model, callable);
    patterns_.push_back(std::move(pattern));
    if (callCost_[id] >= kNever) continue;
    if (!callable.underTest) continue;
    underTest_.push_back(id);
    if (callable.kind == CallableKind::Method) methods_[callable.owner].push_back(id);
  }
}

/// The least nesting with which each class can be made, as a fixpoint over its makers.
void Sampler::computeCosts() {
  makingCost_.assign(model_.types.size(), kNever);
  callCost_.assign(model_.callables.size(), kNever);
  const auto cost = [&](auto& self, TypeId id) -> size_t {
    const program::Type& type = model_.types[id];
    switch (type.kind) {
      case TypeKind::Class:
        return makingCost_[id];
      case TypeKind::Unsupported:
        return kNever;
      case TypeKind::Vector:    // may be empty
      case TypeKind::Optional:  // may be absent
      case TypeKind::Pointer:   // may be null
        return 0;
      default: {
        size_t most = 0;
        for (const TypeId part : type.parts) most = std::max(most, self(self, part));
        return most;
      }
    }
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (CallableId id = 0; id < model_.callables.size(); ++id) {
      const program::Callable& callable = model_.callables[id];
      size_t most = callable.kind == CallableKind::Method ? makingCost_[callable.owner] : 0;
      for (const program::Parameter& parameter : callable.parameters) {
        most = std::max(most, cost(cost, parameter.type));
      }
      callCost_[id] = most;
    }
    for (TypeId id = 0; id < model_.types.size(); ++id) {
      for (const CallableId maker : model_.types[id].makers) {
        if (callCost_[maker] + 1 < makingCost_[id]) {
          makingCost_[id] = callCost_[maker] + 1;
          changed = true;
        }
      }
    }
  }
}

search::Individual Sampler::sample(Rng& rng) const {
  static const gene::Constants kNone;
  Draft draft(rng, kNone);
  const CallableId focus = rng.pick(underTest_);
  appendCall(draft, focus, 0, rng);
  extend(draft, focus, rng);
  return std::move(draft.individual);
}

/// Further calls. State matters where there are objects: tests of plain functions stay short.
void Sampler::extend(Draft& draft, CallableId focus, Rng& rng) const {
  const TypeId owner = model_.callables[focus].owner;
  const bool hasObject = !draft.scope.empty();
  while (draft.individual.actions.size() < options_.longestTest && rng.chance(hasObject ? 0.75 : 0.1)) {
    const double dice = rng.unit();
    const std::vector<CallableId>* choices = &underTest_;
    if (hasObject && dice < options_.callOnClassUnderTest && !methods_[owner].empty()) {
      choices = &methods_[owner];
    } else if (dice < options_.callOnClassUnderTest + options_.callOnScope && !draft.scope.empty()) {
      const auto& methods = methods_[rng.pick(draft.scope).type];
      if (!methods.empty()) choices = &methods;
    }
    if (!appendCall(draft, rng.pick(*choices), 0, rng)) break;
  }
}

bool Sampler::appendCall(Draft& draft, CallableId id, size_t depth, Rng& rng) const {
  search::Action action(patterns_[id]);
  for (const auto& gene : action.genes) {
    gene->sample(draft.source);
    if (!resolve(draft, gene, depth, rng)) return false;
  }
  // What was made for its arguments may have used up the room.
  if (draft.individual.actions.size() >= options_.longestTest) return false;
  const auto index = static_cast<uint32_t>(draft.individual.actions.size());
  draft.individual.actions.push_back(std::move(action));
  const program::Callable& callable = model_.callables[id];
  const program::Type& result = model_.types[callable.result];
  if (result.kind == TypeKind::Class && callable.resultBy == program::PassBy::Value &&
      (callable.kind == CallableKind::Constructor || callable.kind == CallableKind::Aggregate ||
       result.moveConstructible)) {
    draft.scope.push_back({index, callable.result});
  }
  return true;
}

bool Sampler::resolve(Draft& draft, const std::unique_ptr<gene::Gene>& gene, size_t depth, Rng& rng) const {
  bool resolved = true;
  gene::forEachReference(gene, [&](ReferenceGene& reference) {
    const uint32_t action = resolved ? findOrMake(draft, reference.type(), reference.consumes(), depth, rng)
                                     : ReferenceGene::kOpen;
    reference.refer(action);
    resolved &= action != ReferenceGene::kOpen;
  });
  return resolved;
}

uint32_t Sampler::findOrMake(Draft& draft, TypeId type, bool consumes, size_t depth, Rng& rng) const {
  const auto suits = [type](const Draft::Object& object) { return object.type == type; };
  const auto inScope = static_cast<size_t>(std::ranges::count_if(draft.scope, suits));
  const bool isFull = draft.individual.actions.size() >= options_.longestTest;
  uint32_t action = ReferenceGene::kOpen;
  if (inScope > 0 && (isFull || depth >= options_.deepestNesting || rng.chance(options_.reuseObject))) {
    size_t skip = rng.below(inScope);
    for (const Draft::Object& object : draft.scope) {
      if (suits(object) && skip-- == 0) action = object.action;
    }
  } else if (!isFull) {
    const auto& makers = model_.types[type].makers;
    std::vector<CallableId> choices;
    for (const CallableId maker : makers) {
      // Deep down only the simplest way is left.
      const bool isSimplest = callCost_[maker] + 1 == makingCost_[type];
      if (callCost_[maker] < kNever && (depth < options_.deepestNesting || isSimplest))
        choices.push_back(maker);
    }
    if (choices.empty() || !appendCall(draft, rng.pick(choices), depth + 1, rng)) return ReferenceGene::kOpen;
    action = static_cast<uint32_t>(draft.individual.actions.size() - 1);
  }
  if (consumes) draft.remove(action);
  return action;
}

}  // namespace covolve::unit
