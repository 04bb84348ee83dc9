// Files: what FILE* parameters point to, whoever closes them.
#include "harness_runner.h"

namespace covolve::unit {

namespace {

constexpr const char* kFiles = R"(
#include <cstdio>
inline int first(FILE* file) { return file ? std::fgetc(file) : -2; }
inline void write(FILE* file, int number) { std::fprintf(file, "%d;", number); }
inline long sizeAndClose(FILE* file) {
  std::fseek(file, 0, SEEK_END);
  const long size = std::ftell(file);
  std::fputs("end", file);
  std::fclose(file);
  return size;
}
/// Another file takes the descriptor's number.
inline int replace(FILE* file) {
  std::fclose(file);
  static FILE* other = std::fopen("/dev/null", "r");
  return other != nullptr;
}
inline FILE* same(FILE* file) { return file; }
)";

class FileValues : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    runner_ = new HarnessRunner(kFiles, {"-std=c++17"});
    ASSERT_TRUE(runner_->compile({"-fsanitize=address", "-Wall", "-Wextra", "-Werror"}));
  }
  static void TearDownTestSuite() { delete runner_; }

  static TestBytes call(const std::string& display) { return TestBytes(1).call(runner_->id(display)); }

  static inline HarnessRunner* runner_ = nullptr;
};

TEST_F(FileValues, HoldTheTextOfTheTest) {
  EXPECT_EQ(runner_->run(call("first(FILE *)").flag(true).text("abc")).returned(0), Value::number('a'));
  EXPECT_EQ(runner_->run(call("first(FILE *)").flag(true).text("")).returned(0), Value::number(EOF));
  EXPECT_EQ(runner_->run(call("first(FILE *)").flag(false)).returned(0), Value::number(-2));
}

TEST_F(FileValues, AreObservedAfterTheCall) {
  const Ran ran = runner_->run(call("write(FILE *, int)").flag(true).text("abcdef").integer(42));
  EXPECT_EQ(ran.parameter(0, 0), Value::string("42;def"));
}

TEST_F(FileValues, MayBeClosedByTheCall) {
  const Ran ran = runner_->run(call("sizeAndClose(FILE *)").flag(true).text("abc"));
  EXPECT_EQ(ran.outcome, kReturned);
  EXPECT_EQ(ran.returned(0), Value::number(3));
  EXPECT_EQ(ran.parameter(0, 0), Value::string("abcend"));
  EXPECT_EQ(runner_->signalOf(call("sizeAndClose(FILE *)").flag(true).text("abc")), 0);
}

TEST_F(FileValues, AreNotTakenForAnotherFileOfTheSameNumber) {
  EXPECT_EQ(runner_->signalOf(call("replace(FILE *)").flag(true).text("abc")), 0);
}

TEST_F(FileValues, AreNotLookedIntoWhenReturned) {
  const Ran ran = runner_->run(call("same(FILE *)").flag(true).text("abc"));
  EXPECT_EQ(ran.returned(0), Value::present(Value{}));
}

}  // namespace

}  // namespace covolve::unit
