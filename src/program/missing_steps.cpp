#include "program/missing_steps.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace covolve::program {

namespace {

/// Engine(Key), Config{int}, Engine::make.
std::string nameOf(const Callable& callable) {
  if (callable.kind == CallableKind::Aggregate) return callable.display;
  if (callable.kind != CallableKind::Constructor) return callable.qualifiedName;
  const size_t parameters = std::min(callable.display.find('('), callable.display.size());
  return callable.name + callable.display.substr(parameters);
}

}  // namespace

std::string MissingSteps::why(TypeId id, std::vector<TypeId> asked) const {
  const Type& type = findings_.types[id];
  if (!type.unsupportedReason.empty()) return type.unsupportedReason + whyNoStub(id, asked);
  if (type.kind == TypeKind::Void) return "void has no values";
  asked.push_back(id);
  for (const TypeId part : type.parts) {
    if (makeable_[part] && (type.kind == TypeKind::Pointer || isTransferable(findings_.types, part)))
      continue;
    const std::string reason = makeable_[part] ? "neither copyable nor movable" : why(part, asked);
    return asked.size() == 1 ? fmt::format("of {}: {}", findings_.types[part].spelling, reason) : reason;
  }
  if (isContainer(type.kind)) return "its elements can only be moved";
  const BlockedWays ways = blockedWays(id, asked);
  if (ways.open != nullptr) return needsOf(*ways.open, asked);
  return ways.circular.empty() ? "no accessible constructor" : "every way to make one needs one already";
}

/// What the constructor of the stub for an abstract class lacks.
std::string MissingSteps::whyNoStub(TypeId id, std::vector<TypeId> asked) const {
  asked.push_back(id);
  for (const Draft& draft : findings_.drafts) {
    const TypeId stub = draft.callable.stub;
    if (stub == 0 || findings_.types[stub].stub->base != id) continue;
    const std::optional<TypeId> missing = missingFor(draft.callable);
    if (!missing) continue;
    if (leadsTo(*missing, asked)) return ", and a stub for it would need one already";
    return fmt::format(", and a stub for it needs {}: {}", findings_.types[*missing].spelling,
                       why(*missing, asked));
  }
  return "";
}

std::string MissingSteps::needsOf(const Callable& way, const std::vector<TypeId>& asked) const {
  const TypeId missing = *missingFor(way);
  const std::string needs = fmt::format("{} needs {}", nameOf(way), findings_.types[missing].spelling);
  std::vector<TypeId> further = asked;
  further.push_back(missing);
  const BlockedWays ways = blockedWays(missing, further);
  if (ways.open != nullptr) return fmt::format("{}, and {}", needs, why(missing, asked));
  if (ways.circular.empty()) return fmt::format("{}: {}", needs, why(missing, asked));
  std::set<std::string> names;
  for (const Callable* one : ways.circular) names.insert(nameOf(*one));
  const bool isConstructed = ways.circular[0]->kind == CallableKind::Constructor;
  return fmt::format("{}, which only {} {}{}", needs, fmt::join(names, " and "),
                     isConstructed ? "make" : "return", names.size() == 1 ? "s" : "");
}

MissingSteps::BlockedWays MissingSteps::blockedWays(TypeId id, const std::vector<TypeId>& asked) const {
  BlockedWays ways;
  const Type& type = findings_.types[id];
  if (type.kind != TypeKind::Class || !type.unsupportedReason.empty()) return ways;
  for (size_t i = 0; i < findings_.drafts.size(); ++i) {
    const Callable& callable = findings_.drafts[i].callable;
    if (!available_[i] || madeBy(findings_.types, callable) != id) continue;
    const std::optional<TypeId> missing = missingFor(callable);
    if (!missing) continue;
    if (leadsTo(*missing, asked)) {
      ways.circular.push_back(&callable);
    } else if (ways.open == nullptr) {
      ways.open = &callable;
    }
  }
  return ways;
}

/// The first thing that the call needs and nothing makes.
std::optional<TypeId> MissingSteps::missingFor(const Callable& callable) const {
  if (callable.kind == CallableKind::Method && !makeable_[callable.owner]) return callable.owner;
  const auto missing = std::ranges::find_if(callable.parameters, [&](const Parameter& parameter) {
    return !parameter.isAssigned && !makeable_[parameter.type];
  });
  return missing == callable.parameters.end() ? std::nullopt : std::optional(missing->type);
}

bool MissingSteps::leadsTo(TypeId id, const std::vector<TypeId>& ends) const {
  if (std::ranges::find(ends, id) != ends.end()) return true;
  return std::ranges::any_of(findings_.types[id].parts, [&](TypeId part) { return leadsTo(part, ends); });
}

}  // namespace covolve::program
