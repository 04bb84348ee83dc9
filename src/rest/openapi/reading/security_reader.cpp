#include "rest/openapi/reading/security_reader.h"

#include <fmt/format.h>

#include <optional>

#include "rest/openapi/reading/parameter_list.h"

namespace covolve::rest::openapi {

namespace {

SecurityScheme schemeOf(const std::string& name, const Node& node) {
  using Kind = SecurityScheme::Kind;
  SecurityScheme scheme;
  scheme.name = name;
  const std::string type = textOr(memberOf(node, "type"), "");
  if (type == "basic") {
    scheme.kind = Kind::Basic;
  } else if (type == "http") {
    const std::string http = textOr(memberOf(node, "scheme"), "");
    if (equalIgnoringCase(http, "basic")) scheme.kind = Kind::Basic;
    if (equalIgnoringCase(http, "bearer")) scheme.kind = Kind::Bearer;
  } else if (type == "oauth2" || type == "openIdConnect") {
    scheme.kind = Kind::Bearer;  // that is how its tokens are sent
  } else if (type == "apiKey") {
    scheme.kind = Kind::ApiKey;
    scheme.parameter = textOr(memberOf(node, "name"), "");
    const std::string in = textOr(memberOf(node, "in"), "");
    if (in == "query") scheme.place = Parameter::Place::Query;
    if (in == "cookie") scheme.place = Parameter::Place::Cookie;
  }
  return scheme;
}

}  // namespace

std::vector<SecurityScheme> readSecuritySchemes(Reading& reading) {
  std::vector<SecurityScheme> schemes;
  std::optional<Site> list = reading.partOrNote(reading.root, "securityDefinitions");
  if (reading.version != Version::V2) {
    const std::optional<Site> components = reading.partOrNote(reading.root, "components");
    list = components ? reading.partOrNote(*components, "securitySchemes") : std::nullopt;
  }
  if (!list || !list->node->is_object()) return schemes;
  for (const auto& [name, node] : list->node->get_ref<const Node::object_t&>()) {
    const Result<Site> site = reading.references.resolve(list->enter(name, node));
    if (site && site->node->is_object()) {
      schemes.push_back(schemeOf(name, *site->node));
    } else {
      reading.notes.add(fmt::format("the security scheme {} {}", shown(name),
                                    site ? "is no object" : site.error().message));
    }
  }
  return schemes;
}

Result<std::vector<std::vector<std::string>>> readSecurity(const Site& operation, Reading& reading) {
  std::vector<std::vector<std::string>> alternatives;
  std::optional<Site> list = operation.given("security");
  if (!list) list = reading.root.given("security");
  if (!list) return alternatives;
  if (!list->node->is_array()) {
    reading.notes.add(fmt::format("{} is no list and is left out", shown(list->describe())));
    return alternatives;
  }
  if (const auto paid = reading.charge(weightOf(*list->node)); !paid) return std::unexpected(paid.error());
  for (const Node& alternative : list->node->get_ref<const Node::array_t&>()) {
    if (!alternative.is_object()) {
      reading.notes.add(fmt::format("{}: one of them is no object", shown(list->describe())));
      continue;
    }
    std::vector<std::string>& names = alternatives.emplace_back();
    for (const auto& [name, scopes] : alternative.get_ref<const Node::object_t&>()) names.push_back(name);
  }
  return alternatives;
}

}  // namespace covolve::rest::openapi
