#include "unit/problem/call_catalog.h"

#include <algorithm>

#include "program/name_parts.h"
#include "unit/problem/gene_factory.h"

namespace covolve::unit {

using program::CallableId;
using program::CallableKind;
using program::TypeId;
using program::TypeKind;

namespace {

const std::set<std::string> kEndings = {"delete", "remove", "clear",   "free",   "destroy", "erase",
                                        "pop",    "reset",  "release", "close",  "dispose", "load",
                                        "parse",  "assign", "swap",    "unlink", "drop",    "purge",
                                        "resize", "shrink", "detach"};

}  // namespace

CallCatalog::CallCatalog(const program::Model& model) : model_(model) {
  methods_.resize(model.types.size());
  computeCosts();
  for (CallableId id = 0; id < model.callables.size(); ++id) {
    const program::Callable& callable = model.callables[id];
    search::Action pattern(id);
    pattern.genes = makeGenes(model, callable);
    patterns_.push_back(std::move(pattern));
    left_.push_back(leftBy(callable));
    endsLoans_.push_back(program::holdsWord(callable.name, kEndings) || mayRepoint(callable));
    if (callCost_[id] >= kNever || !(callable.underTest || callable.supports)) continue;
    calls_.push_back(id);
    if (callable.underTest) underTest_.push_back(id);
    if (callable.kind == CallableKind::Method) methods_[callable.owner].push_back(id);
  }
}

std::optional<CallCatalog::Left> CallCatalog::leftBy(const program::Callable& callable) const {
  if (const auto lent = program::lentBy(model_.types, callable)) {
    // What a consumed object lends may have gone with it.
    if (callable.isRvalueQualified) return std::nullopt;
    return Left{lent->type, true, lent->isConst};
  }
  const program::Type& result = model_.types[callable.result];
  if (result.kind != TypeKind::Class || callable.resultBy != program::PassBy::Value) return std::nullopt;
  const bool constructs =
      callable.kind == CallableKind::Constructor || callable.kind == CallableKind::Aggregate;
  if (!constructs && !result.moveConstructible) return std::nullopt;
  return Left{callable.result};
}

/// Whether it is given a smart pointer that it may let point elsewhere.
bool CallCatalog::mayRepoint(const program::Callable& callable) const {
  return std::ranges::any_of(callable.parameters, [&](const program::Parameter& parameter) {
    return parameter.passBy == program::PassBy::Reference &&
           program::isSmartPointer(model_.types[parameter.type]);
  });
}

/// The least nesting with which each class can be made, as a fixpoint over its makers.
void CallCatalog::computeCosts() {
  makingCost_.assign(model_.types.size(), kNever);
  callCost_.assign(model_.callables.size(), kNever);
  const auto cost = [&](auto& self, TypeId id) -> size_t {
    const program::Type& type = model_.types[id];
    switch (type.kind) {
      case TypeKind::Class:
        return makingCost_[id];
      case TypeKind::Unsupported:
        return kNever;
      case TypeKind::Sequence:  // may be empty
      case TypeKind::Span:
      case TypeKind::Elements:
      case TypeKind::Set:
      case TypeKind::Map:
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

}  // namespace covolve::unit
