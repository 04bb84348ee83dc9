#include "rest/genes/gene_builder.h"

#include <algorithm>
#include <array>

#include "base/json_pointer.h"
#include "gene/choice/alternative_gene.h"
#include "gene/choice/guarded_gene.h"
#include "gene/choice/suggested_gene.h"
#include "gene/choice/value_choice_gene.h"
#include "gene/number/boolean_gene.h"
#include "gene/number/integer_gene.h"
#include "gene/reference_gene.h"
#include "gene/structure/map_gene.h"
#include "gene/structure/nullable_gene.h"
#include "rest/genes/json_value.h"
#include "rest/genes/number_genes.h"
#include "rest/genes/text_genes.h"
#include "rest/openapi/validation/validator.h"

namespace covolve::rest {

namespace {

using gene::Gene;
using gene::GeneList;

constexpr size_t kBudget = 400;
constexpr size_t kMostGenes = 5000;
constexpr size_t kDeepest = 12;
constexpr size_t kDeepestChoice = 6;
constexpr size_t kMostAlternatives = 12;
constexpr size_t kMostSuggestions = 16;
constexpr std::ptrdiff_t kMostRecursions = 2;
constexpr double kExampleShare = 0.33;

constexpr uint8_t kStructured = Schema::Array | Schema::Object;

/// Types whose keywords are there. A schema that speaks of properties means an object, even if it does not
/// say so.
uint8_t typesSpokenOf(const Schema& schema) {
  uint8_t types = 0;
  const auto add = [&](Schema::Type type, bool isSpokenOf) {
    if (isSpokenOf) types |= type;
  };
  add(Schema::Object, !schema.properties.empty() || !schema.required.empty() ||
                          !schema.patternProperties.empty() || schema.additionalProperties != nullptr ||
                          schema.propertyNames != nullptr || schema.minProperties || schema.maxProperties ||
                          !schema.dependentRequired.empty() || !schema.dependentSchemas.empty());
  add(Schema::Array, schema.items != nullptr || !schema.prefixItems.empty() || schema.contains != nullptr ||
                         schema.minItems || schema.maxItems || schema.uniqueItems);
  constexpr std::array<std::string_view, 4> kNumeric{"int32", "int64", "float", "double"};
  const bool isNumeric = std::ranges::find(kNumeric, schema.format) != kNumeric.end();
  add(Schema::String, schema.minLength || schema.maxLength || schema.pattern ||
                          !schema.contentEncoding.empty() || (!schema.format.empty() && !isNumeric));
  const bool isInteger = schema.format.starts_with("int");
  add(isInteger ? Schema::Integer : Schema::AnyNumber,
      schema.minimum || schema.maximum || schema.exclusiveMinimum || schema.exclusiveMaximum ||
          schema.multipleOf || isNumeric);
  return types;
}

/// Whether a gene that was built from the keywords may still give what the schema does not accept.
/// What was built for one of anyOf fits that one; a guard around each would be checked, and copied, at every
/// level of a deep body.
bool needsGuard(const Schema& merged) {
  const bool isTextWithConditions =
      merged.pattern ||
      ((!merged.format.empty() || !merged.contentEncoding.empty()) && (merged.minLength || merged.maxLength));
  return isTextWithConditions || merged.not_ != nullptr || merged.if_ != nullptr || !merged.oneOf.empty() ||
         !merged.allOf.empty() || merged.contains != nullptr || merged.uniqueItems ||
         !merged.dependentRequired.empty() || !merged.dependentSchemas.empty() ||
         merged.propertyNames != nullptr || merged.unevaluatedProperties != nullptr ||
         merged.unevaluatedItems != nullptr || merged.minProperties || merged.maxProperties ||
         !merged.patternProperties.empty() || merged.multipleOf;
}

std::unique_ptr<Gene> oneOf(GeneList genes) {
  if (genes.empty()) return nullptr;
  if (genes.size() == 1) return std::move(genes.front());
  return std::make_unique<gene::AlternativeGene>(std::move(genes));
}

}  // namespace

GeneBuilder::GeneBuilder(const SlotOf& slotOf, DataRules rules)
    : slotOf_(slotOf),
      rules_(std::move(rules)),
      merger_(std::make_shared<SchemaMerger>()),
      standIns_(std::make_shared<StandIns>()) {}

std::unique_ptr<Gene> GeneBuilder::build(const Schema& schema, const std::string& name,
                                         const std::vector<Json>& examples) {
  const Schema& merged = merger_->mergeAllOf(schema);
  const bool isScalar = this->isScalar(merged) && !merged.values;
  Place place;
  place.name = name;
  place.budget = kBudget;
  place.mayBeSlot = !isScalar;
  auto gene = datum(schema, place, examples);
  if (gene == nullptr) {
    const Json last = !schema.examples.empty() ? schema.examples.front() : schema.default_.value_or(nullptr);
    return std::make_unique<gene::ValueChoiceGene>(std::vector{toValue(last)});
  }
  // The datum as a whole is checked once more: the last word is the validator's.
  if (!isExact(merged)) {
    auto unchecked = gene->copy();
    gene = guarded(std::move(gene), schema, place);
    if (gene == nullptr) gene = std::move(unchecked);
  }
  if (!isScalar) return gene;
  place.mayBeSlot = true;
  return asSlot(std::move(gene), merged, place);
}

bool GeneBuilder::isScalar(const Schema& merged) const {
  if ((merged.types & kStructured) == 0) return true;
  // What is not said to be anything is a text or a number where there is a choice.
  return rules_.prefersScalars && merged.types == Schema::AnyType && typesSpokenOf(merged) == 0 &&
         merger_->choices(merged).empty();
}

/// Whether the gene of a scalar says all that there is to say: most parameters are so simple.
bool GeneBuilder::isExact(const Schema& merged) const {
  if (needsGuard(merged) || !merged.format.empty() || !merged.contentEncoding.empty()) return false;
  const bool isText = merged.types == Schema::String && !rules_.withoutDots;
  return isText || (merged.types & (kStructured | Schema::String)) == 0;
}

bool GeneBuilder::conforms(const Json& value, const Schema& schema) const {
  return rules_.accept(value) && !validate(value, schema, Direction::Request);
}

std::vector<Value> GeneBuilder::conforming(const std::vector<Json>& values, const Schema& schema) const {
  std::vector<Value> kept;
  for (const Json& value : values) {
    if (!value.is_discarded() && conforms(value, schema)) kept.push_back(toValue(value));
  }
  return kept;
}

GeneBuilder::GenePointer GeneBuilder::datum(const Schema& schema, const Place& place,
                                            const std::vector<Json>& examples) {
  if (place.depth > kDeepest || ++made_ > kMostGenes) return nullptr;
  if (std::ranges::count(way_, &schema) >= kMostRecursions) return nullptr;
  const Schema& merged = merger_->mergeAllOf(schema);
  if (merged.acceptsNothing) return nullptr;
  if (merged.values) {
    // Each is one of the values for sure; to look for it among them takes long where there are hundreds.
    Schema others = merged;
    others.values.reset();
    const auto values = conforming(*merged.values, others);
    if (values.empty()) return nullptr;
    return std::make_unique<gene::ValueChoiceGene>(values);
  }
  const bool isScalar = this->isScalar(merged);
  Place within = place;
  if (isScalar) within.mayBeSlot = false;  // the whole is one, not its alternatives
  way_.push_back(&schema);
  auto gene = general(schema, merged, within);
  way_.pop_back();
  if (gene != nullptr && needsGuard(merged)) gene = guarded(std::move(gene), merged, place);

  const bool saysNull = merged.types != Schema::AnyType && merged.allows(Schema::Null);
  if (saysNull && merged.types != Schema::Null && !rules_.withoutNull && conforms(nullptr, merged)) {
    gene = gene != nullptr ? GenePointer(std::make_unique<gene::NullableGene>(std::move(gene)))
                           : GenePointer(std::make_unique<gene::ValueChoiceGene>(std::vector{Value::null()}));
  }
  gene = withSuggestions(std::move(gene), merged, examples);
  if (gene == nullptr || !isScalar) return gene;
  return asSlot(std::move(gene), merged, place);
}

GeneBuilder::GenePointer GeneBuilder::general(const Schema& schema, const Schema& merged,
                                              const Place& place) {
  const auto choices = merger_->choices(merged);
  if (choices.empty()) return byType(schema, merged, place);
  return place.choices < kDeepestChoice ? alternatives(merged, choices, place) : nullptr;
}

GeneBuilder::GenePointer GeneBuilder::alternatives(const Schema& merged,
                                                   const std::vector<SchemaMerger::Parts>& choices,
                                                   const Place& place) {
  size_t combinations = 1;
  for (const auto& list : choices) combinations = std::min(combinations * list.size(), size_t{1000});
  const size_t count = std::min(combinations, kMostAlternatives);
  GeneList genes;
  size_t budget = place.budget;
  for (size_t i = 0; i < count; ++i) {
    // Evenly over all combinations where there are too many.
    size_t rest = i * combinations / count;
    SchemaMerger::Parts chosen;
    for (const auto& list : choices) {
      chosen.push_back(list[rest % list.size()]);
      rest /= list.size();
    }
    Place within = place;
    within.choices = place.choices + 1;
    within.budget = std::max<size_t>(budget / (count - i), 1);
    const size_t before = made_;
    auto gene = datum(merger_->withChoices(merged, chosen), within);
    budget -= std::min(budget, made_ - before);
    if (gene != nullptr) genes.push_back(std::move(gene));
  }
  return oneOf(std::move(genes));
}

GeneBuilder::GenePointer GeneBuilder::byType(const Schema& schema, const Schema& merged, const Place& place) {
  uint8_t types = merged.types;
  if (types == Schema::AnyType) {
    types = typesSpokenOf(merged);
    if (types == 0) return anything(place);
  }
  if (types == Schema::Null) return std::make_unique<gene::ValueChoiceGene>(std::vector{Value::null()});
  if ((types & Schema::AnyNumber) != 0) types = static_cast<uint8_t>(types & ~Schema::Integer);
  GeneList genes;
  for (const Schema::Type type :
       {Schema::Boolean, Schema::Integer, Schema::AnyNumber, Schema::String, Schema::Array, Schema::Object}) {
    if ((types & type) == 0) continue;
    if (auto gene = ofType(type, schema, merged, place)) genes.push_back(std::move(gene));
  }
  return oneOf(std::move(genes));
}

GeneBuilder::GenePointer GeneBuilder::ofType(Schema::Type type, const Schema& schema, const Schema& merged,
                                             const Place& place) {
  switch (type) {
    case Schema::Boolean:
      return std::make_unique<gene::BooleanGene>();
    case Schema::Integer:
      return makeIntegerGene(merged);
    case Schema::AnyNumber:
      return makeNumberGene(merged);
    case Schema::String:
      return makeTextGene(merged, rules_);
    case Schema::Array:
      return array(merged, place);
    case Schema::Object:
      return object(schema, merged, place);
    default:
      return nullptr;
  }
}

/// A little of everything, where the schema does not say.
GeneBuilder::GenePointer GeneBuilder::anything(const Place& place) const {
  const Schema any;
  GeneList genes;
  genes.push_back(makeTextGene(any, rules_));
  genes.push_back(makeIntegerGene(any));
  if (rules_.prefersScalars) return oneOf(std::move(genes));
  genes.push_back(std::make_unique<gene::BooleanGene>());
  if (place.budget > 4) {
    Schema name;
    name.minLength = 1;
    name.maxLength = 8;
    constexpr size_t kMostEntries = 3;
    auto map = std::make_unique<gene::MapGene>(makeTextGene(name, rules_), makeTextGene(any, rules_),
                                               kMostEntries, gene::MapGene::Form::Names);
    // A body that is not described is an object more often than not.
    if (place.depth == 0) {
      genes.insert(genes.begin(), std::move(map));
    } else {
      genes.push_back(std::move(map));
    }
  }
  return oneOf(std::move(genes));
}

GeneBuilder::GenePointer GeneBuilder::guarded(GenePointer gene, const Schema& schema, const Place& place) {
  const auto check = [schema = &schema, merger = merger_, standIns = standIns_, rules = rules_,
                      pointer = place.pointer](const Gene& checked) {
    const Resolve standIn = [&](uint32_t, const std::string& inside) -> std::optional<Json> {
      const auto found = standIns->find(withoutIndices(pointer + inside));
      if (found == standIns->end()) return std::nullopt;
      return found->second;
    };
    const Json value = jsonOf(checked, standIn);
    return rules.accept(value) && !validate(value, *schema, Direction::Request);
  };
  auto guard = std::make_unique<gene::GuardedGene>(std::move(gene), check);
  if (!guard->start()) return nullptr;
  return guard;
}

GeneBuilder::GenePointer GeneBuilder::withSuggestions(GenePointer gene, const Schema& merged,
                                                      const std::vector<Json>& examples) const {
  std::vector<Json> all = examples;
  all.insert(all.end(), merged.examples.begin(), merged.examples.end());
  if (merged.default_) all.push_back(*merged.default_);
  if (all.size() > kMostSuggestions) all.resize(kMostSuggestions);
  auto suggestions = conforming(all, merged);
  if (suggestions.empty()) return gene;
  if (gene == nullptr) return std::make_unique<gene::ValueChoiceGene>(suggestions);
  if (!gene->isMutable()) return gene;
  return std::make_unique<gene::SuggestedGene>(std::move(suggestions), std::move(gene), kExampleShare);
}

GeneBuilder::GenePointer GeneBuilder::asSlot(GenePointer gene, const Schema& schema, const Place& place) {
  if (!slotOf_ || !place.mayBeSlot || !place.isAddressable) return gene;
  const auto type = slotOf_(place.pointer, place.name, schema);
  if (!type) return gene;
  standIns_->emplace(withoutIndices(place.pointer), jsonOf(*gene, {}));
  GeneList both;
  both.push_back(std::move(gene));
  both.push_back(std::make_unique<gene::ReferenceGene>(*type));
  return std::make_unique<gene::AlternativeGene>(std::move(both));
}

}  // namespace covolve::rest
