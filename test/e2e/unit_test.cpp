// What a user gets from `covolve unit`, on small projects.
#include <gtest/gtest.h>

#include <regex>

#include "project.h"

namespace covolve::e2e {
namespace {

const char* const kTriangleHeader = R"(#pragma once
namespace shapes {
enum class Kind { None, Scalene, Isosceles, Equilateral };
Kind classify(int a, int b, int c);
}
)";

const char* const kTriangle = R"(#include "triangle.h"
namespace shapes {
Kind classify(int a, int b, int c) {
  if (a <= 0 || b <= 0 || c <= 0) return Kind::None;
  if (a == b && b == c) return Kind::Equilateral;
  if (a == b || b == c || a == c) return Kind::Isosceles;
  return Kind::Scalene;
}
}
)";

const char* const kAccountHeader = R"(#pragma once
#include <stdexcept>
#include <string>
#include <vector>

namespace bank {

struct Transfer {
  std::string to;
  int amount;
};

class Account {
 public:
  explicit Account(std::string owner, int limit = 0) : owner_(std::move(owner)), limit_(limit) {
    if (limit < 0) throw std::invalid_argument("limit");
  }
  void deposit(int amount);
  bool withdraw(int amount);
  void apply(const Transfer& transfer);
  int balance() const { return balance_; }
  const std::string& owner() const { return owner_; }
  std::vector<int> history() const { return history_; }

 private:
  std::string owner_;
  int limit_;
  int balance_ = 0;
  std::vector<int> history_;
};

}  // namespace bank
)";

const char* const kAccount = R"(#include "account.h"
namespace bank {
void Account::deposit(int amount) {
  if (amount <= 0) throw std::out_of_range("amount");
  if (amount > 1000000) throw std::out_of_range("too much");
  balance_ += amount;
  history_.push_back(amount);
}
bool Account::withdraw(int amount) {
  if (amount <= 0) return false;
  if (amount > 1000000 || balance_ - amount < -limit_ % 1000000) return false;
  balance_ -= amount;
  history_.push_back(-amount);
  return true;
}
void Account::apply(const Transfer& transfer) {
  if (transfer.to.empty()) throw std::invalid_argument("to");
  if (transfer.amount > 0 && transfer.amount < 1000) deposit(transfer.amount);
}
}
)";

double percent(const nlohmann::json& part) {
  return 100.0 * part["covered"].get<double>() / part["total"].get<double>();
}

TEST(Unit, CoversAFunctionWithEnumResult) {
  const Project project({{"triangle.h", kTriangleHeader}, {"triangle.cpp", kTriangle}});
  const auto report = project.generate("triangle.cpp", 50000);
  EXPECT_GE(percent(report["coverage"]["emitted"]["branches"]), 95.0) << report["coverage"]["emitted"];
  const std::string tests = project.read("out/triangle_test.cpp");
  EXPECT_NE(tests.find("#include \"triangle.h\""), std::string::npos) << tests;
  EXPECT_NE(tests.find("shapes::Kind::Equilateral"), std::string::npos) << tests;
  EXPECT_EQ(tests.find("covolve/"), std::string::npos) << "no header of covolve's may be needed";
}

TEST(Unit, PointersToBothEndsPointIntoOneArray) {
  const Project project({{"words.cpp", R"(int sumOf(const int* first, const int* last) {
  int sum = 0;
  for (; first != last; ++first) sum += *first;
  return sum;
}
bool isWord(const char* begin, const char* end) {
  for (const char* at = begin; at != end; ++at) {
    if (*at < 'a' || *at > 'z') return false;
  }
  return end - begin > 3;
}
void fill(char* start, char* end, char with) {
  for (; start < end; ++start) *start = with;
}
)"}});
  const auto report = project.generate("words.cpp", 5000, {"--", "-std=c++11"});
  EXPECT_TRUE(report["faults"].empty()) << report["faults"];
  EXPECT_EQ(report["coverage"]["emitted"]["branches"]["covered"],
            report["coverage"]["emitted"]["branches"]["total"]);
  const std::string tests = project.read("out/words_test.cpp");
  EXPECT_NE(tests.find("isWord(begin.data(), begin.data() + begin.size())"), std::string::npos) << tests;
}

TEST(Unit, CoversAClassThatNeedsCallSequences) {
  const Project project({{"account.h", kAccountHeader}, {"account.cpp", kAccount}});
  const auto report = project.generate("account.cpp", 100000, {"--", "-std=c++20"});
  EXPECT_GE(percent(report["coverage"]["emitted"]["branches"]), 90.0) << report["coverage"]["emitted"];
  EXPECT_GE(percent(report["coverage"]["emitted"]["lines"]), 95.0) << report["coverage"]["emitted"];
  const std::string tests = project.read("out/account_test.cpp");
  EXPECT_NE(tests.find("EXPECT_THROW("), std::string::npos) << tests;
  EXPECT_NE(tests.find("std::invalid_argument"), std::string::npos) << tests;
  EXPECT_TRUE(report["faults"].empty()) << report["faults"];
}

TEST(Unit, TestsOnlyWhatIsAskedFor) {
  const Project project({{"account.h", kAccountHeader}, {"account.cpp", kAccount}});
  const auto whole = project.generate("account.cpp", 20000);
  const auto report = project.generate("account.cpp", 20000, {"--only", "Account::withdraw", "--"});
  EXPECT_FALSE(whole["options"].contains("only"));
  EXPECT_EQ(report["options"]["only"], "bank::Account::withdraw");
  for (const auto& target : report["targets"]) {
    EXPECT_NE(target["function"].get<std::string>().find("withdraw"), std::string::npos) << target;
  }
  // The method alone, lines 9 to 15.
  const auto& emitted = report["coverage"]["emitted"];
  EXPECT_EQ(emitted["functions"], (nlohmann::json{{"covered", 1}, {"total", 1}}));
  EXPECT_EQ(emitted["lines"], (nlohmann::json{{"covered", 7}, {"total", 7}}));
  EXPECT_EQ(emitted["branches"], (nlohmann::json{{"covered", 6}, {"total", 6}}));
  EXPECT_LT(report["tests"].size(), whole["tests"].size());
  const std::string tests = project.read("out/account_test.cpp");
  EXPECT_NE(tests.find("Tests for bank::Account::withdraw of account.cpp"), std::string::npos) << tests;
}

TEST(Unit, WhatIsNotAskedForBringsAboutStates) {
  const Project project({{"safe.cpp",
                          "class Safe {\n public:\n  void turn(int number) { number_ = number; }\n"
                          "  bool open() const { return number_ == 4711; }\n\n"
                          " private:\n  int number_ = 0;\n};\n"}});
  const auto report =
      project.generate("safe.cpp", 20000, {"--only", "Safe::open", "--criteria", "output", "--"});
  EXPECT_EQ(report["coverage"]["search"]["output"], (nlohmann::json{{"covered", 2}, {"total", 2}}));
  EXPECT_EQ(report["coverage"]["emitted"]["functions"], (nlohmann::json{{"covered", 1}, {"total", 1}}));
  const std::string tests = project.read("out/safe_test.cpp");
  EXPECT_NE(tests.find("safe.turn(4711)"), std::string::npos) << tests;
}

TEST(Unit, WhatCannotBeCalledIsTestedThroughItsCallers) {
  const Project project({{"gate.cpp",
                          "class Gate {\n public:\n  int pass(int key) { return fits(key) ? 1 : 2; }\n"
                          "  int lock() { return 3; }\n\n private:\n"
                          "  static bool fits(int key) {\n    if (key == 4711) return true;\n"
                          "    return key == -1;\n  }\n};\n"}});
  const auto report = project.generate("gate.cpp", 20000, {"--only", "Gate::fits", "--"});
  EXPECT_EQ(report["coverage"]["emitted"]["branches"], (nlohmann::json{{"covered", 2}, {"total", 2}}));
  EXPECT_EQ(report["coverage"]["emitted"]["functions"], (nlohmann::json{{"covered", 1}, {"total", 1}}));
  const std::string tests = project.read("out/gate_test.cpp");
  EXPECT_NE(tests.find("pass(4711)"), std::string::npos) << tests;
  EXPECT_EQ(tests.find("lock"), std::string::npos) << tests;
}

TEST(Unit, TheSameSeedGivesTheSameBytes) {
  const Project project({{"account.h", kAccountHeader}, {"account.cpp", kAccount}});
  project.generate("account.cpp", 20000);
  const auto first = contents(project.path("out"));
  std::filesystem::remove_all(project.path("out"));
  project.generate("account.cpp", 20000);
  EXPECT_EQ(contents(project.path("out")), first);
  EXPECT_GE(first.size(), 3u);
}

TEST(Unit, AnotherSeedGivesOtherTests) {
  const Project project({{"account.h", kAccountHeader}, {"account.cpp", kAccount}});
  const auto testsOf = [&](const std::string& seed) {
    project.generate("account.cpp", 2000, {"--seed", seed, "--"});
    const std::string text = project.read("out/account_test.cpp");
    return text.substr(text.find("#include"));  // above it stands the command, which has the seed
  };
  EXPECT_NE(testsOf("1"), testsOf("2"));
}

TEST(Unit, TheFileSaysWhatMadeIt) {
  const Project project({{"account.h", kAccountHeader}, {"account.cpp", kAccount}});
  project.generate("account.cpp", 2000, {"--jobs", "1", "--", "-std=c++20"});
  EXPECT_EQ(project.read("out/account_test.cpp")
                .find("// Tests for account.cpp, generated by covolve 0.1.0:\n"
                      "//   covolve unit account.cpp --mutants off --evaluations 2000 --dse off --seed 1 -- "
                      "-std=c++20\n"),
            0u)
      << project.read("out/account_test.cpp");
}

TEST(Unit, ATextMadeOfNullIsNoTest) {
  const Project project(
      {{"failure.h",
        "#include <stdexcept>\n"
        "struct Failure : std::runtime_error { using std::runtime_error::runtime_error; };\n"
        "inline int check(int x) { if (x == 3) throw Failure(\"three\"); return x; }\n"},
       {"failure.cpp", "#include \"failure.h\"\nint twice(int x) { return 2 * check(x); }\n"}});
  project.generate("failure.cpp", 2000, {"--", "-std=c++20"});
  EXPECT_EQ(project.read("out/failure_test.cpp").find("nullptr"), std::string::npos)
      << project.read("out/failure_test.cpp");
}

TEST(Unit, WritesStubsForInterfacesThatNothingImplements) {
  const Project project(
      {{"thermostat.h",
        "#pragma once\nclass Sensor {\n public:\n  virtual ~Sensor() {}\n  virtual short read(unsigned "
        "channel) = 0;\n"
        "  virtual bool isReady() const noexcept = 0;\n};\n"
        "class Relay {\n public:\n  virtual void set(bool on) = 0;\n  virtual bool isOn() const = 0;\n\n"
        " protected:\n  ~Relay() {}\n};\n"
        "int control(Sensor* sensor, Relay& heater);\n"},
       {"thermostat.cpp",
        "#include \"thermostat.h\"\nint control(Sensor* sensor, Relay& heater) {\n"
        "  if (sensor == nullptr || !sensor->isReady()) return -1;\n"
        "  const int first = sensor->read(0);\n  if (first < -40 && sensor->read(1) < -40) return -2;\n"
        "  if (first < 18 && !heater.isOn()) {\n    heater.set(true);\n    return 1;\n  }\n"
        "  return sensor->isReady() ? 0 : -3;\n}\n"}});
  const auto report = project.generate("thermostat.cpp", 20000, {"--", "-std=c++11", "-fno-exceptions"});
  EXPECT_GE(percent(report["coverage"]["emitted"]["branches"]), 95.0) << report["coverage"]["emitted"];
  const std::string tests = project.read("out/thermostat_test.cpp");
  EXPECT_NE(tests.find("class StubSensor final : public Sensor {"), std::string::npos) << tests;
  EXPECT_NE(tests.find("sensor.isReadyResults = {true"), std::string::npos) << tests;
  EXPECT_TRUE(report["faults"].empty()) << report["faults"];
}

TEST(Unit, EmittedTestsBuildWithoutCovolve) {
  const Project project({{"account.h", kAccountHeader}, {"account.cpp", kAccount}});
  project.generate("account.cpp", 20000);
  Command build;
  build.arguments = {"clang++-19",  "-std=c++17", "-Wall",        "-Werror",   "-I.", "out/account_test.cpp",
                     "account.cpp", "-lgtest",    "-lgtest_main", "-lpthread", "-o",  "tests"};
  build.directory = project.path();
  const auto built = run(build);
  ASSERT_TRUE(built->succeeded()) << built->errors;
  Command tests;
  tests.arguments = {"./tests", "--gtest_shuffle", "--gtest_repeat=100"};
  tests.directory = project.path();
  const auto passed = run(tests);
  EXPECT_TRUE(passed->succeeded()) << passed->output;
}

TEST(Unit, TakesFlagsAndDependenciesFromACompilationDatabase) {
  const Project project(
      {{"include/account.h", kAccountHeader},
       {"src/account.cpp", kAccount},
       {"src/teller.h", "#pragma once\nint fee(int amount);\n"},
       {"src/teller.cpp",
        "#include \"teller.h\"\n#include \"account.h\"\n"
        "int fee(int amount) {\n  bank::Account account(\"till\");\n"
        "  if (amount > 0 && amount < 1000) { account.deposit(amount); return account.balance() / 10; }\n"
        "  return RATE;\n}\n"}});
  const std::string directory = project.path().string();
  const auto entry = [&](const std::string& file) {
    return nlohmann::json{{"directory", directory},
                          {"file", file},
                          {"command", "g++ -std=c++17 -Iinclude -DRATE=3 -c " + file + " -o x.o"}};
  };
  project.write("build/compile_commands.json",
                nlohmann::json::array({entry("src/account.cpp"), entry("src/teller.cpp")}).dump());
  const auto report = project.generate("src/teller.cpp", 20000, {"-p", "build"});
  EXPECT_GE(percent(report["coverage"]["emitted"]["branches"]), 95.0) << report["coverage"]["emitted"];
}

TEST(Unit, TestsCodeThatStandsInNoHeader) {
  const Project project({{"single.cpp",
                          "namespace { int half(int x) { return x > 10 ? x / 2 : x; } }\n"
                          "static bool odd(int x) { return x % 2 != 0; }\n"
                          "class Counter {\n public:\n  int next() { return odd(++count_) ? half(count_) : "
                          "-1; }\n\n private:\n  int count_ = 0;\n};\n"
                          "int main() { return Counter().next(); }\n"}});
  const auto report = project.generate("single.cpp", 20000);
  EXPECT_GE(percent(report["coverage"]["emitted"]["branches"]), 95.0) << report["coverage"]["emitted"];
  EXPECT_NE(project.read("out/single_test.cpp").find("Counter"), std::string::npos);
}

const char* const kClampHeader = R"(#ifndef CLAMP_H
#define CLAMP_H
struct limits { int low; int high; };
int clamp(int value, const struct limits *limits);
void describe(int value, char *buffer);
#endif
)";

// C that is no C++: a variable called new, a conversion from void*.
const char* const kClamp = R"(#include "clamp.h"
#include <stdio.h>
#include <stdlib.h>
static int *copy(int value) { int *new = malloc(sizeof *new); if (new) *new = value; return new; }
int clamp(int value, const struct limits *limits) {
  if (!limits) return value;
  if (value < limits->low) return limits->low;
  if (value > limits->high) return limits->high;
  return value;
}
void describe(int value, char *buffer) {
  int *kept = copy(value);
  if (buffer) sprintf(buffer, *kept < 0 ? "minus %d" : "%d", abs(*kept / 2));
  free(kept);
}
int loose(int x) { return x > 10 ? 1 : 0; }
)";

TEST(Unit, TestsCWithItsHeader) {
  const Project project({{"clamp.h", kClampHeader}, {"clamp.c", kClamp}});
  const auto report = project.generate("clamp.c", 20000, {"--", "-std=c11"});
  // The branch for a failed malloc cannot be reached.
  EXPECT_GE(percent(report["coverage"]["emitted"]["branches"]), 90.0) << report["coverage"]["emitted"];
  EXPECT_EQ(percent(report["coverage"]["emitted"]["lines"]), 100.0) << report["coverage"]["emitted"];
  const std::string tests = project.read("out/clamp_test.cpp");
  EXPECT_NE(tests.find("extern \"C\" {\n#include \"clamp.h\"\nint loose(int);\n}\n"), std::string::npos)
      << tests;
  EXPECT_NE(tests.find("EXPECT_STREQ(buffer, \"minus"), std::string::npos) << tests;
  Command compile;
  compile.arguments = {"clang-19", "-std=c11", "-c", "clamp.c", "-o", "clamp.o"};
  compile.directory = project.path();
  ASSERT_TRUE(run(compile)->succeeded());
  Command build;
  build.arguments = {"clang++-19", "-Wall",   "-Wextra",      "-Werror",   "-I.", "out/clamp_test.cpp",
                     "clamp.o",    "-lgtest", "-lgtest_main", "-lpthread", "-o",  "tests"};
  build.directory = project.path();
  const auto built = run(build);
  ASSERT_TRUE(built->succeeded()) << built->errors;
  Command passing;
  passing.arguments = {"./tests", "--gtest_shuffle"};
  passing.directory = project.path();
  const auto passed = run(passing);
  EXPECT_TRUE(passed->succeeded()) << passed->output;
}

const char* const kPoolHeader = R"(#ifdef __cplusplus
extern "C" {
#endif
struct pool;
struct pool *pool_create(int room);
int pool_settle(struct pool *p, int refs);
void pool_destroy(struct pool *p, int flags);
void pool_free(struct pool *p);
#ifdef __cplusplus
}
#endif
)";

// One call frees with flags, another one under a name that does not tell.
const char* const kPool = R"(#include "pool.h"
#include <stdlib.h>
struct pool { int room; };
struct pool *pool_create(int room) {
  struct pool *p = room < 0 ? NULL : malloc(sizeof *p);
  if (p) p->room = room;
  return p;
}
int pool_settle(struct pool *p, int refs) {
  if (!p) return -1;
  if (refs != 3) return p->room > 5;
  free(p);
  return 2;
}
void pool_destroy(struct pool *p, int flags) {
  if (p && flags == 1) p->room = 0;
  free(p);
}
void pool_free(struct pool *p) { free(p); }
)";

/// Neither errors nor leaks, in the tests of <name>.c.
void expectCleanMemory(const Project& project, const std::string& name) {
  Command compile;
  compile.arguments = {"clang-19", "-fsanitize=address", "-c", name + ".c", "-o", name + ".o"};
  compile.directory = project.path();
  ASSERT_TRUE(run(compile)->succeeded());
  Command build;
  build.arguments = {"clang++-19",   "-fsanitize=address",
                     "-I.",          "out/" + name + "_test.cpp",
                     name + ".o",    "-lgtest",
                     "-lgtest_main", "-lpthread",
                     "-o",           "tests"};
  build.directory = project.path();
  const auto built = run(build);
  ASSERT_TRUE(built->succeeded()) << built->errors;
  Command passing;
  passing.arguments = {"./tests"};
  passing.directory = project.path();
  passing.environment = {{"ASAN_OPTIONS", "detect_leaks=1"}};
  const auto passed = run(passing);
  EXPECT_TRUE(passed->succeeded()) << passed->output << passed->errors
                                   << project.read("out/" + name + "_test.cpp");
}

TEST(Unit, HandlesAreGivenBackOnce) {
  const Project project({{"pool.h", kPoolHeader}, {"pool.c", kPool}});
  const auto report = project.generate("pool.c", 20000, {"--", "-std=c11"});
  EXPECT_EQ(percent(report["coverage"]["emitted"]["lines"]), 100.0) << report["coverage"]["emitted"];
  EXPECT_NE(project.read("out/pool_test.cpp").find("  pool_free(pool"), std::string::npos);
  expectCleanMemory(project, "pool");
}

const char* const kLabelsHeader = R"(#ifdef __cplusplus
extern "C" {
#endif
struct label;
struct label *label_new(int number);
void label_free(struct label *label);
int label_same(struct label *one, struct label *other);
struct label *label_next(const struct label *label);
char *label_print(const struct label *label);
char *label_title(struct label *label);
char *label_kind(int number);
char *label_skip(char *text);
void label_free_text(char *text);
#ifdef __cplusplus
}
#endif
)";

// Of four texts that look alike the first is the caller's, the second the label's, the third nobody's, and
// the fourth a part of the argument. A label that another one was compared with is still the caller's.
const char* const kLabels = R"(#include "labels.h"
#include <stdio.h>
#include <stdlib.h>
static void (*free_hook)(void *) = free;
struct label { int number; char *title; };
struct label *label_new(int number) {
  struct label *label = malloc(sizeof *label);
  label->number = number;
  label->title = NULL;
  return label;
}
void label_free(struct label *label) {
  if (!label) return;
  free(label->title);
  free(label);
}
int label_same(struct label *one, struct label *other) {
  if (!one || !other) return -1;
  return one->number == other->number;
}
struct label *label_next(const struct label *label) {
  return label && label->number < 1000 ? label_new(label->number + 1) : NULL;
}
char *label_print(const struct label *label) {
  if (!label) return NULL;
  char *text = malloc(32);
  snprintf(text, 32, label->number > 100 ? "many" : "number %d", label->number);
  return text;
}
char *label_title(struct label *label) {
  if (!label) return NULL;
  if (!label->title) {
    label->title = malloc(8);
    snprintf(label->title, 8, label->number < 0 ? "minus" : "plus");
  }
  return label->title;
}
char *label_kind(int number) {
  static char kinds[2][8] = {"even", "odd"};
  return kinds[number % 2 != 0];
}
char *label_skip(char *text) {
  while (text && *text == ' ') ++text;
  return text;
}
void label_free_text(char *text) { if (text) free_hook(text); }
)";

TEST(Unit, MemoryThatOnlyTheTestHasIsGivenBack) {
  const Project project({{"labels.h", kLabelsHeader}, {"labels.c", kLabels}});
  project.generate("labels.c", 20000, {"--", "-std=c11"});
  const std::string tests = project.read("out/labels_test.cpp");
  EXPECT_NE(tests.find("auto* result = label_print("), std::string::npos) << tests;
  EXPECT_NE(tests.find("  label_free_text(result);\n"), std::string::npos) << tests;
  EXPECT_FALSE(std::regex_search(tests, std::regex(R"(auto\* \w+ = label_title\()"))) << tests;
  EXPECT_EQ(tests.find("auto* result = label_kind("), std::string::npos) << tests;
  EXPECT_EQ(tests.find("auto* result = label_skip("), std::string::npos) << tests;
  expectCleanMemory(project, "labels");
}

TEST(Unit, MemoryWithoutAFunctionToGiveItBackIsFreed) {
  const Project project({{"words.c",
                          "#include <stdlib.h>\n#include <string.h>\n"
                          "char *copy_of(const char *text) { return text ? strdup(text) : NULL; }\n"
                          // Kept by the C library.
                          "char *name_of(int error) { return strerror(error); }\n"
                          "int *squares(int n) {\n"
                          "  if (n < 1 || n > 9) return NULL;\n"
                          "  int *all = malloc((size_t)n * sizeof *all);\n"
                          "  for (int i = 0; i < n; ++i) all[i] = i * i;\n"
                          "  return all;\n"
                          "}\n"}});
  project.generate("words.c", 5000, {"--", "-std=gnu11"});
  const std::string tests = project.read("out/words_test.cpp");
  EXPECT_NE(tests.find("  std::free(result);\n"), std::string::npos) << tests;
  EXPECT_NE(tests.find("#include <cstdlib>\n"), std::string::npos) << tests;
  EXPECT_FALSE(std::regex_search(tests, std::regex(R"(auto\* \w+ = name_of\()"))) << tests;
  expectCleanMemory(project, "words");
}

TEST(Unit, NullptrIsPassedWhereNothingElseCanBe) {
  const Project project(
      {{"item.cpp",
        "#include <cstddef>\n"
        "class Item {\n public:\n  Item(std::nullptr_t) : kind_(0) {}\n"
        "  explicit Item(int n) : kind_(n > 100 ? 2 : 1) {}\n  int kind() const { return kind_; }\n"
        "  bool operator==(std::nullptr_t) const { return kind_ == 0; }\n private:\n  int kind_;\n};\n"
        "int weight(std::nullptr_t, int n) { return n > 7 ? 1 : 2; }\n"}});
  const auto report = project.generate("item.cpp", 5000);
  EXPECT_EQ(percent(report["coverage"]["emitted"]["branches"]), 100.0) << report["coverage"]["emitted"];
  const std::string tests = project.read("out/item_test.cpp");
  EXPECT_NE(tests.find("item(nullptr);"), std::string::npos) << tests;
  EXPECT_NE(tests.find("EXPECT_EQ(weight(nullptr, "), std::string::npos) << tests;
}

TEST(Unit, TestsOfAnInterfaceDoNotIncludeTheSource) {
  const Project project({{"tax.h", "#pragma once\nnamespace shop { int tax(int cents); }\n"},
                         {"tax.cpp",
                          "#include \"tax.h\"\nnamespace shop {\n"
                          "int rate(int cents) { return cents > 1000 ? 20 : 10; }\n"
                          "int refund(int cents) { return cents > 0 ? cents / 10 : 0; }\n"
                          "int tax(int cents) { return cents < 0 ? 0 : cents / 100 * rate(cents); }\n}\n"}});
  const auto report = project.generate("tax.cpp", 5000);
  EXPECT_EQ(percent(report["coverage"]["emitted"]["branches"]), 100.0) << report["coverage"]["emitted"];
  const std::string tests = project.read("out/tax_test.cpp");
  EXPECT_NE(tests.find("#include \"tax.h\"\n"), std::string::npos) << tests;
  EXPECT_EQ(tests.find("tax.cpp\"\n"), std::string::npos) << tests;
  EXPECT_NE(tests.find("namespace shop {\nint refund(int);\n}"), std::string::npos)
      << "for other sources" << tests;
  EXPECT_EQ(tests.find("rate("), std::string::npos) << "a helper of tax, which reaches it" << tests;
}

TEST(Unit, WhatACallGivesIsLookedAtThroughTheGettersOfItsClass) {
  const Project project(
      {{"value.h",
        "#pragma once\n#include <string>\nclass Value {\n public:\n  explicit Value(int n) : n_(n) {}\n"
        "  int number() const;\n  std::string text() const;\n private:\n  int n_;\n};\n"},
       {"value.cpp",
        "#include \"value.h\"\nint Value::number() const { return n_; }\n"
        "std::string Value::text() const { return std::to_string(n_); }\n"},
       {"parse.h", "#pragma once\n#include \"value.h\"\nValue parse(char c);\n"},
       {"parse.cpp",
        "#include \"parse.h\"\nValue parse(char c) { return Value(c >= '0' && c <= '9' ? c - '0' : -1); "
        "}\n"}});
  project.generate("parse.cpp", 3000);
  const std::string tests = project.read("out/parse_test.cpp");
  EXPECT_NE(tests.find("EXPECT_EQ(value.number(), -1);"), std::string::npos) << tests;
  EXPECT_NE(tests.find("ParseReturnsNumberMinusOne"), std::string::npos) << tests;
  EXPECT_EQ(tests.find("EXPECT_NO_THROW"), std::string::npos) << tests;
}

TEST(Unit, TheSourceIsIncludedByAPathThatReadsWell) {
  const Project project({{"src/single.cpp", "int half(int x) { return x > 10 ? x / 2 : x; }\n"}});
  project.generate("src/single.cpp", 1000, {"--"});
  const std::string tests = project.read("out/single_test.cpp");
  EXPECT_NE(tests.find("#include \"single.cpp\"\n"), std::string::npos) << tests;
}

TEST(Unit, ExpectsNothingOfItsOwnSurroundings) {
  const Project project(
      {{"around.cpp",
        "#include <cstdlib>\n#include <string>\n#include <unistd.h>\n"
        "std::string where() { char b[4096]; return getcwd(b, sizeof b) ? b : \"\"; }\n"
        "std::string home() { const char* h = std::getenv(\"HOME\"); return h ? h : \"\"; }\n"
        "int plain(int x) { return x > 3 ? 1 : 2; }\n"}});
  project.generate("around.cpp", 2000);
  const std::string tests = project.read("out/around_test.cpp");
  EXPECT_EQ(tests.find("EXPECT_EQ(where()"), std::string::npos) << tests;
  EXPECT_EQ(tests.find("EXPECT_EQ(home()"), std::string::npos) << tests;
  EXPECT_NE(tests.find("EXPECT_EQ(plain("), std::string::npos) << tests;
  EXPECT_EQ(contents(project.path("out"))["covolve.json"].find("covolve-unit-"), std::string::npos);
}

TEST(Unit, CallsItsOwnFunctionWhereStdHasOneOfThatName) {
  const Project project({{"range.cpp",
                          "#include <algorithm>\n#include <utility>\n#include <vector>\n"
                          "int minmax(const std::vector<short>& values, std::pair<short, short>& out) {\n"
                          "  for (short v : values) { if (v > out.second) out.second = v; }\n"
                          "  return values.empty() ? 1 : 2;\n}\n"}});
  const auto report = project.generate("range.cpp", 3000);
  EXPECT_TRUE(report["dropped"].empty()) << report["dropped"];
  EXPECT_GE(percent(report["coverage"]["emitted"]["branches"]), 95.0) << report["coverage"]["emitted"];
}

TEST(Unit, ASourceMayBeCalledMain) {
  const Project project({{"main.cpp",
                          "int clamped(int x) { return x < 0 ? 0 : x > 9 ? 9 : x; }\n"
                          "int main(int argc, char**) { return clamped(argc); }\n"}});
  const auto report = project.generate("main.cpp", 1000, {"--jobs", "2"});
  EXPECT_EQ(report["coverage"]["emitted"]["branches"]["covered"], 4);
  EXPECT_TRUE(report["dropped"].empty()) << report["dropped"];
}

TEST(Unit, WhatIsSkippedHasAReason) {
  const Project project({{"mixed.cpp",
                          "#include <functional>\n"
                          "int plain(int x) { return x; }\n"
                          "int callback(std::function<int(int)> f) { return f(1); }\n"
                          "template <class T> int third(T t) { static_assert(sizeof(T) == 3); return t.x; }\n"
                          "class Hidden { Hidden(); public: int get() { return 1; } };\n"}});
  const auto report = project.generate("mixed.cpp", 1000);
  EXPECT_GE(report["skipped"].size(), 3u) << report["skipped"];
  for (const auto& skipped : report["skipped"]) EXPECT_FALSE(skipped["reason"].get<std::string>().empty());
}

TEST(Unit, ConstantStaticsOfFunctionsAndTheLinesOfTheirInitialisersAreCovered) {
  const Project project({{"statics.cpp",
                          "#include <map>\n#include <regex>\n#include <string>\n"
                          "bool isMonth(const std::string& text) {\n"
                          "  static const std::regex month(\"[0-9]{4}-[0-9]{2}\");\n"
                          "  return std::regex_match(text, month);\n}\n"
                          "int code(int key) {\n"
                          "  static const std::map<int, int> codes = {\n"
                          "      {7, 1},\n"
                          "      {11, 2},\n"
                          "  };\n"
                          "  const auto found = codes.find(key);\n"
                          "  return found == codes.end() ? 0 : found->second;\n}\n"}});
  const auto report = project.generate("statics.cpp", 1500, {"--", "-std=c++17"});
  EXPECT_TRUE(report["dropped"].empty()) << report["dropped"];
  EXPECT_TRUE(report["faults"].empty()) << report["faults"];
  EXPECT_EQ(percent(report["coverage"]["emitted"]["lines"]), 100.0) << report["coverage"];
  const auto& lines = report["coverage"]["search"]["line"];
  EXPECT_EQ(lines["covered"], lines["total"]) << report["coverage"]["search"];
}

TEST(Unit, ALogNamesEachPhase) {
  const Project project({{"one.cpp", "int one(int x) { return x > 3 ? 1 : 2; }\n"}});
  const Completed run = project.covolve({"unit", "one.cpp", "-o", "out", "--evaluations", "200", "--"});
  ASSERT_TRUE(run.succeeded()) << run.errors;
  size_t at = 0;
  for (const char* phase :
       {"reading\n", "building\n", "searching", "minimising\n", "verifying", "measuring\n"}) {
    at = run.errors.find(phase, at);
    ASSERT_NE(at, std::string::npos) << phase << " is not in its place in\n" << run.errors;
  }
}

}  // namespace
}  // namespace covolve::e2e
