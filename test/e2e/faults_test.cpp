// A crash of the code under test is normal operation: found, attributed, reported, and nothing else lost.
#include <gtest/gtest.h>

#include "project.h"

namespace covolve::e2e {
namespace {

/// A function that misbehaves for one argument in a few, beside one that does not.
std::string misbehaving(const std::string& includes, const std::string& deed) {
  return includes + "\nint misbehave(int x) {\n  if (x == 3) {\n    " + deed + "\n  }\n  return x + 1;\n}\n" +
         "bool wellBehaved(int x) { return x > 100; }\n";
}

struct Case {
  const char* name;
  const char* includes;
  const char* deed;
  const char* kind;  // part of the fault's kind, lower case
};

void PrintTo(const Case& which, std::ostream* out) { *out << which.name; }

class Faults : public testing::TestWithParam<Case> {};

TEST_P(Faults, AreFoundAttributedAndKeptApart) {
  const Case& which = GetParam();
  const Project project({{"misbehave.cpp", misbehaving(which.includes, which.deed)}});
  const auto report =
      project.generate("misbehave.cpp", 800, {"--test-timeout", "500ms", "--memory", "64", "--"});
  ASSERT_EQ(report["faults"].size(), 1u) << report["faults"];
  std::string kind = report["faults"][0]["kind"];
  for (char& c : kind) c = static_cast<char>(std::tolower(c));
  EXPECT_NE(kind.find(which.kind), std::string::npos) << kind;
  const std::string faults = project.read("out/misbehave_faults_test.cpp");
  EXPECT_NE(faults.find("misbehave(3)"), std::string::npos) << faults;
  const std::string tests = project.read("out/misbehave_test.cpp");
  EXPECT_EQ(tests.find("misbehave(3)"), std::string::npos) << tests;
  EXPECT_NE(tests.find("EXPECT_TRUE(wellBehaved("), std::string::npos) << tests;
  EXPECT_NE(tests.find("EXPECT_FALSE(wellBehaved("), std::string::npos) << tests;
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, Faults,
    testing::Values(
        Case{"NullDereference", "", "volatile int* p = nullptr; *p = 1;", "sigsegv"},
        Case{"DivisionByZero", "", "volatile int zero = x - 3; return 7 / zero;", "sigfpe"},
        Case{"Abort", "#include <cstdlib>", "std::abort();", "abort"},
        Case{"Exit", "#include <cstdlib>", "std::exit(4);", "exit"},
        Case{"QuickExit", "#include <cstdlib>", "std::quick_exit(4);", "exit"},
        Case{"NoexceptThrow", "#include <stdexcept>",
             "[]() noexcept { throw std::runtime_error(\"no\"); }();", "terminate"},
        Case{"DestructorThrow", "struct Thrower { ~Thrower() { throw 1; } };", "Thrower thrower;",
             "terminate"},
        // Local, so that nothing else leads there.
        Case{"StackOverflow", "",
             "struct Deeper { static int go(int n) { volatile char space[512] = {0}; return go(n + 1) + "
             "space[n % 512]; } }; return Deeper::go(x);",
             "stack overflow"},
        Case{"EndlessLoop", "", "for (volatile int i = 0;; i = i + 1) {}", "endless"},
        Case{"EndlessSleep", "#include <unistd.h>", "pause();", "time"},
        Case{"RunawayAllocation", "#include <cstring>",
             "for (;;) std::memset(new char[1 << 20], 1, 1 << 20);", "memory"},
        Case{"DoubleFree", "#include <cstdlib>",
             "char* p = static_cast<char*>(std::malloc(10)); std::free(p); std::free(p);", "heap"}),
    [](const auto& info) { return info.param.name; });

TEST(Faults, AfterAnExceptionAreFoundAndReproducedToo) {
  const Project project({{"buffer.cpp", R"(#include <cstddef>
#include <stdexcept>
class Buffer {
 public:
  explicit Buffer(std::size_t size) { resize(size); }
  Buffer(const Buffer&) = delete;
  ~Buffer() { delete[] data_; }
  // Gives the old memory away before it knows that it gets new memory.
  void resize(std::size_t size) {
    delete[] data_;
    data_ = nullptr;
    if (size > 1000) throw std::length_error("too large");
    data_ = new int[size]();
    size_ = size;
  }
  int first() const { return size_ == 0 ? -1 : data_[0]; }
 private:
  int* data_ = nullptr;
  std::size_t size_ = 0;
};
)"}});
  const auto report = project.generate("buffer.cpp", 3000, {"--", "-std=c++17"});
  ASSERT_EQ(report["faults"].size(), 1u) << report["faults"];
  EXPECT_EQ(report["faults"][0]["kind"], "SIGSEGV");
  EXPECT_EQ(report["faults"][0]["rank"], "likely bug");
  const std::string faults = project.read("out/buffer_faults_test.cpp");
  const size_t thrown = faults.find("EXPECT_THROW(buffer.resize(");
  EXPECT_NE(thrown, std::string::npos) << faults;
  EXPECT_LT(thrown, faults.find("buffer.first();")) << faults;
}

TEST(Faults, ACarelessCallComesBehindABug) {
  const Project project({{"words.cpp", R"(#include <cstring>
// Null is the caller's mistake.
int lengthOf(const char* word) { return static_cast<int>(std::strlen(word)); }
// Dividing by what every caller may pass is not.
int average(int sum, int count) { return sum / count; }
)"}});
  const auto report = project.generate("words.cpp", 3000, {"--", "-std=c++17"});
  ASSERT_EQ(report["faults"].size(), 2u) << report["faults"];
  EXPECT_EQ(report["faults"][0]["function"], "average");
  EXPECT_EQ(report["faults"][0]["rank"], "likely bug");
  EXPECT_EQ(report["faults"][1]["rank"], "outside the contract");
  EXPECT_EQ(report["faults"][1]["rankReason"], "null is passed");
  const std::string note = report["notes"].dump();
  EXPECT_NE(note.find("No call survived null for word of lengthOf"), std::string::npos) << note;
}

TEST(Faults, AnEmptySmartPointerThatACallReturnedIsAsNull) {
  const Project project(
      {{"tree.h",
        "#pragma once\n#include <memory>\nstruct Node { int value = 0; };\n"
        "std::shared_ptr<Node> leaf(int value);\n"
        "int valueOf(const std::shared_ptr<Node>& node);\n"},
       {"tree.cpp",
        "#include \"tree.h\"\n"
        "std::shared_ptr<Node> leaf(int value) {\n  if (value <= 0) return nullptr;\n"
        "  auto made = std::make_shared<Node>();\n  made->value = value;\n  return made;\n}\n"
        "int valueOf(const std::shared_ptr<Node>& node) { return node->value / 2; }\n"}});
  const auto report = project.generate("tree.cpp", 10000, {"--", "-std=c++17"});
  ASSERT_FALSE(report["faults"].empty());
  for (const auto& fault : report["faults"]) EXPECT_EQ(fault["rankReason"], "null is passed") << fault;
  const std::string tests = project.read("out/tree_test.cpp");
  EXPECT_NE(tests.find(", nullptr);"), std::string::npos) << tests;
}

TEST(Faults, NothingIsCalledOnWhatCannotBeAnObject) {
  const Project project({{"pool.cpp", R"(class Shape {
 public:
  virtual ~Shape() = default;
  virtual int sides() const { return sides_; }
  int corners() const { return sides() == 2 ? 0 : sides(); }
 private:
  int sides_ = 3;
};
class Pool {
 public:
  // Points to a pointer, as what is read from before or behind an array may.
  Shape* last() { return shapes_[1]; }
 private:
  Shape shape_;
  Shape* shapes_[2] = {&shape_, reinterpret_cast<Shape*>(&shapes_[0])};
};
)"}});
  const auto report = project.generate("pool.cpp", 3000, {"--", "-std=c++17"});
  EXPECT_TRUE(report["faults"].empty()) << report["faults"];
}

TEST(Faults, FailOnFaultGivesStatusThree) {
  const Project project({{"misbehave.cpp", misbehaving("#include <cstdlib>", "std::abort();")}});
  const auto status = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"unit", "misbehave.cpp", "-o", "out", "--evaluations", "1000"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return project.covolve(arguments).status;
  };
  EXPECT_EQ(status({"--fail-on-fault", "--"}), 3);
  EXPECT_EQ(status({"--"}), 0);
}

TEST(Faults, NameSignalAndLine) {
  const Project project({{"misbehave.cpp", misbehaving("", "volatile int* p = nullptr; *p = 1;")}});
  const auto report = project.generate("misbehave.cpp", 1000);
  EXPECT_NE(project.read("out/misbehave_faults_test.cpp").find("misbehave.cpp:4"), std::string::npos)
      << project.read("out/misbehave_faults_test.cpp");
}

TEST(Isolation, NothingOutsideTheScratchDirectoryIsTouched) {
  const Project victim({{"kept/file.txt", "still here"}});
  const std::string place = victim.path("kept").string();
  const Project project({{"destroy.cpp",
                          "#include <cstdlib>\n#include <filesystem>\n#include <fstream>\n"
                          "int destroy(int x) {\n  std::error_code ignored;\n"
                          "  std::filesystem::remove_all(\"" +
                              place +
                              "\", ignored);\n"
                              "  std::ofstream(\"" +
                              place +
                              "/new.txt\") << 1;\n"
                              "  int status = std::system(\"rm -rf " +
                              place +
                              "\");\n"
                              "  return x > 5 ? status : 1;\n}\n"}});
  project.generate("destroy.cpp", 500, {"--", "-std=c++17"});
  EXPECT_EQ(contents(victim.path()), (std::map<std::string, std::string>{{"kept/file.txt", "still here"}}));
}

TEST(Isolation, TheEnginesOwnMemoryCannotBeCutAwayOrWritten) {
  const Project project({{"grab.cpp",
                          "#include <unistd.h>\n"
                          "int shrink(int fd, long size) { return ftruncate(fd, size) == 0 ? 1 : 0; }\n"
                          "long scribble(int fd) { char junk[64] = {1}; return pwrite(fd, junk, 64, 0); }\n"
                          "int plain(int x) { return x > 7 ? 1 : 2; }\n"}});
  const auto report = project.generate("grab.cpp", 3000);
  EXPECT_NE(project.read("out/grab_test.cpp").find("EXPECT_EQ(plain("), std::string::npos);
  EXPECT_TRUE(report["faults"].empty()) << report["faults"];
}

TEST(Isolation, FilesThatTheShellLeftOpenAreOutOfReach) {
  const Project project({{"precious.txt", "precious"},
                         {"grab.cpp",
                          "#include <unistd.h>\n"
                          "int shrink(int fd, long size) { return ftruncate(fd, size) == 0 ? 1 : 0; }\n"
                          "long scribble(int fd) { char junk[64] = {1}; return write(fd, junk, 64); }\n"}});
  Command command;
  command.arguments = {"bash", "-c",
                       "exec 3<>precious.txt 4<>precious.txt 7<>precious.txt; " COVOLVE_EXECUTABLE
                       " unit grab.cpp -o out --evaluations 3000 --"};
  command.directory = project.path();
  const auto completed = run(command);
  ASSERT_TRUE(completed.has_value());
  EXPECT_EQ(completed->status, 0) << completed->errors;
  EXPECT_EQ(project.read("precious.txt"), "precious");
}

TEST(Isolation, ForkBombsAndClosedDescriptorsStopNothing) {
  const Project project({{"nasty.cpp",
                          "#include <unistd.h>\n"
                          "int forkBomb(int x) {\n  for (int i = 0; i < 100; ++i) { if (fork() == 0) x++; "
                          "}\n  return x > 3 ? 1 : 0;\n}\n"
                          "int closeAll(int x) {\n  for (int fd = 0; fd < 1024; ++fd) close(fd);\n  return x "
                          "> 3 ? 1 : 0;\n}\n"}});
  const auto report = project.generate("nasty.cpp", 3000);
  const auto& functions = report["coverage"]["search"]["function"];
  EXPECT_EQ(functions["covered"], functions["total"]) << report["coverage"]["search"];
  EXPECT_NE(project.read("out/nasty_test.cpp").find("forkBomb("), std::string::npos);
  // Nothing can be said about a test program that has lost its output: such tests are not emitted, with a
  // reason.
  ASSERT_FALSE(report["dropped"].empty());
  for (const auto& dropped : report["dropped"]) {
    EXPECT_NE(dropped["test"].get<std::string>().find("CloseAll"), std::string::npos) << dropped;
  }
}

/// Nothing that ends the program without a sanitizer.
const char* const kUndefined = R"(#include <vector>
int twice(int x) {
  if (x > 2000000000) return x + x;
  return 0;
}
int behind(const std::vector<int>& v) {
  if (v.size() == 3) return v.data()[3] == 7 ? 1 : 2;
  return 0;
}
int sound(int x) { return x > 9 ? 1 : 0; }
)";

TEST(Sanitizers, WhatTheyFindInTestsThatPassIsAFault) {
  const Project project({{"undefined.cpp", kUndefined}});
  const auto report = project.generate("undefined.cpp", 3000);
  std::vector<std::string> kinds;
  for (const auto& fault : report["faults"]) {
    kinds.push_back(fault["kind"]);
    EXPECT_TRUE(fault["reproduced"]) << fault;
  }
  EXPECT_EQ(kinds, (std::vector<std::string>{"signed integer overflow", "heap-buffer-overflow"}));
  EXPECT_EQ(report["faults"][0]["function"], "twice");
  EXPECT_EQ(report["faults"][0]["line"], 3);
  EXPECT_EQ(report["faults"][1]["line"], 7);
  const std::string tests = project.read("out/undefined_test.cpp");
  EXPECT_EQ(tests.find("twice(2"), std::string::npos) << tests;
  EXPECT_NE(tests.find("twice("), std::string::npos) << tests;
  EXPECT_NE(tests.find("sound("), std::string::npos) << tests;
  const std::string faults = project.read("out/undefined_faults_test.cpp");
  EXPECT_NE(faults.find("TEST(UndefinedFaults, TwiceFailsWithSignedIntegerOverflow)"), std::string::npos)
      << faults;
}

TEST(Sanitizers, AreShownWhatTheyFindWithoutLooks) {
  const Project project({{"gauge.h", R"(#pragma once
class Gauge {
 public:
  void add(unsigned short n) {
    total_ += n * 65537;
    if (total_ < 0) ++wraps_;
  }
  int wraps() const { return wraps_; }
 private:
  int total_ = 0;
  int wraps_ = 0;
};
)"},
                         {"gauge.cpp", "#include \"gauge.h\"\n"}});
  project.generate("gauge.h", 3000);
  const std::string faults = project.read("out/gauge_faults_test.cpp");
  EXPECT_NE(faults.find("add("), std::string::npos) << faults;
  EXPECT_EQ(faults.find("wraps("), std::string::npos) << faults;
}

TEST(Sanitizers, WhatTheyHaveNoMemoryForIsDroppedWithThatReason) {
  const Project project({{"reserve.cpp", R"(#include <cstdlib>
bool canReserve(unsigned long long bytes) {
  void* const memory = std::malloc(bytes);
  if (memory == nullptr) return false;
  std::free(memory);
  return true;
}
)"}});
  const auto report = project.generate("reserve.cpp", 3000);
  EXPECT_TRUE(report["faults"].empty()) << report["faults"];
  EXPECT_EQ(report["tests"].size(), 1u) << report["tests"];
  ASSERT_EQ(report["dropped"].size(), 1u) << report["dropped"];
  EXPECT_NE(report["dropped"][0]["reason"].get<std::string>().find("allocation-size-too-big"),
            std::string::npos)
      << report["dropped"];
}

TEST(Sanitizers, SayWhyATestCrashesOutsideTheSearch) {
  const Project project({{"far.cpp", R"(#include <cstdlib>
int at(int n) {
  if (n != 7) return n > 100 ? 2 : 1;
  char* const cells = static_cast<char*>(std::malloc(8));
  const int found = cells[4 << 20] == 'x' ? 3 : 4;  // the search's own heap is larger than that
  std::free(cells);
  return found;
}
)"}});
  const auto report = project.generate("far.cpp", 3000);
  ASSERT_EQ(report["faults"].size(), 1u) << report["faults"] << report["dropped"];
  EXPECT_EQ(report["faults"][0]["line"], 5);
  EXPECT_EQ(report["faults"][0]["rank"], "likely bug");
  const std::string tests = project.read("out/far_test.cpp");
  EXPECT_NE(tests.find("EXPECT_EQ(at(101), 2)"), std::string::npos) << tests;
}

TEST(Sanitizers, CanBeLeftOut) {
  const Project project({{"undefined.cpp", kUndefined}});
  const auto report = project.generate("undefined.cpp", 3000, {"--sanitize", "off", "--"});
  EXPECT_TRUE(report["faults"].empty()) << report["faults"];
  EXPECT_NE(project.read("out/undefined_test.cpp").find("twice(2"), std::string::npos);
}

/// By the name of the function that shows the fault.
std::map<std::string, std::string> rankReasons(const nlohmann::json& report) {
  std::map<std::string, std::string> reasons;
  for (const nlohmann::json& fault : report["faults"]) {
    std::string function = fault["function"];
    function.erase(std::min(function.find('('), function.size()));
    reasons[function.substr(function.rfind(':') + 1)] = fault["rankReason"];  // inlined ones have no scope
  }
  return reasons;
}

TEST(Faults, WhatTheCodeRefusesIsNoLikelyBug) {
  const Project project(
      {{"digits.cpp",
        "#include <cassert>\n#include <cstdlib>\n"
        "static int digit(char c) { assert(c >= '0' && c <= '9'); return c - '0'; }\n"
        "int twice(char c) { return 2 * digit(c); }\n"
        "int halved(int n) { if (n % 2 != 0) std::abort(); return n / 2; }\n"
        "int tenth(int n) { int digits[10] = {}; digits[0] = n; return *(int*)(long)(n == 7 ? 8 : "
        "(long)digits); }\n"}});
  const nlohmann::json report = project.generate("digits.cpp", 5000, {"--", "-std=c++17", "-w"});
  std::map<std::string, std::string> ranks = rankReasons(report);
  EXPECT_EQ(ranks["digit"], "the function that is called asserts it") << report["faults"];
  EXPECT_EQ(ranks["halved"], "the code ends the program itself") << report["faults"];
  ASSERT_TRUE(ranks.contains("tenth")) << report["faults"];
  EXPECT_EQ(ranks["tenth"], "") << report["faults"];
}

TEST(Faults, WhatTheCodeSaysOfItselfStaysALikelyBug) {
  const Project project(
      {{"gauge.cpp",
        "#include <cassert>\n#include <cstdlib>\n#include <optional>\n#include <variant>\n"
        "class Gauge {\n public:\n"
        "  void add(int n) { level_ += n; check(); }\n"
        "  void drop(int n) { level_ -= n; assertFull(n); }\n\n private:\n"
        "  void check() const { if (level_ > 40 && level_ < 100) std::abort(); }\n"
        "  void assertFull(int) const { assert(level_ > -9); }\n"
        "  int level_ = 0;\n};\n"
        "[[noreturn]] static void panic() { std::abort(); }\n"
        "int third(int n) { if (n == 7) panic(); return n / 3; }\n"
        "int number(int n) { std::variant<int, char> either = n; if (n > 30) either = 'c'; return "
        "std::get<int>(either); }\n"}});
  const nlohmann::json report =
      project.generate("gauge.cpp", 5000, {"--", "-std=c++17", "-fno-exceptions", "-w"});
  std::map<std::string, std::string> ranks = rankReasons(report);
  for (const std::string where : {"check", "assertFull", "panic", "number"}) {
    EXPECT_TRUE(ranks.contains(where)) << where << report["faults"];
    EXPECT_EQ(ranks[where], "") << where << report["faults"];
  }
}

TEST(Sanitizers, JudgeEveryTestThatPasses) {
  const Project project({{"sign.cpp", R"(
#if defined(__has_feature) && __has_feature(address_sanitizer)
#error "cannot be built like that"
#endif
int sign(int number) { return number < 0 ? -1 : number > 0; }
)"}});
  const auto report = project.generate("sign.cpp", 1000, {"--"});
  EXPECT_TRUE(report["tests"].empty()) << report["tests"].dump(2);
  ASSERT_FALSE(report["dropped"].empty());
  EXPECT_NE(report["dropped"][0]["reason"].get<std::string>().find("with sanitizers"), std::string::npos);
  EXPECT_NE(report["notes"].dump().find("--sanitize off"), std::string::npos) << report["notes"].dump(2);
  const auto kept = project.generate("sign.cpp", 1000, {"--sanitize", "off", "--"});
  EXPECT_FALSE(kept["tests"].empty());
}

}  // namespace
}  // namespace covolve::e2e
