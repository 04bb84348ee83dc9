#include "gene/regex/bracket_parser.h"

#include <fmt/format.h>

namespace covolve::gene::regex {

namespace {

bool isAscii(char c) { return static_cast<unsigned char>(c) < 128; }

bool isLetterOrDigit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

std::optional<CharacterSet> single(Cursor& cursor, unsigned code) {
  if (code > 127) return cursor.fail("characters outside ASCII are not supported");
  const char character = static_cast<char>(code);
  return CharacterSet::of({&character, 1});
}

std::optional<CharacterSet> parseHexEscape(Cursor& cursor, size_t digits) {
  const auto code = cursor.takeHex(digits);
  if (!code) return cursor.fail(fmt::format("an escape lacks its {} hexadecimal digits", digits));
  return single(cursor, *code);
}

std::optional<CharacterSet> parseEcmascriptEscape(Cursor& cursor) {
  const char c = cursor.take();
  switch (c) {
    case 'd':
    case 'D':
    case 'w':
    case 'W':
    case 's':
    case 'S':
      return CharacterSet::named({&c, 1});
    case 't':
      return CharacterSet::of("\t");
    case 'n':
      return CharacterSet::of("\n");
    case 'v':
      return CharacterSet::of("\v");
    case 'f':
      return CharacterSet::of("\f");
    case 'r':
      return CharacterSet::of("\r");
    case 'x':
      return parseHexEscape(cursor, 2);
    case 'u':
      return parseHexEscape(cursor, 4);
    case 'c':  // a control character by the standard, a letter in libstdc++
      return cursor.fail("libraries disagree on the escape \\c");
    case '0':
      if (cursor.peek() >= '0' && cursor.peek() <= '9') return cursor.fail("octal escapes are not supported");
      return CharacterSet::of(std::string_view("\0", 1));
    default:
      if (isLetterOrDigit(c)) return cursor.fail(fmt::format("the escape \\{} is not supported", c));
      return single(cursor, static_cast<unsigned char>(c));
  }
}

/// One member of a bracket expression: a class, or a character, which may begin a range.
std::optional<CharacterSet> parseMember(Cursor& cursor, RegexSyntax syntax) {
  if (cursor.take("[:")) {
    const auto name = cursor.takeUntil(":]");
    if (!name) return cursor.fail("a character class lacks its :]");
    const CharacterSet set = CharacterSet::named(*name);
    if (set.empty()) return cursor.fail(fmt::format("there is no character class [:{}:]", *name));
    return set;
  }
  if (cursor.sees("[.") || cursor.sees("[=")) return cursor.fail("collating elements are not supported");
  const char c = cursor.take();
  if (!isAscii(c)) return cursor.fail("characters outside ASCII are not supported in a class");
  if (c != '\\' || syntax == RegexSyntax::PosixExtended) return CharacterSet::of({&c, 1});
  if (cursor.atEnd()) return cursor.fail("it ends within an escape");
  if (cursor.take("b")) return CharacterSet::of("\b");
  return parseEcmascriptEscape(cursor);
}

char onlyCharacter(const CharacterSet& set) {
  for (int c = 0; c < 128; ++c) {
    if (set.holds(static_cast<char>(c))) return static_cast<char>(c);
  }
  return '\0';
}

}  // namespace

std::optional<CharacterSet> parseCharacterEscape(Cursor& cursor, RegexSyntax syntax) {
  if (cursor.atEnd()) return cursor.fail("it ends within an escape");
  if (syntax == RegexSyntax::Ecmascript) return parseEcmascriptEscape(cursor);
  const char c = cursor.take();
  if (!isAscii(c) || isLetterOrDigit(c)) {
    return cursor.fail(fmt::format("the escape \\{} has no meaning in POSIX extended syntax", c));
  }
  return CharacterSet::of({&c, 1});
}

std::optional<CharacterSet> parseBracket(Cursor& cursor, RegexSyntax syntax) {
  const bool isNegated = cursor.take("^");
  CharacterSet set;
  for (bool first = true;; first = false) {
    if (cursor.atEnd()) return cursor.fail("a bracket is not closed");
    const bool mayClose = !first || syntax == RegexSyntax::Ecmascript;
    if (mayClose && cursor.take("]")) break;
    const bool beginsClass = cursor.sees("[:");
    const auto low = parseMember(cursor, syntax);
    if (!low) return std::nullopt;
    // A hyphen at either end, or next to a class, is a character.
    const size_t beforeHyphen = cursor.position();
    if (low->size() != 1 || beginsClass || !cursor.take("-") || cursor.sees("]")) {
      cursor.moveTo(beforeHyphen);
      set.add(*low);
      continue;
    }
    if (cursor.atEnd()) return cursor.fail("a bracket is not closed");
    const auto high = parseMember(cursor, syntax);
    if (!high) return std::nullopt;
    if (high->size() != 1) return cursor.fail("a range ends with a class");
    if (onlyCharacter(*low) > onlyCharacter(*high)) return cursor.fail("a range ends before it begins");
    set.add(CharacterSet::range(onlyCharacter(*low), onlyCharacter(*high)));
  }
  if (isNegated) set = set.complement();
  if (set.empty()) return cursor.fail("a class holds no character of ASCII");
  return set;
}

}  // namespace covolve::gene::regex
