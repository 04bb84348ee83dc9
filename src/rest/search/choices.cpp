#include "rest/search/choices.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "gene/choice/alternative_gene.h"
#include "gene/structure/optional_gene.h"
#include "gene/value_builder.h"
#include "rest/genes/json_value.h"
#include "rest/genes/number_genes.h"
#include "rest/genes/schema_merger.h"
#include "rest/genes/text_genes.h"
#include "rest/resource/names.h"
#include "rest/search/action_catalog.h"

namespace covolve::rest {

namespace {

using gene::AlternativeGene;
using gene::Gene;
using gene::OptionalGene;

constexpr size_t kMostValues = 50;  // of a datum
constexpr size_t kMostChoices = 200;

/// The ends of the ranges that keywords give: of numbers, and of texts' lengths.
void addBorders(const Schema& merged, std::vector<Value>& values) {
  if (merged.allows(Schema::Integer) || merged.allows(Schema::AnyNumber)) {
    std::ranges::move(endsOfRange(merged), std::back_inserter(values));
  }
  if (!merged.allows(Schema::String)) return;
  for (const auto& length : {merged.minLength, merged.maxLength}) {
    if (length && *length <= kLongestBorder) values.push_back(Value::string(std::string(*length, 'a')));
  }
}

/// Of a list those of its elements, as lists of one.
std::vector<Value> namedValues(const Schema& schema, bool isIdentifier) {
  SchemaMerger merger;
  const Schema& merged = merger.mergeAllOf(schema);
  std::vector<Value> values;
  if (merged.values) {
    const std::span all(*merged.values);
    for (const Json& value : all.first(std::min(all.size(), kMostValues))) values.push_back(toValue(value));
    return values;
  }
  if (merged.types == Schema::AnyType) return values;
  if (merged.allows(Schema::Null)) values.push_back(Value::null());
  if (merged.allows(Schema::Boolean)) {
    for (const bool truth : {false, true}) values.push_back(Value::boolean(truth));
  }
  // The least identifier is one as any other.
  if (!isIdentifier) addBorders(merged, values);
  if (merged.allows(Schema::Array) && merged.items != nullptr && merged.minItems.value_or(0) <= 1) {
    const Schema& element = merger.mergeAllOf(*merged.items);
    if (element.allows(Schema::Array)) return values;
    for (Value& value : namedValues(element, isIdentifier)) values.push_back(Value::list({std::move(value)}));
  }
  return values;
}

void addNamedValues(const Schema* schema, bool isIdentifier, const Choice& place,
                    std::vector<Choice>& choices) {
  if (schema == nullptr) return;
  for (Value& value : namedValues(*schema, isIdentifier)) {
    if (choices.size() >= kMostChoices) return;
    choices.push_back(place);
    choices.back().value = std::move(value);
  }
}

void addBody(const RequestBody& body, Choice place, std::vector<Choice>& choices) {
  SchemaMerger merger;
  for (; place.bodyType < body.content.size(); ++place.bodyType) {
    if (!body.required || body.content.size() > 1) choices.push_back(place);
    const Schema* schema = body.content[place.bodyType].schema;
    if (schema == nullptr) continue;
    addNamedValues(schema, false, place, choices);
    for (const Schema::Property& property : merger.mergeAllOf(*schema).properties) {
      if (property.schema == nullptr || merger.mergeAllOf(*property.schema).readOnly) continue;
      Choice member = place;
      member.member = property.name;
      addNamedValues(property.schema, isIdentifierName(property.name), member, choices);
    }
  }
}

/// The object with that member; none where it is no object.
std::optional<Value> withMember(Value object, const std::string& name, const Value& held) {
  if (object.kind != Value::Kind::Object) return std::nullopt;
  const auto present = std::ranges::find(object.children, name, &Value::text);
  if (present != object.children.end()) {
    present->children = {held};
  } else {
    object.children.push_back(Value::field(name, held));
  }
  return object;
}

bool chooseInBody(const Choice& choice, AlternativeGene& body, gene::Source& source) {
  if (body.chosen() != choice.bodyType) {
    body.choose(choice.bodyType);
    body.children()[0]->sample(source);
  }
  if (!choice.value) return true;
  if (choice.member.empty()) return body.assign(*choice.value);
  const auto object = withMember(gene::valueOf(body), choice.member, *choice.value);
  return object && body.assign(*object);
}

/// Examples often are those of answers, too, with what only the service can say.
Json forRequest(Json example, const Schema* schema) {
  if (schema == nullptr || !example.is_object()) return example;
  SchemaMerger merger;
  for (const Schema::Property& property : merger.mergeAllOf(*schema).properties) {
    if (property.schema != nullptr && merger.mergeAllOf(*property.schema).readOnly)
      example.erase(property.name);
  }
  return example;
}

}  // namespace

std::vector<Choice> choicesOf(const Operation& operation) {
  std::vector<Choice> choices;
  Choice place;
  for (; place.datum < operation.parameters.size(); ++place.datum) {
    const Parameter& parameter = operation.parameters[place.datum];
    const size_t before = choices.size();
    const bool isInPath = parameter.place == Parameter::Place::Path;
    addNamedValues(parameter.schema, isInPath || isIdentifierName(parameter.name), place, choices);
    if (choices.size() == before && !parameter.required) choices.push_back(place);
  }
  if (operation.body) addBody(*operation.body, place, choices);
  return choices;
}

std::vector<std::vector<Choice>> examplesOf(const Operation& operation) {
  constexpr size_t kMostSets = 3;
  SchemaMerger merger;
  std::vector<std::vector<Choice>> sets;
  const auto add = [&](Choice place, const std::vector<Json>& own, const Schema* schema) {
    // Those of the datum itself say more than those of its type.
    const std::vector<Json>* examples = &own;
    if (examples->empty() && schema != nullptr) examples = &merger.mergeAllOf(*schema).examples;
    for (size_t i = 0; i < std::min(examples->size(), kMostSets); ++i) {
      if (sets.size() <= i) sets.emplace_back();
      place.value = toValue(forRequest((*examples)[i], schema));
      sets[i].push_back(place);
    }
  };
  Choice place;
  for (; place.datum < operation.parameters.size(); ++place.datum) {
    const Parameter& parameter = operation.parameters[place.datum];
    add(place, parameter.examples, parameter.schema);
  }
  if (operation.body && !operation.body->content.empty()) {
    const MediaType& type = operation.body->content.front();
    add(place, type.examples, type.schema);
  }
  return sets;
}

std::vector<Choice> tellingChoices(const Operation& operation, Rng& rng) {
  constexpr uint64_t kLength = 6;
  std::vector<Choice> choices;
  if (!operation.body || operation.body->content.empty()) return choices;
  const Schema* body = operation.body->content.front().schema;
  if (body == nullptr) return choices;
  SchemaMerger merger;
  for (const Schema::Property& property : merger.mergeAllOf(*body).properties) {
    if (property.schema == nullptr || isIdentifierName(property.name)) continue;
    const Schema& held = merger.mergeAllOf(*property.schema);
    const bool isFree = held.allows(Schema::String) && !held.values && !held.pattern && held.format.empty();
    if (!isFree || held.readOnly || held.maxLength.value_or(kLength) < kLength) continue;
    const uint64_t length = std::max(kLength, held.minLength.value_or(0));
    if (length > kLongestBorder) continue;
    std::string text = "#";
    while (text.size() < length) text += static_cast<char>('a' + rng.below(26));
    Choice& choice = choices.emplace_back();
    choice.datum = operation.parameters.size();
    choice.member = property.name;
    choice.value = Value::string(std::move(text));
  }
  return choices;
}

bool choose(const Choice& choice, const Operation& operation, search::Action& action, gene::Source& source) {
  const bool isBody = choice.datum == operation.parameters.size();
  const bool isRequired = isBody ? operation.body->required : operation.parameters[choice.datum].required;
  auto& gene = action.genes[ActionCatalog::kFirstParameter + choice.datum];
  auto changed = gene->copy();
  if (!isRequired && !static_cast<OptionalGene&>(*changed).isPresent()) changed->mutateShape(source);
  Gene& datum = isRequired ? *changed : *changed->children()[0];
  const bool isChosen = isBody ? chooseInBody(choice, static_cast<AlternativeGene&>(datum), source)
                               : !choice.value || datum.assign(*choice.value);
  if (isChosen) gene = std::move(changed);
  return isChosen;
}

}  // namespace covolve::rest
