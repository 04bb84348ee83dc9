// Which mutants the pass makes, and that each is the change it says it is.
#include "covolve/mutants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "base/installation.h"
#include "workspace.h"

namespace covolve::test {

namespace {

struct MutantLine {
  std::string id;
  std::string kind;
  unsigned line = 0;
  std::string change;
  std::string file;
};

/// Compiles programs with mutants and runs them.
class Mutated {
 public:
  /// Links it; the mutants are those of source.cpp.
  explicit Mutated(const std::string& source, const std::vector<std::string>& flags = {}) {
    work_.write("source.cpp", source);
    const Completed built = compile({"source.cpp", "-o", "program"}, flags);
    EXPECT_TRUE(built.succeeded()) << built.errors;
    run({});
    read();
  }

  /// "3 `<` becomes `<=`", in the order of the table.
  std::vector<std::string> changes(const std::string& kind = "") const {
    std::vector<std::string> texts;
    for (const MutantLine& mutant : mutants_) {
      if (kind.empty() || mutant.kind == kind)
        texts.push_back(std::to_string(mutant.line) + " " + mutant.change);
    }
    return texts;
  }
  size_t count() const { return mutants_.size(); }

  /// With the mutant of that change in that line; 0: as written.
  int statusWith(unsigned line = 0, const std::string& change = "", int steps = 1'000'000) const {
    std::vector<std::string> variables{std::string(mutants::kStepsVariable) + "=" + std::to_string(steps)};
    if (line != 0) {
      const auto found = std::ranges::find_if(
          mutants_, [&](const MutantLine& mutant) { return mutant.line == line && mutant.change == change; });
      EXPECT_NE(found, mutants_.end()) << line << " " << change;
      if (found == mutants_.end()) return -1;
      variables.push_back(std::string(mutants::kActiveVariable) + "=" + found->id);
    }
    const Completed completed = run(variables);
    return completed.signal != 0 ? -completed.signal : completed.status;
  }

  const Workspace& work() const { return work_; }

  Completed compile(std::vector<std::string> arguments, const std::vector<std::string>& flags) const {
    const auto parts = locateInstallation();
    EXPECT_TRUE(parts.has_value());
    std::vector<std::string> command{"clang++-19", "-std=c++20", "-fno-discard-value-names",
                                     "-gline-tables-only"};
    for (const std::string& argument :
         {std::string("-load"), parts->mutationPass().string(),
          "-fpass-plugin=" + parts->mutationPass().string(), std::string("-mllvm"),
          "-covolve-mutate-file=" + work_.path("source.cpp")}) {
      command.emplace_back("-Xclang");
      command.push_back(argument);
    }
    command.insert(command.end(), arguments.begin(), arguments.end());
    command.insert(command.end(), flags.begin(), flags.end());
    if (std::ranges::find(arguments, "-c") == arguments.end())
      command.push_back(parts->mutationRuntime().string());
    return work_.tool(command);
  }

  Completed run(std::vector<std::string> variables) const {
    variables.push_back(std::string(mutants::kTableVariable) + "=" + work_.path("table"));
    variables.insert(variables.begin(), "env");
    variables.push_back(work_.path("program"));
    return work_.tool(variables);
  }

 private:
  void read() {
    std::istringstream lines(readFile(work_.path("table")).value_or(""));
    for (std::string line; std::getline(lines, line);) {
      std::vector<std::string> fields;
      std::istringstream parts(line);
      for (std::string field; std::getline(parts, field, '\t');) fields.push_back(field);
      ASSERT_EQ(fields.size(), 7u) << line;
      mutants_.push_back(
          {fields[0], fields[1], static_cast<unsigned>(std::stoul(fields[2])), fields[4], fields[6]});
    }
  }

  Workspace work_;
  std::vector<MutantLine> mutants_;
};

using Changes = std::vector<std::string>;

}  // namespace

TEST(Mutants, OperatorsBecomeTheirCounterparts) {
  const Mutated program(R"(int f(int a, int b) {
  return a + b * 3;
}
unsigned g(unsigned a) {
  return ~(a << 2);
}
int main() { return f(5, 2) + (g(1) == 0xfffffffbu ? 100 : 0); }
)");
  EXPECT_EQ(program.statusWith(), 111);
  EXPECT_EQ(program.statusWith(2, "`+` becomes `-`"), 99);
  EXPECT_EQ(program.statusWith(2, "`*` becomes `/`"), 105);
  EXPECT_EQ(program.statusWith(2, "`3` becomes `4`"), 113);
  EXPECT_EQ(program.statusWith(5, "`<<` becomes `>>`"), 11);
  EXPECT_EQ(program.statusWith(5, "`~` is removed"), 11);
}

TEST(Mutants, ComparisonsMoveTheirBoundaryAndTurnRound) {
  const Mutated program(R"(bool f(int a) {
  return a < 3;
}
int main() { return f(2) * 4 + f(3) * 2 + f(1); }
)");
  EXPECT_EQ(program.statusWith(), 5);
  EXPECT_EQ(program.statusWith(2, "`<` becomes `<=`"), 7);
  EXPECT_EQ(program.statusWith(2, "`<` becomes `>=`"), 2);
  // `< 4` would be `<= 3` again.
  EXPECT_EQ(program.statusWith(2, "`3` becomes `2`"), 1);
  EXPECT_EQ(program.changes("constant")[0], "2 `3` becomes `2`");
}

TEST(Mutants, ConstantsBecomeTheirNeighbours) {
  const Mutated program(R"(int f(int a, double b) {
  if (a == -1) return 3;
  return a == 7 ? static_cast<int>(b * 2.5) : 2147483647 - a;
}
int main() { return f(-1, 1) * 100 + f(7, 2); }
)");
  const Changes constants = program.changes("constant");
  const auto has = [&](const char* change) { return std::ranges::count(constants, change) == 1; };
  EXPECT_TRUE(has("2 `-1` becomes `0`"));
  EXPECT_TRUE(has("3 `7` becomes `8`"));
  EXPECT_TRUE(has("3 `2.5` becomes `3.5`"));
  EXPECT_TRUE(std::ranges::none_of(constants, [](const std::string& change) {
    return change.contains("2147483647");  // nothing is above it
  }));
  EXPECT_EQ(program.statusWith() % 256, 305 % 256);
  EXPECT_EQ(program.statusWith(3, "`2.5` becomes `3.5`"), 307 % 256);
}

TEST(Mutants, WhatChangesNothingIsNotMade) {
  const Mutated program(R"(int f(int a, unsigned b) {
  return (a + 0) * 1 + (b < 0);
}
int main() { return f(1, 2); }
)");
  EXPECT_EQ(program.changes("arithmetic"), (Changes{"2 `+` becomes `-`"}));
  EXPECT_EQ(program.changes("comparison"), (Changes{"2 `<` becomes `>=`"}));
}

TEST(Mutants, OperandsOfConnectorsDropOut) {
  const Mutated program(R"(bool both(bool a, bool b) { return a && b; }
int either(bool a, bool b) {
  if (a || b) return 1;
  return 0;
}
int main() { return both(true, false) * 4 + both(false, true) * 2 + either(true, false); }
)");
  EXPECT_EQ(program.statusWith(), 1);
  const Changes logical = program.changes("logical");
  EXPECT_EQ(logical, (Changes{"1 operand of `&&` becomes `true`", "1 operand of `&&` becomes `true`",
                              "3 operand of `||` becomes `false`", "3 operand of `||` becomes `false`"}));
  EXPECT_EQ(program.statusWith(1, "operand of `&&` becomes `true`"), 3);  // the left one: both() is b
  EXPECT_EQ(program.statusWith(3, "operand of `||` becomes `false`"), 0);
  EXPECT_EQ(program.statusWith(3, "the condition is negated"), 0);
}

TEST(Mutants, StatementsAreRemovedButNotFirstValues) {
  const Mutated program(R"(struct Counter {
  int count = 0;
  explicit Counter(int start) { count = start; }
  void add(int n) { count += n; }
};
int f(int n) {
  int twice = 0;
  twice = 2 * n;
  Counter counter(twice);
  counter.add(1);
  return counter.count;
}
int main() { return f(3); }
)");
  EXPECT_EQ(program.changes("removal"),
            (Changes{"8 assignment is removed", "10 call of `add` is removed", "4 assignment is removed"}));
  EXPECT_EQ(program.statusWith(), 7);
  EXPECT_EQ(program.statusWith(8, "assignment is removed"), 1);
  EXPECT_EQ(program.statusWith(10, "call of `add` is removed"), 6);
  EXPECT_EQ(program.statusWith(4, "assignment is removed"), 6);
}

TEST(Mutants, ReturnedValuesChange) {
  const Mutated program(R"(bool flag(bool b) { return b; }
int number(int n) { if (n > 5) return n; return 3; }
const char* text(const char* t) { return t; }
int& same(int& n) { return n; }
int main() { int n = 1; return flag(true) * 4 + number(7) + (text("a") ? 1 : 0) + same(n); }
)");
  EXPECT_EQ(program.changes("return"), (Changes{"1 the returned value is negated", "2 returns `0`",
                                                "2 returns `0` instead of `3`", "3 returns `nullptr`"}));
  EXPECT_EQ(program.statusWith(), 13);
  EXPECT_EQ(program.statusWith(1, "the returned value is negated"), 9);
  EXPECT_EQ(program.statusWith(2, "returns `0`"), 6);
  EXPECT_EQ(program.statusWith(3, "returns `nullptr`"), 12);
}

TEST(Mutants, InstantiationsShareThem) {
  const Mutated program(R"(template <class T> T next(T t) { return t + 1; }
int main() { return next(1) * 10 + static_cast<int>(next(2.0)); }
)");
  const Changes changes = program.changes("arithmetic");
  EXPECT_EQ(std::ranges::count(changes, "1 `+` becomes `-`"), 1);
  EXPECT_EQ(program.statusWith(), 23);
  EXPECT_EQ(program.statusWith(1, "`+` becomes `-`"), 1);
}

TEST(Mutants, OnlyRequestedFilesHaveThem) {
  const Mutated empty("#include <vector>\nstd::vector<int> v;\nint main() {}\n");
  EXPECT_EQ(empty.count(), 0u);
}

TEST(Mutants, EndlessLoopsRunOutOfSteps) {
  const Mutated program(R"(int f(int n) {
  int sum = 0;
  for (int i = 0; i != n; ++i) sum += i;
  return sum;
}
int main() { return f(4); }
)");
  EXPECT_EQ(program.statusWith(), 6);
  EXPECT_EQ(program.statusWith(3, "`++` becomes `--`"), mutants::kOutOfSteps);
}

TEST(Mutants, CodeStaysValidWhereCallsMayThrow) {
  const std::string source = R"(#include <stdexcept>
#include <string>
#include <vector>
struct Guard { ~Guard(); std::vector<int> kept; };
Guard::~Guard() { kept.clear(); }
void check(int n) { if (n > 3) throw std::runtime_error("large"); }
int f(int n, std::string text) {
  Guard guard;
  try {
    check(n);
    guard.kept.push_back(n ? 4 : 5);
    text.append("x");
  } catch (const std::runtime_error& error) {
    guard.kept.clear();
    return text.size() > 2 ? -1 : n;
  }
  switch (n) {
    case 1: return 7;
    default: break;
  }
  static int calls = 2;
  calls += n;
  return guard.kept.size() + calls;
}
int main() { return f(2, "a") + f(4, "b"); }
)";
  for (const char* level : {"-O0", "-O2"}) {
    const Mutated program(source, {level});
    EXPECT_EQ(program.statusWith(), 9) << level;
    EXPECT_EQ(program.statusWith(11, "call of `push_back` is removed"), 8) << level;
    EXPECT_EQ(program.statusWith(10, "call of `check` is removed"), 14) << level;
    EXPECT_TRUE(program.compile({"-c", "-emit-llvm", "source.cpp", "-o", "source.bc"}, {level}).succeeded());
    const Completed verified = program.work().tool(
        {"opt-19", "-passes=verify", program.work().path("source.bc"), "-o", "/dev/null"});
    EXPECT_TRUE(verified.succeeded()) << verified.errors;
  }
}

}  // namespace covolve::test
