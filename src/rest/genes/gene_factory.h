// Genes for data that conform to a schema. Everything a gene can sample is valid;
// what breaks the schema on purpose is put in afterwards (violations.h).
//
// Easy to get wrong: recursive schemas. Beyond a few levels optional parts are
// left out, and where nothing can be left out, null or the shortest value ends it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "gene/constants.h"
#include "gene/gene.h"
#include "rest/openapi/api.h"
#include "rest/openapi/schema.h"

namespace covolve::rest {

/// Which scalars may be taken from an earlier call's response: the type of their ReferenceGene; none: made up
/// only. Such a datum is an AlternativeGene of its own value and the reference, in this order. The elements
/// of an array are asked for once, as the one with index 0.
using SlotOf = std::function<std::optional<uint32_t>(const std::string& pointer, const std::string& name,
                                                     const Schema&)>;

/// For values in requests: readOnly properties are left out. `name` is the parameter's, or empty for a body.
/// Examples, defaults and enumerations of the document are drawn often. The schema must outlive the gene.
std::unique_ptr<gene::Gene> makeGene(const Schema& schema, const std::string& name, const SlotOf& slotOf);

/// The same with the parameter's own examples, and only with values that arrive as what they are: in a path
/// nothing is empty, in a header nothing has spaces around it (data_rules.h).
std::unique_ptr<gene::Gene> makeParameterGene(const Parameter& parameter, const SlotOf& slotOf);
std::unique_ptr<gene::Gene> makeBodyGene(const MediaType& bodyType, const SlotOf& slotOf);

/// A value that an earlier response gives: for the datum at `pointer`, of the call with index `action`.
using Resolve = std::function<std::optional<Json>(uint32_t action, const std::string& pointer)>;

/// What a gene says as JSON. A reference that cannot be resolved becomes null: whoever asks looks for that
/// first.
Json jsonOf(const gene::Gene& gene, const Resolve& resolve);

/// Texts and numbers of the document that are worth trying anywhere.
void addConstants(const Schema& schema, gene::Constants& constants);

}  // namespace covolve::rest
