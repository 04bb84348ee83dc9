// Buffers: what char* parameters point to, and how their borders are watched.
#include <csignal>

#include "harness_runner.h"

namespace covolve::unit {

namespace {

constexpr const char* kBuffers = R"(
inline int shout(char* text) {
  if (text == nullptr) return -1;
  int end = 0;
  while (text[end] != 0) ++end;
  for (int i = end; i < 256; ++i) if (text[i] != 0) return -2;
  text[end] = '!';
  return end + 1;
}
inline unsigned char* fill(unsigned char* bytes, int times) {
  for (int i = 0; i < times; ++i) bytes[i] = 'x';
  return bytes;
}
struct Label { char* text; int* size; };
inline int first(Label label) { return label.text ? *label.text : -1; }
inline void put(signed char* bytes, int at) { bytes[at] = 'y'; }
inline void advance(char** text) { ++*text; }
inline void join(char* to, char* from) { while (*to) ++to; while ((*to++ = *from++)) {} }
)";

class BufferValues : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    runner_ = new HarnessRunner(kBuffers, {"-std=c++17"});
    ASSERT_TRUE(runner_->compile({"-Wall", "-Wextra", "-Wpedantic", "-Werror"}));
  }
  static void TearDownTestSuite() { delete runner_; }

  static TestBytes call(const std::string& display) { return TestBytes(1).call(runner_->id(display)); }

  static inline HarnessRunner* runner_ = nullptr;
};

TEST_F(BufferValues, StartWithATextAndAreZeroBehindIt) {
  const Ran ran = runner_->run(call("shout(char *)").flag(true).text("hey"));
  EXPECT_EQ(ran.returned(0), Value::number(4));
  EXPECT_EQ(ran.parameter(0, 0), Value::present(Value::string("hey!")));
}

TEST_F(BufferValues, MayBeNull) {
  const Ran ran = runner_->run(call("shout(char *)").flag(false));
  EXPECT_EQ(ran.returned(0), Value::number(-1));
  EXPECT_EQ(ran.parameter(0, 0).kind, Value::Kind::Opaque);  // no entry
}

TEST_F(BufferValues, AreObservedUpToTheirFirstNulOrTheirEnd) {
  const auto fill = [](int count) {
    return call("fill(unsigned char *, int)").flag(true).text("").integer(count);
  };
  EXPECT_EQ(runner_->run(fill(2)).parameter(0, 0), Value::present(Value::string("xx")));
  EXPECT_EQ(runner_->run(fill(256)).parameter(0, 0), Value::present(Value::string(std::string(256, 'x'))));
  EXPECT_EQ(runner_->run(fill(2)).returned(0), Value::present(Value{}));
}

TEST_F(BufferValues, OneCallMayHaveSeveral) {
  const Ran ran = runner_->run(call("join(char *, char *)").flag(true).text("a").flag(true).text("bc"));
  EXPECT_EQ(ran.parameter(0, 0), Value::present(Value::string("abc")));
  EXPECT_EQ(ran.parameter(0, 1), Value::present(Value::string("bc")));
}

TEST_F(BufferValues, OfAFieldAreNotObservedWhenItIsInitialised) {
  const auto label = runner_->id("Label{char *, int *}");
  const Ran ran = runner_->run(TestBytes(2)
                                   .call(label)
                                   .flag(true)
                                   .text("abc")
                                   .flag(true)
                                   .integer(1)
                                   .call(runner_->id("first(Label)"))
                                   .object(0));
  EXPECT_EQ(ran.returned(1), Value::number('a'));
  EXPECT_EQ(ran.parameter(0, 0).kind, Value::Kind::Opaque);  // no entry
  EXPECT_EQ(ran.parameter(0, 1).kind, Value::Kind::Opaque);
}

TEST_F(BufferValues, ThePointerItselfMayBeChanged) {
  const Ran ran = runner_->run(call("advance(char **)").flag(true).flag(true).text("abc"));
  EXPECT_EQ(ran.parameter(0, 0), Value::present(Value::present(Value::string("bc"))));
}

TEST_F(BufferValues, ATextThatDoesNotFitIsInvalid) {
  EXPECT_EQ(runner_->run(call("shout(char *)").flag(true).text(std::string(256, 'a'))).outcome, kInvalid);
  EXPECT_EQ(runner_->run(call("shout(char *)").flag(true).text(std::string(254, 'a'))).outcome, kReturned);
}

TEST_F(BufferValues, AWriteOutOfBoundsEndsTheTest) {
  const auto put = [](int at) { return call("put(signed char *, int)").flag(true).text("abc").integer(at); };
  EXPECT_EQ(runner_->signalOf(put(0)), 0);
  EXPECT_EQ(runner_->signalOf(put(255)), 0);
  for (const int outside : {256, 1000, 100000, -1, -256, -3000, -5000}) {
    EXPECT_EQ(runner_->signalOf(put(outside)), SIGSEGV) << outside;
  }
}

TEST_F(BufferValues, ManyInOneTestAreAllWritable) {
  TestBytes test(200);
  for (int i = 0; i < 200; ++i) {
    test.call(runner_->id("fill(unsigned char *, int)")).flag(true).text("").integer(256);
  }
  const Ran ran = runner_->run(test);
  EXPECT_EQ(ran.outcome, kReturned);
  EXPECT_EQ(ran.executed, 200u);
}

}  // namespace

}  // namespace covolve::unit
