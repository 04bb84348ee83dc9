// Callbacks: what functions return that the code under test is given.
#include "harness_runner.h"

namespace covolve::unit {

namespace {

constexpr const char* kCallbacks = R"(
#include <functional>
#include <string>
inline int three(int (*next)(char)) { return 100 * next('a') + 10 * next('b') + next('c'); }
inline int both(int (*one)(char), int (*other)(char)) { return 10 * one('a') + other('a'); }
inline bool isEmpty(const std::function<void(int)>& f) { if (f) f(1); return !f; }
inline int lengths(const char* (*next)(int)) {
  int sum = 0;
  for (int i = 0; i < 3; ++i) {
    const char* text = next(i);
    sum = 10 * sum + (text == nullptr ? 9 : int(std::string(text).size()));
  }
  return sum;
}
struct Node;
inline bool isRefused(void* (*allocate)(unsigned), Node* (*find)(Node*)) {
  return allocate(1) == nullptr && find(nullptr) == nullptr;
}
enum Color { Red, Blue = 7 };
inline void paint(void (*draw)(Color, void*, int&, long)) { int n = 0; draw(Blue, nullptr, n, -3); }
inline int print(int (*put)(const char*, unsigned, void*), const char* text) {
  return put("<b>!", 3, nullptr) + put(text, 1000000, nullptr);
}
inline std::string joined(std::function<std::string()> f) {
  const auto copy = f;
  return f() + copy() + f();
}
)";

class CallbackValues : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    runner_ = new HarnessRunner(kCallbacks, {"-std=c++17"});
    ASSERT_TRUE(runner_->compile({"-fsanitize=address", "-Wall", "-Wextra", "-Werror"}));
  }
  static void TearDownTestSuite() { delete runner_; }

  static TestBytes call(const std::string& display) { return TestBytes(1).call(runner_->id(display)); }
  static Value returned(const TestBytes& test) { return runner_->run(test).returned(0); }

  static inline HarnessRunner* runner_ = nullptr;
};

TEST_F(CallbackValues, ReturnTheirResultsInTurnAndThenTheLastAgain) {
  const auto three = [](const std::vector<int>& results) {
    TestBytes test = call("three(int (*)(char))").count(static_cast<uint32_t>(results.size()));
    for (const int result : results) test.integer(result);
    return returned(test);
  };
  EXPECT_EQ(three({4}), Value::number(444));
  EXPECT_EQ(three({1, 2}), Value::number(122));
  EXPECT_EQ(three({1, 2, 3, 4}), Value::number(123));
  EXPECT_EQ(three({}), Value::number(0));
}

TEST_F(CallbackValues, OfOneTypeHaveResultsOfTheirOwn) {
  const TestBytes test =
      call("both(int (*)(char), int (*)(char))").count(1).integer(1).count(2).integer(2).integer(3);
  EXPECT_EQ(returned(test), Value::number(12));
}

TEST_F(CallbackValues, MayBeEmpty) {
  const std::string isEmpty = "isEmpty(const std::function<void(int)> &)";
  EXPECT_EQ(returned(call(isEmpty).flag(false)), Value::boolean(true));
  EXPECT_EQ(returned(call(isEmpty).flag(true)), Value::boolean(false));
}

TEST_F(CallbackValues, MayBeTextsOrNull) {
  const TestBytes test = call("lengths(const char *(*)(int))").count(2).flag(true).text("abc").flag(false);
  EXPECT_EQ(returned(test), Value::number(399));
}

TEST_F(CallbackValues, OfOtherPointersAreNull) {
  EXPECT_EQ(returned(call("isRefused(void *(*)(unsigned int), Node *(*)(Node *))")), Value::boolean(true));
}

TEST_F(CallbackValues, TellWhatTheyWereGiven) {
  const TestBytes print =
      call("print(int (*)(const char *, unsigned int, void *), const char *)").count(1).integer(1);
  EXPECT_EQ(runner_->run(TestBytes(print).flag(true).text("yes")).parameter(0, 0), Value::string("<b>yes"));
  EXPECT_EQ(runner_->run(TestBytes(print).flag(false)).parameter(0, 0), Value::string("<b>(null)"));
  EXPECT_EQ(runner_->run(call("paint(void (*)(Color, void *, int &, long))")).parameter(0, 0),
            Value::string("7, -3\n"));
}

TEST_F(CallbackValues, CopiesGoOnWhereTheOthersAre) {
  const TestBytes test = call("joined(std::function<std::string()>)").flag(true).count(3);
  EXPECT_EQ(returned(TestBytes(test).text("a").text("b").text("c")), Value::string("abc"));
}

}  // namespace

}  // namespace covolve::unit
