#include "program/initialisers.h"

#include <algorithm>
#include <set>

#include "program/disposal.h"
#include "program/name_parts.h"

namespace covolve::program {

namespace {

bool isFilledByHand(const Findings& findings, TypeId id) {
  return std::ranges::any_of(findings.drafts, [&](const Draft& draft) {
    return draft.callable.kind == CallableKind::Aggregate && draft.callable.owner == id;
  });
}

/// Nothing else of the call refers to the structure, neither by its place nor as a copy of another one.
bool standsAlone(const Findings& findings, const Callable& callable, TypeId structure) {
  for (size_t i = 1; i < callable.parameters.size(); ++i) {
    const Parameter& parameter = callable.parameters[i];
    const Type& type = findings.types[parameter.type];
    const bool isAnother =
        parameter.type == structure || (type.kind == TypeKind::Pointer && type.parts[0] == structure);
    if (isAnother || std::ranges::find(parameter.countsOf, 0u) != parameter.countsOf.end()) return false;
  }
  return callable.parameters[0].countsOf.empty();
}

/// The name has one of these words, and otherwise is about the structure.
bool isAbout(std::string_view name, std::string_view structure, const std::set<std::string>& words) {
  std::vector<std::string> parts = wordsOfName(name);
  const auto isOne = [&](const std::string& word) { return words.contains(word); };
  if (parts.empty() || !(isOne(parts.front()) || isOne(parts.back()))) return false;
  std::erase_if(parts, isOne);
  const std::vector<std::string> own = wordsOfName(structure.substr(structure.rfind(':') + 1));
  return parts.empty() || std::ranges::find_first_of(parts, own) != parts.end();
}

/// bool conn_new(conn_t *, const char *), beside conn_destroy(conn_t *): what else has these names returns
/// what it makes.
bool makesInPlace(const Findings& findings, const Callable& callable, TypeId structure) {
  static const std::set<std::string> kMaking = {"new", "create", "construct", "setup"};
  const Type& result = findings.types[callable.result];
  const bool returnsStatus = callable.resultBy == PassBy::Value &&
                             (result.kind == TypeKind::Void || result.kind == TypeKind::Boolean ||
                              result.kind == TypeKind::Integer || result.kind == TypeKind::Enumeration);
  return returnsStatus && isAbout(callable.name, findings.types[structure].spelling, kMaking) &&
         std::ranges::any_of(findings.drafts, [&](const Draft& draft) {
           return takesBack(findings.types, draft.callable, structure);
         });
}

/// Without its first parameter, and with the structure as its result; nothing where it is no initialiser.
std::optional<Draft> initialiserOf(const Findings& findings, const Draft& function) {
  const Callable& callable = function.callable;
  if (callable.kind != CallableKind::Function || callable.parameters.empty()) return std::nullopt;
  const Type& first = findings.types[callable.parameters[0].type];
  if (first.kind != TypeKind::Pointer || first.pointeeConst) return std::nullopt;
  const TypeId structure = first.parts[0];
  const bool isMeantTo = soundsLikeInitialising(callable.name, findings.types[structure].spelling) ||
                         makesInPlace(findings, callable, structure);
  if (!isMeantTo || !isFilledByHand(findings, structure) || !standsAlone(findings, callable, structure))
    return std::nullopt;
  Draft draft = function;
  Callable& making = draft.callable;
  making.initialises = true;
  making.underTest = making.supports = making.freesArgument = false;
  making.result = structure;
  making.resultBy = PassBy::Value;
  making.parameters.erase(making.parameters.begin());
  for (Parameter& parameter : making.parameters) {
    for (uint32_t& counted : parameter.countsOf) --counted;
  }
  return draft;
}

}  // namespace

bool soundsLikeInitialising(std::string_view name, std::string_view structure) {
  static const std::set<std::string> kInitialising = {"init", "initialize", "initialise"};
  return isAbout(name, structure, kInitialising);
}

void addInitialisers(Findings& findings) {
  std::vector<Draft> found;
  for (const Draft& draft : findings.drafts) {
    if (auto initialiser = initialiserOf(findings, draft)) found.push_back(std::move(*initialiser));
  }
  std::ranges::move(found, std::back_inserter(findings.drafts));
}

}  // namespace covolve::program
