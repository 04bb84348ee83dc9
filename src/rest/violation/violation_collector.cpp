#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>

#include "base/json_pointer.h"
#include "base/small_letters.h"
#include "rest/genes/body_form.h"
#include "rest/genes/schema_merger.h"
#include "rest/violation/violation_rules.h"

namespace covolve::rest {

namespace {

constexpr size_t kMostRules = 200;
constexpr size_t kMostOfADatum = 150;
constexpr size_t kMostVisits = 2000;
constexpr size_t kDeepest = 4;
constexpr size_t kDeepestChoice = 3;

constexpr uint8_t kNumeric = Schema::Integer | Schema::AnyNumber;

uint8_t typeOf(const Json& value) {
  if (value.is_null()) return Schema::Null;
  if (value.is_boolean()) return Schema::Boolean;
  if (value.is_number()) return kNumeric;
  if (value.is_string()) return Schema::String;
  return value.is_array() ? Schema::Array : Schema::Object;
}

std::string typeNames(uint8_t types) {
  constexpr std::pair<uint8_t, const char*> kNames[] = {
      {Schema::Null, "null"},        {Schema::Boolean, "boolean"}, {Schema::Integer, "integer"},
      {Schema::AnyNumber, "number"}, {Schema::String, "string"},   {Schema::Array, "array"},
      {Schema::Object, "object"}};
  std::string text;
  for (const auto& [type, name] : kNames) {
    const bool isImplied = type == Schema::Integer && (types & Schema::AnyNumber) != 0;
    if ((types & type) == 0 || isImplied) continue;
    if (!text.empty()) text += " or ";
    text += name;
  }
  return text;
}

std::string numberText(Number number) { return fmt::format("{}", static_cast<double>(number)); }

/// OpenAPI takes these from elsewhere, whatever the document says about them.
bool isReservedHeader(const Parameter& parameter) {
  if (parameter.place != Parameter::Place::Header) return false;
  const std::string name = inSmallLetters(parameter.name);
  return name == "accept" || name == "content-type" || name == "authorization";
}

std::string placeOf(const Parameter& parameter) {
  switch (parameter.place) {
    case Parameter::Place::Path:
      return "path parameter " + parameter.name;
    case Parameter::Place::Query:
      return "query parameter " + parameter.name;
    case Parameter::Place::Header:
      return "header " + parameter.name;
    case Parameter::Place::Cookie:
      return "cookie " + parameter.name;
  }
  return parameter.name;
}

class Collector {
 public:
  explicit Collector(std::vector<ViolationRule>& rules) : rules_(rules) {}

  void addParameter(const Parameter& parameter) {
    auto datum = std::make_shared<ViolatedDatum>();
    datum->parameter = &parameter;
    datum->saysTextsOnly = parameter.contentType.empty();
    datum->rules = rulesFor(parameter);
    begin(std::move(datum), parameter.schema);
    // A path without it would be another path.
    if (parameter.required && parameter.place != Parameter::Place::Path) {
      add({}, "required", "is missing", ViolationRule::Kind::RemoveArgument);
    }
    collect();
  }

  void addBody(const MediaType& type, bool isRequired) {
    auto datum = std::make_shared<ViolatedDatum>();
    const BodyForm form = bodyFormOf(type.name);
    const bool isForm = form == BodyForm::UrlEncoded || form == BodyForm::Multipart;
    datum->saysTextsOnly = isForm;
    datum->rules = rulesFor(type);
    begin(std::move(datum), form == BodyForm::Json || isForm ? type.schema : nullptr);
    if (isRequired) add({}, "required", "is missing", ViolationRule::Kind::RemoveArgument);
    collect();
  }

 private:
  using Path = std::vector<std::string>;
  struct Visit {
    const Schema* schema;
    Path path;
    size_t choices;  // made on the way, at the same place
  };

  void begin(std::shared_ptr<ViolatedDatum> datum, const Schema* schema) {
    merger_ = SchemaMerger();
    open_.clear();
    known_.clear();
    limit_ = std::min(rules_.size() + kMostOfADatum, kMostRules);
    datum->schema = schema;
    if (schema != nullptr) open_.push_back({schema, {}, 0});
    datum_ = std::move(datum);
  }

  /// Breadth first, so that a deep part does not use up the number of rules.
  void collect() {
    for (size_t visits = 0; !open_.empty() && visits < kMostVisits && rules_.size() < limit_; ++visits) {
      const Visit visit = std::move(open_.front());
      open_.pop_front();
      const Schema& merged = merger_.mergeAllOf(*visit.schema);
      if (merged.acceptsNothing) continue;
      if (!datum_->saysTextsOnly) {
        addJsonRules(merged, visit);
      } else if (visit.path.empty() && datum_->parameter == nullptr) {
        addMembers(merged, visit);  // the form itself
      } else {
        addTextRules(merged, visit);
      }
      addChoices(merged, visit);
    }
  }

  void addJsonRules(const Schema& merged, const Visit& visit) {
    const uint8_t types = possibleTypes(merged, 0);
    addTypes(types, visit.path);
    if (types != Schema::AnyType && (types & Schema::Null) == 0) {
      add(visit.path, "type", "is null, which is not allowed",
          [](Present) { return Candidates(1, nullptr); });
    }
    addScalars(merged, types, visit.path);
    if ((types & Schema::Array) != 0) {
      addArrays(merged, visit.path);
      if (merged.items != nullptr && merged.prefixItems.empty()) {
        descend(*merged.items, visit, ViolationRule::kElement);
      }
    }
    if ((types & Schema::Object) != 0) {
      addMembers(merged, visit);
      if (merged.minProperties && *merged.minProperties > 0) {
        add(visit.path, "minProperties",
            fmt::format("has fewer fields than its minimum of {}", *merged.minProperties), withoutMembers);
      }
      if (merged.additionalProperties != nullptr && merged.additionalProperties->acceptsNothing) {
        add(visit.path, "additionalProperties", "has a field that is not declared", undeclaredMember);
      }
      if (merged.unevaluatedProperties != nullptr && merged.unevaluatedProperties->acceptsNothing) {
        add(visit.path, "unevaluatedProperties", "has a field that is not declared", undeclaredMember);
      }
    }
  }

  /// Of a scalar or an array of scalars that is a text on the wire.
  void addTextRules(const Schema& merged, const Visit& visit) {
    const uint8_t types = possibleTypes(merged, 0);
    if ((types & Schema::Object) != 0) return;
    if ((types & Schema::Array) == 0) {
      addTypes(types, visit.path);
      addScalars(merged, types, visit.path);
      return;
    }
    if (types != Schema::Array) return;
    addArrays(merged, visit.path);
    if (merged.items == nullptr) return;
    const uint8_t elementTypes = possibleTypes(merger_.mergeAllOf(*merged.items), 0);
    add(visit.path, "type", fmt::format("has an element that is not of type {}", typeNames(elementTypes)),
        [elementTypes](Present) {
          Candidates arrays;
          for (Json& element : wronglyTyped(elementTypes, true))
            arrays.push_back(Json::array({std::move(element)}));
          return arrays;
        });
  }

  void addTypes(uint8_t types, const Path& path) {
    if (types == Schema::AnyType || types == 0) return;
    const bool onWire = datum_->saysTextsOnly;
    if (wronglyTyped(types, onWire).empty()) return;
    add(path, "type", fmt::format("is not of type {}", typeNames(types)),
        [types, onWire](Present) { return wronglyTyped(types, onWire); });
  }

  void addScalars(const Schema& merged, uint8_t types, const Path& path) {
    if (merged.values) {
      add(path, "enum", "is none of the enumerated values",
          [values = *merged.values](Present) { return notEnumerated(values); });
    }
    if ((types & kNumeric) != 0) addNumbers(merged, (types & Schema::AnyNumber) == 0, path);
    if ((types & Schema::String) != 0) addTexts(merged, path);
  }

  void addNumbers(const Schema& merged, bool onlyIntegers, const Path& path) {
    const auto addBorder = [&](const std::optional<Number>& border, const char* keyword, const char* text,
                               bool isLow, bool isExclusive) {
      if (!border) return;
      add(path, keyword, fmt::format(fmt::runtime(text), numberText(*border)),
          [border = *border, isLow, isExclusive, onlyIntegers](Present) {
            return isLow ? below(border, isExclusive, onlyIntegers)
                         : above(border, isExclusive, onlyIntegers);
          });
    };
    addBorder(merged.minimum, "minimum", "is below its minimum of {}", true, false);
    addBorder(merged.maximum, "maximum", "is above its maximum of {}", false, false);
    addBorder(merged.exclusiveMinimum, "exclusiveMinimum", "is not above {}, as it must be", true, true);
    addBorder(merged.exclusiveMaximum, "exclusiveMaximum", "is not below {}, as it must be", false, true);
    if (merged.multipleOf) {
      add(path, "multipleOf", fmt::format("is no multiple of {}", numberText(*merged.multipleOf)),
          [step = *merged.multipleOf, onlyIntegers](Present present) {
            return notMultiples(step, onlyIntegers, present);
          });
    }
  }

  void addTexts(const Schema& merged, const Path& path) {
    if (merged.minLength && *merged.minLength > 0) {
      add(path, "minLength", fmt::format("is shorter than its minimum length of {}", *merged.minLength),
          [least = *merged.minLength](Present present) { return tooShort(least, present); });
    }
    if (merged.maxLength) {
      add(path, "maxLength", fmt::format("is longer than its maximum length of {}", *merged.maxLength),
          [most = *merged.maxLength](Present present) { return tooLong(most, present); });
    }
    if (merged.pattern) {
      Schema lengths;
      lengths.minLength = merged.minLength;
      lengths.maxLength = merged.maxLength;
      add(path, "pattern", fmt::format("does not match its pattern {}", *merged.pattern),
          [pattern = *merged.pattern, lengths](Present present) {
            return notMatching(pattern, lengths, present);
          });
    }
  }

  void addArrays(const Schema& merged, const Path& path) {
    if (merged.minItems && *merged.minItems > 0) {
      add(path, "minItems", fmt::format("has fewer elements than its minimum of {}", *merged.minItems),
          [least = *merged.minItems](Present present) { return tooFewElements(least, present); });
    }
    if (merged.maxItems) {
      add(path, "maxItems", fmt::format("has more elements than its maximum of {}", *merged.maxItems),
          [most = *merged.maxItems](Present present) { return tooManyElements(most, present); });
    }
    if (merged.uniqueItems) add(path, "uniqueItems", "has an element twice", repeatedElement);
  }

  void addMembers(const Schema& merged, const Visit& visit) {
    for (const std::string& name : merged.required) {
      const Schema* declared = merged.property(name);
      if (declared != nullptr && merger_.mergeAllOf(*declared).readOnly) continue;
      Path path = visit.path;
      path.push_back(name);
      add(path, "required", "is missing", ViolationRule::Kind::RemoveMember);
    }
    for (const Schema::Property& property : merged.properties) {
      if (property.schema == nullptr || merger_.mergeAllOf(*property.schema).readOnly) continue;
      descend(*property.schema, visit, property.name);
    }
  }

  void descend(const Schema& schema, const Visit& from, const std::string& segment) {
    if (from.path.size() >= kDeepest) return;
    // Of a form only the fields themselves are texts of their own.
    if (datum_->saysTextsOnly && !from.path.empty()) return;
    Visit visit{&schema, from.path, 0};
    visit.path.push_back(segment);
    open_.push_back(std::move(visit));
  }

  void addChoices(const Schema& merged, const Visit& visit) {
    if (visit.choices >= kDeepestChoice) return;
    const auto lists = merger_.choices(merged);
    for (size_t i = 0; i < lists.size(); ++i) {
      for (const Schema* alternative : lists[i]) {
        SchemaMerger::Parts chosen;
        for (size_t k = 0; k < lists.size(); ++k) chosen.push_back(k == i ? alternative : lists[k].front());
        open_.push_back({&merger_.withChoices(merged, chosen), visit.path, visit.choices + 1});
      }
    }
  }

  /// Types of values that may be valid: those of the alternatives, too.
  uint8_t possibleTypes(const Schema& merged, int depth) {
    uint8_t types = merged.types;
    if (merged.values) {
      uint8_t enumerated = 0;
      for (const Json& value : *merged.values) enumerated |= typeOf(value);
      types = commonTypes(types, enumerated);
    }
    constexpr int kDeepestTypes = 5;
    if (depth > kDeepestTypes) return types;
    for (const auto* list : {&merged.oneOf, &merged.anyOf}) {
      if (list->empty()) continue;
      uint8_t either = 0;
      for (const Schema* one : *list) either |= possibleTypes(merger_.mergeAllOf(*one), depth + 1);
      types = commonTypes(types, either);
    }
    return types;
  }

  void add(const Path& path, const char* keyword, const std::string& text, ViolationRule::Kind kind) {
    ViolationRule rule;
    rule.kind = kind;
    add(std::move(rule), path, keyword, text);
  }

  void add(const Path& path, const char* keyword, const std::string& text,
           std::function<Candidates(Present)> candidates) {
    ViolationRule rule;
    rule.candidates = std::move(candidates);
    add(std::move(rule), path, keyword, text);
  }

  void add(ViolationRule rule, const Path& path, const char* keyword, const std::string& text) {
    if (rules_.size() >= limit_) return;
    std::string pointer;
    for (const std::string& segment : path) pointer = pointerTo(std::move(pointer), segment);
    const bool isBody = datum_->parameter == nullptr;
    const std::string whole = isBody ? "the body" : datum_->parameter->name;
    rule.violation.place =
        (isBody ? "body" : placeOf(*datum_->parameter)) + (pointer.empty() ? "" : " " + pointer);
    rule.violation.keyword = keyword;
    rule.violation.text = (pointer.empty() ? whole : pointer) + " " + text;
    // Alternatives share what stands beside them.
    if (!known_.insert(rule.violation.place + '\n' + keyword + '\n' + text).second) return;
    rule.datum = datum_;
    rule.path = path;
    rules_.push_back(std::move(rule));
  }

  std::vector<ViolationRule>& rules_;
  std::shared_ptr<const ViolatedDatum> datum_;
  SchemaMerger merger_;
  std::deque<Visit> open_;
  std::set<std::string> known_;
  size_t limit_ = 0;
};

}  // namespace

std::vector<ViolationRule> collectViolationRules(const Operation& operation, const MediaType* bodyType) {
  std::vector<ViolationRule> rules;
  Collector collector(rules);
  for (const Parameter& parameter : operation.parameters) {
    if (!isReservedHeader(parameter)) collector.addParameter(parameter);
  }
  if (bodyType != nullptr) collector.addBody(*bodyType, operation.body && operation.body->required);
  return rules;
}

}  // namespace covolve::rest
