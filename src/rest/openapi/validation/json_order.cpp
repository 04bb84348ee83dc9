#include "rest/openapi/validation/json_order.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace covolve::rest {

namespace {

constexpr int kDeepest = 500;

__extension__ using Wide = unsigned __int128;

int kindOf(const Json& value) {
  if (value.is_number()) return static_cast<int>(Json::value_t::number_float);
  return static_cast<int>(value.type());
}

/// Not a number is before all others: no text of JSON has it, but a value may.
std::weak_ordering compareNumbers(Number left, Number right) {
  if (left < right) return std::weak_ordering::less;
  if (left > right) return std::weak_ordering::greater;
  if (left == right) return std::weak_ordering::equivalent;
  return std::isnan(right) <=> std::isnan(left);
}

class Comparison {
 public:
  std::weak_ordering compare(const Json& left, const Json& right, int depth) {
    if (const auto kinds = kindOf(left) <=> kindOf(right); kinds != 0) return kinds;
    if (depth == kDeepest) {
      wasCut_ = true;
      return std::weak_ordering::equivalent;
    }
    if (left.is_number()) return compareNumbers(numberOf(left), numberOf(right));
    if (left.is_boolean()) return left.get<bool>() <=> right.get<bool>();
    if (left.is_string()) return left.get_ref<const std::string&>() <=> right.get_ref<const std::string&>();
    if (left.is_array()) return compareArrays(left, right, depth);
    if (left.is_object()) return compareObjects(left, right, depth);
    return std::weak_ordering::equivalent;
  }
  bool wasCut() const { return wasCut_; }

 private:
  std::weak_ordering compareArrays(const Json& left, const Json& right, int depth) {
    if (const auto sizes = left.size() <=> right.size(); sizes != 0) return sizes;
    for (size_t i = 0; i < left.size(); ++i) {
      if (const auto items = compare(left[i], right[i], depth + 1); items != 0) return items;
    }
    return std::weak_ordering::equivalent;
  }
  std::weak_ordering compareObjects(const Json& left, const Json& right, int depth) {
    if (const auto sizes = left.size() <=> right.size(); sizes != 0) return sizes;
    // Members are sorted by name.
    auto other = right.get_ref<const Json::object_t&>().begin();
    for (const auto& [name, value] : left.get_ref<const Json::object_t&>()) {
      if (const auto names = name <=> other->first; names != 0) return names;
      if (const auto values = compare(value, other->second, depth + 1); values != 0) return values;
      ++other;
    }
    return std::weak_ordering::equivalent;
  }

  bool wasCut_ = false;
};

/// digits * 10^exponent; the sign does not matter for multiples.
struct Decimal {
  uint64_t digits = 0;
  int exponent = 0;
};

/// The shortest decimal that reads as this number: what somebody wrote.
Decimal decimalOf(double number) {
  std::array<char, 40> text{};
  const auto written =
      std::to_chars(text.begin(), text.end(), std::abs(number), std::chars_format::scientific);
  Decimal decimal;
  bool isFraction = false;
  const char* at = text.begin();
  for (; at != written.ptr && *at != 'e'; ++at) {
    if (*at == '.') {
      isFraction = true;
      continue;
    }
    decimal.digits = 10 * decimal.digits + static_cast<uint64_t>(*at - '0');
    if (isFraction) --decimal.exponent;
  }
  if (at != written.ptr) decimal.exponent += std::atoi(at + 1);  // with its sign; the array ends with zeros
  return decimal;
}

Decimal decimalOf(Number number) {
  constexpr Number kEndOfIntegers = 18446744073709551616.0L;
  const Number size = std::abs(number);
  if (size < kEndOfIntegers && std::trunc(size) == size) return {static_cast<uint64_t>(size), 0};
  return decimalOf(static_cast<double>(number));
}

bool leavesNoRest(Decimal value, Decimal divisor) {
  constexpr int kMostDigits = 20;
  if (value.digits == 0 || divisor.digits == 0) return true;
  const int shift = value.exponent - divisor.exponent;
  if (shift >= 0) {
    uint64_t rest = value.digits % divisor.digits;
    for (int i = 0; i < shift && rest != 0; ++i)
      rest = static_cast<uint64_t>(Wide{rest} * 10 % divisor.digits);
    return rest == 0;
  }
  if (-shift >= kMostDigits) return false;
  Wide scaled = divisor.digits;
  for (int i = 0; i < -shift; ++i) scaled *= 10;
  return value.digits % scaled == 0;
}

}  // namespace

JsonOrder compareJson(const Json& left, const Json& right) {
  Comparison comparison;
  const auto order = comparison.compare(left, right, 0);
  return {order, comparison.wasCut()};
}

Number numberOf(const Json& value) {
  if (value.is_number_unsigned()) return static_cast<Number>(value.get<uint64_t>());
  if (value.is_number_integer()) return static_cast<Number>(value.get<int64_t>());
  return static_cast<Number>(value.get<double>());
}

bool isWhole(const Json& value) {
  if (value.is_number_integer()) return true;
  const double number = value.get<double>();
  return std::isfinite(number) && std::trunc(number) == number;
}

bool isMultiple(const Json& value, Number divisor) {
  const Number number = numberOf(value);
  if (!std::isfinite(number) || !std::isfinite(divisor) || divisor == 0) return true;
  if (leavesNoRest(decimalOf(number), decimalOf(divisor))) return true;
  if (value.is_number_integer()) return false;
  // A service that computes with doubles cannot help the last bits.
  constexpr Number kMostMultiples = 1LL << 40;
  constexpr Number kTolerance = 1.0L / (1LL << 50);
  const Number multiples = std::abs(number / divisor);
  return multiples < kMostMultiples && std::abs(multiples - std::round(multiples)) <= multiples * kTolerance;
}

}  // namespace covolve::rest
