// Flags of the user's build that decide what tests may look like.
#include <gtest/gtest.h>

#include "project.h"

namespace covolve::e2e {
namespace {

using nlohmann::json;

/// Refuses to be compiled otherwise than it asks for, also by the harness and the tests.
const char* const kFirmwareHeader = R"(#pragma once
#if defined(FIRMWARE) && (defined(__cpp_exceptions) || defined(__cpp_rtti))
#error "compiled with other flags than the project's"
#endif

class Valve {
 public:
  void open(int percent);
  void shut();
  bool isOpen() const;

 private:
  int percent_ = 0;
};
)";

const char* const kFirmware = R"(#include "valve.h"
void Valve::open(int percent) {
  if (percent < 0 || percent > 100) return;
  percent_ = percent;
}
void Valve::shut() {
  if (percent_ > 90) percent_ = 50;
  else percent_ = 0;
}
bool Valve::isOpen() const { return percent_ != 0; }
)";

TEST(Flags, CodeWithoutExceptionsAndTypeInformationLosesNoTest) {
  const Project project({{"valve.h", kFirmwareHeader}, {"valve.cpp", kFirmware}});
  const json with = project.generate("valve.cpp", 20000, {"--", "-std=c++17"});
  const std::string ordinary = project.read("out/valve_test.cpp");
  EXPECT_NE(ordinary.find("EXPECT_"), std::string::npos) << ordinary;
  const json without = project.generate("valve.cpp", 20000,
                                        {"--", "-std=c++17", "-DFIRMWARE", "-fno-exceptions", "-fno-rtti"});
  EXPECT_EQ(without["coverage"]["emitted"]["branches"], with["coverage"]["emitted"]["branches"]);
  EXPECT_EQ(without["tests"].size(), with["tests"].size());
  EXPECT_TRUE(without["dropped"].empty()) << without["dropped"];
  const std::string tests = project.read("out/valve_test.cpp");
  EXPECT_EQ(tests.find("THROW"), std::string::npos) << tests;
  EXPECT_EQ(tests.find("Throw"), std::string::npos) << tests;
}

TEST(Flags, WhatTheStandardLibraryThrowsWithoutExceptionsIsAFault) {
  const Project project(
      {{"pick.cpp", "#include <string>\nchar pick(const std::string& text) { return text.at(2); }\n"}});
  const json report = project.generate("pick.cpp", 5000, {"--", "-std=c++17", "-fno-exceptions"});
  ASSERT_EQ(report["faults"].size(), 1u) << report["faults"];
  EXPECT_NE(report["faults"][0]["description"].get<std::string>().find("std::out_of_range"),
            std::string::npos)
      << report["faults"];
  EXPECT_FALSE(report["tests"].empty());
}

/// Compiles the emitted tests as a strict user would.
void expectNoWarning(const Project& project, const std::string& tests, const std::string& standard) {
  for (const char* compiler : {"clang++-19", "g++"}) {
    const auto compiled = run({.arguments = {compiler, "-std=" + standard, "-Wall", "-Wextra", "-Werror",
                                             "-I.", "-fsyntax-only", tests},
                               .directory = project.path()});
    ASSERT_TRUE(compiled) << compiled.error().message;
    EXPECT_TRUE(compiled->succeeded()) << compiled->errors;
  }
}

const char* const kOldLibrary = R"(#include <string>
#include <vector>
class Ring {
 public:
  explicit Ring(int size) : size_(size) {}
  void turn(int by) { position_ += by; }
  int& at(int index) { position_ = index % 8; return position_; }
  const int& at(int index) const { return index > 5 ? size_ : position_; }
  __attribute__((warn_unused_result)) bool reset() { position_ = 0; return false; }

 private:
  int size_;
  int position_ = 0;
};
__attribute__((deprecated)) inline int legacy(int x) { return x > 10 ? 1 : 2; }
inline std::vector<std::string> words(const std::vector<std::string>& all, int least) {
  std::vector<std::string> found;
  for (const std::string& word : all) if (static_cast<int>(word.size()) > least) found.push_back(word);
  return found;
}
)";

TEST(Flags, TestsKeepToTheStandardOfTheSourceAndGiveNoWarning) {
  const Project project({{"ring.h", kOldLibrary}, {"ring.cpp", "#include \"ring.h\"\n"}});
  const json report = project.generate("ring.cpp", 10000, {"--", "-std=c++11"});
  EXPECT_TRUE(report["dropped"].empty()) << report["dropped"];
  const std::string tests = project.read("out/ring_test.cpp");
  EXPECT_NE(tests.find("legacy(11)"), std::string::npos) << tests;
  EXPECT_EQ(tests.find("as_const"), std::string::npos) << tests;
  expectNoWarning(project, "out/ring_test.cpp", "c++11");
}

const char* const kClashing = R"(#pragma once
#define FAIL(text) -1
#define CHECK(condition) ((condition) ? 0 : 1)
#define EXPECT_EQ(a, b) ((a) == (b))
#define TEST 7
namespace testing {
struct Sample { int value; };
inline int weigh(const Sample& sample) { return sample.value > 10 ? CHECK(false) : FAIL(""); }
}
class Test {
 public:
  explicit Test(int id) : id_(id) {}
  bool passed() const { return id_ == TEST; }
 private:
  int id_;
};
inline int Setup(const Test& test) { return test.passed() ? 1 : 0; }
inline int INFO(int level) { return level > 3 ? level : 0; }
)";

class Clashing : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Flags, Clashing, testing::Values("googletest", "doctest"));

TEST_P(Clashing, NamesOfTheFrameworkBelongToTheCode) {
  const Project project(
      {{"clash.h", kClashing}, {"clash.cpp", "#include \"clash.h\"\nint main() { return 1; }\n"}});
  const json report = project.generate("clash.cpp", 5000, {"--framework", GetParam(), "--", "-std=c++17"});
  EXPECT_TRUE(report["dropped"].empty()) << report["dropped"];
  EXPECT_EQ(report["coverage"]["emitted"]["branches"], (json{{"covered", 6}, {"total", 6}}));
  expectNoWarning(project, "out/clash_test.cpp", "c++17");
}

TEST(Flags, FileNamesMayHaveBlanksAndQuotationMarks) {
  const Project project(
      {{"my lib's.h", "int sign(int x);\n"},
       {"my lib's.cpp", "#include \"my lib's.h\"\nint sign(int x) { return x > 0 ? 1 : 0; }\n"},
       {"the \"one\" $HOME.cpp", "int half(int x) { return x > 9 ? x / 2 : 0; }\n"}});
  EXPECT_EQ(project.generate("my lib's.cpp", 1000, {"--"})["tests"].size(), 2u);
  EXPECT_EQ(project.generate("the \"one\" $HOME.cpp", 1000, {"--"})["tests"].size(), 2u);
}

TEST(Flags, TypesOfFunctionsThatNobodyCanCallNeedNoHeader) {
  const Project project(
      {{"engine.h",
        "#pragma once\nenum Gear { Neutral, First, Reverse = -1 };\nbool fits(Gear gear, int speed);\n"},
       {"engine.cpp",
        "#include \"engine.h\"\nbool fits(Gear gear, int speed) { return gear * speed >= 0; }\n"},
       {"car.h", "#pragma once\nint drive(int speed);\n"},
       {"car.cpp",
        "#include \"car.h\"\n#include \"engine.h\"\n"
        "static Gear gearFor(Gear before, int speed) { return speed < 0 ? Reverse : speed > 9 ? First : "
        "before; }\n"
        "int drive(int speed) { return fits(gearFor(Neutral, speed), speed) ? speed : 0; }\n"}});
  const json report = project.generate("car.cpp", 2000, {"--", "-std=c++17"});
  EXPECT_EQ(report["coverage"]["emitted"]["functions"]["covered"], 2) << report["coverage"];
}

/// A library of headers, of which each includes all that it needs, and the last one the first again.
const std::map<std::string, std::string> kHeadersOnly = {
    {"include/shelf/shelf.hpp",
     "#pragma once\n#include \"shelf/parts/board.hpp\"\n#include \"shelf/parts/nails.hpp\"\n"},
    {"include/shelf/parts/nails.hpp",
     "#pragma once\nnamespace shelf { struct Nails { int count = 0; }; }\n"
     "#include \"board.hpp\"\n"
     "namespace shelf { inline bool areEnough(const Nails& nails) { return nails.count > 3; } }\n"},
    {"include/shelf/parts/board.hpp",
     "#pragma once\n#include \"nails.hpp\"\nnamespace shelf { int load(const Nails& nails, int width); }\n"
     "#include \"impl/board_inl.hpp\"\n"},
    {"include/shelf/parts/impl/board_inl.hpp",
     "#pragma once\n#include \"../board.hpp\"\nnamespace shelf {\n"
     "inline int load(const Nails& nails, int width) { return width > 90 ? 0 : nails.count > 7 ? 8 : 4; }\n"
     "}\n"}};

TEST(Flags, AHeaderMayBeIncludedAgainByWhatItIncludes) {
  const Project project(kHeadersOnly);
  const json nails =
      project.generate("include/shelf/parts/nails.hpp", 2000, {"--", "-std=c++17", "-Iinclude"});
  EXPECT_EQ(nails["coverage"]["emitted"]["functions"]["covered"], 1) << nails["coverage"];
  EXPECT_NE(project.read("out/nails_test.cpp").find("#include \"shelf/parts/nails.hpp\""), std::string::npos);
  // Also where the code stands in a file of its own.
  const json board =
      project.generate("include/shelf/parts/board.hpp", 2000, {"--", "-std=c++17", "-Iinclude"});
  EXPECT_EQ(board["coverage"]["emitted"]["branches"]["covered"], 4) << board["coverage"];
}

TEST(Flags, AHeaderThatOnlyIncludesOthersStandsForThem) {
  const Project project(kHeadersOnly);
  const json report = project.generate("include/shelf/shelf.hpp", 4000, {"--", "-std=c++17", "-Iinclude"});
  EXPECT_EQ(report["coverage"]["emitted"]["functions"]["covered"], 2) << report["coverage"];
  EXPECT_EQ(report["coverage"]["emitted"]["branches"]["covered"], 4) << report["coverage"];
}

TEST(Flags, AssigningToItselfGivesNoWarning) {
  const Project project({{"text.cpp",
                          "class Text {\n public:\n  explicit Text(int size) : size_(size) {}\n"
                          "  Text(const Text& other) : size_(other.size_) {}\n"
                          "  Text& operator=(const Text& other) {\n    if (this == &other) return *this;\n"
                          "    size_ = other.size_;\n    return *this;\n  }\n"
                          "  int size() const { return size_; }\n\n private:\n  int size_;\n};\n"}});
  const json report = project.generate("text.cpp", 3000, {"--", "-std=c++17"});
  EXPECT_EQ(report["coverage"]["emitted"]["branches"], (json{{"covered", 2}, {"total", 2}}));
  expectNoWarning(project, "out/text_test.cpp", "c++17");
  EXPECT_NE(project.read("out/text_test.cpp").find(" = static_cast<const Text&>(text)"), std::string::npos)
      << project.read("out/text_test.cpp");
}

TEST(Flags, AssigningToItselfCompilesWhateverTheOperatorTakes) {
  const Project project({{"set.cpp",
                          "class Set {\n public:\n  explicit Set(int bits) : bits_(bits) {}\n"
                          "  Set& operator|=(Set& other) {\n    if (this == &other) return *this;\n"
                          "    bits_ |= other.bits_;\n    other.bits_ = 0;\n    return *this;\n  }\n"
                          "  int bits() const { return bits_; }\n\n private:\n  int bits_;\n};\n"}});
  const json report = project.generate("set.cpp", 3000, {"--", "-std=c++17"});
  EXPECT_EQ(report["coverage"]["emitted"]["branches"], (json{{"covered", 2}, {"total", 2}}));
  EXPECT_TRUE(report["dropped"].empty()) << report["dropped"];
}

TEST(Flags, FunctionsCalledMainAreNotTheProgram) {
  const Project project({{"tool.cpp",
                          "namespace app {\nint main(int count) { return count > 3 ? 1 : 0; }\n"
                          "struct Program {\n  int main(int x) { return x > 7 ? 1 : 0; }\n};\n}\n"
                          "int main() { return app::main(1); }\n"}});
  const json report = project.generate("tool.cpp", 2000, {"--", "-std=c++17"});
  EXPECT_EQ(report["coverage"]["emitted"]["branches"], (json{{"covered", 4}, {"total", 4}}));
  const std::string tests = project.read("out/tool_test.cpp");
  EXPECT_NE(tests.find("app::main(4)"), std::string::npos) << tests;
  expectNoWarning(project, "out/tool_test.cpp", "c++17");
}

}  // namespace
}  // namespace covolve::e2e
