#include "rest/openapi/reading/parameter_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace covolve::rest::openapi {

namespace {

constexpr size_t kMostParameters = 2000;

bool isSame(const DeclaredParameter& left, const DeclaredParameter& right) {
  if (left.in != right.in) return false;
  return left.in == "header" ? equalIgnoringCase(left.name, right.name) : left.name == right.name;
}

/// What is wrong with a parameter's name and place; empty: nothing.
std::string problemOf(const Site& site, Version version) {
  const std::string* name = textOf(memberOf(*site.node, "name"));
  if (name == nullptr || name->empty())
    return fmt::format("the parameter {} has no name", shown(site.describe()));
  const std::string* in = textOf(memberOf(*site.node, "in"));
  if (in == nullptr) return fmt::format("the parameter {} does not say where it is", shown(*name));
  std::vector<std::string_view> places{"path", "query", "header"};
  if (version == Version::V2) {
    places.insert(places.end(), {"body", "formData"});
  } else {
    places.emplace_back("cookie");
  }
  if (std::ranges::find(places, *in) != places.end()) return {};
  return fmt::format("the parameter {} is in {}, which is no place for one", shown(*name), shown(*in));
}

}  // namespace

bool equalIgnoringCase(std::string_view left, std::string_view right) {
  return std::ranges::equal(
      left, right, [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
}

std::string DeclaredParameter::describe() const {
  return fmt::format("the {} parameter {}", in, shown(name));
}

Result<void> collectParameters(const Site& owner, const std::string& operation, Reading& reading,
                               std::vector<DeclaredParameter>& parameters) {
  const Result<std::optional<Site>> found = reading.part(owner, "parameters");
  if (!found) return std::unexpected(found.error());
  const std::optional<Site>& list = *found;
  if (!list) return {};
  if (!list->node->is_array()) {
    return userError(fmt::format("{} is {}, not a list", shown(list->describe()), kindOf(*list->node)));
  }
  if (list->node->size() > kMostParameters) {
    return userError(fmt::format("{} has more than {} parameters", shown(list->describe()), kMostParameters));
  }
  // Only what an outer owner said is replaced; twice in one list is a mistake.
  const size_t inherited = parameters.size();
  size_t index = 0;
  for (const Node& node : list->node->get_ref<const Node::array_t&>()) {
    const Site place = list->enter(std::to_string(index++), node);
    const Result<Site> site = reading.references.resolve(place);
    if (!site) return userError("a parameter " + site.error().message);
    const size_t size = sizeof(Parameter) + textOr(memberOf(*site->node, "name"), "").size();
    if (auto paid = reading.charge(size); !paid) return paid;
    const std::string problem = problemOf(*site, reading.version);
    const bool required = isTrue(memberOf(*site->node, "required"));
    if (!problem.empty()) {
      if (required) return userError(problem);
      reading.notes.add(fmt::format("{}: {}; it is left out", operation, problem));
      continue;
    }
    DeclaredParameter parameter{*site, *textOf(memberOf(*site->node, "name")),
                                *textOf(memberOf(*site->node, "in")), required};
    const auto known =
        std::ranges::find_if(parameters, [&](const auto& other) { return isSame(other, parameter); });
    if (known == parameters.end()) {
      parameters.push_back(std::move(parameter));
    } else if (static_cast<size_t>(known - parameters.begin()) < inherited) {
      *known = std::move(parameter);
    } else {
      reading.notes.add(
          fmt::format("{}: {} is declared twice; the first one counts", operation, parameter.describe()));
    }
  }
  return {};
}

}  // namespace covolve::rest::openapi
