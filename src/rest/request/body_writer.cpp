#include "rest/request/body_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/percent_encoding.h"
#include "rest/genes/body_form.h"
#include "rest/openapi/media_type.h"
#include "rest/request/parameter_text.h"
#include "rest/request/request_writer.h"
#include "rest/request/xml_text.h"

namespace covolve::rest {

namespace {

const Encoding* encodingOf(const MediaType& type, const std::string& name) {
  const auto found = type.encoding.find(name);
  return found != type.encoding.end() ? &found->second : nullptr;
}

/// What is said about a member, in allOf too; null where nothing is.
const Schema* memberSchema(const Schema* schema, const std::string& name, int depth = 0) {
  constexpr int kDeepest = 8;
  if (schema == nullptr || depth > kDeepest) return nullptr;
  if (const Schema* found = schema->property(name)) return found;
  for (const auto* list : {&schema->allOf, &schema->oneOf, &schema->anyOf}) {
    for (const Schema* one : *list) {
      if (const Schema* found = memberSchema(one, name, depth + 1)) return found;
    }
  }
  return nullptr;
}

bool isFile(const Schema* schema, int depth = 0) {
  constexpr int kDeepest = 8;
  if (schema == nullptr || depth > kDeepest) return false;
  if (schema->format == "binary" || schema->format == "file") return true;
  const auto isFileToo = [&](const Schema* one) { return isFile(one, depth + 1); };
  return isFileToo(schema->items) || std::ranges::any_of(schema->allOf, isFileToo);
}

std::string urlEncoded(const Json& value, const MediaType& type) {
  if (!value.is_object())
    return value.is_structured() ? percentEncoded(jsonText(value)) : percentEncoded(plainText(value));
  NamedTexts pairs;
  for (const auto& [name, member] : value.items()) {
    if (member.is_null()) continue;  // a form has no way to say so
    const Encoding* encoding = encodingOf(type, name);
    const bool asJson = encoding != nullptr ? isJson(encoding->contentType) : member.is_object();
    if (asJson && member.is_structured()) {
      pairs.emplace_back(percentEncoded(name), percentEncoded(jsonText(member)));
      continue;
    }
    const auto style = encoding != nullptr ? encoding->style : Parameter::Style::Form;
    const bool explode = encoding == nullptr || encoding->explode;
    for (auto& pair : expandNamed(name, member, style, explode, TextEncoding::Url))
      pairs.push_back(std::move(pair));
  }
  std::string text;
  for (const auto& [name, one] : pairs) {
    if (!text.empty()) text += '&';
    text += name + "=" + one;
  }
  return text;
}

/// In a quoted string of a header, as browsers do it.
std::string quotable(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (c == '"') {
      text += "%22";
    } else if (c == '\r') {
      text += "%0D";
    } else if (c == '\n') {
      text += "%0A";
    } else {
      text += c;
    }
  }
  return text;
}

struct Part {
  std::string head;
  std::string content;
};

Part partOf(const std::string& name, const Json& value, const Schema* schema, const Encoding* encoding) {
  Part part;
  part.head = fmt::format("Content-Disposition: form-data; name=\"{}\"", quotable(name));
  // Several may be allowed: the first is taken.
  std::string contentType =
      encoding != nullptr ? contentTypeOf(encoding->contentType.substr(0, encoding->contentType.find(',')))
                          : "";
  if (isFile(schema) && !value.is_structured()) {
    part.head += fmt::format("; filename=\"{}.bin\"", quotable(name));
    if (contentType.empty()) contentType = "application/octet-stream";
  }
  if (value.is_structured() && contentType.empty()) contentType = "application/json";
  part.content = value.is_structured() || isJson(contentType) ? jsonText(value) : plainText(value);
  if (!contentType.empty()) part.head += "\r\nContent-Type: " + contentType;
  return part;
}

std::vector<Part> partsOf(const Json& value, const MediaType& type) {
  std::vector<Part> parts;
  if (!value.is_object()) {
    parts.push_back(partOf("value", value, type.schema, nullptr));
    return parts;
  }
  for (const auto& [name, member] : value.items()) {
    if (member.is_null()) continue;
    const Schema* schema = memberSchema(type.schema, name);
    const Encoding* encoding = encodingOf(type, name);
    const bool isListOfParts = member.is_array() && (encoding == nullptr || !isJson(encoding->contentType));
    if (isListOfParts) {
      for (const Json& element : member) parts.push_back(partOf(name, element, schema, encoding));
    } else {
      parts.push_back(partOf(name, member, schema, encoding));
    }
  }
  return parts;
}

WrittenBody multipart(const Json& value, const MediaType& type) {
  const auto parts = partsOf(value, type);
  // Always the same, unless a part holds it.
  std::string boundary = "covolve-part";
  const auto isHeld = [&](const Part& part) {
    return part.content.find(boundary) != std::string::npos || part.head.find(boundary) != std::string::npos;
  };
  for (int number = 1; std::ranges::any_of(parts, isHeld); ++number)
    boundary = fmt::format("covolve-part-{}", number);
  WrittenBody body;
  for (const Part& part : parts) {
    body.text += fmt::format("--{}\r\n{}\r\n\r\n", boundary, part.head);
    body.text += part.content + "\r\n";
  }
  body.text += fmt::format("--{}--\r\n", boundary);
  body.contentType = fmt::format("{}; boundary={}", bareMediaType(contentTypeOf(type.name)), boundary);
  return body;
}

/// "Pet" of "#/components/schemas/Pet".
std::string nameOf(const Schema* schema) {
  if (schema == nullptr) return "";
  for (const std::string_view folder : {"/schemas/", "/definitions/"}) {
    const size_t found = schema->location.rfind(folder);
    if (found == std::string::npos) continue;
    std::string name = schema->location.substr(found + folder.size());
    if (name.find('/') == std::string::npos) return name;
  }
  return "";
}

}  // namespace

WrittenBody writeBody(const Json& value, const MediaType& type) {
  const std::string contentType = contentTypeOf(type.name);
  switch (bodyFormOf(type.name)) {
    case BodyForm::Json:
      return {jsonText(value), contentType};
    case BodyForm::UrlEncoded:
      return {urlEncoded(value, type), contentType};
    case BodyForm::Multipart:
      return multipart(value, type);
    case BodyForm::Xml:
      return {xmlText(value, nameOf(type.schema)), contentType};
    case BodyForm::Text:
    case BodyForm::Bytes:
      break;
  }
  return {value.is_structured() ? jsonText(value) : plainText(value), contentType};
}

}  // namespace covolve::rest
