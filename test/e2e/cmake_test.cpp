// Projects that CMake builds: targets as they are, and the module that comes with covolve.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "project.h"

namespace covolve::e2e {
namespace {

namespace fs = std::filesystem;

/// Runs a program in the project's directory, which must succeed; what it printed.
std::string succeed(const Project& project, std::vector<std::string> arguments) {
  const auto completed = run({.arguments = std::move(arguments), .directory = project.path()});
  EXPECT_TRUE(completed && completed->succeeded())
      << (completed ? completed->output + completed->errors : completed.error().message);
  return completed ? completed->output : "";
}

/// A static library that needs another one of the project and one of the system, flags that only GCC knows, a
/// precompiled header, warnings as errors, a source that the build makes.
const std::map<std::string, std::string> kPacker{
    {"CMakeLists.txt", R"(cmake_minimum_required(VERSION 3.16)
project(packer CXX)
set(CMAKE_CXX_STANDARD 20)
add_library(util util/util.cpp)
target_include_directories(util PUBLIC util)
file(WRITE ${CMAKE_BINARY_DIR}/made.cpp "int made() { return 1; }\n")
set_source_files_properties(${CMAKE_BINARY_DIR}/made.cpp PROPERTIES GENERATED ON)
add_library(core core/pack.cpp "core/a 'b'.cpp" ${CMAKE_BINARY_DIR}/made.cpp)
target_include_directories(core PUBLIC core)
target_compile_definitions(core PRIVATE BEST=9)
target_compile_options(core PRIVATE -Wall -Werror -fno-var-tracking --param=max-inline-insns-auto=30)
target_precompile_headers(core PRIVATE <string> <vector>)
target_link_libraries(core PUBLIC util z)
add_executable(app main.cpp)
target_link_libraries(app core)
)"},
    {"util/util.h", "#pragma once\nint atMost(int value, int most);\n"},
    {"util/util.cpp",
     "#include \"util.h\"\nint atMost(int value, int most) { return value > most ? most : value; }\n"},
    {"core/pack.h",
     "#pragma once\n#include <string>\nunsigned long sum(const std::string& text, int level);\n"},
    {"core/pack.cpp", R"(#include "pack.h"
#include <zlib.h>
#include "util.h"
unsigned long sum(const std::string& text, int level) {
  const std::vector<Bytef> bytes(text.begin(), text.end());
  if (atMost(level, BEST) == BEST) return 0;
  return adler32(1, bytes.data(), bytes.size());
}
)"},
    {"core/a 'b'.cpp", "int quoted(int x) { return x > 5 ? 1 : 2; }\n"},
    {"main.cpp", "#include \"pack.h\"\nint main() { return sum(\"x\", 1) > 0 ? 0 : 1; }\n"}};

TEST(CMake, ATargetBringsItsSourcesFlagsAndLibraries) {
  const Project project(kPacker);
  succeed(project, {"cmake", "-S", ".", "-B", "build", "-G", "Unix Makefiles", "-DCMAKE_CXX_COMPILER=g++"});
  const Completed completed =
      project.covolve({"unit", "-p", "build", "--target", "core", "-o", "out", "--evaluations", "2000"});
  ASSERT_EQ(completed.status, 0) << completed.errors << completed.output;
  EXPECT_NE(completed.errors.find("ran cmake"), std::string::npos) << completed.errors;
  EXPECT_NE(completed.output.find("2 files\n"), std::string::npos) << completed.output;
  for (const char* name : {"pack", "a 'b'"}) {
    const auto report = nlohmann::json::parse(project.read(fmt::format("out/{}/covolve.json", name)));
    const auto& branches = report["coverage"]["emitted"]["branches"];
    EXPECT_EQ(branches["covered"], branches["total"]) << report["coverage"];
    EXPECT_TRUE(report["dropped"].empty()) << report["dropped"];
  }
  // Without --target, too, the libraries are those of the target that has the source.
  succeed(project, {"cmake", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "build"});
  const Completed again =
      project.covolve({"unit", "-p", "build", "core/pack.cpp", "-o", "again", "--evaluations", "1000"});
  EXPECT_EQ(again.status, 0) << again.errors;
  EXPECT_EQ(again.errors.find("ran cmake"), std::string::npos) << again.errors;
  const Completed misspelt = project.covolve({"unit", "-p", "build", "--target", "coer", "-o", "none"});
  EXPECT_EQ(misspelt.status, 1);
  EXPECT_NE(misspelt.errors.find("has no target coer; it has core"), std::string::npos) << misspelt.errors;
}

/// A unity build by GCC with a precompiled header that its members rely on, C among C++, GCC's own flags.
const std::map<std::string, std::string> kTogether{
    {"CMakeLists.txt", R"(cmake_minimum_required(VERSION 3.16)
project(together C CXX)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
add_library(together src/first.cpp "src/the second.cpp" src/third.c)
set_target_properties(together PROPERTIES UNITY_BUILD ON CXX_STANDARD 11 C_STANDARD 99)
target_precompile_headers(together PRIVATE src/common.h)
target_compile_options(together PRIVATE -Wall -Wextra -Werror -Wno-maybe-uninitialized -Wlogical-op
  -fno-ipa-sra -fno-ipa-icf -fgraphite-identity -fno-allow-store-data-races -mindirect-branch=keep -mabm
  -gvariable-location-views --param max-inline-insns-auto=40 -Wa,--noexecstack
  $<$<COMPILE_LANGUAGE:CXX>:-fconcepts> $<$<COMPILE_LANGUAGE:C>:-fgnu89-inline>)
)"},
    {"src/common.h", "#ifdef __cplusplus\n#include <string>\n#include <vector>\n#endif\n"},
    {"src/first.h", "#pragma once\nint first(int x);\nint second(const std::string& text);\n"},
    {"src/first.cpp",
     "#include \"first.h\"\nstatic int helper(int x) { return x > 3 ? 1 : 2; }\n"
     "int first(int x) {\n  std::vector<int> values(3, x);\n  return helper(values[0]) + "
     "second(\"ab\");\n}\n"},
    {"src/the second.cpp",
     "#include \"first.h\"\nint second(const std::string& text) { return text.size() > 2 ? 4 : 5; }\n"},
    {"src/third.c", "int third(int x) { return x > 2 ? 1 : 0; }\n"}};

TEST(CMake, AMemberOfAUnityBuildByGccIsTestedAlone) {
  const Project project(kTogether);
  succeed(project, {"cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DCMAKE_CXX_COMPILER=g++",
                    "-DCMAKE_C_COMPILER=gcc"});
  succeed(project, {"cmake", "--build", "build"});  // now there is a .gch, which clang cannot read
  const Completed completed =
      project.covolve({"unit", "-p", "build", "src", "-o", "out", "--evaluations", "2000"});
  ASSERT_EQ(completed.status, 0) << completed.errors << completed.output;
  EXPECT_NE(completed.output.find("3 files\n"), std::string::npos) << completed.output;
  for (const char* name : {"first", "the second", "third"}) {
    const auto report = nlohmann::json::parse(project.read(fmt::format("out/{}/covolve.json", name)));
    const auto& branches = report["coverage"]["emitted"]["branches"];
    EXPECT_EQ(branches["covered"], branches["total"]) << name << report["coverage"];
    EXPECT_TRUE(report["dropped"].empty()) << name << report["dropped"];
  }
}

TEST(CMake, TheModuleAddsTargetsThatGenerateAndRunTests) {
  const Project project({});
  fs::copy(fs::path(COVOLVE_EXAMPLES) / "library", project.path("library"), fs::copy_options::recursive);
  const fs::path root = fs::path(COVOLVE_EXECUTABLE).parent_path().parent_path();
  succeed(project, {"cmake", "-S", "library", "-B", "build", "-G", "Ninja",
                    "-Dcovolve_DIR=" + (root / "lib/cmake/covolve").string()});
  succeed(project, {"cmake", "--build", "build", "--target", "library_generate_tests"});
  EXPECT_TRUE(project.has("library/tests/isbn/isbn_test.cpp"));
  EXPECT_TRUE(project.has("library/tests/loan/loan_test.cpp"));
  succeed(project, {"cmake", "--build", "build"});
  const std::string ran = succeed(project, {"ctest", "--test-dir", "build", "--no-tests=error"});
  EXPECT_NE(ran.find("library.LoanTest."), std::string::npos) << ran;
  EXPECT_NE(ran.find("library.IsbnTest."), std::string::npos) << ran;
  EXPECT_NE(ran.find("100% tests passed"), std::string::npos) << ran;
}

}  // namespace
}  // namespace covolve::e2e
