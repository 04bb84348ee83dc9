#include "distance/pattern_class.h"

namespace covolve::distance {

namespace {

struct NamedSet {
  std::string_view name;
  ByteSet set;
};

constexpr ByteSet kPunctuation = (ByteSet::range('!', '~') & ~kLetters) & ~kDigits;
constexpr NamedSet kNamedSets[] = {
    {"d", kDigits},
    {"w", kWordBytes},
    {"s", kBlanks},
    {"alnum", kLetters | kDigits},
    {"alpha", kLetters},
    {"blank", ByteSet(" \t")},
    {"cntrl", ByteSet::range(0, 31) | ByteSet("\x7f")},
    {"digit", kDigits},
    {"graph", ByteSet::range('!', '~')},
    {"lower", kLower},
    {"print", ByteSet::range(' ', '~')},
    {"punct", kPunctuation},
    {"space", kBlanks},
    {"upper", kUpper},
    {"xdigit", kDigits | ByteSet("abcdefABCDEF")},
};

bool isGnu(PatternSyntax syntax) {
  return syntax == PatternSyntax::GnuExtended || syntax == PatternSyntax::GnuBasic;
}

/// One member of a bracket expression: a byte, or a set that cannot begin a range.
struct Member {
  bool isByte;
  unsigned char byte;
  ByteSet set;
};

class BracketReader {
 public:
  BracketReader(PatternCursor& cursor, const PatternForm& form, Problem& problem)
      : cursor_(cursor), form_(form), problem_(problem) {}

  bool read(ByteSet& set) {
    const bool isNegated = cursor_.take("^");
    // At the beginning a bracket is a member of itself, but not to ECMAScript.
    bool mayClose = isEcmascript();
    while (!mayClose || cursor_.peek() != ']') {
      if (cursor_.atEnd()) return fail(Problem::Malformed);
      if (!readRange()) return false;
      mayClose = true;
    }
    cursor_.take();
    if (form_.ignoresCase) set_ = isGnu(form_.syntax) ? withUpperIn(set_) : set_.ignoringCase();
    set = isNegated ? ~set_ : set_;
    if (isPerlLike(form_.syntax)) set = withinAlphabet(form_, set);
    return true;
  }

 private:
  bool isEcmascript() const { return form_.syntax == PatternSyntax::StdEcmascript; }
  bool fail(Problem problem) {
    problem_ = problem;
    return false;
  }

  /// glibc ignores case by making all upper case, pattern and text, so that [A-z] does not have the bytes
  /// that are between the letters.
  unsigned char translated(char c) const {
    const bool isRaised = form_.ignoresCase && isGnu(form_.syntax) && c >= 'a' && c <= 'z';
    return static_cast<unsigned char>(isRaised ? c - ('a' - 'A') : c);
  }
  static ByteSet withUpperIn(const ByteSet& set) {
    ByteSet result;
    for (int byte = 0; byte < 256; ++byte) {
      const int upper = byte >= 'a' && byte <= 'z' ? byte - ('a' - 'A') : byte;
      if (set.contains(static_cast<unsigned char>(upper))) result.add(static_cast<unsigned char>(byte));
    }
    return result;
  }

  bool readRange() {
    Member first{};
    if (!readMember(first)) return false;
    const bool isRange = cursor_.peek() == '-' && cursor_.peek(1) != ']' && cursor_.peek(1) != '\0';
    if (!isRange) {
      add(first);
      return true;
    }
    cursor_.take();
    Member last{};
    if (!readMember(last)) return false;
    // Dialects differ in what a minus beside a class is.
    if (!first.isByte || !last.isByte) return fail(Problem::NotRegular);
    return addRange(first.byte, last.byte);
  }

  bool readMember(Member& member) {
    if (cursor_.take("[:")) return readNamed(member);
    if (isPerlLike(form_.syntax)) {
      if (cursor_.sees("[=") || cursor_.sees("[.")) return fail(Problem::NotRegular);
      if (cursor_.take("\\")) return readEscapeOfPerl(member);
    }
    if (cursor_.take("[=")) return readOnly(member, "=]");
    if (cursor_.take("[.")) return readOnly(member, ".]");
    if (isEcmascript() && cursor_.take("\\")) {
      if (takeClassEscape(cursor_, member.set)) return true;
      member.isByte = true;
      if (cursor_.take("b")) {
        member.byte = '\b';
        return true;
      }
      if (cursor_.atEnd()) return fail(Problem::Malformed);
      return takeByteEscape(cursor_, member.byte, problem_);
    }
    if (cursor_.atEnd()) return fail(Problem::Malformed);
    member.isByte = true;
    member.byte = translated(cursor_.take());
    return true;
  }

  bool readEscapeOfPerl(Member& member) {
    if (cursor_.atEnd()) return fail(Problem::Malformed);
    if (takeClassEscapeOfPerl(cursor_, form_, member.set)) return true;
    member.isByte = true;
    return takeByteEscapeOfPerl(cursor_, member.byte, problem_);
  }

  bool readNamed(Member& member) {
    char name[8];
    size_t size = 0;
    while (!cursor_.sees(":]")) {
      if (cursor_.atEnd() || size == sizeof name) return fail(Problem::Malformed);
      name[size++] = cursor_.take();
    }
    cursor_.take(":]");
    if (!namedClass({name, size}, form_.ignoresCase, member.set)) return fail(Problem::Malformed);
    // [:d:] is std::regex's, and \w's underscore is in none of POSIX's.
    if ((isGnu(form_.syntax) || isPerlLike(form_.syntax)) && size == 1) return fail(Problem::Malformed);
    return true;
  }

  /// [=a=] and [.-.]: names of characters are not known here.
  bool readOnly(Member& member, std::string_view end) {
    if (cursor_.atEnd()) return fail(Problem::Malformed);
    member.isByte = true;
    member.byte = translated(cursor_.take());
    return cursor_.take(end) || fail(Problem::NotRegular);
  }

  void add(const Member& member) {
    if (member.isByte)
      set_.add(member.byte);
    else
      set_ = set_ | member.set;
  }

  /// In the order of char, which is signed; libraries of C compare bytes.
  bool addRange(unsigned char first, unsigned char last) {
    const bool isSigned = !isGnu(form_.syntax) && !isPerlLike(form_.syntax);
    const int begin = isSigned ? static_cast<signed char>(first) : first;
    const int end = isSigned ? static_cast<signed char>(last) : last;
    if (begin > end) return fail(Problem::Malformed);
    for (int byte = begin; byte <= end; ++byte) set_.add(static_cast<unsigned char>(byte));
    return true;
  }

  PatternCursor& cursor_;
  const PatternForm& form_;
  Problem& problem_;
  ByteSet set_;
};

}  // namespace

bool PatternCursor::takeNumber(unsigned& number) {
  constexpr unsigned kGreatest = 1000000;
  bool isNumber = false;
  for (number = 0; peek() >= '0' && peek() <= '9'; isNumber = true) {
    const auto digit = static_cast<unsigned>(take() - '0');
    if (number < kGreatest) number = number * 10 + digit;
  }
  return isNumber;
}

bool PatternCursor::takeHexadecimal(unsigned digits, unsigned& number) {
  number = 0;
  for (unsigned i = 0; i < digits; ++i) {
    const char c = take();
    if (c >= '0' && c <= '9')
      number = number * 16 + static_cast<unsigned>(c - '0');
    else if ((c | 32) >= 'a' && (c | 32) <= 'f')
      number = number * 16 + static_cast<unsigned>((c | 32) - 'a' + 10);
    else
      return false;
  }
  return true;
}

bool namedClass(std::string_view name, bool ignoresCase, ByteSet& set) {
  for (const NamedSet& named : kNamedSets) {
    if (named.name != name) continue;
    set = ignoresCase ? named.set.ignoringCase() : named.set;
    return true;
  }
  return false;
}

bool takeClassEscape(PatternCursor& cursor, ByteSet& set) {
  char name = cursor.peek();
  const bool isNegated = name == 'D' || name == 'W' || name == 'S';
  if (isNegated) name = static_cast<char>(name + ('a' - 'A'));
  if (name != 'd' && name != 'w' && name != 's') return false;
  cursor.take();
  namedClass({&name, 1}, false, set);
  if (isNegated) set = ~set;
  return true;
}

bool takeByteEscape(PatternCursor& cursor, unsigned char& byte, Problem& problem) {
  const char c = cursor.take();
  unsigned code = 0;
  switch (c) {
    case '0':
      byte = 0;
      return true;
    case 'f':
      byte = '\f';
      return true;
    case 'n':
      byte = '\n';
      return true;
    case 'r':
      byte = '\r';
      return true;
    case 't':
      byte = '\t';
      return true;
    case 'v':
      byte = '\v';
      return true;
    case 'c':
      // A control character by the standard, a letter in libstdc++.
      problem = Problem::NotRegular;
      return false;
    case 'x':
    case 'u':
      if (!cursor.takeHexadecimal(c == 'x' ? 2 : 4, code)) {
        problem = Problem::Malformed;
        return false;
      }
      // More than a byte; of which libraries take what they like.
      if (code > 255) {
        problem = Problem::NotRegular;
        return false;
      }
      byte = static_cast<unsigned char>(code);
      return true;
    default:
      if (c >= '1' && c <= '9') {
        problem = Problem::NotRegular;
        return false;
      }
      byte = static_cast<unsigned char>(c);
      return true;
  }
}

ByteSet withinAlphabet(const PatternForm& form, const ByteSet& set) {
  const bool isOfSeveralBytes = form.isUtf8 || form.syntax == PatternSyntax::Re2;
  return isOfSeveralBytes ? set & ByteSet::range(0, 127) : set;
}

bool takeClassEscapeOfPerl(PatternCursor& cursor, const PatternForm& form, ByteSet& set) {
  const char name = cursor.peek();
  if (!takeClassEscape(cursor, set)) return false;
  if (form.syntax == PatternSyntax::Re2 && (name == 's' || name == 'S')) {
    const ByteSet blanks(" \t\n\f\r");
    set = name == 's' ? blanks : ~blanks;
  }
  set = withinAlphabet(form, set);
  return true;
}

bool takeByteEscapeOfPerl(PatternCursor& cursor, unsigned char& byte, Problem& problem) {
  const char c = cursor.peek();
  const bool isKnown = c == 'n' || c == 't' || c == 'r' || c == 'f' || (c == 'x' && cursor.peek(1) != '{');
  const bool isLetterOrDigit = (kLetters | kDigits).contains(static_cast<unsigned char>(c));
  if (isKnown) return takeByteEscape(cursor, byte, problem);
  problem = Problem::NotRegular;
  if (isLetterOrDigit) return false;
  byte = static_cast<unsigned char>(cursor.take());
  return true;
}

bool takeBrackets(PatternCursor& cursor, const PatternForm& form, ByteSet& set, Problem& problem) {
  return BracketReader(cursor, form, problem).read(set);
}

}  // namespace covolve::distance
