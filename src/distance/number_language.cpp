#include "distance/number_language.h"

namespace covolve::distance {

namespace {

/// The digits with values of first to last.
ByteSet digitsBetween(unsigned first, unsigned last) {
  ByteSet result;
  for (unsigned value = first; value <= last; ++value) {
    if (value < 10) {
      result.add(static_cast<unsigned char>('0' + value));
    } else {
      result.add(static_cast<unsigned char>('a' + value - 10))
          .add(static_cast<unsigned char>('A' + value - 10));
    }
  }
  return result;
}

/// Writes the integers of one form; each part ends as the extent asks for.
class IntegerWriter {
 public:
  IntegerWriter(LanguageBuilder& builder, const IntegerForm& form, Extent extent)
      : builder_(builder), form_(form), extent_(extent) {}

  Fragment write() {
    Fragment number = signedNumber(
        form_.allowsPlus ? builder_.optional(builder_.literal("+")) : builder_.nothing(), form_.greatest);
    if (form_.allowsMinus)
      number = builder_.either(number, signedNumber(builder_.literal("-"), form_.greatestNegated));
    if (!form_.skipsBlanks) return number;
    return builder_.then(builder_.anyNumber(builder_.oneOf(kBlanks)), number);
  }

 private:
  Fragment signedNumber(Fragment sign, uint64_t greatest) {
    greatest_ = greatest;
    return builder_.then(sign, magnitude());
  }

  Fragment magnitude() {
    const unsigned base = form_.base;
    if (!form_.allowsPrefix || (base != 0 && base != 16))
      return ended(numeral(base == 0 ? 10 : base), base == 0 ? 10 : base);
    const Fragment prefix = builder_.then(builder_.literal("0"), builder_.oneOf(ByteSet("xX")));
    const Fragment prefixed = ended(builder_.then(prefix, numeral(16)), 16);
    const unsigned plainBase = base == 0 ? 8 : 16;
    const Fragment zeroFirst = ended(builder_.then(builder_.literal("0"), numeral(plainBase)), plainBase);
    Fragment number = builder_.either(builder_.either(prefixed, zeroFirst), zeroAlone(plainBase));
    const unsigned nonzeroBase = base == 0 ? 10 : 16;
    const Fragment nonzero =
        builder_.then(builder_.ahead(digitsBetween(1, nonzeroBase - 1), false), numeral(nonzeroBase));
    return builder_.either(number, ended(nonzero, nonzeroBase));
  }

  /// 0x without a digit behind it is the number 0 and an x that is not part of it.
  Fragment zeroAlone(unsigned base) {
    if (extent_ == Extent::Whole) return builder_.literal("0");
    const ByteSet prefix("xX");
    const Fragment other =
        builder_.then(builder_.ahead(~(digitsOf(base) | prefix), true), builder_.anything());
    if (form_.isGreedy) return builder_.then(builder_.literal("0"), other);
    const Fragment cut = builder_.then(builder_.oneOf(prefix), builder_.ahead(~digitsOf(16), true));
    return builder_.then(builder_.literal("0"),
                         builder_.either(other, builder_.then(cut, builder_.anything())));
  }

  Fragment numeral(unsigned base) {
    if (form_.isLimited) return numeralUpTo(builder_, base, greatest_);
    return builder_.repeated(builder_.oneOf(digitsOf(base)), 1, kUnbounded);
  }

  Fragment ended(Fragment number, unsigned base) {
    if (extent_ == Extent::Whole) return number;
    return builder_.then(number, builder_.then(builder_.ahead(~digitsOf(base), true), builder_.anything()));
  }

  LanguageBuilder& builder_;
  const IntegerForm& form_;
  Extent extent_;
  uint64_t greatest_ = 0;
};

/// Digits with a point among them or without; at least one digit.
Fragment mantissa(LanguageBuilder& builder, unsigned base) {
  const auto digits = [&](unsigned least) {
    return builder.repeated(builder.oneOf(digitsOf(base)), least, kUnbounded);
  };
  const Fragment fraction = builder.optional(builder.then(builder.literal("."), digits(0)));
  return builder.either(builder.then(digits(1), fraction), builder.then(builder.literal("."), digits(1)));
}

Fragment exponent(LanguageBuilder& builder, std::string_view letters) {
  const Fragment sign = builder.optional(builder.oneOf(ByteSet("+-")));
  const Fragment digits = builder.repeated(builder.oneOf(kDigits), 1, kUnbounded);
  return builder.then(builder.then(builder.oneOf(ByteSet(letters)), sign), digits);
}

/// A decimal number with nothing behind it that would have to be part of it.
Fragment greedyDecimal(LanguageBuilder& builder) {
  const auto digits = [&](unsigned least) {
    return builder.repeated(builder.oneOf(kDigits), least, kUnbounded);
  };
  const auto ended = [&](Fragment number, std::string_view more) {
    const Fragment end = builder.ahead(~(kDigits | ByteSet(more)), true);
    return builder.then(number, builder.either(end, exponent(builder, "eE")));
  };
  const Fragment whole = ended(digits(1), ".eE");
  const Fragment pointBehind = builder.then(builder.then(digits(1), builder.literal(".")), digits(0));
  const Fragment pointBefore = builder.then(builder.literal("."), digits(1));
  return builder.either(whole, ended(builder.either(pointBehind, pointBefore), "eE"));
}

}  // namespace

ByteSet digitsOf(unsigned base) { return digitsBetween(0, base - 1); }

Fragment numeralUpTo(LanguageBuilder& builder, unsigned base, uint64_t greatest) {
  constexpr unsigned kMostDigits = 64;
  unsigned digits[kMostDigits];  // of the limit, from the last
  unsigned count = 0;
  for (uint64_t rest = greatest; rest != 0 || count == 0; rest /= base)
    digits[count++] = static_cast<unsigned>(rest % base);

  Fragment whole = builder.anyNumber(builder.oneOf(digitsBetween(0, 0)));
  const Fragment exit = builder.nothing();
  const Fragment start = whole;
  // Digits of a number that is below the limit already, by how many are still to come: what shorter numbers
  // have, and what comes behind the first digit that is less than the limit's.
  Fragment follower = exit;
  Fragment free[kMostDigits];
  for (unsigned i = 0; i + 1 < count; ++i) {
    free[i] = builder.oneOf(digitsOf(base));
    builder.lead(free[i], follower);
    builder.lead(start, free[i]);
    follower = free[i];
  }
  // Digits that are the limit's own so far.
  Fragment before = start;
  for (unsigned i = count; i-- > 0;) {
    if (digits[i] != 0) {
      const Fragment less = builder.oneOf(digitsBetween(0, digits[i] - 1));
      builder.lead(before, less);
      builder.lead(less, i == 0 ? exit : free[i - 1]);
    }
    const Fragment same = builder.oneOf(digitsBetween(digits[i], digits[i]));
    builder.lead(before, same);
    before = same;
  }
  builder.lead(before, exit);
  return {whole.begin, whole.entry, exit.exit};
}

Fragment integerText(LanguageBuilder& builder, const IntegerForm& form, Extent extent) {
  if (form.base == 1 || form.base > 36) return builder.fail(Problem::Malformed);
  return IntegerWriter(builder, form, extent).write();
}

Fragment floatText(LanguageBuilder& builder, const FloatForm& form, Extent extent) {
  const auto decimal = [&] {
    if (form.isGreedy) return greedyDecimal(builder);
    const Fragment digits = mantissa(builder, 10);
    return builder.then(digits, builder.optional(exponent(builder, "eE")));
  };
  Fragment number = decimal();
  if (form.allowsHexadecimal) {
    Fragment hexadecimal = builder.then(builder.literal("0"), builder.oneOf(ByteSet("xX")));
    hexadecimal = builder.then(hexadecimal, mantissa(builder, 16));
    number = builder.either(number, builder.then(hexadecimal, builder.optional(exponent(builder, "pP"))));
  }
  if (form.allowsNames) {
    const Fragment infinity = builder.literal("inf", true);
    number = builder.either(number, builder.then(infinity, builder.optional(builder.literal("inity", true))));
    const Fragment payload = builder.repeated(builder.oneOf(kWordBytes), 0, kUnbounded);
    const Fragment bracketed =
        builder.then(builder.then(builder.literal("("), payload), builder.literal(")"));
    const Fragment notANumber = builder.literal("nan", true);
    number = builder.either(number, builder.then(notANumber, builder.optional(bracketed)));
  }
  number = builder.then(builder.optional(builder.oneOf(ByteSet(form.allowsPlus ? "+-" : "-"))), number);
  if (form.skipsBlanks) number = builder.then(builder.anyNumber(builder.oneOf(kBlanks)), number);
  // Whatever the longest number is, the text begins with a shorter one as well.
  return extent == Extent::Whole ? number : builder.then(number, builder.anything());
}

}  // namespace covolve::distance
