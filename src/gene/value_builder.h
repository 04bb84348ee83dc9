// Turns what a gene writes into a Value, and writes a Value as a gene would.
#pragma once

#include "gene/gene.h"
#include "gene/value.h"

namespace covolve::gene {

Value valueOf(const Gene& gene);

/// What cannot be looked into is written as missing.
void writeValue(const Value& value, ValueSink& sink);

}  // namespace covolve::gene
