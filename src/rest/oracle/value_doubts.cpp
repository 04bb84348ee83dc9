#include "rest/oracle/value_doubts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json_pointer.h"
#include "base/utf8.h"
#include "rest/oracle/identifiers.h"
#include "rest/resource/slots.h"

namespace covolve::rest {

namespace {

/// Formats that the validator checks or that restrict nothing. "binary" is none: a file has a format inside.
bool isKnownFormat(std::string_view format) {
  static constexpr std::array<std::string_view, 25> kFormats{"",
                                                             "date-time",
                                                             "date",
                                                             "time",
                                                             "duration",
                                                             "email",
                                                             "idn-email",
                                                             "hostname",
                                                             "idn-hostname",
                                                             "ipv4",
                                                             "ipv6",
                                                             "uri",
                                                             "uri-reference",
                                                             "iri",
                                                             "iri-reference",
                                                             "uri-template",
                                                             "json-pointer",
                                                             "regex",
                                                             "uuid",
                                                             "byte",
                                                             "int32",
                                                             "int64",
                                                             "float",
                                                             "double",
                                                             "password"};
  return std::ranges::find(kFormats, format) != kFormats.end();
}

bool isOrdinaryText(const std::string& text) {
  const auto isControl = [](char one) {
    const auto byte = static_cast<unsigned char>(one);
    return (byte < 0x20 && one != '\t' && one != '\n' && one != '\r') || byte == 0x7F;
  };
  return isUtf8(text) && std::ranges::none_of(text, isControl);
}

/// Beyond it, a parser may round.
bool isOrdinaryNumber(const Json& value) { return std::fabs(value.get<double>()) <= 9007199254740992.0; }

/// Whether the validator understood the pattern, and found the end of its search.
bool isJudged(const Schema& schema, const Json& text) {
  const Pattern& pattern = schema.compiledPatterns.of(*schema.pattern);
  return pattern.isFoundIn(text.get_ref<const std::string&>()) != Answer::Perhaps;
}

/// Texts that are read by a grammar, or that only the service can have written, whatever the schema leaves
/// out.
bool mayBeALanguage(std::string_view name) {
  static constexpr std::array<std::string_view, 27> kEndings{
      "cursor",   "token",    "code",     "signature",  "hash",       "etag",    "version",
      "filter",   "query",    "sort",     "sortby",     "order",      "orderby", "fields",
      "select",   "expand",   "include",  "expression", "locale",     "lang",    "language",
      "timezone", "currency", "password", "secret",     "passphrase", "search"};
  const std::string plain = likeName(name);
  return plain == "q" ||
         std::ranges::any_of(kEndings, [&](std::string_view one) { return plain.ends_with(one); });
}

/// `schema: {}`, or nothing but words about it.
bool saysNothing(const Schema& schema) {
  const bool hasParts = !schema.allOf.empty() || !schema.anyOf.empty() || !schema.oneOf.empty();
  return schema.types == Schema::AnyType && !schema.values && !hasParts;
}

bool isNameLike(const Json& value) { return value.is_string() || value.is_number(); }

class DoubtSearch {
 public:
  DoubtSearch(std::span<const Call> calls, const Argument& argument)
      : calls_(calls), call_(calls.back()), argument_(argument) {}

  ValueDoubts run() {
    const Parameter* parameter = argument_.parameter;
    const MediaType* bodyType = call_.bodyType;
    const Schema* schema = parameter != nullptr  ? parameter->schema
                           : bodyType != nullptr ? bodyType->schema
                                                 : nullptr;
    // What the document does not describe nobody can get right.
    const bool isAnything = schema == nullptr || saysNothing(*schema);
    if (parameter != nullptr && (!parameter->isDescribed || isAnything)) doubts_.isDoubtful = true;
    lookAtValue(argument_.value, parameter != nullptr ? parameter->name : "", "");
    lookAtSchema(argument_.value, schema, "");
    return doubts_;
  }

 private:
  /// By names and values alone. The elements of a list have its name.
  void lookAtValue(const Json& value, const std::string& name, const std::string& pointer) {
    if (value.is_object()) {
      for (const auto& [field, child] : value.items()) {
        if (!isOrdinaryText(field)) doubts_.isDoubtful = true;
        lookAtValue(child, field, pointerTo(pointer, field));
      }
    } else if (value.is_array()) {
      for (size_t i = 0; i < value.size(); ++i)
        lookAtValue(value[i], name, pointer + "/" + std::to_string(i));
    } else if (value.is_string() && !isOrdinaryText(value.get_ref<const std::string&>())) {
      doubts_.isDoubtful = true;
    } else if (value.is_number() && !isOrdinaryNumber(value)) {
      doubts_.isDoubtful = true;
    }
    if (isNameLike(value) && (isIdentifierName(name) || isMember(name))) lookAtIdentifier(pointer);
  }

  /// Of the field, or of the parameter.
  std::string nameAt(const std::string& pointer) const {
    for (std::string left = pointer; !left.empty(); left.resize(left.rfind('/'))) {
      const std::string name = left.substr(left.rfind('/') + 1);
      if (name.find_first_not_of("0123456789") != std::string::npos) return name;
    }
    return argument_.parameter != nullptr ? argument_.parameter->name : "";
  }

  bool isMember(const std::string& name) const {
    return argument_.parameter != nullptr && argument_.parameter->place == Parameter::Place::Path &&
           namesMember(call_.operation->path, name);
  }

  /// By all schemas that speak about the value.
  void lookAtSchema(const Json& value, const Schema* schema, const std::string& pointer) {
    if (schema == nullptr || !seen_.emplace(schema, &value).second) return;
    if (!value.is_structured() && !isKnownFormat(schema->format)) doubts_.isDoubtful = true;
    if (value.is_string() && schema->format == "uuid") lookAtIdentifier(pointer);
    const bool isFree = !schema->values && !schema->pattern && schema->format.empty();
    if (value.is_string() && isFree && mayBeALanguage(nameAt(pointer))) doubts_.isDoubtful = true;
    if (value.is_string() && schema->pattern && !isJudged(*schema, value)) doubts_.isDoubtful = true;
    if (schema->readOnly && !pointer.empty()) doubts_.isDoubtful = true;
    for (const auto* parts : {&schema->allOf, &schema->anyOf, &schema->oneOf}) {
      for (const Schema* part : *parts) lookAtSchema(value, part, pointer);
    }
    for (const Schema* part : {schema->then_, schema->else_}) lookAtSchema(value, part, pointer);
    for (const auto& [name, part] : schema->dependentSchemas) lookAtSchema(value, part, pointer);
    if (value.is_object()) lookAtFields(value, *schema, pointer);
    if (value.is_array()) lookAtElements(value, *schema, pointer);
  }

  void lookAtFields(const Json& object, const Schema& schema, const std::string& pointer) {
    for (const auto& [name, child] : object.items()) {
      const std::string place = pointerTo(pointer, name);
      const Schema* declared = schema.property(name);
      lookAtSchema(child, declared != nullptr ? declared : schema.additionalProperties, place);
      for (const auto& [pattern, part] : schema.patternProperties) lookAtSchema(child, part, place);
      lookAtSchema(child, schema.unevaluatedProperties, place);
    }
  }

  void lookAtElements(const Json& array, const Schema& schema, const std::string& pointer) {
    for (size_t i = 0; i < array.size(); ++i) {
      const Schema* element = i < schema.prefixItems.size() ? schema.prefixItems[i] : schema.items;
      lookAtSchema(array[i], element, pointer + "/" + std::to_string(i));
      lookAtSchema(array[i], schema.unevaluatedItems, pointer + "/" + std::to_string(i));
    }
  }

  void lookAtIdentifier(const std::string& pointer) {
    doubts_.namesResources = true;
    const auto isOfExisting = [&](const std::pair<std::string, Extraction>& taken) {
      const auto& [place, extraction] = taken;
      return (pointer == place || pointer.starts_with(place + "/")) && isFromSameKind(extraction, pointer);
    };
    if (std::ranges::none_of(argument_.taken, isOfExisting) && !wasInPath()) doubts_.isDoubtful = true;
  }

  /// Whether an earlier call with the same path, up to this parameter, was successful: PUT /pets/7 before
  /// PATCH /pets/7.
  bool wasInPath() const {
    if (argument_.parameter == nullptr || argument_.parameter->place != Parameter::Place::Path) return false;
    const std::vector<std::string> path = segmentsOf(call_.operation->path);
    const std::vector<std::string> sent = segmentsOf(call_.resource());
    const auto parameter = std::ranges::find(path, "{" + argument_.parameter->name + "}");
    if (parameter == path.end() || sent.size() != path.size()) return false;
    const std::span wanted(sent.data(), static_cast<size_t>(parameter - path.begin()) + 1);
    return std::ranges::any_of(calls_.first(calls_.size() - 1), [&](const Call& earlier) {
      const std::vector<std::string> other = segmentsOf(earlier.resource());
      return earlier.succeeded() && earlier.request.method != "DELETE" && other.size() >= wanted.size() &&
             std::ranges::equal(wanted, std::span(other).first(wanted.size()));
    });
  }

  /// An owner's id is no pet's. What a refused call says may not exist, either.
  bool isFromSameKind(const Extraction& extraction, const std::string& pointer) const {
    if (extraction.call + 1 >= calls_.size() || !calls_[extraction.call].succeeded()) return false;
    const std::vector<std::string> wanted = kindsNamed(call_, argument_, pointer);
    const std::vector<std::string> taken = kindsTaken(calls_[extraction.call], extraction);
    return std::ranges::any_of(wanted, [&](const std::string& kind) {
      return !kind.empty() && std::ranges::find(taken, kind) != taken.end();
    });
  }

  std::span<const Call> calls_;
  const Call& call_;
  const Argument& argument_;
  ValueDoubts doubts_;
  std::set<std::pair<const Schema*, const Json*>> seen_;
};

}  // namespace

ValueDoubts findValueDoubts(std::span<const Call> calls, const Argument& argument) {
  return DoubtSearch(calls, argument).run();
}

}  // namespace covolve::rest
