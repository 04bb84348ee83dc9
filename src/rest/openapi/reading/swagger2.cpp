#include "rest/openapi/reading/swagger2.h"

#include <fmt/format.h>

#include <algorithm>

#include "rest/openapi/reading/uri.h"

namespace covolve::rest::openapi {

namespace {

using Style = Parameter::Style;

constexpr std::string_view kUrlEncoded = "application/x-www-form-urlencoded";
constexpr std::string_view kMultipart = "multipart/form-data";

std::vector<std::string> textsOf(const Node* list) {
  std::vector<std::string> texts;
  if (list == nullptr || !list->is_array()) return texts;
  for (const Node& item : list->get_ref<const Node::array_t&>()) {
    if (item.is_string()) texts.push_back(item.get<std::string>());
  }
  return texts;
}

/// The operation's list, or the document's.
std::vector<std::string> mediaTypes(const Site& operation, std::string_view key, const Reading& reading) {
  std::vector<std::string> own = textsOf(memberOf(*operation.node, key));
  if (!own.empty()) return own;
  // An empty list takes the document's types back.
  const Node* list = memberOf(*operation.node, key);
  if (list != nullptr && list->is_array()) return {};
  return textsOf(memberOf(*reading.root.node, key));
}

bool isFile(const Site& site) { return textOr(memberOf(*site.node, "type"), "") == "file"; }

std::string joined(const std::string& base, const std::string& path) {
  return path.empty() || path.starts_with('/') ? base + path : base + '/' + path;
}

Result<std::optional<RequestBody>> bodyOf(const Schema* schema, bool required,
                                          const std::vector<std::string>& types,
                                          const std::map<std::string, Encoding>& encodings,
                                          Reading& reading) {
  RequestBody body;
  body.required = required;
  for (const std::string& type : types) {
    const size_t size = sizeof(MediaType) + type.size() + encodings.size() * sizeof(Encoding);
    if (const auto paid = reading.charge(size); !paid) return std::unexpected(paid.error());
    MediaType mediaType;
    mediaType.name = type;
    mediaType.schema = schema;
    mediaType.encoding = encodings;
    body.content.push_back(std::move(mediaType));
  }
  return body;
}

/// A form can only be sent as one.
std::vector<std::string> formTypes(const std::vector<std::string>& consumed, bool hasFile) {
  std::vector<std::string> types;
  for (const std::string& type : consumed) {
    const bool isMultipart = type.starts_with(kMultipart);
    if (isMultipart || (!hasFile && type.starts_with(kUrlEncoded))) types.push_back(type);
  }
  if (types.empty()) types.emplace_back(hasFile ? kMultipart : kUrlEncoded);
  return types;
}

Result<std::optional<RequestBody>> readForm(const std::vector<const DeclaredParameter*>& fields,
                                            const Site& operation, Reading& reading) {
  Schema* form = reading.schemas.make(operation.describe() + "/formData");
  form->types = Schema::Object;
  std::map<std::string, Encoding> encodings;
  bool hasFile = false;
  for (const DeclaredParameter* field : fields) {
    form->properties.push_back({field->name, swagger2Schema(field->site, reading)});
    if (field->required) form->required.push_back(field->name);
    hasFile = hasFile || isFile(field->site);
    if (memberOf(*field->site.node, "collectionFormat") == nullptr) continue;
    Parameter styled;
    readSwagger2Style(field->site, styled);
    encodings[field->name] = {"", styled.style, styled.explode};
  }
  return bodyOf(form, !form->required.empty(), formTypes(mediaTypes(operation, "consumes", reading), hasFile),
                encodings, reading);
}

}  // namespace

std::vector<std::string> swagger2Servers(const Site& root) {
  const std::string base = textOr(memberOf(*root.node, "basePath"), "");
  const std::string host = textOr(memberOf(*root.node, "host"), "");
  if (host.empty()) return {base};
  std::vector<std::string> schemes = textsOf(memberOf(*root.node, "schemes"));
  if (schemes.empty()) {
    const std::string& location = root.document->location;
    schemes.push_back(isUrl(location) ? location.substr(0, location.find(':')) : "http");
  }
  std::vector<std::string> servers;
  for (const std::string& scheme : schemes) servers.push_back(joined(scheme + "://" + host, base));
  return servers;
}

void readSwagger2Style(const Site& site, Parameter& parameter) {
  const bool isForm = parameter.place == Parameter::Place::Query;
  const std::string format = textOr(memberOf(*site.node, "collectionFormat"), "csv");
  parameter.explode = false;
  if (format == "ssv") {
    parameter.style = Style::SpaceDelimited;
  } else if (format == "tsv") {
    parameter.style = Style::TabDelimited;
  } else if (format == "pipes") {
    parameter.style = Style::PipeDelimited;
  } else {
    parameter.style = isForm ? Style::Form : Style::Simple;
    parameter.explode = isForm && format == "multi";
  }
}

const Schema* swagger2Schema(const Site& site, Reading& reading) {
  // Some write what 3.x does.
  if (const std::optional<Site> schema = site.given("schema")) return reading.schemas.at(*schema);
  const bool saysNothing = memberOf(*site.node, "type") == nullptr && memberOf(*site.node, "enum") == nullptr;
  return saysNothing ? reading.schemas.text(site.describe()) : reading.schemas.at(site);
}

Result<std::optional<RequestBody>> readSwagger2Body(const std::vector<DeclaredParameter>& declared,
                                                    const Site& operation, const std::string& name,
                                                    Reading& reading) {
  const DeclaredParameter* body = nullptr;
  std::vector<const DeclaredParameter*> fields;
  for (const DeclaredParameter& one : declared) {
    if (one.in == "formData") fields.push_back(&one);
    if (one.in != "body") continue;
    if (body != nullptr) reading.notes.add(fmt::format("{}: it has two bodies; the first one counts", name));
    if (body == nullptr) body = &one;
  }
  if (body == nullptr && fields.empty()) return std::nullopt;
  if (body == nullptr) return readForm(fields, operation, reading);
  if (!fields.empty()) reading.notes.add(fmt::format("{}: it has a body, so its form is left out", name));
  std::vector<std::string> types = mediaTypes(operation, "consumes", reading);
  if (types.empty()) types.emplace_back("application/json");
  const std::optional<Site> schema = body->site.given("schema");
  return bodyOf(schema ? reading.schemas.at(*schema) : nullptr, body->required, types, {}, reading);
}

Result<std::vector<MediaType>> readSwagger2Content(const Site& response, const Site& operation,
                                                   Reading& reading) {
  std::vector<MediaType> content;
  const std::optional<Site> schema = response.given("schema");
  if (!schema) return content;
  std::vector<std::string> types = mediaTypes(operation, "produces", reading);
  if (types.empty()) types.emplace_back("*/*");
  const Node* examples = memberOf(*response.node, "examples");
  for (const std::string& type : types) {
    MediaType mediaType;
    mediaType.name = type;
    if (!isFile(*schema)) mediaType.schema = reading.schemas.at(*schema);
    const Node* example = examples != nullptr ? memberOf(*examples, type) : nullptr;
    const size_t size = sizeof(MediaType) + type.size() + (example != nullptr ? weightOf(*example) : 0);
    if (const auto paid = reading.charge(size); !paid) return std::unexpected(paid.error());
    if (example != nullptr) mediaType.examples.push_back(plainJson(*example));
    content.push_back(std::move(mediaType));
  }
  return content;
}

}  // namespace covolve::rest::openapi
