// The classes of returned values are sites of the harness.
#include "unit/harness/harness_outputs.h"

#include <algorithm>
#include <limits>

#include "harness_runner.h"

namespace covolve::unit {
namespace {

constexpr const char* kOutputs = R"(
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
namespace shop {
enum class Color { Red, Green = 7, Lime = 7, Dark = -3 };
enum Many { A0, A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, A11, A12, A13, A14, A15, A16, A17 };
enum Empty : int {};
inline bool isOdd(int x) { return x % 2 != 0; }
inline int same(int x) { return x; }
inline unsigned size(unsigned x) { return x; }
inline int8_t tiny(int8_t x) { return x; }
inline char letter(char x) { return x; }
inline __int128 wide(__int128 x) { return x; }
inline double real(double x) { return x; }
inline long double precise(double x) { return x; }
inline Color color(int x) { return static_cast<Color>(x); }
inline Many many(int x) { return static_cast<Many>(x); }
inline Empty none(int x) { return static_cast<Empty>(x); }
inline const int* find(bool there) { static int found; return there ? &found : nullptr; }
inline const char* text(const char* x) { return x; }
inline std::string copy(const std::string& x) { return x; }
inline std::string_view view(std::string_view x) { return x; }
inline std::vector<bool> bits(std::vector<bool> x) { return x; }
inline std::optional<bool> maybe(std::optional<bool> x) { return x; }
inline const int& reference(const int& x) { return x; }
inline void nothing(int) {}
inline int over(int x) { return x; }
inline int over(long x) { return static_cast<int>(x); }
struct Counter {
  Counter() {}
  int add(int x) { return total += x; }
  int total = 0;
};
}  // namespace shop
)";

class HarnessOutputs : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    runner_ = new HarnessRunner(kOutputs, {"-std=c++17"});
    ASSERT_TRUE(runner_->compile({"-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsanitize=undefined",
                                  "-fno-sanitize-recover=all", "-fno-sanitize=enum"}));
    sites_ = new execute::SiteTable(runner_->sites());
  }
  static void TearDownTestSuite() {
    delete runner_;
    delete sites_;
  }

  static TestBytes call(const std::string& display) { return TestBytes(1).call(runner_->id(display)); }

  /// The class of what the call returned: "shop::same negative"; several would be separated by commas.
  static std::string outputOf(const TestBytes& test) {
    const Ran ran = runner_->run(test, false);
    EXPECT_EQ(ran.outcome, kReturned);
    std::string found;
    for (const uint32_t site : ran.touched) {
      EXPECT_EQ((*sites_)[site].kind, abi::SiteKind::Output);
      found += (found.empty() ? "" : ", ") + (*sites_)[site].function + " " + (*sites_)[site].output;
    }
    return found;
  }

  static std::vector<std::string> classesOf(const std::string& function) {
    std::vector<std::string> classes;
    for (const execute::Site& site : *sites_) {
      if (site.function == function) classes.push_back(site.output);
    }
    return classes;
  }

  static inline HarnessRunner* runner_ = nullptr;
  static inline execute::SiteTable* sites_ = nullptr;
};

using Names = std::vector<std::string>;

TEST_F(HarnessOutputs, NumbersAreNegativeZeroOrPositive) {
  EXPECT_EQ(outputOf(call("shop::same(int)").integer(-5)), "shop::same negative");
  EXPECT_EQ(outputOf(call("shop::same(int)").integer(0)), "shop::same zero");
  EXPECT_EQ(outputOf(call("shop::same(int)").integer(5)), "shop::same positive");
  EXPECT_EQ(outputOf(call("shop::wide(__int128)").put(static_cast<__int128>(-1) << 100)),
            "shop::wide negative");
}

TEST_F(HarnessOutputs, WhatCannotBeNegativeHasNoSuchClass) {
  EXPECT_EQ(classesOf("shop::size"), (Names{"zero", "positive"}));
  EXPECT_EQ(outputOf(call("shop::size(unsigned int)").integer(0)), "shop::size zero");
  EXPECT_EQ(outputOf(call("shop::size(unsigned int)").integer(4'000'000'000)), "shop::size positive");
}

TEST_F(HarnessOutputs, SmallIntegersAreNumbersAndCharactersAreNot) {
  EXPECT_EQ(classesOf("shop::tiny"), (Names{"negative", "zero", "positive"}));
  EXPECT_EQ(classesOf("shop::letter"), Names{});
}

TEST_F(HarnessOutputs, RealNumbersMayBeNaN) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(outputOf(call("shop::real(double)").real(-0.5)), "shop::real negative");
  EXPECT_EQ(outputOf(call("shop::real(double)").real(-0.0)), "shop::real zero");
  EXPECT_EQ(outputOf(call("shop::real(double)").real(1e300)), "shop::real positive");
  EXPECT_EQ(outputOf(call("shop::real(double)").real(nan)), "shop::real nan");
  EXPECT_EQ(outputOf(call("shop::precise(double)").real(nan)), "shop::precise nan");
}

TEST_F(HarnessOutputs, TruthValuesPointersAndOptionals) {
  EXPECT_EQ(outputOf(call("shop::isOdd(int)").integer(3)), "shop::isOdd true");
  EXPECT_EQ(outputOf(call("shop::isOdd(int)").integer(4)), "shop::isOdd false");
  EXPECT_EQ(outputOf(call("shop::find(bool)").flag(true)), "shop::find present");
  EXPECT_EQ(outputOf(call("shop::find(bool)").flag(false)), "shop::find null");
  EXPECT_EQ(outputOf(call("shop::text(const char *)").flag(true).text("")), "shop::text present");
  EXPECT_EQ(outputOf(call("shop::maybe(std::optional<bool>)").flag(true).flag(false)), "shop::maybe present");
  EXPECT_EQ(outputOf(call("shop::maybe(std::optional<bool>)").flag(false)), "shop::maybe absent");
}

TEST_F(HarnessOutputs, TextsAndListsAreEmptyOrNot) {
  EXPECT_EQ(outputOf(call("shop::copy(const std::string &)").text("")), "shop::copy empty");
  EXPECT_EQ(outputOf(call("shop::copy(const std::string &)").text("x")), "shop::copy non-empty");
  EXPECT_EQ(outputOf(call("shop::view(std::string_view)").text("x")), "shop::view non-empty");
  EXPECT_EQ(outputOf(call("shop::bits(std::vector<bool>)").count(0)), "shop::bits empty");
}

TEST_F(HarnessOutputs, AnEnumerationHasAClassAValueAndAtMostSixteen) {
  EXPECT_EQ(classesOf("shop::color"), (Names{"shop::Color::Red", "shop::Color::Green", "shop::Color::Dark"}));
  EXPECT_EQ(outputOf(call("shop::color(int)").integer(7)), "shop::color shop::Color::Green");
  EXPECT_EQ(outputOf(call("shop::color(int)").integer(-3)), "shop::color shop::Color::Dark");
  EXPECT_EQ(outputOf(call("shop::color(int)").integer(99)), "") << "no enumerator";
  EXPECT_EQ(classesOf("shop::many").size(), 16u);
  EXPECT_EQ(outputOf(call("shop::many(int)").integer(17)), "");
  EXPECT_EQ(classesOf("shop::none"), Names{});
}

TEST_F(HarnessOutputs, NothingIsReadThroughAReference) {
  EXPECT_EQ(classesOf("shop::reference"), Names{});
  EXPECT_EQ(outputOf(call("shop::reference(const int &)").integer(1)), "");
  EXPECT_EQ(outputOf(call("shop::nothing(int)").integer(1)), "");
}

TEST_F(HarnessOutputs, MethodsHaveThemToo) {
  const TestBytes test = TestBytes(2)
                             .call(runner_->id("shop::Counter::Counter()"))
                             .call(runner_->id("shop::Counter::add(int)"))
                             .object(0)
                             .integer(-4);
  EXPECT_EQ(outputOf(test), "shop::Counter::add negative");
}

TEST_F(HarnessOutputs, SitesSayWhereTheCallableStandsAndCountItsClasses) {
  const auto same = std::ranges::find(*sites_, "shop::same", &execute::Site::function);
  ASSERT_NE(same, sites_->end());
  const program::Callable& callable = runner_->model().callables[runner_->id("shop::same(int)")];
  EXPECT_EQ(same->line, callable.line);
  EXPECT_EQ(same->file, callable.file.string());
  for (int i = 0; i < 3; ++i) EXPECT_EQ((same + i)->value, i);
}

TEST_F(HarnessOutputs, IdsTellOverloadsAndClassesApart) {
  std::set<uint64_t> ids;
  for (const execute::Site& site : *sites_) EXPECT_TRUE(ids.insert(site.id).second) << site.function;
  EXPECT_EQ(classesOf("shop::over").size(), 6u);
}

TEST_F(HarnessOutputs, IdsDoNotDependOnWhatElseThereIs) {
  HarnessRunner alone("namespace shop {\n\n\ninline int same(int x) { return x; }\n}\n");
  ASSERT_TRUE(alone.compile());
  const execute::SiteTable sites = alone.sites();
  ASSERT_EQ(sites.size(), 3u);
  const auto same = std::ranges::find(*sites_, "shop::same", &execute::Site::function);
  EXPECT_EQ(sites[0].id, same->id);
}

TEST(OutputSites, TextsThatNeedCareStayOneLineOfAStringLiteral) {
  program::Callable callable;
  callable.display = "f()";
  callable.qualifiedName = "a\tb";
  callable.file = "/with \"quotes\"/back\\slash/what?\?/line\nbreak.cpp";
  OutputSites sites;
  EXPECT_EQ(sites.add(callable, {"zero"}), 0u);
  EXPECT_EQ(sites.add(callable, {"one", "two"}), 1u);
  const std::string text = sites.registration();
  EXPECT_NE(text.find("\\\"quotes\\\"/back\\\\slash/what\\?\\?/line break.cpp\\012\""), std::string::npos)
      << text;
  EXPECT_NE(text.find("a b"), std::string::npos);
}

TEST(OutputSites, WithoutAnyNothingIsRegistered) { EXPECT_EQ(OutputSites().registration(), ""); }

}  // namespace
}  // namespace covolve::unit
