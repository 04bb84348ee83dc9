// Turns what a gene writes into a Value.
#pragma once

#include "gene/gene.h"
#include "gene/value.h"

namespace covolve::gene {

Value valueOf(const Gene& gene);

}  // namespace covolve::gene
