#include "rest/oracle/identifiers.h"

#include <algorithm>
#include <array>

#include "base/json_pointer.h"
#include "rest/resource/names.h"

namespace covolve::rest {

namespace {

/// "ownerId" -> "owner", "id" -> "", "username" -> "username".
std::string stem(std::string_view name) {
  const std::string letters = likeName(name);
  return singular(letters.substr(0, letters.size() - identifierEnding(letters).size()));
}

/// Fields that only wrap what an answer is about.
bool isWrapper(std::string_view letters) {
  static constexpr std::array<std::string_view, 15> kWrappers{
      "data", "items",   "item",   "results", "result",   "content", "value",   "values",
      "list", "records", "record", "entries", "embedded", "payload", "response"};
  return std::ranges::find(kWrappers, letters) != kWrappers.end();
}

std::string segmentBefore(std::string_view path, std::string_view parameter) {
  const size_t place = path.find("{" + std::string(parameter) + "}");
  return place == std::string_view::npos ? std::string() : lastLiteralSegment(path.substr(0, place));
}

/// The names of fields on the way, without array indices.
std::vector<std::string> fieldNames(std::string_view pointer) {
  std::vector<std::string> names = pointerTokens(pointer);
  std::erase_if(names, [](const std::string& name) { return isIndex(name); });
  return names;
}

std::string collectionKind(std::string_view path) { return singular(likeName(lastLiteralSegment(path))); }

/// What a field names: by its own name, by the object it stands in, or by what the path collects.
std::string kindOfField(std::string_view path, std::string_view pointer) {
  std::vector<std::string> names = fieldNames(pointer);
  while (!names.empty()) {
    const std::string letters = likeName(names.back());
    names.pop_back();
    if (!stem(letters).empty() && !isWrapper(letters)) return stem(letters);
  }
  return collectionKind(path);
}

}  // namespace

bool namesMember(std::string_view path, std::string_view parameter) {
  const std::string collection = singular(likeName(segmentBefore(path, parameter)));
  return !collection.empty() && likeName(parameter).starts_with(collection);
}

std::vector<std::string> kindsNamed(const Call& call, const Argument& argument, std::string_view pointer) {
  const std::string& path = call.operation->path;
  if (argument.parameter == nullptr) return {kindOfField(path, pointer)};
  const Parameter& parameter = *argument.parameter;
  std::vector<std::string> kinds{kindOfField(path, pointerTo("", parameter.name) + std::string(pointer))};
  if (parameter.place == Parameter::Place::Path) {
    kinds.push_back(singular(likeName(segmentBefore(path, parameter.name))));
  }
  return kinds;
}

std::vector<std::string> kindsTaken(const Call& source, const Extraction& extraction) {
  const std::string& path = source.operation->path;
  switch (extraction.kind) {
    case Extraction::Kind::Body: {
      // POST /users answers {"username": ...}: that is a user, whatever the field is called.
      std::vector<std::string> kinds{kindOfField(path, extraction.detail)};
      const std::vector<std::string> names = fieldNames(extraction.detail);
      if (names.size() == 1 && !isIdentifierName(names.front())) kinds.push_back(collectionKind(path));
      return kinds;
    }
    case Extraction::Kind::Header:
      return {stem(extraction.detail)};
    case Extraction::Kind::LocationSegment:
      return {collectionKind(extraction.detail.substr(0, extraction.detail.find("{}")))};
  }
  return {};
}

std::string lastLiteralSegment(std::string_view path) {
  std::string last;
  for (const std::string& segment : segmentsOf(path)) {
    if (!isParameterSegment(segment)) last = segment;
  }
  return last;
}

}  // namespace covolve::rest
