#include "distance/scanf_language.h"

#include "distance/number_language.h"
#include "distance/pattern_class.h"

namespace covolve::distance {

namespace {

class ScanfWriter {
 public:
  ScanfWriter(LanguageBuilder& builder, std::string_view format)
      : builder_(builder), format_(format), whole_(builder.nothing()), stored_(whole_) {}

  Fragment write(unsigned conversions) {
    while (!format_.atEnd() && count_ < conversions && !builder_.hasFailed()) writeItem();
    if (conversions != kAllConversions && count_ < conversions) builder_.fail(Problem::Malformed);
    // What follows the last stored value decides nothing; it leads nowhere.
    const Fragment rest = builder_.anything();
    builder_.lead(stored_, rest);
    return {whole_.begin, whole_.entry, rest.exit};
  }

 private:
  void append(Fragment part) {
    builder_.lead(whole_, part);
    whole_.exit = part.exit;
  }

  void writeItem() {
    const char c = format_.take();
    if (kBlanks.contains(static_cast<unsigned char>(c)))
      skipBlanks();
    else if (c != '%')
      append(builder_.literal({&c, 1}));
    else
      writeConversion();
  }

  void writeConversion() {
    if (format_.take("%")) {
      skipBlanks();
      append(builder_.literal("%"));
      return;
    }
    const bool isStored = !format_.take("*");
    if (!format_.takeNumber(width_)) width_ = kUnbounded;
    format_.take("m");
    bool isWide = false;
    while (isLengthModifier(format_.peek())) isWide |= format_.take() == 'l';
    const char conversion = format_.take();
    if (conversion == 'n') return;
    if (width_ == 0) builder_.fail(Problem::Malformed);
    // Bytes of several are decoded there.
    if (isWide && (conversion == 's' || conversion == 'c' || conversion == '['))
      builder_.fail(Problem::NotRegular);
    if (conversion != 'c' && conversion != '[') skipBlanks();
    append(converted(conversion));
    if (!isStored) return;
    ++count_;
    stored_ = whole_;
  }

  static bool isLengthModifier(char c) {
    return c == 'h' || c == 'l' || c == 'q' || c == 'j' || c == 'z' || c == 't' || c == 'L';
  }

  Fragment converted(char conversion) {
    switch (conversion) {
      case 'd':
      case 'u':
        return integer(10);
      case 'o':
        return integer(8);
      case 'x':
      case 'X':
        return integer(16);
      case 'i':
        return integer(0);
      case 'a':
      case 'A':
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        return floating();
      case 's':
        return run(~(kBlanks | kNul), 1, width_);
      case 'c':
        return run(~kNul, 1, width_ == kUnbounded ? 1 : width_);
      case '[':
        return set();
      case 'p':
        return builder_.fail(Problem::NotRegular);
      default:
        return builder_.fail(Problem::Malformed);
    }
  }

  void skipBlanks() { append(run(kBlanks, 0, kUnbounded)); }

  /// As many bytes of the set as there are, up to a limit.
  Fragment run(const ByteSet& set, unsigned least, unsigned most) {
    if (most == kUnbounded) {
      const Fragment bytes = builder_.repeated(builder_.oneOf(set), least, most);
      return builder_.then(bytes, builder_.ahead(~set, true));
    }
    const Fragment begin = builder_.nothing();
    const Fragment stop = builder_.ahead(~set, true);
    const Fragment exit = builder_.nothing();
    builder_.lead(stop, exit);
    Fragment last = begin;
    for (unsigned i = 0; i < most && !builder_.hasFailed(); ++i) {
      if (i >= least) builder_.lead(last, stop);
      const Fragment next = builder_.oneOf(set);
      builder_.lead(last, next);
      last = next;
    }
    builder_.lead(last, exit);
    return {begin.begin, begin.entry, exit.exit};
  }

  Fragment integer(unsigned base) {
    const Fragment plain = magnitude(base, width_);
    if (width_ == 1) return plain;
    const Fragment sign = builder_.oneOf(ByteSet("+-"));
    return builder_.either(plain, builder_.then(sign, magnitude(base, narrower(1))));
  }

  /// The width that is left behind some bytes.
  unsigned narrower(unsigned bytes) const { return width_ == kUnbounded ? kUnbounded : width_ - bytes; }

  Fragment magnitude(unsigned base, unsigned width) {
    if (base != 0 && base != 16) return run(digitsOf(base), 1, width);
    if (width == 1) return run(digitsOf(base == 0 ? 10 : 16), 1, 1);
    // A zero, whatever it begins; the x of 0x belongs to the number with or without digits.
    const unsigned rest = width == kUnbounded ? kUnbounded : width - 1;
    const ByteSet letters("xX");
    const ByteSet digits = digitsOf(base == 0 ? 8 : 16);
    const Fragment letter = builder_.oneOf(letters);
    const Fragment prefixed = builder_.then(
        letter, rest == 1 ? builder_.nothing() : run(digitsOf(16), 0, rest == kUnbounded ? rest : rest - 1));
    const Fragment unprefixed = builder_.then(builder_.ahead(~letters, true), run(digits, 0, rest));
    const Fragment zero = builder_.then(builder_.literal("0"), builder_.either(prefixed, unprefixed));
    const ByteSet all = digitsOf(base == 0 ? 10 : 16);
    const Fragment nonzero = builder_.ahead(all & ~ByteSet("0"), false);
    return builder_.either(zero, builder_.then(nonzero, run(all, 1, width)));
  }

  Fragment floating() {
    // What it makes of a number that the width cuts depends on where.
    if (width_ != kUnbounded) return builder_.fail(Problem::NotRegular);
    const Fragment sign = builder_.optional(builder_.oneOf(ByteSet("+-")));
    const Fragment infinity = builder_.literal("inf", true);
    const Fragment longer =
        builder_.either(builder_.literal("inity", true), builder_.ahead(~ByteSet("iI"), true));
    Fragment number = builder_.either(builder_.then(infinity, longer), builder_.literal("nan", true));
    number = builder_.either(number, builder_.either(decimal(), hexadecimal()));
    return builder_.then(sign, number);
  }

  Fragment decimal() {
    const ByteSet point(".");
    const ByteSet letters("eE");
    // A zero before an x begins a hexadecimal number, come what may.
    const Fragment zero = builder_.then(builder_.literal("0"), builder_.ahead(~ByteSet("xX"), true));
    const Fragment first = builder_.either(zero, builder_.oneOf(kDigits & ~ByteSet("0")));
    const Fragment integral = builder_.then(first, run(kDigits, 0, kUnbounded));
    const Fragment fraction = builder_.then(builder_.oneOf(point), run(kDigits, 0, kUnbounded));
    const Fragment withIntegral =
        builder_.then(integral, builder_.either(fraction, builder_.ahead(~point, true)));
    const Fragment withoutIntegral = builder_.then(builder_.oneOf(point), run(kDigits, 1, kUnbounded));
    return builder_.then(builder_.either(withIntegral, withoutIntegral), exponent(letters));
  }

  Fragment hexadecimal() {
    const ByteSet point(".");
    const ByteSet letters("pP");
    const ByteSet digits = digitsOf(16);
    const Fragment prefix = builder_.then(builder_.literal("0"), builder_.oneOf(ByteSet("xX")));
    const Fragment fraction = builder_.then(builder_.oneOf(point), run(digits, 0, kUnbounded));
    const Fragment withIntegral =
        builder_.then(run(digits, 1, kUnbounded), builder_.either(fraction, builder_.ahead(~point, true)));
    const Fragment withoutIntegral = builder_.then(builder_.oneOf(point), run(digits, 1, kUnbounded));
    const Fragment mantissa = builder_.either(withIntegral, withoutIntegral);
    const Fragment number = builder_.then(mantissa, exponent(letters));
    // It takes a point alone for a number, too.
    const Fragment noDigit = builder_.then(builder_.oneOf(point), builder_.ahead(~digits, true));
    return builder_.then(prefix, builder_.either(number, noDigit));
  }

  /// Its letter is taken even if no digits follow.
  Fragment exponent(const ByteSet& letters) {
    const ByteSet signs("+-");
    const Fragment letter = builder_.oneOf(letters);
    const Fragment sign = builder_.either(builder_.oneOf(signs), builder_.ahead(~signs, true));
    const Fragment some = builder_.then(builder_.then(letter, sign), run(kDigits, 0, kUnbounded));
    return builder_.either(some, builder_.ahead(~letters, true));
  }

  /// What is between brackets, with ranges.
  Fragment set() {
    const bool isNegated = format_.take("^");
    ByteSet members;
    bool mayClose = false;
    while (!mayClose || format_.peek() != ']') {
      if (format_.atEnd()) return builder_.fail(Problem::Malformed);
      const auto first = static_cast<unsigned char>(format_.take());
      mayClose = true;
      members.add(first);
      if (format_.peek() != '-' || format_.peek(1) == ']' || format_.peek(1) == '\0') continue;
      format_.take();
      const auto last = static_cast<unsigned char>(format_.take());
      // One that goes down is for each library to read.
      if (last < first) return builder_.fail(Problem::NotRegular);
      members.addRange(first, last);
    }
    format_.take();
    return run((isNegated ? ~members : members) & ~kNul, 1, width_);
  }

  LanguageBuilder& builder_;
  PatternCursor format_;
  Fragment whole_;
  Fragment stored_;  // up to the last value that is stored
  unsigned count_ = 0;
  unsigned width_ = 0;
};

}  // namespace

Fragment scanfText(LanguageBuilder& builder, std::string_view format, unsigned conversions) {
  return ScanfWriter(builder, format).write(conversions);
}

}  // namespace covolve::distance
