// The string subjects answer what their headers say, for every word they know.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "../../../subjects/cookie/cookie.cpp"
#include "../../../subjects/strings/calc.cpp"
#include "../../../subjects/strings/costfuns.cpp"
#include "../../../subjects/strings/date_parse.cpp"
#include "../../../subjects/strings/file_suffix.cpp"
#include "../../../subjects/strings/noty_pevar.cpp"
#include "../../../subjects/strings/ordered4.cpp"
#include "../../../subjects/strings/pat.cpp"
#include "../../../subjects/strings/regex.cpp"
#include "../../../subjects/strings/text2txt.cpp"
#include "../../../subjects/strings/title.cpp"

namespace {

TEST(StringSubjects, CalcKnowsElevenOperators) {
  EXPECT_DOUBLE_EQ(strings::calc("pi", 0, 0), std::acos(-1.0));
  EXPECT_DOUBLE_EQ(strings::calc("e", 0, 0), std::exp(1.0));
  EXPECT_DOUBLE_EQ(strings::calc("sqrt", 9, 0), 3);
  EXPECT_DOUBLE_EQ(strings::calc("log", 1, 0), 0);
  EXPECT_DOUBLE_EQ(strings::calc("sine", 1, 0), std::sin(1.0));
  EXPECT_DOUBLE_EQ(strings::calc("cosine", 1, 0), std::cos(1.0));
  EXPECT_DOUBLE_EQ(strings::calc("tangent", 1, 0), std::tan(1.0));
  EXPECT_DOUBLE_EQ(strings::calc("plus", 7, 2), 9);
  EXPECT_DOUBLE_EQ(strings::calc("subtract", 7, 2), 5);
  EXPECT_DOUBLE_EQ(strings::calc("multiply", 7, 2), 14);
  EXPECT_DOUBLE_EQ(strings::calc("divide", 7, 2), 3.5);
  EXPECT_DOUBLE_EQ(strings::calc("power", 7, 2), 0);
}

TEST(StringSubjects, CookieRatesUsersAndSessions) {
  EXPECT_EQ(rateCookie("UserId", "user123", ""), 1);
  EXPECT_EQ(rateCookie("userid", "user12", ""), 0);
  EXPECT_EQ(rateCookie("userid", "nobody1", ""), 0);
  EXPECT_EQ(rateCookie("session", "am", "abc.com"), 1);
  EXPECT_EQ(rateCookie("session", "am", "abc.org"), 2);
  EXPECT_EQ(rateCookie("session", "pm", "abc.com"), 2);
  EXPECT_EQ(rateCookie("", "", ""), 0);
}

TEST(StringSubjects, CostfunsReachesEachOfItsResults) {
  EXPECT_EQ(strings::costfuns(5, ""), 1);
  EXPECT_EQ(strings::costfuns(-445, ""), 2);
  EXPECT_EQ(strings::costfuns(-444, ""), 3);
  EXPECT_EQ(strings::costfuns(667, ""), 4);
  EXPECT_EQ(strings::costfuns(555, ""), 5);
  EXPECT_EQ(strings::costfuns(0, ""), 6);
  EXPECT_EQ(strings::costfuns(-4, "baab"), 7);
  EXPECT_EQ(strings::costfuns(-4, "abbb"), 8);
  EXPECT_EQ(strings::costfuns(-4, "abba"), 9);
  EXPECT_EQ(strings::costfuns(-4, "aaaa"), 10);
  EXPECT_EQ(strings::costfuns(-4, "abab"), 11);
}

TEST(StringSubjects, DateParseKnowsDaysAndMonthsInAnyCase) {
  for (const char* day : {"mon", "TUE", "wed", "Thur", "fri", "sat", "sun"}) {
    EXPECT_EQ(strings::dateParse(day, "smarch"), 100) << day;
  }
  int number = 0;
  for (const char* month :
       {"jan", "feb", "mar", "apr", "may", "jun", "JUL", "aug", "sep", "oct", "nov", "Dec"}) {
    EXPECT_EQ(strings::dateParse("thu", month), ++number) << month;
  }
  EXPECT_EQ(strings::dateParse("sun", "dec"), 112);
}

TEST(StringSubjects, FileSuffixComparesTheLastPartWithTheDirectory) {
  EXPECT_EQ(strings::fileSuffix("text", "a.b.txt"), 1);
  EXPECT_EQ(strings::fileSuffix("acrobat", "a.pdf"), 2);
  EXPECT_EQ(strings::fileSuffix("word", "a.doc"), 3);
  EXPECT_EQ(strings::fileSuffix("bin", "a.exe"), 4);
  EXPECT_EQ(strings::fileSuffix("lib", "a.dll"), 5);
  for (const char* directory : {"text", "acrobat", "word", "bin", "lib", "other"}) {
    EXPECT_EQ(strings::fileSuffix(directory, "a.c"), 0) << directory;
  }
  EXPECT_EQ(strings::fileSuffix("text", "txt"), 0);
}

TEST(StringSubjects, NotyPevarAddsUpWhatHolds) {
  EXPECT_EQ(strings::notyPevar(28, ""), 1 + 16);
  EXPECT_EQ(strings::notyPevar(7, "7"), 2 + 4);
  EXPECT_EQ(strings::notyPevar(0, "hello "), 8);
  EXPECT_EQ(strings::notyPevar(-2147483647 - 1, "a"), 0);
}

TEST(StringSubjects, Ordered4NeedsLengthAndOrder) {
  EXPECT_EQ(strings::ordered4("aaaaa", "bbbbb", "ccccc", "dddddd"), 1);
  EXPECT_EQ(strings::ordered4("dddddd", "ccccc", "bbbbb", "aaaaa"), 2);
  EXPECT_EQ(strings::ordered4("aaaaa", "aaaaa", "aaaaa", "aaaaa"), 0);
  EXPECT_EQ(strings::ordered4("bbbbb", "aaaaa", "ccccc", "ddddd"), 0);
  EXPECT_EQ(strings::ordered4("aaaaa", "ccccc", "bbbbb", "ddddd"), 0);
  EXPECT_EQ(strings::ordered4("ddddd", "bbbbb", "ccccc", "aaaaa"), 0);
  EXPECT_EQ(strings::ordered4("ccccc", "bbbbb", "aaaaa", "ddddd"), 0);
  for (const char* unfit : {"aaaa", "aaaaaaa"}) {
    EXPECT_EQ(strings::ordered4(unfit, "bbbbb", "ccccc", "ddddd"), 0);
    EXPECT_EQ(strings::ordered4("aaaaa", unfit, "ccccc", "ddddd"), 0);
    EXPECT_EQ(strings::ordered4("aaaaa", "bbbbb", unfit, "ddddd"), 0);
    EXPECT_EQ(strings::ordered4("aaaaa", "bbbbb", "ccccc", unfit), 0);
  }
}

TEST(StringSubjects, PatFindsThePatternAndItsReverse) {
  EXPECT_EQ(strings::pat("xxabc", "abc"), 1);
  EXPECT_EQ(strings::pat("xabccba", "abc"), 2);
  EXPECT_EQ(strings::pat("xabcccacba", "abc"), 3);
  EXPECT_EQ(strings::pat("xxcba", "abc"), 4);
  EXPECT_EQ(strings::pat("cbaabc", "abc"), 5);
  EXPECT_EQ(strings::pat("cbaaababc", "abc"), 6);
  EXPECT_EQ(strings::pat("aabbcccbb", "abc"), 0);
  EXPECT_EQ(strings::pat("ab", "ab"), 0);
  EXPECT_EQ(strings::pat("ab", "abc"), 0);
}

TEST(StringSubjects, RegexTellsAddressesDatesAndNumbersApart) {
  EXPECT_EQ(strings::regex("http://a"), 1);
  EXPECT_EQ(strings::regex("https://www.example.org:8080/a/b.html"), 1);
  EXPECT_EQ(strings::regex("mon 14 jan 2008"), 2);
  EXPECT_EQ(strings::regex("thur, 1 dec 1999"), 2);
  EXPECT_EQ(strings::regex("-12.5e+10"), 3);
  EXPECT_EQ(strings::regex("12.5"), 0);
  EXPECT_EQ(strings::regex(""), 0);
}

TEST(StringSubjects, Text2TxtShortensWordsAndIdioms) {
  EXPECT_EQ(strings::text2txt("two", "", ""), "2");
  EXPECT_EQ(strings::text2txt("for", "", ""), "4");
  EXPECT_EQ(strings::text2txt("four", "", ""), "4");
  EXPECT_EQ(strings::text2txt("you", "", ""), "u");
  EXPECT_EQ(strings::text2txt("and", "", ""), "n");
  EXPECT_EQ(strings::text2txt("are", "", ""), "r");
  EXPECT_EQ(strings::text2txt("see", "you", ""), "cu");
  EXPECT_EQ(strings::text2txt("see", "me", ""), "");
  EXPECT_EQ(strings::text2txt("by", "the", "way"), "btw");
  EXPECT_EQ(strings::text2txt("by", "the", "sea"), "");
  EXPECT_EQ(strings::text2txt("by", "and", "by"), "");
}

TEST(StringSubjects, TitleAcceptsOnlyTitlesOfTheSex) {
  for (const char* word : {"mr", "dr", "sir", "rev", "rthon", "prof"}) {
    EXPECT_EQ(strings::title("male", word), 1) << word;
  }
  for (const char* word : {"mrs", "miss", "ms", "dr", "lady", "rev", "rthon", "prof"}) {
    EXPECT_EQ(strings::title("female", word), 2) << word;
  }
  for (const char* word : {"dr", "rev", "rthon", "prof"}) {
    EXPECT_EQ(strings::title("none", word), 3) << word;
  }
  EXPECT_EQ(strings::title("male", "lady"), 0);
  EXPECT_EQ(strings::title("female", "sir"), 0);
  EXPECT_EQ(strings::title("none", "mr"), 0);
  EXPECT_EQ(strings::title("other", "dr"), 0);
}

}  // namespace
