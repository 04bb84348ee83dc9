#include "rest/openapi/reading/operation_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "rest/openapi/reading/body_reader.h"
#include "rest/openapi/reading/parameter_reader.h"
#include "rest/openapi/reading/path_template.h"
#include "rest/openapi/reading/security_reader.h"
#include "rest/openapi/reading/server_reader.h"

namespace covolve::rest::openapi {

namespace {

/// An operation has about ten.
constexpr size_t kMostKeys = 1000;

std::string serverPathOf(const OperationPlace& place, const std::string& otherwise, Reading& reading) {
  if (const auto own = ownServerPath(place.site, reading)) return *own;
  for (const Site& pathItem : place.pathItems) {
    if (const auto own = ownServerPath(pathItem, reading)) return *own;
  }
  return otherwise;
}

/// "/objects?acl" needs the query acl.
void addQueryOfPath(const SplitPath& path, OperationDraft& draft, Reading& reading) {
  for (const auto& [name, value] : path.query) {
    const auto isSame = [&](const Parameter& other) {
      return other.place == Parameter::Place::Query && other.name == name;
    };
    std::vector<Parameter>& parameters = draft.operation.parameters;
    if (std::ranges::any_of(parameters, isSame)) continue;
    Schema* schema = reading.schemas.make("");
    schema->types = Schema::String;
    if (!value.starts_with('{')) schema->values = std::vector<Json>{value};
    Parameter parameter;
    parameter.name = name;
    parameter.required = true;
    parameter.schema = schema;
    parameters.push_back(std::move(parameter));
  }
}

/// What it is called.
Result<void> readLabels(const Node& node, OperationDraft& draft, Reading& reading) {
  const Node* id = memberOf(node, "operationId");
  const Node* tags = memberOf(node, "tags");
  size_t size = sizeof(OperationDraft) + draft.name.size();
  if (id != nullptr) size += weightOf(*id);
  if (tags != nullptr) size += weightOf(*tags);
  if (auto paid = reading.charge(size); !paid) return paid;
  if (id != nullptr) draft.declaredId = scalarText(*id);
  draft.operation.deprecated = isTrue(memberOf(node, "deprecated"));
  if (tags == nullptr || !tags->is_array()) return {};
  for (const Node& tag : tags->get_ref<const Node::array_t&>()) {
    if (!scalarText(tag).empty()) draft.operation.tags.push_back(scalarText(tag));
  }
  return {};
}

Result<void> readParts(const OperationPlace& place, const std::string& serverPath, OperationDraft& draft,
                       Reading& reading) {
  if (!place.site.node->is_object()) {
    return userError(fmt::format("it is {}, not an object", kindOf(*place.site.node)));
  }
  if (place.site.node->size() > kMostKeys)
    return userError(fmt::format("it has more than {} keys", kMostKeys));
  Operation& operation = draft.operation;
  if (auto read = readLabels(*place.site.node, draft, reading); !read) return read;
  std::vector<DeclaredParameter> declared;
  for (auto pathItem = place.pathItems.rbegin(); pathItem != place.pathItems.rend(); ++pathItem) {
    if (auto read = collectParameters(*pathItem, draft.name, reading, declared); !read) return read;
  }
  if (auto read = collectParameters(place.site, draft.name, reading, declared); !read) return read;

  const SplitPath path = splitPath(place.path);
  if (path.hasFragment) reading.notes.add("paths have no fragments; those of this document are left out");
  operation.path =
      serverPathOf(place, serverPath, reading) + (path.path.starts_with('/') ? "" : "/") + path.path;
  Result<std::vector<Parameter>> parameters = readParameters(declared, draft.name, operation.path, reading);
  if (!parameters) return std::unexpected(parameters.error());
  operation.parameters = std::move(*parameters);
  addQueryOfPath(path, draft, reading);

  Result<std::optional<RequestBody>> body =
      readBody(place.site, operation.method, draft.name, declared, reading);
  if (!body) return std::unexpected(body.error());
  operation.body = std::move(*body);
  Result<std::vector<ResponseDeclaration>> responses =
      readResponses(place.site, draft.name, reading, draft.links);
  if (!responses) return std::unexpected(responses.error());
  operation.responses = std::move(*responses);
  auto security = readSecurity(place.site, reading);
  if (!security) return std::unexpected(security.error());
  operation.security = std::move(*security);
  return {};
}

}  // namespace

std::string nameOf(std::string method, const std::string& path) {
  std::ranges::transform(method, method.begin(), [](unsigned char c) { return std::toupper(c); });
  return method + ' ' + path;
}

OperationDraft readOperation(const OperationPlace& place, const std::string& serverPath, Reading& reading) {
  OperationDraft draft;
  draft.name = nameOf(place.method, place.path);
  draft.operation.method = draft.name.substr(0, place.method.size());
  draft.site = place.site;
  if (const auto read = readParts(place, serverPath, draft, reading); !read) {
    draft.reasonToSkip = read.error().message;
    draft.operation = {};  // no memory for what is not used
    draft.links.clear();
  }
  return draft;
}

void dropBrokenParts(OperationDraft& draft, Reading& reading) {
  Operation& operation = draft.operation;
  const auto defectOf = [&](const Schema* schema) { return reading.schemas.defectOf(schema); };
  std::vector<Parameter> usable;
  for (Parameter& parameter : operation.parameters) {
    const std::string* defect = defectOf(parameter.schema);
    if (defect == nullptr) {
      usable.push_back(std::move(parameter));
      continue;
    }
    const std::string sentence =
        fmt::format("the parameter {} has no usable schema: {}", shown(parameter.name), *defect);
    if (parameter.required) {
      draft.reasonToSkip = sentence;
      return;
    }
    reading.notes.add(fmt::format("{}: {}; it is left out", draft.name, sentence));
  }
  operation.parameters = std::move(usable);
  if (!operation.body) return;
  std::string lastDefect;
  std::erase_if(operation.body->content, [&](const MediaType& mediaType) {
    const std::string* defect = defectOf(mediaType.schema);
    if (defect != nullptr) lastDefect = *defect;
    return defect != nullptr;
  });
  if (lastDefect.empty()) return;
  const std::string sentence = fmt::format("the request body has no usable schema: {}", lastDefect);
  const bool isLost = operation.body->content.empty();
  if (isLost && operation.body->required) {
    draft.reasonToSkip = sentence;
    return;
  }
  if (isLost) operation.body.reset();
  reading.notes.add(
      fmt::format("{}: {}; {} left out", draft.name, sentence, isLost ? "it is" : "some of its types are"));
}

}  // namespace covolve::rest::openapi
