#include "unit/harness/harness.h"

#include <cmath>

#include "harness_runner.h"

namespace covolve::unit {

namespace {

constexpr const char* kValues = R"(
#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
enum class Color : unsigned char { Red, Blue = 200 };
enum Loose { Low = 0, High = 5 };
inline int add(int a, int b) { return static_cast<int>(0u + a + b); }
inline bool negate(bool b) { return !b; }
inline char16_t next(char16_t c) { return c + 1; }
inline unsigned long long same(unsigned long long x) { return x; }
inline __int128 wide(__int128 x) { return static_cast<__int128>(2 * static_cast<unsigned __int128>(x)); }
inline float half(float x) { return x / 2; }
inline long double precise(long double x) { return x; }
inline Color other(Color c) { return c == Color::Red ? Color::Blue : Color::Red; }
inline Loose flip(Loose l) { return l == Low ? High : Low; }
inline std::string join(const std::string& a, std::string_view b, const char* c) {
  return a + std::string(b) + (c ? c : "<null>");
}
inline const char* pick(const char* s) { return s && *s ? s + 1 : nullptr; }
inline std::vector<std::string> twice(std::vector<std::string> v) {
  const auto copy = v;
  v.insert(v.end(), copy.begin(), copy.end());
  return v;
}
inline std::vector<bool> bits(std::vector<bool> v) { v.flip(); return v; }
inline std::array<int, 3> turn(std::array<int, 3> a) { return {a[2], a[1], a[0]}; }
inline std::optional<std::pair<int, double>> maybe(std::optional<int> x) {
  if (!x) return std::nullopt;
  return std::pair{*x, *x / 2.0};
}
inline bool divide(int a, int b, int* quotient, int& rest) {
  if (b == 0 || b == -1) return false;
  if (quotient) *quotient = a / b;
  rest = a % b;
  return true;
}
inline void refill(std::string& text, std::vector<int>* numbers) { text += "!"; if (numbers) numbers->push_back(7); }
inline const int* find(const std::vector<int>& v, int x) { for (auto& e : v) if (e == x) return &e; return nullptr; }
inline void raise(int kind) {
  if (kind == 1) throw std::out_of_range("too far");
  if (kind == 2) throw 42;
  try {
    if (kind == 3) throw std::out_of_range("first");
  } catch (const std::logic_error&) {
    try {
      throw 42;
    } catch (int) {
    }
    throw;
  }
  if (kind == 4) std::rethrow_exception(std::make_exception_ptr(std::length_error("kept")));
}
inline void consume(std::string&& s, std::string& out) { out = std::move(s); }
inline char* rest(char* text) { return text && *text ? text + 1 : nullptr; }
)";

TestBytes single(program::CallableId id) { return TestBytes(1).call(id); }

class Values : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    runner_ = new HarnessRunner(kValues, {"-std=c++17"});
    ASSERT_TRUE(runner_->compile({"-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsanitize=address,undefined",
                                  "-fno-sanitize-recover=all"}));
  }
  static void TearDownTestSuite() { delete runner_; }

  static Value result(const TestBytes& test) {
    const Ran ran = runner_->run(test);
    EXPECT_EQ(ran.outcome, kReturned);
    EXPECT_EQ(ran.executed, 1u);
    EXPECT_EQ(ran.started, 1u);
    return ran.returned(0);
  }
  static program::CallableId id(const std::string& display) { return runner_->id(display); }

  static inline HarnessRunner* runner_ = nullptr;
};

TEST_F(Values, NumbersGoInAndOut) {
  EXPECT_EQ(result(single(id("add(int, int)")).integer(3).integer(-5)), Value::number(-2));
  EXPECT_EQ(result(single(id("negate(bool)")).flag(false)), Value::boolean(true));
  EXPECT_EQ(result(single(id("next(char16_t)")).integer(u'a')), Value::number(u'b'));
  EXPECT_EQ(result(single(id("same(unsigned long long)")).integer(-1)),
            Value::number(static_cast<__int128>(~uint64_t{0})));
  const __int128 big = static_cast<__int128>(1) << 100;
  EXPECT_EQ(result(single(id("wide(__int128)")).put(-big)), Value::number(-2 * big));
  EXPECT_EQ(result(single(id("half(float)")).real(3)), Value::real(1.5));
  EXPECT_EQ(result(single(id("half(float)")).real(1e300)), Value::real(HUGE_VAL));
  EXPECT_EQ(result(single(id("precise(long double)")).real(0.25)), Value::real(0.25));
}

TEST_F(Values, EnumerationsAreTheirNumbersWithinTheirRange) {
  EXPECT_EQ(result(single(id("other(Color)")).integer(0)), Value::number(200));
  EXPECT_EQ(result(single(id("flip(Loose)")).integer(5)), Value::number(0));
  // Without fixed underlying type 0..5 leaves three bits; more would be undefined behaviour.
  EXPECT_EQ(result(single(id("flip(Loose)")).integer(7)), Value::number(0));
  EXPECT_EQ(runner_->run(single(id("flip(Loose)")).integer(8)).outcome, kInvalid);
}

TEST_F(Values, TextsMayHoldAnyBytesAndMayBeAbsent) {
  const auto join = id("join(const std::string &, std::string_view, const char *)");
  EXPECT_EQ(result(single(join).text(std::string("a\0b", 3)).text("c").flag(true).text("d")),
            Value::string(std::string("a\0bcd", 5)));
  EXPECT_EQ(result(single(join).text("").text("").flag(false)), Value::string("<null>"));
  EXPECT_EQ(result(single(id("pick(const char *)")).flag(true).text("xyz")),
            Value::present(Value::string("yz")));
  EXPECT_EQ(result(single(id("pick(const char *)")).flag(true).text("")), Value::absent());
}

TEST_F(Values, CompoundsHoldOtherValues) {
  EXPECT_EQ(result(single(id("twice(std::vector<std::string>)")).count(1).text("q")),
            Value::list({Value::string("q"), Value::string("q")}));
  EXPECT_EQ(result(single(id("bits(std::vector<bool>)")).count(2).flag(true).flag(false)),
            Value::list({Value::boolean(false), Value::boolean(true)}));
  EXPECT_EQ(result(single(id("turn(std::array<int, 3>)")).integer(1).integer(2).integer(3)),
            Value::list({Value::number(3), Value::number(2), Value::number(1)}));
  EXPECT_EQ(result(single(id("maybe(std::optional<int>)")).flag(true).integer(3)),
            Value::present(Value::list({Value::number(3), Value::real(1.5)})));
  EXPECT_EQ(result(single(id("maybe(std::optional<int>)")).flag(false)), Value::absent());
}

TEST_F(Values, OutParametersAreObservedAfterTheCall) {
  const auto divide = id("divide(int, int, int *, int &)");
  const Ran ran = runner_->run(single(divide).integer(17).integer(5).flag(true).integer(0).integer(0));
  EXPECT_EQ(ran.returned(0), Value::boolean(true));
  EXPECT_EQ(ran.parameter(0, 2), Value::present(Value::number(3)));
  EXPECT_EQ(ran.parameter(0, 3), Value::number(2));
  const Ran null = runner_->run(single(divide).integer(17).integer(5).flag(false).integer(0));
  EXPECT_EQ(null.parameter(0, 2).kind, Value::Kind::Opaque);  // no entry
  const Ran refill =
      runner_->run(single(id("refill(std::string &, std::vector<int> *)")).text("a").flag(true).count(0));
  EXPECT_EQ(refill.parameter(0, 0), Value::string("a!"));
  EXPECT_EQ(refill.parameter(0, 1), Value::present(Value::list({Value::number(7)})));
  const Ran moved =
      runner_->run(single(id("consume(std::string &&, std::string &)")).text("from").text("to"));
  EXPECT_EQ(moved.parameter(0, 1), Value::string("from"));
}

TEST_F(Values, ReturnedPointersAreOnlyPresentOrAbsent) {
  const auto find = id("find(const std::vector<int> &, int)");
  EXPECT_EQ(result(single(find).count(1).integer(4).integer(4)), Value::present(Value{}));
  EXPECT_EQ(result(single(find).count(1).integer(4).integer(5)), Value::absent());
}

TEST_F(Values, ExceptionsAreNamedAndTheTestGoesOn) {
  const auto raise = id("raise(int)");
  const auto add = id("add(int, int)");
  const Ran ran = runner_->run(
      TestBytes(3).call(raise).integer(1).call(add).integer(1).integer(2).call(raise).integer(2));
  EXPECT_EQ(ran.outcome, kReturned);
  EXPECT_EQ(ran.executed, 3u);
  EXPECT_EQ(ran.thrown, (std::vector<std::string>{"0:St12out_of_range", "2:i"}));
  ASSERT_EQ(ran.observations.size(), 3u);
  EXPECT_EQ(ran.observations[0].exceptionType, "std::out_of_range");
  EXPECT_EQ(ran.observations[0].exceptionText, "too far");
  EXPECT_EQ(ran.returned(1), Value::number(3));
  EXPECT_EQ(ran.observations[2].exceptionType, "int");
  EXPECT_EQ(ran.observations[2].exceptionText, "");
}

TEST_F(Values, ATestThatThrowsAgainAndAgainEnds) {
  const auto raise = id("raise(int)");
  TestBytes test(abi::kMostThrown + 2);
  for (uint32_t i = 0; i < abi::kMostThrown + 2; ++i) test.call(raise).integer(1);
  const Ran ran = runner_->run(test);
  EXPECT_EQ(ran.outcome, kReturned);
  EXPECT_EQ(ran.executed, abi::kMostThrown);
  EXPECT_EQ(ran.thrown.size(), abi::kMostThrown);
}

TEST_F(Values, TheTypeIsThatOfTheExceptionWhichLeavesTheCall) {
  const auto raise = id("raise(int)");
  const auto typeOf = [&](int kind) {
    return runner_->run(TestBytes(1).call(raise).integer(kind), false).thrown;
  };
  using Thrown = std::vector<std::string>;
  EXPECT_EQ(typeOf(0), Thrown());
  EXPECT_EQ(typeOf(1), Thrown{"0:St12out_of_range"});
  EXPECT_EQ(typeOf(2), Thrown{"0:i"});
  EXPECT_EQ(typeOf(3), Thrown{"0:St12out_of_range"}) << "another one was thrown and caught on the way";
  EXPECT_EQ(typeOf(4), Thrown{"0:St12length_error"}) << "never thrown by a throw";
}

TEST_F(Values, EveryTruncationIsInvalidAndNeverMoreThanThat) {
  const auto twice = id("twice(std::vector<std::string>)");
  const TestBytes whole =
      TestBytes(2).call(id("add(int, int)")).integer(1).integer(2).call(twice).count(2).text("abc").text("d");
  std::vector<TestBytes> cuts;
  for (size_t size = 0; size < whole.bytes().size(); ++size) cuts.push_back(whole.cut(size));
  for (const Ran& ran : runner_->run(cuts)) EXPECT_EQ(ran.outcome, kInvalid);
  EXPECT_EQ(runner_->run(whole).outcome, kReturned);
}

TEST_F(Values, NonsenseIsInvalid) {
  const auto add = id("add(int, int)");
  EXPECT_EQ(runner_->run(TestBytes(1).call(9999)).outcome, kInvalid);
  EXPECT_EQ(runner_->run(TestBytes(257)).outcome, kInvalid);
  EXPECT_EQ(runner_->run(single(add).integer(1).integer(2).flag(true)).outcome, kInvalid);  // bytes left over
  EXPECT_EQ(runner_->run(single(id("pick(const char *)")).put(uint8_t{7})).outcome, kInvalid);
  EXPECT_EQ(runner_->run(single(id("twice(std::vector<std::string>)")).count(~0u)).outcome, kInvalid);
  EXPECT_EQ(runner_->run(TestBytes(0)).outcome, kReturned);
}

TEST_F(Values, NothingIsEncodedUnlessWantedAndNothingHalf) {
  const auto join = id("join(const std::string &, std::string_view, const char *)");
  const TestBytes test = TestBytes(2)
                             .call(id("add(int, int)"))
                             .integer(1)
                             .integer(2)
                             .call(join)
                             .text(std::string(100, 'x'))
                             .text("")
                             .flag(false);
  EXPECT_TRUE(runner_->run(test, false).observations.empty());
  const Ran cramped = runner_->run(test, true, 40);
  EXPECT_EQ(cramped.outcome, kReturned);
  ASSERT_EQ(cramped.observations.size(), 1u);
  EXPECT_EQ(cramped.returned(0), Value::number(3));
}

TEST_F(Values, RandomBytesNeverDisturbTheHarness) {
  const std::vector<TestBytes> seeds = {
      TestBytes(2)
          .call(id("add(int, int)"))
          .integer(1)
          .integer(2)
          .call(id("twice(std::vector<std::string>)"))
          .count(1)
          .text("a"),
      single(id("join(const std::string &, std::string_view, const char *)"))
          .text("ab")
          .text("c")
          .flag(true)
          .text("d"),
      single(id("flip(Loose)")).integer(1),
      single(id("rest(char *)")).flag(true).text("abc"),
      single(id("bits(std::vector<bool>)")).count(2).flag(true).flag(false),
      single(id("maybe(std::optional<int>)")).flag(true).integer(3)};
  EXPECT_EQ(runner_->fuzz(seeds, 30000), 0);
}

}  // namespace

}  // namespace covolve::unit
