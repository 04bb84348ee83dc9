// Sets of bytes as regular expressions write them: brackets and the names of
// character classes, in the "C" locale.
#pragma once

#include "distance/language_builder.h"
#include "distance/pattern_language.h"

namespace covolve::distance {

/// What is left of a pattern.
class PatternCursor {
 public:
  explicit PatternCursor(std::string_view rest) : rest_(rest) {}

  bool atEnd() const { return rest_.empty(); }
  /// NUL at the end; a pattern may have one, too.
  char peek(size_t offset = 0) const { return offset < rest_.size() ? rest_[offset] : '\0'; }
  bool sees(std::string_view text) const {
    if (rest_.size() < text.size()) return false;
    for (size_t i = 0; i < text.size(); ++i) {
      if (rest_[i] != text[i]) return false;
    }
    return true;
  }
  char take() {
    const char c = peek();
    if (!rest_.empty()) rest_.remove_prefix(1);
    return c;
  }
  bool take(std::string_view text) {
    if (!sees(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  /// Saturates far above what a quantifier may be; false where there is no digit.
  bool takeNumber(unsigned& number);
  /// False where there are not as many.
  bool takeHexadecimal(unsigned digits, unsigned& number);

 private:
  std::string_view rest_;
};

/// d, w, s and the names of POSIX, with icase as libstdc++ has them. False where there is no such class.
bool namedClass(std::string_view name, bool ignoresCase, ByteSet& set);

/// The set of an escape that is a class: \d \D \w \W \s \S; the backslash is taken. False for any other.
bool takeClassEscape(PatternCursor& cursor, ByteSet& set);

/// The byte of an ECMAScript escape that stands for one; the backslash is taken. Nothing is taken where it is
/// none.
bool takeByteEscape(PatternCursor& cursor, unsigned char& byte, Problem& problem);

inline bool isPerlLike(PatternSyntax syntax) {
  return syntax == PatternSyntax::Pcre2 || syntax == PatternSyntax::Re2;
}

/// Where other characters are several bytes, those of one.
ByteSet withinAlphabet(const PatternForm& form, const ByteSet& set);

/// The same two for Perl's syntax, where letters that mean something to one library only are not regular.
bool takeClassEscapeOfPerl(PatternCursor& cursor, const PatternForm& form, ByteSet& set);
bool takeByteEscapeOfPerl(PatternCursor& cursor, unsigned char& byte, Problem& problem);

/// The set within brackets; the opening one is taken. `problem` says why where it returns false.
bool takeBrackets(PatternCursor& cursor, const PatternForm& form, ByteSet& set, Problem& problem);

}  // namespace covolve::distance
