#include "regex/class_parser.h"

#include <fmt/format.h>

namespace covolve::regex {

namespace {

bool isDigit(char32_t c) { return c >= '0' && c <= '9'; }
bool isLetter(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isHalfOfPair(char32_t c) { return c >= 0xD800 && c < 0xE000; }

ClassMember single(char32_t code) { return Range{code, code}; }

std::string nameOf(char32_t c) {
  std::string name;
  appendCharacter(name, c);
  return name;
}

std::optional<ClassMember> parseProperty(Cursor& cursor, Syntax syntax, bool isNegated) {
  const auto name = syntax == Syntax::Ecma262 && cursor.take("{") ? cursor.takeUntil("}") : std::nullopt;
  if (!name) return cursor.refuse(fmt::format("the escape \\{} is not supported", isNegated ? 'P' : 'p'));
  return UnicodeProperty{std::string(*name), isNegated};
}

std::optional<ClassMember> parseControl(Cursor& cursor, Syntax syntax) {
  // A control character by the standard, a letter in libstdc++.
  if (syntax != Syntax::Ecma262) return cursor.refuse("libraries disagree on the escape \\c");
  if (!isLetter(static_cast<unsigned char>(cursor.peek())))
    return cursor.refuse("the escape \\c lacks its letter");
  return single(cursor.take() % 32);
}

std::optional<ClassMember> parseHexadecimal(Cursor& cursor, Syntax syntax, size_t digits) {
  const auto code = cursor.takeHexadecimal(digits);
  if (!code) return cursor.refuse(fmt::format("an escape lacks its {} hexadecimal digits", digits));
  // A byte to std::regex, which is no character of UTF-8.
  if (syntax != Syntax::Ecma262 && *code > 127)
    return cursor.refuse("escapes of characters outside ASCII are not supported");
  return single(*code);
}

std::optional<ClassMember> parseUnicode(Cursor& cursor, Syntax syntax) {
  if (syntax == Syntax::Ecma262 && cursor.take("{")) {
    const auto digits = cursor.rest().find('}');
    const auto code = digits > 0 && digits <= 8 ? cursor.takeHexadecimal(digits) : std::nullopt;
    if (!code || *code > 0x10FFFF || isHalfOfPair(*code)) return cursor.refuse("\\u{ } holds no character");
    cursor.take("}");
    return single(*code);
  }
  const auto first = parseHexadecimal(cursor, syntax, 4);
  if (!first || !isHalfOfPair(*onlyCharacter(*first))) return first;
  const char32_t high = *onlyCharacter(*first);
  const auto low = high < 0xDC00 && cursor.take("\\u") ? cursor.takeHexadecimal(4) : std::nullopt;
  if (!low || *low < 0xDC00 || *low >= 0xE000)
    return cursor.refuse("half of a pair of UTF-16 is no character");
  return single(0x10000 + ((high - 0xD800) << 10) + (*low - 0xDC00));
}

std::optional<ClassMember> parseEcmascriptEscape(Cursor& cursor, Syntax syntax) {
  const char32_t c = cursor.take();
  switch (c) {
    case 'd':
    case 'D':
    case 'w':
    case 'W':
    case 's':
    case 'S':
      return NamedClass{nameOf(c)};
    case 'p':
    case 'P':
      return parseProperty(cursor, syntax, c == 'P');
    case 't':
      return single('\t');
    case 'n':
      return single('\n');
    case 'v':
      return single('\v');
    case 'f':
      return single('\f');
    case 'r':
      return single('\r');
    case 'c':
      return parseControl(cursor, syntax);
    case 'x':
      return parseHexadecimal(cursor, syntax, 2);
    case 'u':
      return parseUnicode(cursor, syntax);
    case '0':
      if (isDigit(static_cast<unsigned char>(cursor.peek())))
        return cursor.refuse("octal escapes are not supported");
      return single(0);
    default:
      if (isDigit(c)) return cursor.refuse(fmt::format("the escape \\{} is not supported", nameOf(c)));
      if (isLetter(c)) return cursor.fail(fmt::format("the escape \\{} is not supported", nameOf(c)));
      return single(c);
  }
}

/// One member of a bracket expression: a class, or a character, which may begin a range.
std::optional<ClassMember> parseMember(Cursor& cursor, Syntax syntax) {
  if (cursor.atEnd()) return cursor.fail("a bracket is not closed");
  if (syntax != Syntax::Ecma262) {
    if (cursor.take("[:")) {
      const auto name = cursor.takeUntil(":]");
      if (!name) return cursor.fail("a character class lacks its :]");
      return NamedClass{std::string(*name)};
    }
    if (cursor.sees("[.") || cursor.sees("[=")) return cursor.refuse("collating elements are not supported");
  }
  const char32_t c = cursor.take();
  if (c != '\\' || syntax == Syntax::PosixExtended) return single(c);
  if (cursor.atEnd()) return cursor.fail("it ends within an escape");
  if (cursor.take("b")) return single('\b');
  return parseEcmascriptEscape(cursor, syntax);
}

}  // namespace

std::optional<char32_t> onlyCharacter(const ClassMember& member) {
  const auto* range = std::get_if<Range>(&member);
  if (range == nullptr || range->first != range->last) return std::nullopt;
  return range->first;
}

std::optional<ClassMember> parseCharacterEscape(Cursor& cursor, Syntax syntax) {
  if (syntax != Syntax::PosixExtended) return parseEcmascriptEscape(cursor, syntax);
  const char32_t c = cursor.take();
  if (c > 127 || isLetter(c) || isDigit(c))
    return cursor.fail(fmt::format("the escape \\{} has no meaning in POSIX extended syntax", nameOf(c)));
  return single(c);
}

std::optional<CharacterClass> parseBracket(Cursor& cursor, Syntax syntax) {
  CharacterClass set;
  set.isNegated = cursor.take("^");
  for (bool isFirst = true;; isFirst = false) {
    const bool mayClose = !isFirst || syntax != Syntax::PosixExtended;
    if (mayClose && cursor.take("]")) return set;
    const auto low = parseMember(cursor, syntax);
    if (!low) return std::nullopt;
    set.members.push_back(*low);
    // A hyphen at either end is a character; so is one beside a class, which ECMA 262 takes with what
    // follows.
    const auto first = onlyCharacter(*low);
    const bool mayBeRange = first || syntax == Syntax::Ecma262;
    if (!mayBeRange || cursor.sees("-]") || !cursor.take("-")) continue;
    const auto high = parseMember(cursor, syntax);
    if (!high) return std::nullopt;
    const auto last = onlyCharacter(*high);
    if (first && last) {
      if (*first > *last) return cursor.fail("a range ends before it begins");
      set.members.back() = Range{*first, *last};
    } else if (syntax == Syntax::Ecma262) {
      set.members.push_back(single('-'));
      set.members.push_back(*high);
    } else {
      return cursor.fail("a range ends with a class");
    }
  }
}

}  // namespace covolve::regex
