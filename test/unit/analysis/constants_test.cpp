// Which constants of the code under test are found.
#include <gtest/gtest.h>

#include <algorithm>

#include "analysed.h"

namespace covolve::analysis {

namespace {

bool has(const Analysed& code, __int128 value) {
  return std::ranges::binary_search(code.facts().constants.integers, value);
}

bool has(const Analysed& code, const std::string& text) {
  return std::ranges::binary_search(code.facts().constants.texts, text);
}

}  // namespace

TEST(Constants, OfComparisonsSwitchesArithmeticAndCalls) {
  const Analysed code(R"(int g(int);
int f(int a, char c) {
  if (a == 1234 || c == 'q') return g(-77);
  switch (a) {
    case 501:
    case -502:
      return 3;
  }
  return a * 611 + 7777;
})");
  for (const int expected : {1234, int{'q'}, -77, 501, -502, 611, 7777})
    EXPECT_TRUE(has(code, expected)) << expected;
}

TEST(Constants, AreReadAsUnsignedWhereTheyMayBe) {
  const Analysed code(R"(bool f(unsigned a) { return a > 4000000000u; }
bool g(unsigned long a) { return a == 0xfedcba9876543210u; }
bool h(unsigned __int128 a) { return a > (static_cast<unsigned __int128>(1) << 100); }
bool i(int a) { return a < -5; })");
  EXPECT_TRUE(has(code, 4000000000));
  EXPECT_TRUE(has(code, static_cast<__int128>(0xfedcba9876543210u)));
  EXPECT_TRUE(has(code, static_cast<__int128>(1) << 100));
  EXPECT_TRUE(has(code, -5));
  EXPECT_FALSE(has(code, 4294967291));
}

TEST(Constants, LeaveOutTheCompilersNumbers) {
  const Analysed code(R"(struct Large { char bytes[4321]; int last; };
struct Other { ~Other(); int fields[1717]; };
void g(Large*);
int f(int i) {
  Large* made = new Large;
  Large copy = *made;
  g(&copy);
  Other other;
  other.fields[1616] = i;
  return copy.last + other.fields[i];
})");
  for (const int size : {4321, 4328, 1717, 1616, 6868}) EXPECT_FALSE(has(code, size)) << size;
}

TEST(Constants, OfTheLibraryAreNotOfTheCode) {
  const Analysed code(R"(#include <map>
#include <regex>
#include <string>
bool f(const std::string& s) { return std::regex_match(s, std::regex("a+b")); })");
  EXPECT_TRUE(has(code, "a+b"));
  EXPECT_FALSE(has(code, "Unexpected end of regex when in bracket expression."));
  EXPECT_LT(code.facts().constants.integers.size(), 5u);
}

TEST(Constants, FloatsOfAllWidths) {
  const Analysed code(R"(bool f(double a) { return a > 2.75; }
bool g(float a) { return a == 0.1f; }
bool h(long double a) { return a < 1e300L; })");
  EXPECT_EQ(code.facts().constants.floats, (std::vector<double>{static_cast<double>(0.1f), 2.75, 1e300}));
}

TEST(Constants, TextsDirectlyAndThroughTables) {
  const Analysed code(R"(#include <cstring>
#include <string>
#include <string_view>
static const char* const names[] = {"north", "south"};
struct Entry { int code; const char* word; };
static Entry entries[] = {{1, "alpha"}, {2, "beta"}};
const std::string kGreeting = "hello";
constexpr std::string_view kView = "viewed";
int f(const char* text, int i) {
  char local[32] = "local";
  if (std::strcmp(text, "direct") == 0) return local[i];
  if (std::string(text) == kGreeting || text == kView) return 1;
  return std::strcmp(names[i], text) + std::strcmp(entries[i].word, text);
})");
  for (const char* expected : {"north", "south", "alpha", "beta", "hello", "viewed", "local", "direct"})
    EXPECT_TRUE(has(code, std::string(expected))) << expected;
}

TEST(Constants, RowsOfTablesThatGiveTextsANumber) {
  const Analysed code(R"(#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <utility>
enum Media { kText = 11, kImage = 12 };
struct Row { const char* type; const char* subtype; Media media; };
static const Row rows[] = {{"text", "html", kText}, {"image", "png", kImage}};
struct Country { char code[3]; bool isNear; int length; };
static const Country countries[] = {{"AT", true, 20}, {"NO", false, 15}};
static constexpr std::pair<std::string_view, int> words[] = {{"one", 101}, {"two", 102}};
enum class Level { Low = 41, High = 42 };
int f(const std::string& text, int i) {
  static const std::map<std::string, Level> levels{{"low", Level::Low}, {"high", Level::High}};
  if (text == rows[i].type || text == rows[i].subtype) return rows[i].media;
  if (text == countries[i].code) return countries[i].length;
  if (text == words[i].first) return words[i].second;
  return static_cast<int>(levels.at(text));
})");
  using Texts = std::vector<std::string>;
  const auto hasRow = [&](const Texts& texts, __int128 number) {
    return std::ranges::any_of(code.facts().constants.rows, [&](const TableRow& row) {
      return row.texts == texts && std::ranges::find(row.integers, number) != row.integers.end();
    });
  };
  EXPECT_TRUE(hasRow({"text", "html"}, 11));
  EXPECT_TRUE(hasRow({"image", "png"}, 12));
  EXPECT_TRUE(hasRow({"AT"}, 20));
  EXPECT_TRUE(hasRow({"two"}, 102));
  EXPECT_FALSE(hasRow({"two"}, 3)) << "the length of a text is none of its meanings";
  EXPECT_TRUE(hasRow({"low"}, 41)) << "made by a call";
  EXPECT_TRUE(hasRow({"high"}, 42));
}

TEST(Constants, TextsThatOnlyNameThingsAreLeftOut) {
  const Analysed code(R"(#undef NDEBUG
#include <cassert>
#include <cstdio>
struct Base { virtual ~Base(); };
struct Derived : Base {};
int f(int a, Base* base) {
  assert(a > 3 && "never");
  std::puts(__func__);
  std::puts(__PRETTY_FUNCTION__);
  return dynamic_cast<Derived*>(base) != nullptr;
})");
  EXPECT_EQ(code.facts().constants.texts, std::vector<std::string>{});
}

TEST(Constants, TextsWithBytesOfAllKindsAndNotTooLong) {
  const Analysed code("int g(const char*);\nint f() { return g(\"a\\0b\") + g(\"\\xff\\n\") + g(\"" +
                      std::string(256, 'y') + "\") + g(\"" + std::string(257, 'z') + "\") + g(\"\"); }\n");
  EXPECT_EQ(code.facts().constants.texts,
            (std::vector<std::string>{"", std::string("a\0b", 3), std::string(256, 'y'), "\xff\n"}));
}

}  // namespace covolve::analysis
