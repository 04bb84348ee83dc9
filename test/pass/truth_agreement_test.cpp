// Random truth values: whatever they are made of, the code does what it did
// without probes, and the side with distance 0 is the one that was taken.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "base/rng.h"
#include "workspace.h"

namespace covolve::test {

namespace {

class Expressions {
 public:
  explicit Expressions(uint64_t seed, bool isC) : rng_(seed), isC_(isC) {}

  std::string next(unsigned depth) {
    if (depth == 0) return leaf();
    switch (rng_.below(6)) {
      case 0:
        return "!" + next(depth - 1);
      case 1:
        return fmt::format("({} ? {} : {})", next(depth - 1), next(depth - 1), next(depth - 1));
      default:
        return fmt::format("({} {} {})", next(depth - 1), oneOf({"&&", "||", "&", "|", "^", "==", "!="}),
                           next(static_cast<unsigned>(rng_.below(depth))));
    }
  }

 private:
  std::string oneOf(const std::vector<std::string>& choices) { return choices[rng_.below(choices.size())]; }

  std::string leaf() {
    switch (rng_.below(8)) {
      case 0:
        return fmt::format("(d {} {})", oneOf({"==", "<", ">"}), oneOf({"a", "1.5", "0.0"}));
      case 1:
        return fmt::format("ask({})", oneOf({"a", "b"}));
      case 2:
        return oneOf({"v", "w"});
      case 3:
        return fmt::format("(p == {})", oneOf({"0", "q"}));
      case 4:
        return isC_ ? oneOf({"1", "0"}) : oneOf({"true", "false"});
      default:
        return fmt::format("({} {} {})", oneOf({"a", "b", "c"}), oneOf({"==", "!=", "<", "<=", ">", ">="}),
                           static_cast<int>(rng_.below(7)) - 3);
    }
  }

  Rng rng_;
  bool isC_;
};

constexpr int kFunctions = 12;

/// Prints a number made of all outcomes. Before a decision on a variable it forgets what was reported, behind
/// it it says what was taken.
std::string randomProgram(uint64_t seed, bool isC) {
  Expressions expressions(seed, isC);
  std::string text = "#include <stdbool.h>\n#include <stdio.h>\n";
  text +=
      isC ? "void forget(void); void taken(int);\n" : "extern \"C\" { void forget(); void taken(int); }\n";
  text += isC ? "static int ask(int x) { return (x & 3) == 1; }\n"
              : "static bool ask(int x) { if (x == 77) throw 1; return (x & 3) == 1; }\n"
                "struct Guard { int& r; ~Guard() { r ^= 1; } };\n";
  for (int i = 0; i < kFunctions; ++i) {
    text += fmt::format(
        "int f{}(int a, int b, int c, double d, const int* p, const int* q, bool v, bool w) {{\n", i);
    text += isC ? "  int r = 0;\n" : "  int r = 0; Guard guard{r};\n";
    text += fmt::format("  {} k = {};\n  ", isC && i % 2 ? "int" : "bool", expressions.next(3));
    text += "forget(); if (k) { taken(1); r |= 1; } else { taken(0); }\n";
    text += fmt::format("  if ({}) r |= 2;\n", expressions.next(3));
    text += fmt::format("  for (int i = 0; i < 4 && {}; ++i) {{\n    bool m = k ^ {}; ", expressions.next(2),
                        expressions.next(2));
    text += "forget(); if (m) { taken(1); r += 4; } else { taken(0); }\n    ++a;\n  }\n";
    text += fmt::format("  while ({} && r < 60) {{\n    r += 8; bool z = {}; ", expressions.next(2),
                        expressions.next(3));
    text += "forget(); if (!z) { taken(0); break; } else { taken(1); }\n    --b;\n  }\n";
    text += fmt::format("  return r * 2 + ({} ? 1 : {});\n}}\n", expressions.next(2), expressions.next(1));
  }
  text += "int main(void) {\n  unsigned long sum = 1; static int n = 0;\n";
  text += "  for (int i = 0; i < 1500; ++i) {\n";
  text += "    int k = i * 7; double d = i % 5 == 0 ? __builtin_nan(\"\") : i % 3 * 0.75;\n";
  for (int i = 0; i < kFunctions; ++i) {
    text += fmt::format(
        "    sum = sum * 31 + (unsigned)f{}(i % 7 - 3, k % 11 - 5, i % 5 - 2, d, i & 1 ? &n : 0, "
        "i & 2 ? &n : 0, i & 4, k & 8);\n",
        i);
  }
  return text + "  }\n  printf(\"%lu\\n\", sum);\n  return 0;\n}\n";
}

/// Stands between the program and the runtime.
const std::string kObserver = R"(#include <cstdint>
#include <cstdio>
static unsigned long checked = 0, wrong = 0;
static int last = -1;
extern "C" {
void __real___covolve_truth(uint32_t, uint64_t, uint64_t);
void __wrap___covolve_truth(uint32_t site, uint64_t toTrue, uint64_t toFalse) {
  if ((toTrue == 0) == (toFalse == 0) || toTrue == ~uint64_t{0} || toFalse == ~uint64_t{0}) ++wrong;
  last = toTrue == 0;
  __real___covolve_truth(site, toTrue, toFalse);
}
void forget() { last = -1; }
void taken(int) __attribute__((noinline));
void taken(int side) {
  if (last < 0) return;
  ++checked;
  if (last != side) ++wrong;
}
}
__attribute__((destructor)) static void tell() { std::fprintf(stderr, "%lu %lu", checked, wrong); }
)";

}  // namespace

class TruthAgreement : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Seeds, TruthAgreement, testing::Range(1, 5));

TEST_P(TruthAgreement, DistanceZeroIsTheSideThatWasTaken) {
  const bool isC = GetParam() % 2 == 0;
  const Workspace work;
  const std::string source = isC ? "random.c" : "random.cpp";
  work.write(source, randomProgram(static_cast<uint64_t>(GetParam()), isC));
  work.write("observer.cpp", kObserver);
  work.write("nobody.cpp", "extern \"C\" { void forget() {} void taken(int) {} }\n");
  const std::string clang = isC ? "clang-19" : "clang++-19";
  const auto compile = [&](std::vector<std::string> command) {
    const Completed built = work.tool(std::move(command));
    ASSERT_TRUE(built.succeeded()) << built.errors;
  };
  compile({"clang++-19", "-O1", "-c", work.path("observer.cpp"), "-o", work.path("observer.o")});
  compile({"clang++-19", "-c", work.path("nobody.cpp"), "-o", work.path("nobody.o")});
  compile({clang, "-w", "-O1", work.path(source), work.path("nobody.o"), "-o", work.path("plain")});
  const Completed plain = work.tool({work.path("plain")});
  ASSERT_TRUE(plain.succeeded());
  for (const char* level : {"-O0", "-O2"}) {
    compile({work.wrapper(!isC), "-w", level, work.path(source), work.path("observer.o"),
             "-Wl,--wrap=__covolve_truth", "-lstdc++", "-o", work.path("program")});
    const Completed run = work.tool({work.path("program")});
    EXPECT_EQ(run.output, plain.output) << level;
    unsigned long checked = 0, wrong = 1;
    ASSERT_EQ(std::sscanf(run.errors.c_str(), "%lu %lu", &checked, &wrong), 2) << run.errors;
    EXPECT_GT(checked, 10000u) << level;
    EXPECT_EQ(wrong, 0u) << level;
  }
}

}  // namespace covolve::test
