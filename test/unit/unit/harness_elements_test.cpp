// Elements: what a pointer points to of which another parameter says how many.
#include "harness_runner.h"

namespace covolve::unit {

namespace {

constexpr const char* kRows = R"(
inline int shape(const int* values, int count) { return values == nullptr ? -1 : count; }
inline int total(const int* values, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += values[i];
  return sum;
}
inline int room(char* text, int len) { return text == nullptr ? -1 : len; }
inline int between(const char* begin, const char* end) { return begin == nullptr ? -1 : int(end - begin); }
)";

class RowValues : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    runner_ = new HarnessRunner(kRows, {"-std=c++17"});
    ASSERT_TRUE(runner_->compile({"-fsanitize=address", "-Wall", "-Wextra", "-Werror"}));
  }
  static void TearDownTestSuite() { delete runner_; }

  static TestBytes call(const std::string& display) { return TestBytes(1).call(runner_->id(display)); }
  static Value returned(const TestBytes& test) { return runner_->run(test).returned(0); }

  static inline HarnessRunner* runner_ = nullptr;
};

TEST_F(RowValues, HaveAllTheirElements) {
  EXPECT_EQ(returned(call("total(const int *, int)").flag(true).count(2).integer(3).integer(4)),
            Value::number(7));
}

TEST_F(RowValues, WithoutElementsAreNotNull) {
  EXPECT_EQ(returned(call("shape(const int *, int)").flag(true).count(0)), Value::number(0));
  EXPECT_EQ(returned(call("room(char *, int)").flag(true).text("")), Value::number(0));
  EXPECT_EQ(returned(call("between(const char *, const char *)").flag(true).text("")), Value::number(0));
}

TEST_F(RowValues, MayBeNullAndAreThenEmpty) {
  EXPECT_EQ(returned(call("shape(const int *, int)").flag(false)), Value::number(-1));
  EXPECT_EQ(returned(call("total(const int *, int)").flag(false)), Value::number(0));
  EXPECT_EQ(returned(call("between(const char *, const char *)").flag(false)), Value::number(-1));
}

TEST(WideTexts, BehindPointersEndByThemselves) {
  HarnessRunner runner(R"(
    inline int length(const wchar_t* text) {
      int n = 0;
      if (text == nullptr) return -1;
      while (text[n] != 0) ++n;
      return n;
    }
    inline const wchar_t* name(int n) { return n == 0 ? nullptr : L"\xfc" L"ber"; })");
  ASSERT_TRUE(runner.compile({"-Wall", "-Wextra", "-Werror"}));
  const auto length = runner.id("length(const wchar_t *)");
  const auto name = runner.id("name(int)");
  EXPECT_EQ(runner
                .run(TestBytes(1).call(length).flag(true).text("\xc3\xbc"
                                                               "x"))
                .returned(0),
            Value::number(2));
  EXPECT_EQ(runner.run(TestBytes(1).call(length).flag(false)).returned(0), Value::number(-1));
  EXPECT_EQ(runner.run(TestBytes(1).call(name).integer(1)).returned(0),
            Value::present(Value::string("\xc3\xbc"
                                         "ber")));
  EXPECT_EQ(runner.run(TestBytes(1).call(name).integer(0)).returned(0), Value::absent());
}

}  // namespace

}  // namespace covolve::unit
