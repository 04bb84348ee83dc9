// Genes for the texts of a schema: pattern, format, length.
#pragma once

#include <memory>

#include "gene/gene.h"
#include "rest/genes/data_rules.h"
#include "rest/openapi/schema.h"

namespace covolve::rest {

/// A text with a limit above is not filled up to it.
constexpr size_t kLongestBorder = 2048;

/// Null where no text could be found. A text of a pattern or format may still break another keyword.
std::unique_ptr<gene::Gene> makeTextGene(const Schema& schema, const DataRules& rules);

}  // namespace covolve::rest
