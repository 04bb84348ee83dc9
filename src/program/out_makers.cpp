#include "program/out_makers.h"

#include <algorithm>
#include <iterator>

#include "program/disposal.h"

namespace covolve::program {

namespace {

/// The class of the object to which the parameter is to point; nothing where it is no pointer to a pointer.
std::optional<TypeId> handedOut(const Findings& findings, const Parameter& parameter) {
  const Type& outer = findings.types[parameter.type];
  if (parameter.passBy != PassBy::Value || outer.kind != TypeKind::Pointer || outer.pointeeConst)
    return std::nullopt;
  const Type& inner = findings.types[outer.parts[0]];
  if (inner.kind != TypeKind::Pointer || inner.pointeeConst) return std::nullopt;
  const TypeId object = inner.parts[0];
  const bool isObject = findings.types[object].kind == TypeKind::Class;
  return isObject ? std::optional(object) : std::nullopt;
}

/// Without the parameter, and with the object as its result; nothing where it makes none.
std::optional<Draft> outMakerOf(const Findings& findings, const Draft& function) {
  const Callable& callable = function.callable;
  const bool isFree = callable.kind == CallableKind::Function || callable.kind == CallableKind::StaticMethod;
  if (!isFree || !soundsLikeMaking(callable)) return std::nullopt;
  const auto hands = [&](const Parameter& parameter) { return handedOut(findings, parameter).has_value(); };
  if (std::ranges::count_if(callable.parameters, hands) != 1) return std::nullopt;
  const auto found = std::ranges::find_if(callable.parameters, hands);
  const auto place = static_cast<uint32_t>(found - callable.parameters.begin());
  Draft draft = function;
  Callable& making = draft.callable;
  making.outParameter = place;
  making.underTest = making.supports = making.freesArgument = false;
  making.result = findings.types[found->type].parts[0];
  making.resultBy = PassBy::Value;
  making.parameters.erase(making.parameters.begin() + place);
  for (Parameter& parameter : making.parameters) {
    for (uint32_t& counted : parameter.countsOf) counted -= counted > place ? 1 : 0;
  }
  return draft;
}

}  // namespace

void addOutMakers(Findings& findings) {
  std::vector<Draft> found;
  for (const Draft& draft : findings.drafts) {
    if (auto maker = outMakerOf(findings, draft)) found.push_back(std::move(*maker));
  }
  std::ranges::move(found, std::back_inserter(findings.drafts));
}

}  // namespace covolve::program
