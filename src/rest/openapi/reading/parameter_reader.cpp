#include "rest/openapi/reading/parameter_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "rest/openapi/reading/content_reader.h"
#include "rest/openapi/reading/path_template.h"
#include "rest/openapi/reading/swagger2.h"

namespace covolve::rest::openapi {

namespace {

using Place = Parameter::Place;
using Style = Parameter::Style;

Place placeOf(std::string_view in) {
  if (in == "path") return Place::Path;
  if (in == "header") return Place::Header;
  return in == "cookie" ? Place::Cookie : Place::Query;
}

bool isAllowed(Style style, Place place) {
  switch (place) {
    case Place::Path:
      return style == Style::Simple || style == Style::Label || style == Style::Matrix;
    case Place::Query:
      return style == Style::Form || style == Style::SpaceDelimited || style == Style::PipeDelimited ||
             style == Style::DeepObject;
    case Place::Header:
      return style == Style::Simple;
    case Place::Cookie:
      return style == Style::Form;
  }
  return false;
}

/// Headers that are said by other means: bodies, responses, security.
bool isReservedHeader(std::string_view name) {
  return equalIgnoringCase(name, "Accept") || equalIgnoringCase(name, "Content-Type") ||
         equalIgnoringCase(name, "Authorization");
}

class ParameterReading {
 public:
  ParameterReading(const std::string& operation, Reading& reading)
      : operation_(operation), reading_(reading) {}

  Result<Parameter> read(const DeclaredParameter& declared) {
    Parameter parameter;
    parameter.name = declared.name;
    parameter.place = placeOf(declared.in);
    parameter.required = declared.required || parameter.place == Place::Path;
    if (reading_.version == Version::V2) {
      readSwagger2Style(declared.site, parameter);
      parameter.schema = swagger2Schema(declared.site, reading_);
    } else {
      readStyle(declared, parameter);
      parameter.allowReserved = isTrue(memberOf(*declared.site.node, "allowReserved"));
      if (const auto read = readSchema(declared, parameter); !read) return std::unexpected(read.error());
    }
    Result<std::vector<Json>> examples = readExamples(declared.site, reading_);
    if (!examples) return std::unexpected(examples.error());
    for (Json& example : *examples) parameter.examples.push_back(std::move(example));
    return parameter;
  }

  Parameter undeclared(const std::string& name) {
    note(fmt::format("the path parameter {} is not declared; it is taken for a text", shown(name)));
    Parameter parameter;
    parameter.name = name;
    parameter.place = Place::Path;
    parameter.style = Style::Simple;
    parameter.explode = false;
    parameter.required = true;
    parameter.schema = reading_.schemas.text("");
    parameter.isDescribed = false;
    return parameter;
  }

  void note(const std::string& sentence) { reading_.notes.add(fmt::format("{}: {}", operation_, sentence)); }

 private:
  void readStyle(const DeclaredParameter& declared, Parameter& parameter) {
    const bool isForm = parameter.place == Place::Query || parameter.place == Place::Cookie;
    parameter.style = isForm ? Style::Form : Style::Simple;
    if (const std::string* name = textOf(memberOf(*declared.site.node, "style"))) {
      const std::optional<Style> style = styleOf(*name);
      if (style && isAllowed(*style, parameter.place)) {
        parameter.style = *style;
      } else {
        note(fmt::format("{} has the style {}, which its place does not know", declared.describe(),
                         shown(*name)));
      }
    }
    parameter.explode = parameter.style == Style::Form;
    const Node* explode = memberOf(*declared.site.node, "explode");
    if (explode != nullptr && explode->is_boolean()) parameter.explode = isTrue(explode);
  }

  /// `schema`, or `content` with one media type.
  Result<void> readSchema(const DeclaredParameter& declared, Parameter& parameter) {
    if (const auto schema = declared.site.given("schema")) {
      parameter.schema = reading_.schemas.at(*schema);
    } else if (const auto content = reading_.partOrNote(declared.site, "content")) {
      Result<std::vector<MediaType>> types = readContent(*content, declared.describe(), reading_);
      if (!types) return std::unexpected(types.error());
      if (!types->empty()) {
        parameter.contentType = types->front().name;
        parameter.schema = types->front().schema;
        parameter.examples = std::move(types->front().examples);
      }
    }
    if (parameter.schema == nullptr) {
      note(fmt::format("{} has no schema; it is taken for a text", declared.describe()));
      parameter.schema = reading_.schemas.text(declared.site.describe());
      parameter.isDescribed = false;
    }
    return {};
  }

  const std::string& operation_;
  Reading& reading_;
};

}  // namespace

Result<std::vector<Parameter>> readParameters(const std::vector<DeclaredParameter>& declared,
                                              const std::string& operation, std::string& path,
                                              Reading& reading) {
  ParameterReading readParameter(operation, reading);
  std::vector<Parameter> inPath;
  std::vector<Parameter> others;
  std::vector<std::string> declaredInPath;
  for (const DeclaredParameter& one : declared) {
    if (one.in == "path") declaredInPath.push_back(one.name);
  }
  path = plainTemplate(path, declaredInPath);
  const std::vector<std::string> wanted = templateNames(path);
  if (wanted.size() > kMostInPath) {
    return userError(fmt::format("its path has more than {} parameters", kMostInPath));
  }
  for (const DeclaredParameter& one : declared) {
    if (one.in == "body" || one.in == "formData") continue;
    if (one.in == "header" && isReservedHeader(one.name)) {
      reading.notes.add(one.describe() + " is left out: media types and credentials are sent by other means");
      continue;
    }
    if (one.in == "path" && std::ranges::find(wanted, one.name) == wanted.end()) {
      readParameter.note(one.describe() + " is not in the path; it is left out");
      continue;
    }
    Result<Parameter> parameter = readParameter.read(one);
    if (!parameter) return std::unexpected(parameter.error());
    (one.in == "path" ? inPath : others).push_back(std::move(*parameter));
  }
  std::vector<Parameter> all;
  for (const std::string& name : wanted) {
    const auto found = std::ranges::find(inPath, name, &Parameter::name);
    all.push_back(found != inPath.end() ? std::move(*found) : readParameter.undeclared(name));
  }
  for (Parameter& parameter : others) all.push_back(std::move(parameter));
  return all;
}

}  // namespace covolve::rest::openapi
