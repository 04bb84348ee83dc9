#include "gene/text/numeric_string_gene.h"

#include <algorithm>
#include <cassert>

#include "gene/draw.h"

namespace covolve::gene {

NumericStringGene::NumericStringGene(__int128 low, __int128 high, unsigned decimals)
    : number_(64, low, high), decimals_(decimals) {
  assert(decimals <= 18);
}

std::string NumericStringGene::text() const {
  std::string digits = decimalText(number_.value());
  if (decimals_ == 0) return digits;
  const bool negative = digits.starts_with('-');
  if (negative) digits.erase(0, 1);
  if (digits.size() <= decimals_) digits.insert(0, decimals_ + 1 - digits.size(), '0');
  digits.insert(digits.size() - decimals_, 1, '.');
  return negative ? "-" + digits : digits;
}

bool NumericStringGene::assign(const Value& value) {
  if (value.kind != Value::Kind::Text) return false;
  std::string digits = value.text;
  if (decimals_ > 0) {
    const size_t point = digits.find('.');
    if (point == std::string::npos) return false;
    digits.erase(point, 1);
    // What is left of the point begins with zeros for small numbers.
    const size_t first = digits.starts_with('-') ? 1 : 0;
    const size_t significant = std::min(digits.find_first_not_of('0', first), digits.size() - 1);
    if (significant > first) digits.erase(first, significant - first);
  }
  const auto number = readDecimal(digits);
  NumericStringGene read(*this);
  if (!number || !read.number_.assign(Value::number(*number)) || read.text() != value.text) return false;
  number_ = read.number_;
  return true;
}

std::vector<std::unique_ptr<Gene>> NumericStringGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  for (const auto& number : number_.simpler()) {
    auto changed = std::make_unique<NumericStringGene>(*this);
    changed->number_ = static_cast<const IntegerGene&>(*number);
    candidates.push_back(std::move(changed));
  }
  return candidates;
}

}  // namespace covolve::gene
