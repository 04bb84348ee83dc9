#include "program/makeability.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <optional>
#include <set>

#include "program/disposal.h"
#include "program/missing_steps.h"

namespace covolve::program {

namespace {

class Settlement {
 public:
  Settlement(const Findings& findings, const std::vector<bool>& available)
      : findings_(findings),
        available_(available),
        makeable_(findings.types.size()),
        staysEmpty_(findings.types.size()),
        ranks_(findings.types.size()) {}

  Settled settled() {
    leaveOutNeedlessStubs();
    std::vector<size_t> leftToFunctions = leaveToTheirFunctions();
    findMakeable();
    // Unless those cannot be called.
    std::erase_if(leftToFunctions,
                  [&](size_t draft) { return makeable_[findings_.drafts[draft].callable.owner]; });
    for (const size_t draft : leftToFunctions) available_[draft] = true;
    if (!leftToFunctions.empty()) findMakeable();
    if (leavePointersEmpty()) findMakeable();
    Settled result;
    Model& model = result.model;
    model.types = findings_.types;
    model.skipped = findings_.skipped;
    for (size_t i = 0; i < findings_.drafts.size(); ++i) {
      if (!available_[i]) continue;
      const Draft& draft = findings_.drafts[i];
      if (const auto reason = whyNotCallable(draft.callable)) {
        if (draft.callable.underTest && !draft.defaulted) {
          model.skipped.push_back(draft.skipped(*reason));
        }
      } else if (draft.callable.underTest || draft.callable.supports || isMaker(draft.callable) ||
                 isDisposer(draft.callable)) {
        model.callables.push_back(draft.callable);
        for (Parameter& parameter : model.callables.back().parameters) {
          if (isLeftEmpty(draft.callable, parameter)) parameter.type = emptyBraces();
        }
        // A method whose results cannot be made returns a default value.
        std::erase_if(model.callables.back().parameters, [&](const Parameter& parameter) {
          return parameter.isAssigned && !isMakeable(parameter.type);
        });
        result.drafts.push_back(i);
      }
    }
    for (TypeId id = 0; id < findings_.types.size(); ++id) describeUnmakeable(id, model.types[id]);
    listMakers(model);
    return result;
  }

 private:
  /// Stubs stand in only where the code has nothing that could.
  void leaveOutNeedlessStubs() {
    const auto makesStub = [](const Draft& draft) { return draft.callable.stub != 0; };
    if (std::ranges::none_of(findings_.drafts, makesStub)) return;
    std::vector<size_t> left;  // what says nothing about that
    for (size_t i = 0; i < findings_.drafts.size(); ++i) {
      const Callable& callable = findings_.drafts[i].callable;
      if (!available_[i] || !(callable.stub != 0 || mayGiveNothing(callable))) continue;
      available_[i] = false;
      left.push_back(i);
    }
    findMakeable();
    for (const size_t draft : left) {
      const TypeId stub = findings_.drafts[draft].callable.stub;
      available_[draft] = stub == 0 || !changeable_[findings_.types[stub].stub->base];
    }
  }

  /// An empty smart pointer; what a list finds that somebody would first have to fill.
  bool mayGiveNothing(const Callable& callable) const {
    if (callable.isOfSmartPointer) return callable.kind == CallableKind::Constructor;
    const auto lent = lentBy(findings_.types, callable);
    if (!lent || !findings_.types[lent->type].isAbstract || soundsLikeMaking(callable)) return false;
    return callable.kind == CallableKind::Method ||
           findings_.types[callable.result].kind == TypeKind::Pointer;
  }

  /// A structure with functions that make one and take it back, or with one that initialises it, is made by
  /// those: its fields by hand would hold what they never do. So is one with a union that may hold a pointer.
  std::vector<size_t> leaveToTheirFunctions() {
    std::set<TypeId> handles;
    for (size_t i = 0; i < findings_.drafts.size(); ++i) {
      const Draft& draft = findings_.drafts[i];
      if (available_[i] && draft.callable.initialises) handles.insert(draft.callable.result);
      if (!available_[i] || !makesForItsCaller(findings_.types, draft.callable)) continue;
      const TypeId object = lentBy(findings_.types, draft.callable)->type;
      const bool isTakenBack = std::ranges::any_of(findings_.drafts, [&](const Draft& other) {
        return takesBack(findings_.types, other.callable, object);
      });
      if (isTakenBack) handles.insert(object);
    }
    std::vector<size_t> left;
    for (size_t i = 0; i < findings_.drafts.size(); ++i) {
      const Callable& callable = findings_.drafts[i].callable;
      const bool isHandle = callable.kind == CallableKind::Aggregate && handles.contains(callable.owner);
      if (!available_[i] || !(isHandle || findings_.drafts[i].isLastResort)) continue;
      available_[i] = false;
      left.push_back(i);
    }
    return left;
  }

  /// Fields that point to what nobody can make. True when there are structures that need them.
  bool leavePointersEmpty() {
    bool found = false;
    for (const Draft& draft : findings_.drafts) {
      if (draft.callable.kind != CallableKind::Aggregate || makeable_[draft.callable.owner]) continue;
      for (const Parameter& parameter : draft.callable.parameters) {
        const bool isPointer = findings_.types[parameter.type].kind == TypeKind::Pointer;
        if (isPointer && !isMakeable(parameter.type)) staysEmpty_[parameter.type] = found = true;
      }
    }
    return found;
  }

  bool isLeftEmpty(const Callable& callable, const Parameter& parameter) const {
    return callable.kind == CallableKind::Aggregate && staysEmpty_[parameter.type] &&
           !isMakeable(parameter.type);
  }

  TypeId emptyBraces() const {
    const auto known = std::ranges::find_if(findings_.types, isEmptyBraces);
    assert(known != findings_.types.end() && "drafted with every field that is a pointer");
    return static_cast<TypeId>(known - findings_.types.begin());
  }

  bool isClass(TypeId id) const { return findings_.types[id].kind == TypeKind::Class; }

  bool isMaker(const Callable& callable) const { return madeBy(findings_.types, callable).has_value(); }

  bool isDisposer(const Callable& callable) const {
    const Type* taken =
        callable.parameters.size() == 1 ? &findings_.types[callable.parameters[0].type] : nullptr;
    return taken != nullptr && taken->kind == TypeKind::Pointer &&
           takesBack(findings_.types, callable, taken->parts[0]);
  }

  bool isTransferable(TypeId id) const { return program::isTransferable(findings_.types, id); }

  bool isMakeable(TypeId id) const { return makeable_[id]; }

  bool lendsConst(const Callable& callable) const {
    const auto lent = lentBy(findings_.types, callable);
    return lent && lent->isConst;
  }

  /// Whether there is one that may be changed: of some classes only constant objects are lent.
  bool isChangeable(TypeId id) const { return !isClass(id) || changeable_[id]; }

  bool hasMakeableParameters(const Callable& callable) const {
    if (callable.kind == CallableKind::Method &&
        (!isMakeable(callable.owner) || (!callable.isConst && !isChangeable(callable.owner))))
      return false;
    return std::ranges::all_of(callable.parameters, [&](const Parameter& parameter) {
      if (parameter.isAssigned || isLeftEmpty(callable, parameter)) return true;
      return isMakeable(parameter.type) && (!changes(parameter) || isChangeable(parameter.type)) &&
             (parameter.passBy != PassBy::Value || isTransferable(parameter.type));
    });
  }

  static bool changes(const Parameter& parameter) {
    return parameter.passBy == PassBy::Reference || parameter.passBy == PassBy::RvalueReference;
  }

  bool isCopyable(TypeId id) const { return program::isCopyable(findings_.types, id); }

  /// Elements of something that may do without any.
  bool mayHold(TypeId id) const {
    if (!isTransferable(id)) return false;
    if (isClass(id)) return hopeful_[id];
    const Type& type = findings_.types[id];
    if (type.kind != TypeKind::Tuple) return isMakeable(id);
    return std::ranges::all_of(type.parts, [&](TypeId part) { return mayHold(part); });
  }

  bool derive(TypeId id) const {
    const Type& type = findings_.types[id];
    switch (type.kind) {
      case TypeKind::Void:
      case TypeKind::Unsupported:
        return false;
      case TypeKind::Class:
        return hasMaker(id, false);
      case TypeKind::Pointer:
        // Null ends a recursion; so does an empty vector or optional.
        if (!isClass(type.parts[0])) return isMakeable(type.parts[0]);
        return type.pointeeConst ? hopeful_[type.parts[0]] : hopefulToChange_[type.parts[0]];
      case TypeKind::Span:
      case TypeKind::Elements:
        return isMakeable(type.parts[0]) && isCopyable(type.parts[0]);
      case TypeKind::Sequence:
        // Elements are written in braces, which copy; what can only be moved is pushed back instead.
        return mayHold(type.parts[0]) && (isCopyable(type.parts[0]) || (type.header != "<forward_list>" &&
                                                                        type.header != "<initializer_list>"));
      case TypeKind::Set:
      case TypeKind::Map:
        return mayHold(type.parts[0]) && isCopyable(type.parts[0]);
      case TypeKind::Optional:
        return mayHold(type.parts[0]);
      case TypeKind::Callback:
        return !hasResults(findings_.types, type) || isMakeable(type.parts[0]);
      case TypeKind::Wrapped:
        return isMakeable(type.parts[0]) && isCopyable(type.parts[0]);
      case TypeKind::Array:
      case TypeKind::Tuple:
      case TypeKind::Variant:
        return std::ranges::all_of(type.parts,
                                   [&](TypeId part) { return isMakeable(part) && isTransferable(part); });
      default:
        return true;
    }
  }

  bool hasMaker(TypeId id, bool changeable) const {
    for (size_t i = 0; i < findings_.drafts.size(); ++i) {
      if (!available_[i]) continue;
      const Callable& callable = findings_.drafts[i].callable;
      const auto made = madeBy(findings_.types, callable);
      if (!made || !isClass(*made) || !standsFor(findings_.types, *made, id) ||
          (changeable && lendsConst(callable)))
        continue;
      if (hasMakeableParameters(callable)) return true;
    }
    return false;
  }

  void findMakeable() {
    hopeful_.assign(findings_.types.size(), true);
    hopefulToChange_ = hopeful_;
    while (true) {
      makeable_.assign(findings_.types.size(), false);
      changeable_ = makeable_;
      unsigned round = 0;
      for (bool changed = true; changed;) {
        changed = false;
        ++round;
        // Against the state of the round before, so that ranks tell the depth of the construction.
        std::vector<TypeId> found;
        for (TypeId id = 0; id < findings_.types.size(); ++id) {
          if (!makeable_[id] && derive(id)) found.push_back(id);
        }
        std::vector<TypeId> foundToChange;
        for (TypeId id = 0; id < findings_.types.size(); ++id) {
          if (isClass(id) && !changeable_[id] && hasMaker(id, true)) foundToChange.push_back(id);
        }
        for (const TypeId id : foundToChange) changeable_[id] = changed = true;
        for (const TypeId id : found) {
          makeable_[id] = true;
          ranks_[id] = round;
          changed = true;
        }
      }
      if (makeable_ == hopeful_ && changeable_ == hopefulToChange_) return;
      hopeful_ = makeable_;
      hopefulToChange_ = changeable_;
    }
  }

  MissingSteps reasons() const { return {findings_, available_, makeable_}; }

  std::optional<std::string> whyNotCallable(const Callable& callable) const {
    if (callable.kind == CallableKind::Method && !isMakeable(callable.owner)) {
      return fmt::format("no object of {} can be made: {}", findings_.types[callable.owner].spelling,
                         reasons().whyNotMakeable(callable.owner));
    }
    if (callable.kind == CallableKind::Method && !callable.isConst && !isChangeable(callable.owner)) {
      return fmt::format("only constant objects of {} are returned by other calls",
                         findings_.types[callable.owner].spelling);
    }
    const bool constructs =
        callable.kind == CallableKind::Constructor || callable.kind == CallableKind::Aggregate;
    if (constructs && (!isClass(callable.owner) || findings_.types[callable.owner].isOnlyLent)) {
      const bool hasDerived = isMakeable(callable.owner) && findings_.types[callable.owner].isAbstract;
      return hasDerived ? "of an abstract class: called by those derived from it"
                        : reasons().whyNotMakeable(callable.owner);
    }
    for (size_t i = 0; i < callable.parameters.size(); ++i) {
      const Parameter& parameter = callable.parameters[i];
      std::string reason;
      if (parameter.isAssigned || isLeftEmpty(callable, parameter)) continue;
      if (!isMakeable(parameter.type)) {
        reason = reasons().whyNotMakeable(parameter.type);
      } else if (changes(parameter) && !isChangeable(parameter.type)) {
        reason = "only constant objects of it are returned by other calls";
      } else if (parameter.passBy == PassBy::Value && !isTransferable(parameter.type)) {
        reason = "neither copyable nor movable";
      } else {
        continue;
      }
      return fmt::format("parameter {} ({}): {}", i + 1, findings_.types[parameter.type].spelling, reason);
    }
    return std::nullopt;
  }

  void describeUnmakeable(TypeId id, Type& type) const {
    if (makeable_[id] || type.kind == TypeKind::Void || type.kind == TypeKind::Unsupported) return;
    type.isOnlyLent = false;
    type.unsupportedReason = reasons().whyNotMakeable(id);
    type.kind = TypeKind::Unsupported;
  }

  /// Whether the callable takes an object of the class, other than by a pointer that may be null. A smart
  /// pointer to an object that is made of others (a node and its children) is none of these.
  bool consumes(const Callable& callable, TypeId id) const {
    if (callable.isOfSmartPointer && callable.kind == CallableKind::Function) return false;
    if (callable.kind == CallableKind::Method && callable.owner == id) return true;
    return std::ranges::any_of(callable.parameters,
                               [&](const Parameter& parameter) { return parameter.type == id; });
  }

  unsigned rankOf(const Callable& callable) const {
    unsigned rank = callable.kind == CallableKind::Method ? ranks_[callable.owner] : 0;
    for (const Parameter& parameter : callable.parameters) rank = std::max(rank, ranks_[parameter.type]);
    return rank;
  }

  void listMakers(Model& model) const {
    for (CallableId i = 0; i < model.callables.size(); ++i) {
      const auto made = madeBy(findings_.types, model.callables[i]);
      if (!made || model.types[*made].kind != TypeKind::Class) continue;
      std::vector<TypeId> kinds = findings_.types[*made].bases;
      kinds.push_back(*made);
      for (const TypeId kind : kinds) {
        if (!consumes(model.callables[i], kind)) model.types[kind].makers.push_back(i);
      }
    }
    for (Type& type : model.types) {
      // Makers that need no object of the class, at any depth, come first; otherwise the source's order.
      std::ranges::sort(type.makers, {},
                        [&](CallableId maker) { return std::pair(rankOf(model.callables[maker]), maker); });
    }
  }

  const Findings& findings_;
  std::vector<bool> available_;
  std::vector<bool> makeable_;
  std::vector<bool> changeable_;  // of classes: also other than by a constant loan
  std::vector<bool> staysEmpty_;  // pointers: as a field
  std::vector<bool> hopeful_;
  std::vector<bool> hopefulToChange_;
  std::vector<unsigned> ranks_;
};

}  // namespace

Settled settle(const Findings& findings, const std::vector<bool>& available) {
  return Settlement(findings, available).settled();
}

}  // namespace covolve::program
