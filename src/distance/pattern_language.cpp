#include "distance/pattern_language.h"

#include "distance/pattern_class.h"

namespace covolve::distance {

namespace {

/// Groups within groups. Each costs a few frames of the code under test's stack.
constexpr unsigned kDeepestGroup = 50;

class PatternParser {
 public:
  PatternParser(LanguageBuilder& builder, std::string_view pattern, const PatternForm& form)
      : builder_(builder), cursor_(pattern), form_(form) {}

  Fragment parse() {
    const Fragment whole = parseDisjunction();
    if (!cursor_.atEnd()) return builder_.fail(Problem::Malformed);
    return whole;
  }

 private:
  bool isEcmascript() const { return form_.syntax == PatternSyntax::StdEcmascript; }
  bool isBasic() const { return form_.syntax == PatternSyntax::StdBasic || isGnuBasic(); }
  bool isGnuBasic() const { return form_.syntax == PatternSyntax::GnuBasic; }
  bool isGnu() const { return form_.syntax == PatternSyntax::GnuExtended || isGnuBasic(); }
  bool isPerl() const { return isPerlLike(form_.syntax); }

  bool seesAlternative() const {
    return isGnuBasic() ? cursor_.sees("\\|") : !isBasic() && cursor_.sees("|");
  }
  /// A parenthesis that closes nothing is a character to regcomp.
  bool seesClosing() const {
    if (isBasic()) return cursor_.sees("\\)");
    return cursor_.sees(")") && !(isGnu() && depth_ == 0);
  }
  bool atPartsEnd() const { return cursor_.atEnd() || seesAlternative() || seesClosing(); }

  Fragment parseDisjunction() {
    Fragment any = parseAlternative();
    while (seesAlternative() && !builder_.hasFailed()) {
      cursor_.take(isGnuBasic() ? "\\|" : "|");
      any = builder_.either(any, parseAlternative());
    }
    return any;
  }

  Fragment parseAlternative() {
    Fragment all = builder_.nothing();
    isAtBeginning_ = true;
    while (!atPartsEnd() && !builder_.hasFailed()) {
      isQuantifiable_ = true;
      Fragment term = parseAtom();
      isAtBeginning_ = false;
      if (isQuantifiable_) term = parseQuantifiers(term);
      all = builder_.then(all, term);
    }
    return all;
  }

  /// Several in a row are allowed: each repeats what the one before makes.
  Fragment parseQuantifiers(Fragment part) {
    unsigned least = 0;
    unsigned most = 0;
    while (!builder_.hasFailed() && takeQuantifier(least, most)) {
      if (isEcmascript() || isPerl()) cursor_.take("?");  // lazy: the same texts
      part = builder_.repeated(part, least, most);
      // Possessive ones do not go back; what else follows is a mistake, or means something to one library.
      if (isPerl() && (cursor_.sees("+") || cursor_.sees("*") || cursor_.sees("?") || seesCount()))
        return builder_.fail(Problem::NotRegular);
    }
    return part;
  }

  /// {2}, {2,} or {2,3}: any other brace is a character to Perl.
  bool seesCount() const {
    PatternCursor ahead = cursor_;
    unsigned number = 0;
    if (!ahead.take("{") || !ahead.takeNumber(number)) return false;
    if (ahead.take(",")) ahead.takeNumber(number);
    return ahead.sees("}");
  }

  bool takeQuantifier(unsigned& least, unsigned& most) {
    if (isPerl() && cursor_.sees("{") && !seesCount()) return false;
    const std::string_view escape = isBasic() ? "\\" : "";
    least = 0;
    most = kUnbounded;
    if (cursor_.take("*")) return true;
    if (form_.syntax != PatternSyntax::StdBasic) {
      if (takeEscaped(escape, '+')) {
        least = 1;
        return true;
      }
      if (takeEscaped(escape, '?')) {
        most = 1;
        return true;
      }
    }
    if (!takeEscaped(escape, '{')) return false;
    const bool hasLeast = cursor_.takeNumber(least);
    most = least;
    if (cursor_.take(",") && !cursor_.takeNumber(most)) most = kUnbounded;
    // regcomp also reads {,3}.
    if ((!hasLeast && !(isGnu() && most != kUnbounded)) || !takeEscaped(escape, '}') || least > most)
      builder_.fail(Problem::Malformed);
    return true;
  }

  bool takeEscaped(std::string_view escape, char c) {
    if (!cursor_.sees(escape) || cursor_.peek(escape.size()) != c) return false;
    cursor_.take(escape);
    cursor_.take();
    return true;
  }

  Fragment parseAtom() {
    const char c = cursor_.take();
    switch (c) {
      case '.':
        return builder_.oneOf(dot());
      case '[':
        return parseBrackets();
      case '\\':
        return parseEscape();
      case '^':
        if (isGnuBasic() && !isAtBeginning_) break;
        return isGnu() && !isAtBeginning_ ? builder_.fail(Problem::NotRegular) : assertion(builder_.begin());
      case '$':
        if (isGnuBasic() && !atPartsEnd()) break;
        if (form_.syntax == PatternSyntax::Pcre2) return endOfLine();
        return isGnu() && !atPartsEnd() ? builder_.fail(Problem::NotRegular) : assertion(builder_.end());
      case '*':
        // At the beginning, or behind the ^ there, it is a character to regcomp's basic syntax.
        if (isGnuBasic()) break;
        return builder_.fail(Problem::Malformed);
      case '(':
        if (isBasic()) break;
        return parseGroup();
      case '{':
        // Newer versions read {,3}, too.
        if (isPerl()) return cursor_.sees(",") ? builder_.fail(Problem::NotRegular) : braceOfPerl();
        [[fallthrough]];
      case '+':
      case '?':
        if (isBasic()) break;
        return builder_.fail(Problem::Malformed);
      default:
        break;
    }
    return byte(static_cast<unsigned char>(c));
  }

  /// With nothing before it to be counted.
  Fragment braceOfPerl() {
    unsigned number = 0;
    PatternCursor ahead = cursor_;
    return ahead.takeNumber(number) ? builder_.fail(Problem::Malformed) : byte('{');
  }

  /// The end, or a newline before it. The newline is taken here, so nothing may follow.
  Fragment endOfLine() {
    if (depth_ > 0 || !atPartsEnd()) return builder_.fail(Problem::NotRegular);
    if (form_.use == PatternUse::Match) return assertion(builder_.end());
    const Fragment newline = builder_.oneOf(ByteSet("\n"));
    return assertion(builder_.either(builder_.end(), builder_.then(newline, builder_.end())));
  }

  ByteSet dot() const {
    if (isEcmascript()) return ~ByteSet("\n\r");
    if (isPerl()) return withinAlphabet(form_, form_.dotIsAll ? ~ByteSet() : ~ByteSet("\n"));
    return ~kNul;
  }

  Fragment byte(unsigned char value) {
    // Of a character of several bytes a quantifier would repeat the last.
    if (isPerl() && !withinAlphabet(form_, ~ByteSet()).contains(value))
      return builder_.fail(Problem::NotRegular);
    ByteSet set;
    set.add(value);
    return builder_.oneOf(form_.ignoresCase ? set.ignoringCase() : set);
  }

  /// Nothing may be repeated behind it. Within groups, or elsewhere than at its own end of the pattern,
  /// glibc's matcher takes one for met that is not: by (.$){2} it finds something in "ab".
  Fragment assertion(Fragment part) {
    if (isGnu() && depth_ > 0) return builder_.fail(Problem::NotRegular);
    isQuantifiable_ = false;
    return part;
  }

  Fragment parseBrackets() {
    ByteSet set;
    Problem problem = Problem::None;
    if (!takeBrackets(cursor_, form_, set, problem)) return builder_.fail(problem);
    return builder_.oneOf(set);
  }

  /// (?:...), (?P<name>...) and (?<name>...); others look around, or change what follows.
  bool takeGroupOfPerl() {
    if (!cursor_.take("?") || cursor_.take(":")) return true;
    cursor_.take("P");
    if (!cursor_.take("<") || cursor_.sees("=") || cursor_.sees("!")) return false;
    while (!cursor_.atEnd() && cursor_.take() != '>') continue;
    return true;
  }

  Fragment parseGroup() {
    if (isPerl() && !takeGroupOfPerl()) return builder_.fail(Problem::NotRegular);
    if (isEcmascript() && cursor_.take("?") && !cursor_.take(":")) {
      // Lookahead is not for this automaton; names and flags are not for std::regex.
      const bool isLookahead = cursor_.sees("=") || cursor_.sees("!");
      return builder_.fail(isLookahead ? Problem::NotRegular : Problem::Malformed);
    }
    if (++depth_ > kDeepestGroup) return builder_.fail(Problem::TooLarge);
    const Fragment inside = parseDisjunction();
    --depth_;
    isQuantifiable_ = true;  // whatever it ended with
    if (!cursor_.take(isBasic() ? "\\)" : ")")) return builder_.fail(Problem::Malformed);
    return inside;
  }

  Fragment parseEscape() {
    if (cursor_.atEnd()) return builder_.fail(Problem::Malformed);
    const char c = cursor_.peek();
    if (c >= '1' && c <= '9') return builder_.fail(Problem::NotRegular);
    if (isBasic() && cursor_.take("(")) return parseGroup();
    if (isPerl()) {
      if (cursor_.take("A")) return assertion(builder_.begin());
      if (cursor_.take("z")) return assertion(builder_.end());
      if (form_.syntax == PatternSyntax::Pcre2 && cursor_.take("Z")) return endOfLine();
    }
    if (isEcmascript() || isGnu() || isPerl()) {
      if (cursor_.take("b")) return assertion(builder_.wordBoundary());
      // Between the bytes of a character there is no place where it could hold.
      const bool isOfCharacters = form_.syntax == PatternSyntax::Pcre2 && form_.isUtf8;
      if (isOfCharacters && cursor_.peek() == 'B') return builder_.fail(Problem::NotRegular);
      if (cursor_.take("B")) return assertion(builder_.noWordBoundary());
    }
    ByteSet set;
    if (isPerl()) {
      unsigned char value = 0;
      Problem problem = Problem::None;
      if (takeClassEscapeOfPerl(cursor_, form_, set)) return builder_.oneOf(set);
      return takeByteEscapeOfPerl(cursor_, value, problem) ? byte(value) : builder_.fail(problem);
    }
    if ((isEcmascript() || (isGnu() && c != 'd' && c != 'D')) && takeClassEscape(cursor_, set))
      return builder_.oneOf(set);
    if (isEcmascript()) {
      unsigned char value = 0;
      Problem problem = Problem::None;
      return takeByteEscape(cursor_, value, problem) ? byte(value) : builder_.fail(problem);
    }
    if (isGnu()) {
      if (cursor_.take("<"))
        return assertion(
            builder_.then(builder_.behind(~kWordBytes, true), builder_.ahead(kWordBytes, false)));
      if (cursor_.take(">"))
        return assertion(
            builder_.then(builder_.behind(kWordBytes, false), builder_.ahead(~kWordBytes, true)));
      if (cursor_.take("`")) return assertion(builder_.begin());
      if (cursor_.take("'")) return assertion(builder_.end());
    }
    // glibc forgets to ignore the case of an escaped letter.
    if (isGnu() && form_.ignoresCase && kLetters.contains(static_cast<unsigned char>(c)))
      return builder_.fail(Problem::NotRegular);
    // A quantifier of the basic syntax with nothing before it.
    if (isBasic() && (c == '{' || c == '}' || c == '+' || c == '?'))
      return builder_.fail(Problem::NotRegular);
    return byte(static_cast<unsigned char>(cursor_.take()));
  }

  LanguageBuilder& builder_;
  PatternCursor cursor_;
  const PatternForm& form_;
  unsigned depth_ = 0;
  bool isAtBeginning_ = true;   // of an alternative
  bool isQuantifiable_ = true;  // the last atom
};

}  // namespace

Fragment patternText(LanguageBuilder& builder, std::string_view pattern, const PatternForm& form) {
  Fragment whole = PatternParser(builder, pattern, form).parse();
  if (form.use == PatternUse::Match) return whole;
  if (form.use == PatternUse::Search) whole = builder.then(builder.anything(), whole);
  return builder.then(whole, builder.anything());
}

}  // namespace covolve::distance
