#include "rest/suite/element_expectation.h"

#include <algorithm>
#include <vector>

#include "base/json_pointer.h"
#include "rest/resource/names.h"
#include "rest/suite/moments.h"

namespace covolve::rest {

namespace {

struct Shown {
  const Json* element;
  std::string list;  // where it is in
};

/// What a run of the test shows: where in the list it stands differs from run to run.
std::optional<Shown> shownIn(const CallList& run, const Fault& fault) {
  if (fault.call >= run.size()) return std::nullopt;
  const auto calls = std::span(run).first(fault.call + 1);
  const auto oracle =
      std::ranges::find_if(oracles(), [&](const auto& one) { return one->name() == fault.kind; });
  if (oracle == oracles().end() || !calls.back().json) return std::nullopt;
  std::vector<Fault> found;
  (*oracle)->judge(calls, found);
  const auto again = std::ranges::find(found, fault.key(), &Fault::key);
  if (again == found.end()) return std::nullopt;
  const Json* element = findPointer(*calls.back().json, again->place);
  if (element == nullptr || !element->is_object()) return std::nullopt;
  return Shown{element, parentAndName(again->place).first};
}

/// An earlier answer that has the value of a member in every run.
std::optional<Extraction> sourceOf(const std::string& member, const SuiteTest& test, size_t before,
                                   const std::vector<const Json*>& elements) {
  const CallList& written = test.runs.front();
  for (size_t i = 0; i < before; ++i) {
    if (!written[i].json || !written[i].json->is_object()) continue;
    for (const auto& [name, value] : written[i].json->items()) {
      const auto isIt = [&](size_t run) {
        const auto& json = test.runs[run][i].json;
        return json && json->is_object() && json->contains(name) && (*json)[name] == (*elements[run])[member];
      };
      bool isSource = isIdentifierName(name);
      for (size_t run = 0; isSource && run < test.runs.size(); ++run) isSource = isIt(run);
      if (isSource) return Extraction{i, Extraction::Kind::Body, pointerTo("", name)};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<emit::BodyExpectation> expectElement(const SuiteTest& test, const Fault& fault,
                                                   Variables& variables, const Surroundings& surroundings) {
  constexpr size_t kMostMembers = 6;
  constexpr size_t kLongestText = 300;
  std::vector<const Json*> elements;
  emit::BodyExpectation expected{
      .kind = emit::BodyExpectation::Kind::HasElement, .pointer = "", .value = Json::object()};
  for (const CallList& run : test.runs) {
    auto shown = shownIn(run, fault);
    if (!shown || (!elements.empty() && shown->list != expected.pointer)) return std::nullopt;
    elements.push_back(shown->element);
    expected.pointer = std::move(shown->list);
  }
  const Moment now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  for (const auto& [name, value] : elements.front()->items()) {
    if (value.is_structured() || expected.value.size() >= kMostMembers) continue;
    const auto hasMember = [&](const Json* element) { return element->contains(name); };
    if (!std::ranges::all_of(elements, hasMember)) continue;
    if (isIdentifierName(name)) {
      const auto source = sourceOf(name, test, fault.call, elements);
      if (!source) continue;
      expected.variables.emplace(name, variables.nameOf(*source, name));
      expected.value[name] = value;
      continue;
    }
    const auto isSame = [&](const Json* element) { return (*element)[name] == value; };
    const bool isText = value.is_string();
    if (!std::ranges::all_of(elements, isSame) || tellsMoment(value, now)) continue;
    if (isText && (value.get_ref<const std::string&>().size() > kLongestText ||
                   tellsSecret(value.get_ref<const std::string&>(), surroundings)))
      continue;
    expected.value[name] = value;
  }
  return expected.value.empty() ? std::nullopt : std::optional(std::move(expected));
}

}  // namespace covolve::rest
