// What a concolic run tells about the decisions of a test. One program has all the
// functions that are looked at: each takes seconds to build.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "concolic/evaluate.h"
#include "subject.h"

namespace covolve::unit {

namespace {

constexpr const char* kSource = R"(#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>
bool sum(int a, int b) { return a * 3 + b == 4711; }
int choose(unsigned char a) {
  switch (a) {
    case 3: return 1;
    case 200: return 2;
    default: return 0;
  }
}
bool real(double x, float y) { return x * 2.5 + y > 1e6; }
bool rounded(double x) { return std::floor(x / 3) == 17.0; }
bool named(const std::string& s) { return s == "hello"; }
bool sized(const std::string& s) { return s.size() > 20; }
bool found(const std::string& s) { return s.find('x') == 2; }
bool called(const char* s) { return std::strcmp(s, "key") == 0; }
bool longer(const char* s) { return std::strlen(s) > 9; }
bool joined(std::string s, const std::string& t) { s += "-"; s += t; return s == "ab-cd"; }
bool parsed(const std::string& s) { return std::stoi(s) == 815; }
bool lower(const std::string& s) { return std::tolower(s[0]) == 'q' && std::isdigit(s[1]); }
static const int kTable[] = {4, 8, 15, 16, 23, 42};
bool table(unsigned i) { return i < 6 && kTable[i] == 23; }
bool list(const std::vector<int>& v) { int s = 0; for (int x : v) s += x; return s == 99; }
struct Big { int64_t a, b, c, d; };
static __attribute__((noinline)) bool byValue(Big big) { return big.c == 77; }
bool passed(int64_t c) { Big big{1, 2, c, 4}; return byValue(big); }
struct alignas(64) Page { char before[64]; int64_t c; };
static __attribute__((noinline)) bool pageByValue(Page page) { return page.c == 77; }
bool passedFarIn(int64_t c) { Page page{}; page.c = c; return pageByValue(page); }
struct Base { virtual ~Base() = default; virtual int get(int x) const { return x; } };
struct Derived : Base { int get(int x) const override { return x ^ 0x5a5a; } };
bool virtually(int x, bool which) { Base b; Derived d; const Base& r = which ? b : d; return r.get(x) == 1; }
int thrown(int x) {
  try { if (x > 1000) throw std::runtime_error("big"); return 1; } catch (const std::exception&) { return x == 4000; }
}
bool mapped(int key) { std::map<int, int> m{{7, 1}, {100, 2}}; const auto i = m.find(key); return i != m.end() && i->second == 2; }
bool bytes(uint32_t x) { unsigned char b[4]; std::memcpy(b, &x, 4); return b[0] == 0xde && b[3] == 0xad; }
bool wide(int64_t a) { __int128 w = a; return w * 3 == 333; }
int crash(int a, int* p) { if (a == 5) return 1; return *p + a; }
bool many(const std::string& s) { unsigned h = 17; for (char c : s) h = h * 31 + static_cast<unsigned char>(c); return h == 12345; }
bool overflow(int a, int b) { int r = 0; if (__builtin_add_overflow(a, b, &r)) return true; return false; }
bool logical(bool a, bool b) { bool c = a && !b; return c; }
int pong(int n);
int ping(int n) { return n <= 0 ? 1 : pong(n - 1) + pong(n - 2); }
int pong(int n) { return n <= 0 ? 2 : ping(n - 1) + ping(n - 2); }
int endless(unsigned a) { unsigned i = 0; while (i != 2 * a + 1) i += 2; return 1; }
long fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
bool second(const std::string& s, const std::string& t) { return t.size() > 3 && s.size() < 9; }
)";

class Concolic : public testing::Test {
 protected:
  static Subject& subject() {
    static Subject subject(kSource, {"-std=c++17", "-O1"});
    return subject;
  }

  /// Runs one call; under its own data every condition must be what was taken.
  concolic::Trace run(const std::string& function, const std::vector<Value>& arguments) {
    test_ = subject().test({{function, arguments}});
    concolic::Trace trace = subject().run(test_);
    const std::vector<uint64_t> values = valuesOf(test_);
    for (const concolic::Decision& decision : trace.decisions)
      EXPECT_EQ(concolic::evaluate(trace, decision.condition, values), decision.taken) << decision.site;
    return trace;
  }

  /// With other values of some data: by number of the datum.
  std::vector<uint64_t> with(const std::map<size_t, uint64_t>& others) const {
    std::vector<uint64_t> values = valuesOf(test_);
    for (const auto& [datum, value] : others) values[datum] = value;
    return values;
  }

  /// Whether some decision of the program comes out otherwise under these data, also in code of libraries.
  static bool turns(const concolic::Trace& trace, const std::vector<uint64_t>& values) {
    return std::ranges::any_of(trace.decisions, [&](const concolic::Decision& decision) {
      if (decision.kind != concolic::DecisionKind::OfProgram) return false;
      const auto value = concolic::evaluate(trace, decision.condition, values);
      return value && *value != decision.taken;
    });
  }

  MarkedTest test_;
};

unsigned lineOf(const std::string& text) {
  const std::string source = kSource;
  const size_t at = source.find(text);
  return static_cast<unsigned>(std::count(source.begin(), source.begin() + static_cast<long>(at), '\n')) + 1;
}

std::map<size_t, uint64_t> characters(size_t first, const std::string& text) {
  std::map<size_t, uint64_t> data;
  for (size_t i = 0; i < text.size(); ++i) data[first + i] = static_cast<unsigned char>(text[i]);
  return data;
}

}  // namespace

TEST_F(Concolic, AComparisonOfASumIsADecisionOnBothArguments) {
  const concolic::Trace trace = run("sum", {Value::number(5), Value::number(-7)});
  ASSERT_EQ(trace.data.size(), 2u);
  EXPECT_EQ(trace.data[1].leaf, 1u);
  EXPECT_EQ(trace.data[1].bits, 32);
  const auto found =
      std::ranges::find(trace.decisions, subject().site('C', lineOf("bool sum")), &concolic::Decision::site);
  ASSERT_NE(found, trace.decisions.end());
  EXPECT_EQ(found->taken, 0);
  EXPECT_EQ(found->kind, concolic::DecisionKind::OfProgram);
  EXPECT_EQ(concolic::evaluate(trace, found->condition, with({{0, 1570}, {1, 1}})), 1u);
}

TEST_F(Concolic, CasesOfASwitchAreDecisionsOfTheirOwn) {
  const concolic::Trace trace = run("choose", {Value::number(9)});
  const unsigned line = lineOf("  switch (a)");
  std::map<uint64_t, uint8_t> taken;
  for (const concolic::Decision& decision : trace.decisions) taken[decision.site] = decision.taken;
  EXPECT_EQ(taken.at(subject().site('S', line, 0)), 0);
  EXPECT_EQ(taken.at(subject().site('S', line, 1)), 0);
  EXPECT_EQ(taken.at(subject().site('D', line)), 1);
  EXPECT_TRUE(turns(trace, with({{0, 200}})));
}

TEST_F(Concolic, FloatsKeepTheirWidth) {
  const concolic::Trace trace = run("real", {Value::real(1.5), Value::real(0.25)});
  ASSERT_EQ(trace.data.size(), 2u);
  EXPECT_EQ(trace.data[0].bits, 64);
  EXPECT_EQ(trace.data[1].bits, 32);
  EXPECT_TRUE(turns(trace, with({{0, 0x4130000000000000u /* 1048576.0 */}})));
  EXPECT_TRUE(turns(run("rounded", {Value::real(10.5)}), with({{0, 0x404a800000000000u /* 53.0 */}})));
}

TEST_F(Concolic, TextsAreCharacters) {
  EXPECT_TRUE(turns(run("named", {Value::string("jelly")}), with(characters(1, "hello"))));
  EXPECT_TRUE(turns(run("called", {Value::present(Value::string("kay"))}), with(characters(1, "key"))));
  EXPECT_TRUE(turns(run("found", {Value::string("abcd")}), with({{3, 'x'}})));
  EXPECT_TRUE(turns(run("lower", {Value::string("R7")}), with({{1, 'Q'}})));
}

TEST_F(Concolic, AnswersOfKnownCallsAreDecisions) {
  const concolic::Trace trace = run("named", {Value::string("jelly")});
  const uint64_t site = subject().site('K', lineOf("bool named"));
  const auto found = std::ranges::find(trace.decisions, site, &concolic::Decision::site);
  ASSERT_NE(found, trace.decisions.end());
  EXPECT_EQ(found->taken, 0);
  EXPECT_EQ(concolic::evaluate(trace, found->condition, with(characters(1, "hello"))), 1u);
}

TEST_F(Concolic, TextsAreBuiltByTheLibrary) {
  EXPECT_TRUE(turns(run("joined", {Value::string("xy"), Value::string("cd")}), with(characters(1, "ab"))));
}

TEST_F(Concolic, SizesOfTextsAreData) {
  EXPECT_TRUE(turns(run("sized", {Value::string("abc")}), with({{0, 21}})));
  EXPECT_TRUE(turns(run("longer", {Value::present(Value::string("abc"))}), with({{0, 10}})));
}

TEST_F(Concolic, NumbersInTextsAreDigits) {
  EXPECT_TRUE(turns(run("parsed", {Value::string("123")}), with(characters(1, "815"))));
}

TEST_F(Concolic, ConstantTablesAreChoices) {
  EXPECT_TRUE(turns(run("table", {Value::number(1)}), with({{0, 4}})));
}

TEST_F(Concolic, LabelsGoThroughMemoryAndCalls) {
  EXPECT_TRUE(turns(run("list", {Value::list({Value::number(1), Value::number(2)})}), with({{1, 98}})));
  EXPECT_TRUE(turns(run("passed", {Value::number(3)}), with({{0, 77}})));
  EXPECT_TRUE(turns(run("passedFarIn", {Value::number(3)}), with({{0, 77}})));
  EXPECT_TRUE(turns(run("virtually", {Value::number(3), Value::boolean(false)}), with({{0, 0x5a5b}})));
  EXPECT_TRUE(turns(run("bytes", {Value::number(0x11)}), with({{0, 0xad0000de}})));
  EXPECT_TRUE(turns(run("mapped", {Value::number(3)}), with({{0, 100}})));
  EXPECT_TRUE(turns(run("overflow", {Value::number(3), Value::number(4)}), with({{0, 0x7fffffff}})));
  EXPECT_TRUE(turns(run("logical", {Value::boolean(false), Value::boolean(false)}), with({{0, 1}})));
}

TEST_F(Concolic, WhatHappensBehindAnExceptionIsSeen) {
  EXPECT_TRUE(turns(run("thrown", {Value::number(2000)}), with({{0, 4000}})));
}

TEST_F(Concolic, ATraceEndsWhereTheTestDied) {
  const concolic::Trace trace = run("crash", {Value::number(3), Value::absent()});
  EXPECT_TRUE(turns(trace, with({{0, 5}})));
}

TEST_F(Concolic, ATestThatTakesTooManyStepsIsEnded) {
  EXPECT_TRUE(run("endless", {Value::number(3)}).isLimited);
  EXPECT_TRUE(run("fibonacci", {Value::number(60)}).isLimited);
  EXPECT_FALSE(run("fibonacci", {Value::number(3)}).isLimited);
}

TEST_F(Concolic, FunctionsThatCallEachOtherAreEndedByCount) {
  const auto requests = [&](int64_t depth, bool isLimited) {
    const uint64_t before = subject().statistics().requests;
    EXPECT_EQ(run("ping", {Value::number(depth)}).isLimited, isLimited);
    return subject().statistics().requests - before;
  };
  requests(3, false);
  EXPECT_EQ(requests(60, true), requests(60, true)) << "not by the clock";
}

TEST_F(Concolic, TheSizesOfTwoTextsHaveNothingToDoWithEachOther) {
  const concolic::Trace trace = run("second", {Value::string("abcdef"), Value::string("abcd")});
  ASSERT_GE(trace.decisions.size(), 2u);
  for (const concolic::Decision& decision : trace.decisions) {
    const uint32_t roots[] = {decision.condition};
    EXPECT_EQ(concolic::Program(trace, roots).data().size(), 1u);
  }
}

TEST_F(Concolic, DeepExpressionsBecomeConcrete) {
  const concolic::Trace trace = run("many", {Value::string(std::string(64, 'x'))});
  EXPECT_FALSE(trace.isCut);
  for (const concolic::Expression& expression : trace.expressions)
    EXPECT_LE(expression.depth, concolic::kGreatestDepth);
  EXPECT_TRUE(turns(trace, with({{1, 'y'}})) || !trace.decisions.empty());
}

}  // namespace covolve::unit
