#include "distance/time_language.h"

namespace covolve::distance {

namespace {

constexpr std::string_view kMonths[] = {"January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December"};
constexpr std::string_view kWeekdays[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                          "Thursday", "Friday", "Saturday"};
constexpr size_t kAbbreviation = 3;
constexpr std::string_view kTimeZones[] = {"HST", "AKST", "PST", "MST", "CST", "EST",
                                           "AST", "NST",  "CET", "IST", "EET", "JST"};

enum class Reader : uint8_t { Strptime, GetTime, Both };

struct NumberConversion {
  char conversion;
  Reader reader;
  unsigned first;
  unsigned last;
  unsigned digits;
};
constexpr NumberConversion kNumbers[] = {
    {'C', Reader::Both, 0, 99, 2},      {'d', Reader::Both, 1, 31, 2},
    {'e', Reader::Both, 1, 31, 2},      {'H', Reader::Both, 0, 23, 2},
    {'I', Reader::Both, 1, 12, 2},      {'j', Reader::Both, 1, 366, 3},
    {'m', Reader::Both, 1, 12, 2},      {'M', Reader::Both, 0, 59, 2},
    {'U', Reader::Both, 0, 53, 2},      {'w', Reader::Both, 0, 6, 1},
    {'W', Reader::Both, 0, 53, 2},      {'Y', Reader::Both, 0, 9999, 4},
    {'g', Reader::Strptime, 0, 99, 2},  {'k', Reader::Strptime, 0, 23, 2},
    {'l', Reader::Strptime, 1, 12, 2},  {'S', Reader::Strptime, 0, 61, 2},
    {'u', Reader::Strptime, 1, 7, 1},   {'V', Reader::Strptime, 0, 53, 2},
    {'y', Reader::Strptime, 0, 99, 2},  {'S', Reader::GetTime, 0, 60, 2},
    {'y', Reader::GetTime, 0, 9999, 4},  // up to two digits more make it a year with its century
};

struct ComposedConversion {
  char conversion;
  Reader reader;
  std::string_view format;
};
constexpr ComposedConversion kComposed[] = {
    {'c', Reader::Strptime, "%a %b %e %H:%M:%S %Y"},
    {'D', Reader::Both, "%m/%d/%y"},
    {'x', Reader::Both, "%m/%d/%y"},
    {'F', Reader::Strptime, "%Y-%m-%d"},
    {'r', Reader::Both, "%I:%M:%S %p"},
    {'R', Reader::Both, "%H:%M"},
    {'T', Reader::Both, "%H:%M:%S"},
    {'X', Reader::Both, "%H:%M:%S"},
};

class TimeWriter {
 public:
  TimeWriter(LanguageBuilder& builder, Reader reader, Extent extent)
      : builder_(builder), reader_(reader), extent_(extent), whole_(builder.nothing()) {}

  Fragment write(std::string_view format) {
    const Fragment exit = builder_.nothing();
    while (!format.empty() && !builder_.hasFailed()) {
      const bool isConversion = format.front() == '%';
      writeItem(format);
      // libstdc++ is content where a conversion was the last of the text, whatever the format still has.
      if (reader_ == Reader::GetTime && isConversion) {
        const Fragment end = builder_.end();
        const Fragment more = builder_.nothing();
        builder_.lead(whole_, end);
        builder_.lead(end, exit);
        append(more);
      }
    }
    const Fragment after = extent_ == Extent::Whole ? builder_.nothing() : builder_.anything();
    append(after);
    append(exit);
    return whole_;
  }

 private:
  void append(Fragment part) {
    builder_.lead(whole_, part);
    whole_.exit = part.exit;
  }

  void writeFormat(std::string_view format) {
    while (!format.empty() && !builder_.hasFailed()) writeItem(format);
  }

  void writeItem(std::string_view& format) {
    // At the text's end nothing of the format may be left, not even blanks.
    if (reader_ == Reader::GetTime) append(builder_.ahead(ByteSet::all(), false));
    const char c = take(format);
    if (kBlanks.contains(static_cast<unsigned char>(c)))
      appendBlanks();
    else if (c != '%')
      append(builder_.literal({&c, 1}, reader_ == Reader::GetTime));
    else
      writeConversion(format);
  }

  /// NUL at the end, which is no conversion.
  static char take(std::string_view& format) {
    if (format.empty()) return '\0';
    const char c = format.front();
    format.remove_prefix(1);
    return c;
  }

  void writeConversion(std::string_view& format) {
    char c = take(format);
    if (reader_ == Reader::Strptime) {
      while (c == '-' || c == '_' || c == '0' || c == '^' || c == '#') c = take(format);
    }
    // Alternative eras and digits, of which the "C" locale has none. What glibc then does depends on what it
    // has read before.
    if (c == 'E' || c == 'O') {
      const char modifier = c;
      c = take(format);
      if (reader_ == Reader::Strptime && (modifier == 'O' || c == 'C' || c == 'y' || c == 'Y'))
        builder_.fail(Problem::NotRegular);
    }
    if (writeNumber(c) || writeComposed(c) || writeOther(c, format)) return;
    // libstdc++ only fails when it gets there.
    if (reader_ == Reader::Strptime)
      builder_.fail(Problem::Malformed);
    else
      append(builder_.oneOf({}));
  }

  bool isOf(Reader reader) const { return reader == Reader::Both || reader == reader_; }

  bool writeNumber(char conversion) {
    for (const NumberConversion& number : kNumbers) {
      if (number.conversion != conversion || !isOf(number.reader)) continue;
      // Blanks may stand before any number to strptime; to std::get_time one may, before a day.
      if (reader_ == Reader::Strptime)
        append(builder_.anyNumber(builder_.oneOf(kBlanks)));
      else if (conversion == 'd' || conversion == 'e')
        append(builder_.optional(builder_.oneOf(kBlanks)));
      first_ = number.first;
      last_ = number.last;
      append(this->number(0, number.digits));
      return true;
    }
    return false;
  }

  bool writeComposed(char conversion) {
    for (const ComposedConversion& composed : kComposed) {
      if (composed.conversion != conversion || !isOf(composed.reader)) continue;
      writeFormat(composed.format);
      return true;
    }
    return false;
  }

  bool writeOther(char conversion, std::string_view following) {
    switch (conversion) {
      case 'a':
      case 'A':
        appendNames(kWeekdays, sizeof kWeekdays / sizeof *kWeekdays, following);
        return true;
      case 'b':
      case 'B':
      case 'h':
        appendNames(kMonths, sizeof kMonths / sizeof *kMonths, following);
        return true;
      case 'n':
      case 't':
        appendBlanks();
        return true;
      case 'p':
        append(builder_.then(builder_.oneOf(ByteSet("aApP")), builder_.oneOf(ByteSet("mM"))));
        return true;
      case '%':
        append(builder_.literal("%"));
        return true;
      default:
        return reader_ == Reader::Strptime ? writeStrptime(conversion, following) : writeGetTime(conversion);
    }
  }

  bool writeStrptime(char conversion, std::string_view following) {
    switch (conversion) {
      case 's':
      case 'G':
        append(builder_.repeated(builder_.oneOf(kDigits), 1, kUnbounded));
        append(builder_.ahead(~kDigits, true));
        return true;
      case 'z':
        appendBlanks();
        appendZone(following);
        return true;
      case 'Z':
        appendBlanks();
        append(builder_.anyNumber(builder_.oneOf(~(kBlanks | kNul))));
        append(builder_.ahead(kBlanks | kNul, true));
        return true;
      default:
        return false;
    }
  }

  bool writeGetTime(char conversion) {
    // Older versions of libstdc++ read nothing for %c.
    if (conversion == 'c') builder_.fail(Problem::NotRegular);
    if (conversion == 'Z') append(timeZone());
    return conversion == 'c' || conversion == 'Z';
  }

  /// Of those that libstdc++ knows; it fails to read what it expects behind a GMT with a sign.
  Fragment timeZone() {
    Fragment zone = builder_.then(builder_.literal("GMT", true), builder_.ahead(~ByteSet("+-"), true));
    for (const std::string_view name : kTimeZones) zone = builder_.either(zone, builder_.literal(name, true));
    return builder_.then(builder_.ahead(kUpper, false), zone);
  }

  void appendBlanks() {
    append(builder_.anyNumber(builder_.oneOf(kBlanks)));
    append(builder_.ahead(~kBlanks, true));
  }

  /// In full or abbreviated. Of both strptime takes the full one if it is there; std::get_time also if it
  /// only begins there.
  void appendNames(const std::string_view* names, size_t count, std::string_view following) {
    // Whether "Mar" or "March" was read before "ch", one byte ahead does not tell.
    if (reader_ == Reader::Strptime && kLetters.contains(static_cast<unsigned char>(firstOf(following))))
      builder_.fail(Problem::NotRegular);
    Fragment any = name(names[0]);
    for (size_t i = 1; i < count; ++i) any = builder_.either(any, name(names[i]));
    append(any);
  }

  Fragment name(std::string_view full) {
    std::string_view abbreviation = full;
    abbreviation.remove_suffix(full.size() - kAbbreviation);
    const Fragment beginning = builder_.literal(abbreviation, true);
    full.remove_prefix(kAbbreviation);
    if (full.empty()) return beginning;
    const ByteSet longer = ByteSet().add(static_cast<unsigned char>(full.front())).ignoringCase();
    const Fragment stop = reader_ == Reader::GetTime ? builder_.ahead(~longer, true) : builder_.nothing();
    return builder_.then(beginning, builder_.either(stop, builder_.literal(full, true)));
  }

  /// What of the format comes behind blanks; NUL if nothing.
  static char firstOf(std::string_view following) {
    while (!following.empty() && kBlanks.contains(static_cast<unsigned char>(following.front())))
      following.remove_prefix(1);
    return take(following);
  }

  /// Both readers read digits until there are enough; strptime also stops where one more could not be in
  /// range.
  bool goesOn(unsigned value, unsigned digits) const {
    return digits > 0 && (reader_ == Reader::GetTime || value * 10 <= last_);
  }
  bool isInRange(unsigned value) const { return value >= first_ && value <= last_; }

  /// What may follow digits of this value where this many more may come, at least one.
  Fragment number(unsigned value, unsigned digits) {
    Fragment any = {};
    bool isFirst = true;
    for (unsigned digit = 0; digit < 10;) {
      const unsigned begin = digit;
      const unsigned next = value * 10 + begin;
      while (digit < 10 && areAlike(next, value * 10 + digit, digits - 1)) ++digit;
      ByteSet set = ByteSet::range(static_cast<unsigned char>('0' + begin),
                                   static_cast<unsigned char>('0' + digit - 1));
      if (!isPossible(next, digits - 1)) continue;
      Fragment one = builder_.oneOf(set);
      if (goesOn(next, digits - 1)) one = builder_.then(one, rest(next, digits - 1));
      any = isFirst ? one : builder_.either(any, one);
      isFirst = false;
    }
    return any;
  }

  Fragment rest(unsigned value, unsigned digits) {
    if (!isInRange(value)) return number(value, digits);
    const Fragment stop = builder_.ahead(~kDigits, true);
    if (!isPossibleToGoOn(value, digits)) return stop;
    return builder_.either(stop, number(value, digits));
  }

  bool isPossible(unsigned value, unsigned digits) const {
    return isInRange(value) || (goesOn(value, digits) && isPossibleToGoOn(value, digits));
  }
  bool isPossibleToGoOn(unsigned value, unsigned digits) const {
    for (unsigned digit = 0; digit < 10; ++digit) {
      if (isPossible(value * 10 + digit, digits - 1)) return true;
    }
    return false;
  }

  /// Do the same digits lead to a number in range from both?
  bool areAlike(unsigned left, unsigned right, unsigned digits) const {
    if (left == right) return true;
    if (isInRange(left) != isInRange(right) || goesOn(left, digits) != goesOn(right, digits)) return false;
    if (!goesOn(left, digits)) return true;
    for (unsigned digit = 0; digit < 10; ++digit) {
      if (!areAlike(left * 10 + digit, right * 10 + digit, digits - 1)) return false;
    }
    return true;
  }

  /// Z, or hours and perhaps minutes: [+-]hh, [+-]hh:mm and [+-]hhmm. A colon belongs to it only before a
  /// digit; to tell whether it does otherwise, one would have to look two bytes ahead.
  void appendZone(std::string_view following) {
    const char next = firstOf(following);
    if (next == ':' || next == '%') builder_.fail(Problem::NotRegular);
    const auto digit = [&] { return builder_.oneOf(kDigits); };
    Fragment minutes =
        builder_.then(builder_.optional(builder_.literal(":")), builder_.oneOf(ByteSet("012345")));
    minutes = builder_.then(minutes, digit());
    Fragment stop = builder_.ahead(~(kDigits | ByteSet(":")), true);
    if (next == '\0' && extent_ == Extent::Prefix)
      stop = builder_.either(stop, builder_.then(builder_.literal(":"), builder_.ahead(~kDigits, true)));
    Fragment zone = builder_.then(builder_.oneOf(ByteSet("+-")), digit());
    zone = builder_.then(zone, digit());
    append(builder_.either(builder_.literal("Z"), builder_.then(zone, builder_.either(minutes, stop))));
  }

  LanguageBuilder& builder_;
  Reader reader_;
  Extent extent_;
  Fragment whole_;
  unsigned first_ = 0;  // of the number that is written
  unsigned last_ = 0;
};

}  // namespace

Fragment strptimeText(LanguageBuilder& builder, std::string_view format, Extent extent) {
  return TimeWriter(builder, Reader::Strptime, extent).write(format);
}

Fragment getTimeText(LanguageBuilder& builder, std::string_view format) {
  return TimeWriter(builder, Reader::GetTime, Extent::Prefix).write(format);
}

}  // namespace covolve::distance
