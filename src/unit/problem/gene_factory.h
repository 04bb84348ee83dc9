// From a C++ type to the gene that holds its values.
#pragma once

#include <memory>
#include <vector>

#include "gene/gene.h"
#include "program/model.h"

namespace covolve::unit {

/// The genes of one call, in the order of its arguments: a method's receiver first.
std::vector<std::unique_ptr<gene::Gene>> makeGenes(const program::Model& model,
                                                   const program::Callable& callable);

/// Whether passing an object this way leaves it moved-from or gone.
bool consumesArgument(const program::Model& model, const program::Parameter& parameter);

}  // namespace covolve::unit
