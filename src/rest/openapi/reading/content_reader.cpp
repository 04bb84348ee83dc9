#include "rest/openapi/reading/content_reader.h"

#include <fmt/format.h>

namespace covolve::rest::openapi {

namespace {

/// A property may list several media types; one is enough to send it.
std::string firstOf(const std::string& mediaTypes) {
  std::string first = mediaTypes.substr(0, mediaTypes.find(','));
  while (!first.empty() && first.back() == ' ') first.pop_back();
  return first;
}

Result<std::map<std::string, Encoding>> readEncodings(const Site& mediaType, const std::string& what,
                                                      Reading& reading) {
  std::map<std::string, Encoding> encodings;
  const std::optional<Site> list = reading.partOrNote(mediaType, "encoding");
  if (!list) return encodings;
  if (!list->node->is_object()) {
    reading.notes.add(fmt::format("{}: its encoding is no object", what));
    return encodings;
  }
  for (const auto& [property, node] : list->node->get_ref<const Node::object_t&>()) {
    if (const auto paid = reading.charge(sizeof(Encoding) + property.size()); !paid) {
      return std::unexpected(paid.error());
    }
    Encoding encoding;
    encoding.contentType = firstOf(textOr(memberOf(node, "contentType"), ""));
    const std::string* style = textOf(memberOf(node, "style"));
    if (style != nullptr) encoding.style = styleOf(*style).value_or(Parameter::Style::Form);
    encoding.explode = encoding.style == Parameter::Style::Form;
    const Node* explode = memberOf(node, "explode");
    if (explode != nullptr && explode->is_boolean()) encoding.explode = isTrue(explode);
    encodings.emplace(property, std::move(encoding));
  }
  return encodings;
}

}  // namespace

std::optional<Parameter::Style> styleOf(std::string_view name) {
  using Style = Parameter::Style;
  if (name == "simple") return Style::Simple;
  if (name == "label") return Style::Label;
  if (name == "matrix") return Style::Matrix;
  if (name == "form") return Style::Form;
  if (name == "spaceDelimited") return Style::SpaceDelimited;
  if (name == "pipeDelimited") return Style::PipeDelimited;
  if (name == "deepObject") return Style::DeepObject;
  return std::nullopt;
}

Result<std::vector<Json>> readExamples(const Site& site, Reading& reading) {
  std::vector<Json> values;
  const auto add = [&](const Node& value) -> Result<void> {
    if (const auto paid = reading.charge(weightOf(value)); !paid) return paid;
    values.push_back(plainJson(value));
    return {};
  };
  if (const Node* example = memberOf(*site.node, "example")) {
    if (const auto added = add(*example); !added) return std::unexpected(added.error());
  }
  const std::optional<Site> examples = reading.partOrNote(site, "examples");
  if (!examples || !examples->node->is_object()) return values;
  for (const auto& [name, node] : examples->node->get_ref<const Node::object_t&>()) {
    const Result<Site> example = reading.references.resolve(examples->enter(name, node));
    if (!example) {
      reading.notes.add(
          fmt::format("the example {} {}", shown(examples->describe()), example.error().message));
      continue;
    }
    const Node* value = memberOf(*example->node, "value");
    if (value == nullptr) continue;  // it may be said elsewhere: externalValue
    if (const auto added = add(*value); !added) return std::unexpected(added.error());
  }
  return values;
}

Result<std::vector<MediaType>> readContent(const Site& content, const std::string& what, Reading& reading) {
  std::vector<MediaType> mediaTypes;
  if (!content.node->is_object()) {
    reading.notes.add(fmt::format("{}: its content is {}, not an object", what, kindOf(*content.node)));
    return mediaTypes;
  }
  for (const auto& [name, node] : content.node->get_ref<const Node::object_t&>()) {
    if (name.starts_with("x-")) continue;
    if (const auto paid = reading.charge(sizeof(MediaType) + name.size()); !paid) {
      return std::unexpected(paid.error());
    }
    MediaType mediaType;
    mediaType.name = name;
    const Result<Site> site = reading.references.resolve(content.enter(name, node));
    if (!site) {
      reading.notes.add(fmt::format("{}: {} {}", what, shown(name), site.error().message));
      continue;
    }
    if (const std::optional<Site> schema = site->given("schema"))
      mediaType.schema = reading.schemas.at(*schema);
    Result<std::map<std::string, Encoding>> encodings = readEncodings(*site, what, reading);
    if (!encodings) return std::unexpected(encodings.error());
    mediaType.encoding = std::move(*encodings);
    Result<std::vector<Json>> examples = readExamples(*site, reading);
    if (!examples) return std::unexpected(examples.error());
    mediaType.examples = std::move(*examples);
    mediaTypes.push_back(std::move(mediaType));
  }
  return mediaTypes;
}

}  // namespace covolve::rest::openapi
