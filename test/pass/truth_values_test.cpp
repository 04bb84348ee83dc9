// Distances of truth values that are made of comparisons: each claim is a
// variable of the program below, decided on in a line of its own.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "workspace.h"

namespace covolve::test {

namespace {

struct Claim {
  std::string expression;
  uint64_t toTrue;
  uint64_t toFalse;
};

const std::string kInputs = R"(volatile int seven = 7, five = 5, twenty = 20, one = 1;
volatile double real = 1.0;
volatile unsigned long long zero = 0;
volatile int throwing = 0;
static int opaque(int x) { return (x & 1) == 0; }
)";

/// A program with one decision for each claim, in lines 1000, 1010, ...
std::string program(const std::vector<Claim>& claims, const std::string& type, const std::string& before) {
  std::string text = kInputs + before + "\n";
  text += "int main(void) {\n  int a = five, b = twenty, c = one, hits = 0;\n";
  text += "  double d = real; unsigned long long z = zero;\n";
  for (size_t i = 0; i < claims.size(); ++i) {
    text += fmt::format("  {} v{} = {};\n#line {}\n  if (v{}) ++hits;\n", type, i, claims[i].expression,
                        1000 + 10 * i, i);
  }
  return text + "  (void)d; (void)z; return hits;\n}\n";
}

void expectClaims(const Observed& seen, const std::vector<Claim>& claims) {
  int holding = 0;
  for (size_t i = 0; i < claims.size(); ++i) {
    const SeenState state = seen.at('T', static_cast<unsigned>(1000 + 10 * i));
    EXPECT_EQ(state.toTrue, claims[i].toTrue) << claims[i].expression;
    EXPECT_EQ(state.toFalse, claims[i].toFalse) << claims[i].expression;
    if (claims[i].toTrue == 0) ++holding;
  }
  EXPECT_EQ(seen.program.status, holding);
}

}  // namespace

// a = 5, b = 20, c = 1, d = 1.0, z = 0
class TruthValues : public testing::TestWithParam<const char*> {
 protected:
  void expectAll(const std::vector<Claim>& claims, const std::string& before = "") const {
    const Workspace work;
    expectClaims(work.observe(program(claims, "bool", before), {GetParam()}), claims);
  }
};
INSTANTIATE_TEST_SUITE_P(Levels, TruthValues, testing::Values("-O0", "-O2"),
                         [](const auto& level) { return std::string(level.param).substr(1); });

TEST_P(TruthValues, BothOperandsOfAnAndAreWalkedTo) {
  expectAll({
      {"(a == 7) & (b == 9)", 13, 0},
      {"(a == 5) & (b == 9)", 11, 0},
      {"(a == 5) & (b == 20)", 0, 1},
      {"(a < 9) & (b < 40)", 0, 4},
  });
}

TEST_P(TruthValues, TheNearerOperandOfAnOrIsWalkedTo) {
  expectAll({
      {"(a == 7) | (b == 9)", 2, 0},
      {"(a < 9) | (b == 9)", 0, 4},
      {"(a < 9) | (b < 40)", 0, 24},
  });
}

TEST_P(TruthValues, AnExclusiveOrFlipsTheNearerOperand) {
  expectAll({
      {"(a == 7) ^ (b == 9)", 2, 0},
      {"(a < 9) ^ (b < 40)", 4, 0},
      {"(a < 9) ^ (b == 9)", 0, 4},
      {"(a < 9) != (b == 9)", 0, 4},
      {"((a == 7) | (b == 9)) == (c < 3)", 2, 0},
  });
}

TEST_P(TruthValues, NegationAndConstantsDoNotHideThem) {
  expectAll({
      {"!((a == 7) & (b == 9))", 0, 13},
      {"!!((a == 7) & (b == 9))", 13, 0},
      {"((a == 7) & (b == 9)) == false", 0, 13},
      {"true == ((a == 7) & (b == 9))", 13, 0},
      {"((a == 7) ^ true) & (b == 9)", 11, 0},
      {"__builtin_expect((a == 7) & (b == 9), 0)", 13, 0},
      {"((a == 7) | (b == 9)) & !(c < 3)", 4, 0},
  });
}

TEST_P(TruthValues, SkippedOperandsCountOneEach) {
  expectAll({
      {"a == 7 && b == 9 && c == 3", 4, 0},
      {"a == 5 && b == 9 && c == 3", 12, 0},
      {"a == 5 && b == 20 && c == 3", 2, 0},
      {"a < 9 && b < 40 && c < 3", 0, 2},
      {"a == 7 || b == 9 || c == 3", 2, 0},
      {"a < 9 || b == 9 || c == 3", 0, 6},
      {"a == 7 || b < 40 || c == 3", 0, 21},
      {"!(a == 7 && b == 9)", 0, 3},
  });
}

TEST_P(TruthValues, OperatorsNest) {
  expectAll({
      {"a == 5 && (b == 9 || c == 3)", 2, 0},
      {"(a == 7 || b == 9) && c == 3", 12, 0},
      {"(a == 7 && b == 9) & (c == 3)", 5, 0},
      {"a == 5 && ((b == 9) & (c == 3))", 13, 0},
      {"c < 3 ? a == 7 : b == 9", 2, 0},
      {"a == 5 && (c < 3 ? (a == 7) & (b == 9) : false)", 13, 0},
  });
}

TEST_P(TruthValues, OperandsThatAreNoComparisonsCountOne) {
  expectAll(
      {
          {"(opaque(a) != 0) & (b == 9)", 12, 0},
          {"flag & (b == 9)", 12, 0},
          {"flag & other", 2, 0},
          {"flag && b == 9", 2, 0},
          {"ask(a) & ask(c)", 2, 0},
      },
      "static bool ask(int x) { return opaque(x) == 1; }\nvolatile bool flag = false, other = false;");
}

TEST_P(TruthValues, LeavesHaveTheDistancesOfTheirComparisons) {
  const Workspace work;
  const auto seen = work.observe(R"(volatile double real = 1.0;
volatile long double extended = 1.0L;
volatile __int128 wide = 5;
volatile unsigned small = 2;
int* volatile place = nullptr;
int main() {
  double d = real; long double e = extended; __int128 w = wide; unsigned s = small; int* p = place;
  bool first =
    d == 2.5;
  bool second =
    e < 1.0L;
  bool third =
    w > ((__int128)1 << 62);
  bool fourth =
    s >= 4000000000u;
  bool fifth =
    p != nullptr;
  if (first & second & third & fourth & fifth) return 1;
  return 0;
})",
                                 {GetParam()});
  uint64_t sum = 0;
  for (const unsigned line : {9u, 11u, 13u, 15u, 17u}) sum += seen.at('C', line).toTrue;
  SeenState all;
  for (size_t i = 0; i < seen.sites.size(); ++i) {
    // The whole is the last of the comparisons with 0 in its line.
    if (seen.sites[i].kind == 'C' && seen.sites[i].line == 18) all = seen.states[i];
  }
  ASSERT_GT(sum, uint64_t{1} << 62);
  ASSERT_LT(sum, uint64_t{1} << 63);
  EXPECT_EQ(all.toTrue, sum);
  EXPECT_EQ(all.toFalse, 0u);
}

TEST_P(TruthValues, SumsStayBelowNever) {
  expectAll({
      {"(z >= ~0ull) & (b == 9)", abi::kFarthest, 0},
      {"(z >= 1ull << 63) & (z + 0 >= 1ull << 63)", abi::kFarthest, 0},
      {"(d == __builtin_nan(\"\")) & (b == 9)", abi::kFarthest, 0},
      {"(z >= ~0ull) && b == 9", abi::kFarthest, 0},
  });
}

TEST_P(TruthValues, TheHeadOfALoopLeadsToItsBody) {
  const Workspace work;
  const auto seen = work.observe(R"(volatile int five = 5, twenty = 20;
int main() {
  int a = five, b = twenty, n = 0;
  while (a == 7 && b == 9)
    ++n;
  for (int i = 0; i < 3 && b < 23; ++i)
    ++b;
  do {
    ++a;
  } while ((a == 9) & (b == 50));
  return n;
})",
                                 {GetParam()});
  EXPECT_EQ(seen.program.status, 0);
  EXPECT_EQ(seen.at('T', 4).toTrue, 3u);
  EXPECT_EQ(seen.at('T', 4).toFalse, 0u);
  EXPECT_EQ(seen.at('T', 6).toTrue, 0u);
  EXPECT_EQ(seen.at('T', 6).toFalse, 0u);
  std::vector<uint64_t> compares;
  for (size_t i = 0; i < seen.sites.size(); ++i) {
    if (seen.sites[i].kind == 'C' && seen.sites[i].line == 10) compares.push_back(seen.states[i].toTrue);
  }
  EXPECT_EQ(compares, (std::vector<uint64_t>{3, 27, 30}));
}

TEST_P(TruthValues, COnlyHasIntegers) {
  const std::vector<Claim> claims{
      {"(a == 7) & (b == 9)", 13, 0},     {"(a == 7) | (b == 9)", 2, 0},
      {"(a < 9) ^ (b < 40)", 4, 0},       {"a == 7 && b == 9 && c == 3", 4, 0},
      {"!(a == 7 && b == 9)", 0, 3},      {"((a == 7) & (b == 9)) == 0", 0, 13},
      {"a == 7 || opaque(b) == 5", 2, 0},
  };
  const Workspace work;
  work.write("source.c", program(claims, "_Bool", ""));
  const Completed built = work.cc({GetParam(), "source.c", "-o", "program"});
  ASSERT_TRUE(built.succeeded()) << built.errors;
  expectClaims(work.observeProgram(work.path("program")), claims);
  // As an int the variable is compared with 0, which is a C site.
  work.write("integers.c", program(claims, "int", ""));
  ASSERT_TRUE(work.cc({GetParam(), "integers.c", "-o", "integers"}).succeeded());
  const auto seen = work.observeProgram(work.path("integers"));
  for (size_t i = 0; i < claims.size(); ++i) {
    EXPECT_EQ(seen.at('C', static_cast<unsigned>(1000 + 10 * i)).toTrue, claims[i].toTrue)
        << claims[i].expression;
    EXPECT_EQ(seen.at('C', static_cast<unsigned>(1000 + 10 * i)).toFalse, claims[i].toFalse)
        << claims[i].expression;
  }
}

TEST_P(TruthValues, OperandsMayThrow) {
  const Workspace work;
  const auto seen = work.observe(R"(volatile int five = 5, twenty = 20;
struct Guard { ~Guard() { five = five + 0; } };
bool ask(int x) { if (x > 100) throw x; return x % 2 == 0; }
int f(int a, int b) {
  Guard guard;
  bool both = ask(a) & (b == 9);
  bool chain = b == 20 && ask(b) && ask(a) && a == 7;
  int hits = 0;
  if (both) ++hits;
  if (chain) ++hits;
  return hits;
}
int main() {
  int hits = f(five, twenty);
  try { f(500, 1); } catch (int thrown) { hits += thrown == 500 ? 40 : 0; }
  return hits;
})",
                                 {GetParam()});
  EXPECT_EQ(seen.program.status, 40);
  EXPECT_EQ(seen.at('T', 9).toTrue, 12u);
  EXPECT_EQ(seen.at('T', 10).toTrue, 2u);  // ask(a), and the one behind it
}

TEST_P(TruthValues, VariablesThatMayChangeElsewhereReportTheirOutcome) {
  const Workspace work;
  const auto seen = work.observe(R"(volatile int five = 5;
void touch(bool& flag) { flag = flag && five == 5; }
int main() {
  int a = five, hits = 0;
  bool twice = a == 70;
  if (five == 6) twice = true;
  bool seen = a == 70;
  touch(seen);
  volatile bool outside = a == 70;
  if (twice) ++hits;
  if (seen) ++hits;
  if (outside) ++hits;
  for (int i = 0; i < 2; ++i) {
    bool inside = a == 70 + i;
    if (inside) ++hits;
  }
  return hits;
})",
                                 {GetParam()});
  EXPECT_EQ(seen.program.status, 0);
  for (const unsigned line : {10u, 11u, 12u}) EXPECT_EQ(seen.at('T', line).toTrue, 1u) << line;
  EXPECT_EQ(seen.at('T', 15).toTrue, 65u);
}

TEST_P(TruthValues, TooManyOperandsReportTheirOutcome) {
  std::string sixteen = "(a == 100)";
  for (int i = 1; i < 16; ++i) sixteen += fmt::format(" & (a != {})", 200 + i);
  expectAll({{sixteen, 95, 0}, {sixteen + " & (a != 300)", 1, 0}});
}

TEST(TruthValueCode, OrdinaryComparisonsHaveNone) {
  const Workspace work;
  work.write("source.cpp", R"(int f(int a, int b) {
  if (a > 3 && b < 4) return 1;
  bool kept = a == 7;
  return kept || b == 9 ? a : b;
})");
  ASSERT_TRUE(work.cxx({"-O0", "-S", "-emit-llvm", "source.cpp", "-o", "source.ll"}).succeeded());
  const std::string code = readFile(work.path("source.ll")).value();
  EXPECT_NE(code.find("call void @__covolve_compare_signed"), std::string::npos);
  // The variable is decided on later, away from its comparison: one.
  const std::string call = "= call { i64, i64 } @__covolve_distance_";
  EXPECT_NE(code.find(call), std::string::npos);
  EXPECT_EQ(code.find(call), code.rfind(call));
}

TEST(TruthValueCode, DistancesAreComputedOncePerComparison) {
  const Workspace work;
  work.write("source.cpp", R"(int f(int a, int b) {
  bool both = (a == 7) & (b == 9);
  if (both) return 1;
  bool either = both | (a < b);
  if (!both ^ either) return 2;
  return either ? 3 : 4;
})");
  ASSERT_TRUE(work.cxx({"-O0", "-S", "-emit-llvm", "source.cpp", "-o", "source.ll"}).succeeded());
  const std::string code = readFile(work.path("source.ll")).value();
  int calls = 0;
  for (size_t at = 0; (at = code.find("} @__covolve_distance_signed(i8", at)) != std::string::npos; ++at)
    ++calls;
  EXPECT_EQ(calls, 3 + 1);  // one is the declaration
}

TEST(TruthValueCode, TheEmbeddedBitcodeHasNone) {
  const Workspace work;
  work.sitesOf(
      "int f(int a, int b) { bool c = a == 7 && b == 9; return ((a == 7) & (b == 9)) | c ? 1 : 2; }");
  work.tool({"llvm-objcopy-19", "--dump-section", ".covolve.bitcode=" + work.path("m.bc"),
             work.path("source.o"), "/dev/null"});
  const auto dis = work.tool({"llvm-dis-19", work.path("m.bc"), "-o", "-"});
  ASSERT_TRUE(dis.succeeded()) << dis.errors;
  EXPECT_EQ(dis.output.find("__covolve"), std::string::npos);
  EXPECT_EQ(dis.output.find("umin"), std::string::npos);
}

}  // namespace covolve::test
