#include "gene/value.h"

#include <bit>
#include <cmath>

namespace covolve {

namespace {

bool sameNumber(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);
}

}  // namespace

bool Value::operator==(const Value& other) const {
  return kind == other.kind && integer == other.integer && sameNumber(floating, other.floating) &&
         text == other.text && children == other.children;
}

}  // namespace covolve
