#include "rest/genes/gene_factory.h"

#include "rest/genes/data_rules.h"
#include "rest/genes/gene_builder.h"

namespace covolve::rest {

namespace {

std::unique_ptr<gene::Gene> build(const Schema* schema, const std::string& name,
                                  const std::vector<Json>& examples, DataRules rules, const SlotOf& slotOf) {
  static const Schema anything;  // outlives the guards of the genes
  return GeneBuilder(slotOf, std::move(rules)).build(schema != nullptr ? *schema : anything, name, examples);
}

}  // namespace

std::unique_ptr<gene::Gene> makeGene(const Schema& schema, const std::string& name, const SlotOf& slotOf) {
  return build(&schema, name, {}, {}, slotOf);
}

std::unique_ptr<gene::Gene> makeParameterGene(const Parameter& parameter, const SlotOf& slotOf) {
  return build(parameter.schema, parameter.name, parameter.examples, rulesFor(parameter), slotOf);
}

std::unique_ptr<gene::Gene> makeBodyGene(const MediaType& bodyType, const SlotOf& slotOf) {
  return build(bodyType.schema, "", bodyType.examples, rulesFor(bodyType), slotOf);
}

}  // namespace covolve::rest
