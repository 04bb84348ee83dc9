#include "program/makeability.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace covolve::program {

namespace {

class Settlement {
 public:
  Settlement(const Findings& findings, const std::vector<bool>& available)
      : findings_(findings),
        available_(available),
        makeable_(findings.types.size()),
        ranks_(findings.types.size()) {}

  Settled settled() {
    findMakeable();
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
      } else if (draft.callable.underTest || draft.callable.supports || isMaker(draft.callable)) {
        model.callables.push_back(draft.callable);
        result.drafts.push_back(i);
      }
    }
    for (TypeId id = 0; id < model.types.size(); ++id) describeUnmakeable(id, model.types[id]);
    listMakers(model);
    return result;
  }

 private:
  bool isClass(TypeId id) const { return findings_.types[id].kind == TypeKind::Class; }

  static bool isMaker(const Callable& callable) { return makes(callable).has_value(); }

  /// The class that the callable makes an object of.
  static std::optional<TypeId> makes(const Callable& callable) {
    if (callable.resultBy != PassBy::Value) return std::nullopt;
    return callable.result;
  }

  /// An object that exists as a slot, handed on by value.
  bool isTransferable(TypeId id) const {
    const Type& type = findings_.types[id];
    return type.kind != TypeKind::Class || type.copyConstructible || type.moveConstructible;
  }

  bool isMakeable(TypeId id) const { return makeable_[id]; }

  bool hasMakeableParameters(const Callable& callable) const {
    if (callable.kind == CallableKind::Method && !isMakeable(callable.owner)) return false;
    return std::ranges::all_of(callable.parameters, [&](const Parameter& parameter) {
      return isMakeable(parameter.type) &&
             (parameter.passBy != PassBy::Value || isTransferable(parameter.type));
    });
  }

  bool isCopyable(TypeId id) const {
    const Type& type = findings_.types[id];
    if (type.kind == TypeKind::Class) return type.copyConstructible;
    return type.kind == TypeKind::Pointer ||
           std::ranges::all_of(type.parts, [&](TypeId part) { return isCopyable(part); });
  }

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
      case TypeKind::Class: {
        for (size_t i = 0; i < findings_.drafts.size(); ++i) {
          if (!available_[i]) continue;
          const Callable& callable = findings_.drafts[i].callable;
          if (makes(callable) == id && hasMakeableParameters(callable)) return true;
        }
        return false;
      }
      case TypeKind::Pointer:
        // Null ends a recursion; so does an empty vector or optional.
        return isClass(type.parts[0]) ? hopeful_[type.parts[0]] : isMakeable(type.parts[0]);
      case TypeKind::Span:
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

  void findMakeable() {
    hopeful_.assign(findings_.types.size(), true);
    while (true) {
      makeable_.assign(findings_.types.size(), false);
      unsigned round = 0;
      for (bool changed = true; changed;) {
        changed = false;
        ++round;
        // Against the state of the round before, so that ranks tell the depth of the construction.
        std::vector<TypeId> found;
        for (TypeId id = 0; id < findings_.types.size(); ++id) {
          if (!makeable_[id] && derive(id)) found.push_back(id);
        }
        for (const TypeId id : found) {
          makeable_[id] = true;
          ranks_[id] = round;
          changed = true;
        }
      }
      if (makeable_ == hopeful_) return;
      hopeful_ = makeable_;
    }
  }

  /// `asked`: the types whose reason is being told, so that a circle is told once.
  std::string whyNotMakeable(TypeId id, std::vector<TypeId> asked = {}) const {
    const Type& type = findings_.types[id];
    if (!type.unsupportedReason.empty()) return type.unsupportedReason;
    if (type.kind == TypeKind::Void) return "void has no values";
    asked.push_back(id);
    for (const TypeId part : type.parts) {
      if (isMakeable(part) && (type.kind == TypeKind::Pointer || isTransferable(part))) continue;
      const std::string reason =
          isMakeable(part) ? "neither copyable nor movable" : whyNotMakeable(part, asked);
      return asked.size() == 1 ? fmt::format("of {}: {}", findings_.types[part].spelling, reason) : reason;
    }
    if (isContainer(type.kind)) return "its elements can only be moved";
    for (size_t i = 0; i < findings_.drafts.size(); ++i) {
      const Callable& callable = findings_.drafts[i].callable;
      if (!available_[i] || makes(callable) != id) continue;
      for (const Parameter& parameter : callable.parameters) {
        if (isMakeable(parameter.type)) continue;
        if (leadsTo(parameter.type, asked)) return "every way to make one needs one already";
        return fmt::format("its constructor needs {}: {}", findings_.types[parameter.type].spelling,
                           whyNotMakeable(parameter.type, asked));
      }
    }
    return "no accessible constructor";
  }

  bool leadsTo(TypeId id, const std::vector<TypeId>& ends) const {
    if (std::ranges::find(ends, id) != ends.end()) return true;
    return std::ranges::any_of(findings_.types[id].parts, [&](TypeId part) { return leadsTo(part, ends); });
  }

  std::optional<std::string> whyNotCallable(const Callable& callable) const {
    if (callable.kind == CallableKind::Method && !isMakeable(callable.owner)) {
      return fmt::format("no object of {} can be made: {}", findings_.types[callable.owner].spelling,
                         whyNotMakeable(callable.owner));
    }
    const bool constructs =
        callable.kind == CallableKind::Constructor || callable.kind == CallableKind::Aggregate;
    if (constructs && findings_.types[callable.owner].kind != TypeKind::Class) {
      return whyNotMakeable(callable.owner);
    }
    for (size_t i = 0; i < callable.parameters.size(); ++i) {
      const Parameter& parameter = callable.parameters[i];
      std::string reason;
      if (!isMakeable(parameter.type)) {
        reason = whyNotMakeable(parameter.type);
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
    type.unsupportedReason = whyNotMakeable(id);
    type.kind = TypeKind::Unsupported;
  }

  /// Whether the callable takes an object of the class, other than by a pointer that may be null.
  bool consumes(const Callable& callable, TypeId id) const {
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
      const auto made = makes(model.callables[i]);
      if (!made || model.types[*made].kind != TypeKind::Class || consumes(model.callables[i], *made))
        continue;
      model.types[*made].makers.push_back(i);
    }
    for (Type& type : model.types) {
      // Makers that need no object of the class, at any depth, come first; otherwise the source's order.
      std::ranges::sort(type.makers, {},
                        [&](CallableId maker) { return std::pair(rankOf(model.callables[maker]), maker); });
    }
  }

  const Findings& findings_;
  const std::vector<bool>& available_;
  std::vector<bool> makeable_;
  std::vector<bool> hopeful_;
  std::vector<unsigned> ranks_;
};

}  // namespace

Settled settle(const Findings& findings, const std::vector<bool>& available) {
  return Settlement(findings, available).settled();
}

}  // namespace covolve::program
