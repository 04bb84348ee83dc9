// Genes for the numbers of a schema: range, multipleOf, format. The ends of a
// range are drawn often, because faults live there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "gene/gene.h"
#include "rest/openapi/schema.h"

namespace covolve::rest {

/// How often an end of a range is drawn.
constexpr double kBorderShare = 0.2;

/// Null where the schema leaves no integer.
std::unique_ptr<gene::Gene> makeIntegerGene(const Schema& schema);

/// Integers included; finite, since JSON has nothing else. Null where the schema leaves no number.
std::unique_ptr<gene::Gene> makeNumberGene(const Schema& schema);

/// The least and the greatest number, as far as keywords of the schema say them.
std::vector<Value> endsOfRange(const Schema& schema);

/// A positive number as a fraction with a power of ten below: 0.25 is 25 / 100, 0.05 is 5 / 100.
struct Fraction {
  int64_t numerator = 0;
  int64_t denominator = 1;
};

/// Nothing for what has more than nine decimals or is too large.
std::optional<Fraction> decimalFraction(Number number);

}  // namespace covolve::rest
