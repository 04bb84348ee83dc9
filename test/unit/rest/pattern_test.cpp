#include "rest/openapi/pattern.h"

#include <gtest/gtest.h>

#include "rest/openapi/validation/validator.h"

namespace covolve::rest {
namespace {

Answer search(std::string_view pattern, std::string_view text) { return Pattern(pattern).isFoundIn(text); }

void expectFound(std::string_view pattern, std::initializer_list<std::string_view> texts) {
  for (const std::string_view text : texts)
    EXPECT_EQ(search(pattern, text), Answer::Yes) << pattern << " in " << testing::PrintToString(text);
}

void expectNotFound(std::string_view pattern, std::initializer_list<std::string_view> texts) {
  for (const std::string_view text : texts)
    EXPECT_EQ(search(pattern, text), Answer::No) << pattern << " in " << testing::PrintToString(text);
}

TEST(EcmaPattern, IsFoundAnywhere) {
  expectFound("b", {"abc", "b"});
  expectFound("", {"", "x"});
  expectNotFound("b", {"", "ac"});
}

TEST(EcmaPattern, EndsAreThoseOfTheText) {
  expectFound("^abc$", {"abc"});
  expectNotFound("^abc$", {"abc\n", "x\nabc", "abc\nx"});
}

TEST(EcmaPattern, ADotIsAnyCharacterOfALine) {
  expectFound("^.$", {"x", "\u00e4", "\U0001F600", "\x0b", "\u0085"});
  expectNotFound("^.$", {"", "\n", "\r", "\u2028", "\u2029", "xy"});
}

TEST(EcmaPattern, DigitsAndWordsAreAscii) {
  expectFound("^\\d\\w\\D\\W$", {"1ax-", "0_\u07c0\u00e9"});
  expectNotFound("^\\d$", {"\u07c0", "a"});
  expectNotFound("^\\w$", {"\u00e9"});
  expectFound("^[\\d\\-]+$", {"12-3"});
  expectFound("^[^\\W]$", {"a"});
  expectFound("\\bcat\\b", {"a cat."});
  expectNotFound("\\bcat\\b", {"cats"});
  expectFound("\\Bcat", {"scat"});
}

TEST(EcmaPattern, SpacesAreThoseOfUnicode) {
  expectFound("^\\s$", {" ", "\t", "\n", "\v", "\f", "\r", "\u00a0", "\ufeff", "\u2003", "\u2029", "\u3000"});
  expectNotFound("^\\s$", {"\x01", "\u2013", "\u200b", "\u180e"});
  expectFound("^\\S$", {"\x01", "\u2013", "x", "\U0010FFFF"});
  expectNotFound("^\\S$", {" ", "\u00a0", "\ufeff", "\u205f"});
  expectFound("^[^\\S]$", {" ", "\u2003"});
  expectNotFound("^[^\\s]$", {" ", "\u2003"});
  expectFound("^[\\s\\S]$", {" ", "x", "\n"});
}

TEST(EcmaPattern, EscapesOfCharacters) {
  expectFound("^\\t\\n\\v\\f\\r\\0$", {std::string_view("\t\n\v\f\r\0", 6)});
  expectFound("^\\cC\\cc$", {"\x03\x03"});
  expectFound("^\\x41\\u0042\\u{43}\\u{1F600}\\uD83D\\uDE00$", {"ABC\U0001F600\U0001F600"});
  expectFound("^\\/\\.\\*\\-\\_\\@\\ $", {"/.*-_@ "});
  expectFound("^[\\b]$", {"\b"});
  expectFound("^[\\]\\\\^-]+$", {"]\\^-"});
}

TEST(EcmaPattern, LiteralsAreNoSyntaxOfOtherDialects) {
  expectFound("^#x y~\"&$", {"#x y~\"&"});
  expectFound("^[[:alpha:]]$", {"a]", ":]", "[]"});
  expectNotFound("^[[:alpha:]]$", {"b"});
  expectFound("^a]}$", {"a]}"});
  expectFound("^{a}{,3}$", {"{a}{,3}"});
  expectFound("^\u00e4+$", {"\u00e4\u00e4"});
}

TEST(EcmaPattern, BracketsMayBeEmpty) {
  expectFound("^[^]$", {"x", "\n"});
  expectNotFound("[]", {"", "x"});
  expectFound("^a[]?b$", {"ab"});
}

TEST(EcmaPattern, RangesAreOfCodePoints) {
  expectFound("^[\\u{1F600}-\\u{1F64F}\u00e0-\u00ff]+$", {"\U0001F603\u00e9"});
  expectNotFound("^[a-c]$", {"d", "-"});
  expectFound("^[a-c-]$", {"-", "b"});
  expectFound("^[\\w-.]+$", {"a-.b"});
  expectFound("^[+--]+$", {"+,-"});
  expectFound("^[\\u0020-\\uD7FF\\uE000-\\uFFFD\\uD800\\uDC00-\\uDBFF\\uDFFF\\r\\n\\t]*$", {"x\n\U0001F600"});
}

TEST(EcmaPattern, Repetitions) {
  expectFound("^a{2}b{1,}c{0,2}d??e*?f+?$", {"aabf", "aabbccdeeff"});
  expectNotFound("^a{2}b{1,}c{0,2}$", {"ab", "aa", "aabccc"});
  expectFound("^(?:ab){2,3}$", {"abab"});
  expectFound("^x{1,100000}$", {"xx"});
}

TEST(EcmaPattern, GroupsCanBeReferredTo) {
  expectFound("^(a|b)\\1$", {"aa", "bb"});
  expectNotFound("^(a|b)\\1$", {"ab"});
  expectFound("^(?<quote>['\"])x\\k<quote>$", {"'x'", "\"x\""});
  expectNotFound("^(?<quote>['\"])x\\k<quote>$", {"'x\""});
  expectFound("^(?:(?<y>a)-|(?<y>b)_)\\k<y>$", {"a-a", "b_b"});
  expectFound("^(?:(a)|b)\\1$", {"aa", "b"});  // a group that took no part is empty
}

TEST(EcmaPattern, LooksAroundInBothDirections) {
  expectFound("^(?=.*\\d)(?!.*x).{3}$", {"a1b"});
  expectNotFound("^(?=.*\\d)(?!.*x).{3}$", {"abc", "1x2"});
  expectFound("(?<=\\$)\\d(?<!0)", {"$1"});
  expectNotFound("(?<=\\$)\\d(?<!0)", {"1", "$0"});
}

TEST(EcmaPattern, PropertiesOfUnicode) {
  expectFound("^\\p{Letter}\\p{Lu}\\p{digit}\\p{gc=Nd}$", {"\u00e9\u00c9\u09ea4"});
  expectNotFound("^\\p{L}$", {"1", "-"});
  expectFound("^\\P{L}$", {"1"});
  expectFound("^[\\p{Script=Greek}\\p{sc=Cyrl}-]+$", {"\u03b1-\u0436"});
  expectNotFound("^\\p{Script=Greek}$", {"a"});
  expectFound("^\\p{ASCII}\\P{ASCII}$", {"a\u00e4"});
  expectFound("^\\p{Alphabetic}\\p{Uppercase}\\p{Any}\\p{Cased_Letter}$", {"aA1b"});
}

TEST(EcmaPattern, WhatIsNotUnderstoodProvesNothing) {
  for (const char* pattern :
       {"(?i)abc", "(?P<n>a)", "\\A\\d", "a++", "(?>a)", "\\pL", "(?<=a*)b", "[\\uD800-\\uDFFF]",
        "\\p{Nonsense}", "\\p{Script=Nobody}", "a{70000}", "\\8", "\xff", "(", "[a"})
    EXPECT_EQ(search(pattern, "zzz"), Answer::Perhaps) << pattern;
  EXPECT_TRUE(matchesPattern("zzz", "(?i)abc"));
  EXPECT_FALSE(matchesPattern("zzz", "abc"));
}

TEST(EcmaPattern, WrongOnesAreToldFromUnsupportedOnes) {
  for (const char* pattern : {"(", ")", "(abc]", "[a", "a**", "*a", "+", "^*", "a{3,2}", "[z-a]", "\\", "\\Z",
                              "\\a", "(?<>a)", "\\k<x>", "(?<a>b)\\k<c>", "a|*"})
    EXPECT_TRUE(Pattern(pattern).isWrong()) << pattern;
  for (const char* pattern :
       {"", "(?i)abc", "(?<=a*)b", "\\p{Nonsense}", "[^]", "a|", "(|a)", "(?=a)*", "x{,2}"})
    EXPECT_FALSE(Pattern(pattern).isWrong()) << pattern;
}

TEST(EcmaPattern, LongTextsAreNoDanger) {
  const std::string text(100'000, 'a');
  EXPECT_EQ(search("^[a-z]*$", text), Answer::Yes);
  EXPECT_EQ(search("^[a-z]*$", text + '1'), Answer::No);
  EXPECT_NE(search("^(a|b)*$", text), Answer::No);
}

TEST(EcmaPattern, BacktrackingWithoutEndIsGivenUp) {
  EXPECT_EQ(search("^(a+)+$", std::string(100, 'a') + '!'), Answer::Perhaps);
  EXPECT_EQ(search("^(a|aa)+$", std::string(500, 'a') + '!'), Answer::Perhaps);
}

TEST(EcmaPattern, NestingWithoutEndIsGivenUp) {
  const std::string deep = std::string(100'000, '(') + 'a' + std::string(100'000, ')');
  EXPECT_NE(search(deep, "a"), Answer::No);
  EXPECT_NE(search("(((((a{1,999}){1,999}){1,999}){1,999}){1,999})", "b"), Answer::Yes);
}

TEST(EcmaPattern, BytesThatAreNoUtf8ProveNothing) {
  EXPECT_EQ(search("^a$", "\xff"), Answer::Perhaps);
  EXPECT_EQ(search("\xc3\xa4", std::string_view()), Answer::No);
}

}  // namespace
}  // namespace covolve::rest
