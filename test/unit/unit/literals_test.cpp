// Literals are printed, compiled by the real compiler with warnings as errors,
// run, and compared bit by bit with the value they stand for.
#include "unit/lower/literals.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/files.h"
#include "base/process.h"
#include "base/rng.h"
#include "model_builder.h"

namespace covolve::unit {
namespace {

__extension__ typedef unsigned __int128 Wide;

std::string hexBytes(const void* data, size_t size) {
  std::string text;
  for (size_t i = 0; i < size; ++i) text += fmt::format("{:02x}", static_cast<const unsigned char*>(data)[i]);
  return text;
}

/// One program that prints the bytes of all literals, one a line.
class LiteralProgram {
 public:
  void add(const std::string& declaration, const std::string& bytes, const std::string& expected) {
    const size_t number = expected_.size();
    body_ += fmt::format("  {{ {}; {} }}\n", declaration, bytes);
    expected_.push_back(fmt::format("{} {}", number, expected));
    texts_.push_back(declaration);
  }

  void expectAllAlike() {
    Result<ScratchDirectory> scratch = ScratchDirectory::make("literals-test");
    ASSERT_TRUE(scratch);
    const std::filesystem::path source = scratch->path() / "literals.cpp";
    const std::filesystem::path program = scratch->path() / "literals";
    ASSERT_TRUE(replaceFile(source, R"(
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
namespace ns { enum class Color : unsigned char { Red = 1, Blue = 200 }; enum Plain { First, Last = -5 }; }
static int number = 0;
static void show(const void* data, unsigned long size) {
  std::printf("%d ", number++);
  for (unsigned long i = 0; i < size; ++i) std::printf("%02x", static_cast<const unsigned char*>(data)[i]);
  std::printf("\n");
}
int main() {
)" + body_ + "}\n"));
    Command compile;
    compile.arguments = {"clang++-19",      "-std=c++20", "-Wall",         "-Wextra", "-Werror",
                         "-ferror-limit=0", "-O0",        source.string(), "-o",      program.string()};
    const Result<Completed> compiled = run(compile);
    ASSERT_TRUE(compiled);
    ASSERT_TRUE(compiled->succeeded()) << compiled->errors;
    Command execute;
    execute.arguments = {program.string()};
    const Result<Completed> ran = run(execute);
    ASSERT_TRUE(ran && ran->succeeded());
    std::string_view output = ran->output;
    for (size_t i = 0; i < expected_.size(); ++i) {
      const std::string_view line = output.substr(0, output.find('\n'));
      EXPECT_EQ(line, expected_[i]) << texts_[i];
      output.remove_prefix(std::min(output.size(), line.size() + 1));
    }
  }

 private:
  std::string body_;
  std::vector<std::string> expected_;
  std::vector<std::string> texts_;
};

class LiteralsTest : public ::testing::Test {
 protected:
  const program::Type& type(program::TypeId id) { return builder_.model.types[id]; }

  void addInteger(program::TypeId id, __int128 value) {
    const program::Type& shape = type(id);
    const __int128 held = wrapped(value, shape);
    const std::string expected = hexBytes(&held, shape.bits / 8);
    const std::string exact = integerLiteral(value, shape, Typed::Exactly).text;
    const std::string loose = integerLiteral(value, shape, Typed::Loosely).text;
    const std::string sameType =
        fmt::format("static_assert(std::is_same_v<decltype(x), const {}>)", shape.spelling);
    program_.add("const auto x = " + exact + "; " + sameType, "show(&x, sizeof x);", expected);
    program_.add(fmt::format("const {} x = {}", shape.spelling, loose), "show(&x, sizeof x);", expected);
    // Braces allow no narrowing.
    program_.add(fmt::format("const {} x{{{}}}", shape.spelling, loose), "show(&x, sizeof x);", expected);
  }

  void addFloating(program::TypeId id, double value) {
    const program::Type& shape = type(id);
    const std::string exact = floatingLiteral(value, shape, Typed::Exactly).text;
    const std::string loose = floatingLiteral(value, shape, Typed::Loosely).text;
    const std::string sameType =
        fmt::format("static_assert(std::is_same_v<decltype(x), const {}>)", shape.spelling);
    std::string expected = hexBytes(&value, sizeof value);
    if (shape.bits == 32) {
      const auto narrow = static_cast<float>(value);
      expected = hexBytes(&narrow, sizeof narrow);
    }
    const std::string show =
        shape.bits > 64 ? "const double d = static_cast<double>(x); show(&d, sizeof d); (void)(d != d || "
                          "static_cast<long double>(d) == x || (std::abort(), true));"
                        : "show(&x, sizeof x);";
    program_.add("const auto x = " + exact + "; " + sameType, show, expected);
    program_.add(fmt::format("const {} x{{{}}}", shape.spelling, loose), show, expected);
  }

  ModelBuilder builder_{"literals.cpp"};
  LiteralProgram program_;
  Rng rng_{7};
};

TEST_F(LiteralsTest, IntegersKeepEveryBitAndTheirType) {
  for (const char* spelling : {"short", "unsigned short", "int", "unsigned int", "long", "unsigned long",
                               "long long", "unsigned long long", "__int128", "unsigned __int128"}) {
    const program::TypeId id = builder_.integer(spelling);
    const unsigned bits = type(id).bits;
    const __int128 top = static_cast<__int128>(static_cast<Wide>(1) << (bits - 1));
    for (__int128 base :
         {__int128{0}, top, __int128{std::numeric_limits<int>::max()},
          __int128{std::numeric_limits<int64_t>::max()}, __int128{std::numeric_limits<int64_t>::min()}}) {
      for (int offset = -2; offset <= 2; ++offset) {
        addInteger(id, static_cast<__int128>(static_cast<Wide>(base) + static_cast<Wide>(offset)));
      }
    }
    for (int i = 0; i < 20; ++i) {
      const Wide any = static_cast<Wide>(rng_.bits()) << 64 | rng_.bits();
      addInteger(id, static_cast<__int128>(any >> rng_.below(128)));
    }
  }
  program_.expectAllAlike();
}

TEST_F(LiteralsTest, CharactersKeepTheirValueAndType) {
  for (const char* spelling :
       {"char", "signed char", "unsigned char", "wchar_t", "char8_t", "char16_t", "char32_t"}) {
    const program::TypeId id = builder_.character(spelling);
    for (int value = -128; value < 256; ++value) addInteger(id, value);
    if (type(id).bits > 8) {
      for (__int128 value : {0xd800, 0xffff, 0xfffe}) addInteger(id, value);
    }
    if (type(id).bits > 16) addInteger(id, 0x10ffff);
  }
  program_.expectAllAlike();
}

TEST_F(LiteralsTest, EnumeratorsAreNamedAndOtherValuesCast) {
  const program::TypeId color =
      builder_.enumeration("ns::Color", {{"ns::Color::Red", 1}, {"ns::Color::Blue", 200}}, 8, false);
  const program::TypeId plain = builder_.enumeration("ns::Plain", {{"ns::First", 0}, {"ns::Last", -5}});
  EXPECT_EQ(integerLiteral(200, type(color), Typed::Loosely).text, "ns::Color::Blue");
  EXPECT_EQ(integerLiteral(-5, type(plain), Typed::Loosely).text, "ns::Last");
  EXPECT_EQ(integerLiteral(3, type(color), Typed::Loosely).text, "static_cast<ns::Color>(3)");
  for (int value : {0, 1, 2, 199, 200, 255}) addInteger(color, value);
  for (int value : {-5, -1, 0, 3}) addInteger(plain, value);
  program_.expectAllAlike();
}

TEST_F(LiteralsTest, FloatingNumbersSurviveTheRoundTrip) {
  std::vector<double> values = {0.0,
                                -0.0,
                                1.0,
                                -1.5,
                                0.1,
                                1e300,
                                -1e-300,
                                5e-324,
                                1.7976931348623157e308,
                                -1.7976931348623157e308,
                                3.4028234663852886e38,
                                1e10,
                                123456789.0,
                                1e21,
                                INFINITY,
                                -INFINITY,
                                NAN,
                                1.0 / 3,
                                16777217.0,
                                1e-45};
  for (int i = 0; i < 200; ++i) {
    const double any = std::bit_cast<double>(rng_.bits());
    if (!std::isnan(any)) values.push_back(any);
  }
  for (const char* spelling : {"float", "double", "long double"}) {
    for (double value : values) addFloating(builder_.floating(spelling), value);
  }
  program_.expectAllAlike();
}

TEST_F(LiteralsTest, TextsKeepAllBytes) {
  std::vector<std::string> texts = {"",
                                    "abc",
                                    std::string("a\0b", 3),
                                    std::string("\0"
                                                "1",
                                                2),
                                    "\x01"
                                    "f",
                                    "\xff"
                                    "a9",
                                    "\xc3\xa9t\xc3\xa9",
                                    "\"quoted\" \\ back",
                                    "a\nb\tc\r",
                                    "?"
                                    "?=?"
                                    "?/",
                                    std::string(300, 'x'),
                                    std::string(300, '\0'),
                                    "%d%s",
                                    "'",
                                    "\x7f"
                                    "0"};
  for (int i = 0; i < 200; ++i) {
    std::string text;
    for (uint64_t length = rng_.below(120); length > 0; --length) {
      text += static_cast<char>(rng_.chance(0.5) ? rng_.between(-128, 127) : rng_.between('0', 'g'));
    }
    texts.push_back(text);
  }
  for (const std::string& text : texts) {
    const std::string expected = hexBytes(text.data(), text.size());
    for (Typed typed : {Typed::Loosely, Typed::Exactly}) {
      program_.add("const std::string x = " + textLiteral(text, type(builder_.text()), typed).text,
                   "show(x.data(), x.size());", expected);
      program_.add("const std::string_view x = " + textLiteral(text, type(builder_.view()), typed).text,
                   "show(x.data(), x.size());", expected);
    }
    const std::string upToNul = text.substr(0, text.find('\0'));
    program_.add("const std::string x = " + textLiteral(text, type(builder_.cString()), Typed::Loosely).text,
                 "show(x.data(), x.size());", hexBytes(upToNul.data(), upToNul.size()));
  }
  program_.expectAllAlike();
}

TEST_F(LiteralsTest, CommonValuesReadWell) {
  const auto integer = [&](const char* spelling, __int128 value, Typed typed) {
    return integerLiteral(value, type(builder_.integer(spelling)), typed).text;
  };
  EXPECT_EQ(integer("int", -3, Typed::Exactly), "-3");
  EXPECT_EQ(integer("int", std::numeric_limits<int>::min(), Typed::Exactly),
            "std::numeric_limits<int>::min()");
  EXPECT_EQ(integer("unsigned int", 3, Typed::Loosely), "3u");
  EXPECT_EQ(integer("unsigned long", 3, Typed::Loosely), "3u");
  EXPECT_EQ(integer("unsigned long", 3, Typed::Exactly), "3uL");
  EXPECT_EQ(integer("long", 3, Typed::Exactly), "3L");
  EXPECT_EQ(integer("short", 3, Typed::Loosely), "3");
  EXPECT_EQ(integer("short", 3, Typed::Exactly), "static_cast<short>(3)");
  EXPECT_EQ(floatingLiteral(0.1, type(builder_.floating()), Typed::Loosely).text, "0.1");
  EXPECT_EQ(floatingLiteral(3, type(builder_.floating("float")), Typed::Loosely).text, "3.0f");
  EXPECT_EQ(floatingLiteral(0.5, type(builder_.floating("long double")), Typed::Loosely).text, "0.5L");
  EXPECT_EQ(quoted("tab\tend"), "\"tab\\tend\"");
  EXPECT_EQ(textLiteral(std::string(50, 'x'), type(builder_.text()), Typed::Loosely).text,
            "std::string(50, 'x')");
}

}  // namespace
}  // namespace covolve::unit
