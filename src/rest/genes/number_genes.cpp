#include "rest/genes/number_genes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>
#include <vector>

#include "gene/choice/suggested_gene.h"
#include "gene/number/floating_gene.h"
#include "gene/number/integer_gene.h"
#include "gene/number/multiple_gene.h"

namespace covolve::rest {

namespace {

using gene::Gene;

constexpr __int128 kLeastInteger = INT64_MIN;
constexpr __int128 kMostInteger = UINT64_MAX;
/// Every number up to here is its own neighbour in all languages.
constexpr __int128 kSafeInteger = (__int128{1} << 53) - 1;

struct IntegerFormat {
  std::string_view name;
  __int128 low;
  __int128 high;
};

constexpr IntegerFormat kIntegerFormats[] = {
    {"int8", INT8_MIN, INT8_MAX},    {"uint8", 0, UINT8_MAX},         {"int16", INT16_MIN, INT16_MAX},
    {"uint16", 0, UINT16_MAX},       {"int32", INT32_MIN, INT32_MAX}, {"uint32", 0, UINT32_MAX},
    {"int64", INT64_MIN, INT64_MAX}, {"uint64", 0, UINT64_MAX},
};

struct IntegerRange {
  __int128 low;
  __int128 high;
  bool hasLow = false;  // said by the schema, not by its format
  bool hasHigh = false;
};

__int128 toInteger(Number number) {
  return static_cast<__int128>(
      std::clamp(number, static_cast<Number>(kLeastInteger) - 1, static_cast<Number>(kMostInteger) + 1));
}

IntegerRange integerRange(const Schema& schema) {
  const auto* format = std::ranges::find(kIntegerFormats, schema.format, &IntegerFormat::name);
  const bool hasFormat = format != std::end(kIntegerFormats);
  IntegerRange range{hasFormat ? format->low : kLeastInteger, hasFormat ? format->high : kMostInteger};
  const auto raise = [&](__int128 low) {
    range.low = std::max(range.low, low);
    range.hasLow = true;
  };
  const auto lower = [&](__int128 high) {
    range.high = std::min(range.high, high);
    range.hasHigh = true;
  };
  if (schema.minimum) raise(toInteger(std::ceil(*schema.minimum)));
  if (schema.exclusiveMinimum) raise(toInteger(std::floor(*schema.exclusiveMinimum)) + 1);
  if (schema.maximum) lower(toInteger(std::floor(*schema.maximum)));
  if (schema.exclusiveMaximum) lower(toInteger(std::ceil(*schema.exclusiveMaximum)) - 1);
  if (!hasFormat) {  // integers of no size in particular: what every language can hold, where possible
    if (!range.hasLow) range.low = std::min(-kSafeInteger, range.high);
    if (!range.hasHigh) range.high = std::max(kSafeInteger, range.low);
  }
  return range;
}

__int128 dividedDown(__int128 value, __int128 step) {
  return value / step - (value % step != 0 && value < 0 ? 1 : 0);
}

__int128 dividedUp(__int128 value, __int128 step) { return -dividedDown(-value, step); }

/// The numbers of a schema, and the ends of what its keywords allow.
struct Numbers {
  std::unique_ptr<Gene> gene = nullptr;  // null: there are none
  std::vector<Value> borders = {};
};

/// Only borders that the gene can take: one of the schema need not be a multiple.
Numbers numbersOf(std::unique_ptr<Gene> gene, std::vector<Value> borders) {
  std::erase_if(borders, [&](const Value& border) { return !gene->copy()->assign(border); });
  return {std::move(gene), std::move(borders)};
}

std::unique_ptr<Gene> withBorders(Numbers numbers) {
  if (numbers.borders.empty() || !numbers.gene->isMutable()) return std::move(numbers.gene);
  return std::make_unique<gene::SuggestedGene>(std::move(numbers.borders), std::move(numbers.gene),
                                               kBorderShare);
}

struct NumberRange {
  double low;
  double high;
  bool hasLow = false;
  bool hasHigh = false;
};

/// A little inside of an excluded border, but not so little that a float would not tell.
double inside(double border, double towards) {
  const double step = std::max(1e-6, std::fabs(border) * 1e-6);
  const double moved = border < towards ? border + step : border - step;
  const bool isBetween = border < towards ? moved < towards : moved > towards;
  return isBetween ? moved : std::nextafter(border, towards);
}

NumberRange numberRange(const Schema& schema) {
  const double most =
      schema.format == "float" ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
  NumberRange range{-most, most};
  if (schema.minimum) range.low = std::max(range.low, static_cast<double>(*schema.minimum));
  if (schema.maximum) range.high = std::min(range.high, static_cast<double>(*schema.maximum));
  range.hasLow = schema.minimum.has_value() || schema.exclusiveMinimum.has_value();
  range.hasHigh = schema.maximum.has_value() || schema.exclusiveMaximum.has_value();
  const double excludedLow =
      schema.exclusiveMinimum ? static_cast<double>(*schema.exclusiveMinimum) : -INFINITY;
  const double excludedHigh =
      schema.exclusiveMaximum ? static_cast<double>(*schema.exclusiveMaximum) : INFINITY;
  const double high = std::min(range.high, excludedHigh);
  const double low = std::max(range.low, excludedLow);
  if (excludedLow >= range.low) range.low = excludedLow < high ? inside(excludedLow, high) : INFINITY;
  if (excludedHigh <= range.high) range.high = low < excludedHigh ? inside(excludedHigh, low) : -INFINITY;
  return range;
}

std::unique_ptr<Gene> makeMultipleGene(const Fraction& step, const NumberRange& range) {
  const auto numerator = static_cast<Number>(step.numerator);
  const auto denominator = static_cast<Number>(step.denominator);
  const Number most = static_cast<Number>(kSafeInteger) / numerator;  // factors beyond lose their last digits
  const Number low = std::ceil(static_cast<Number>(range.low) * denominator / numerator - 1e-9L);
  const Number high = std::floor(static_cast<Number>(range.high) * denominator / numerator + 1e-9L);
  if (low > most || high < -most) return nullptr;
  const auto least = static_cast<__int128>(std::max(low, std::ceil(-most)));
  const auto largest = static_cast<__int128>(std::min(high, std::floor(most)));
  if (least > largest) return nullptr;
  return std::make_unique<gene::MultipleGene>(step.numerator, step.denominator, least, largest);
}

Numbers integersOf(const Schema& schema) {
  const IntegerRange range = integerRange(schema);
  if (range.low > range.high) return {};
  std::vector<Value> borders;
  if (schema.multipleOf) {
    if (const auto fraction = decimalFraction(*schema.multipleOf)) {
      // Integers that are multiples of 2.5 are those of 5.
      const __int128 step = fraction->numerator / std::gcd(fraction->numerator, fraction->denominator);
      const __int128 low = dividedUp(std::max(range.low, kLeastInteger), step);
      const __int128 high = dividedDown(std::min<__int128>(range.high, INT64_MAX), step);
      if (low > high) return {};
      if (range.hasLow) borders.push_back(Value::number(low * step));
      if (range.hasHigh) borders.push_back(Value::number(high * step));
      return numbersOf(std::make_unique<gene::MultipleGene>(static_cast<int64_t>(step), 1, low, high),
                       std::move(borders));
    }
  }
  if (range.hasLow) borders.push_back(Value::number(range.low));
  if (range.hasHigh) borders.push_back(Value::number(range.high));
  const unsigned bits = schema.format == "int64" || schema.format == "uint64" ? 64 : 32;
  return numbersOf(std::make_unique<gene::IntegerGene>(bits, range.low, range.high), std::move(borders));
}

Numbers allNumbersOf(const Schema& schema) {
  const NumberRange range = numberRange(schema);
  if (!(range.low <= range.high)) return {};
  std::vector<Value> borders;
  if (range.hasLow) borders.push_back(Value::real(range.low));
  if (range.hasHigh) borders.push_back(Value::real(range.high));
  if (schema.multipleOf) {
    const auto step = decimalFraction(*schema.multipleOf);
    if (step && step->denominator == 1) return integersOf(schema);
    if (step) {
      auto gene = makeMultipleGene(*step, range);
      return gene == nullptr ? Numbers() : numbersOf(std::move(gene), std::move(borders));
    }
  }
  const unsigned bits = schema.format == "float" && borders.empty() ? 32 : 64;
  return numbersOf(std::make_unique<gene::FloatingGene>(bits, range.low, range.high), std::move(borders));
}

}  // namespace

std::optional<Fraction> decimalFraction(Number number) {
  if (!(number > 0) || number > 1e12L) return std::nullopt;
  int64_t denominator = 1;
  for (int decimals = 0; decimals <= 9; ++decimals, denominator *= 10) {
    const Number scaled = number * static_cast<Number>(denominator);
    const Number whole = std::round(scaled);
    if (whole >= 1 && std::fabs(scaled - whole) < 1e-9L * whole) {
      return Fraction{static_cast<int64_t>(whole), denominator};
    }
  }
  return std::nullopt;
}

std::unique_ptr<Gene> makeIntegerGene(const Schema& schema) { return withBorders(integersOf(schema)); }

std::unique_ptr<Gene> makeNumberGene(const Schema& schema) { return withBorders(allNumbersOf(schema)); }

std::vector<Value> endsOfRange(const Schema& schema) {
  return (schema.allows(Schema::AnyNumber) ? allNumbersOf(schema) : integersOf(schema)).borders;
}

}  // namespace covolve::rest
