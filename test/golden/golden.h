// Compares generated text with an approved file, and has the compiler read it:
// approved text that is no C++ would be worth nothing.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/files.h"
#include "base/process.h"
#include "emit/framework.h"

namespace covolve::golden {

inline std::filesystem::path directoryOf(const std::string& name) {
  return std::filesystem::path(COVOLVE_GOLDEN_DIRECTORY) / name;
}

/// <case>/<file> must be the text; with COVOLVE_APPROVE=1 it is made so.
inline void expectApproved(const std::string& name, const std::string& file, const std::string& text) {
  const std::filesystem::path path = directoryOf(name) / file;
  const char* approve = std::getenv("COVOLVE_APPROVE");
  if (approve != nullptr && std::string(approve) == "1") {
    ASSERT_TRUE(replaceFile(path, text)) << "cannot write " << path;
    return;
  }
  const Result<std::string> approved = readFile(path);
  ASSERT_TRUE(approved) << path << " is missing; look at the new text, then ./dev approve";
  EXPECT_EQ(*approved, text) << "if the new text is better: ./dev approve";
}

/// Reads <case>/<file> with the case's own subject beside it, warnings being errors.
inline void expectCompiles(const std::string& name, const std::string& file) {
  const std::filesystem::path directory = directoryOf(name);
  Command command;
  command.arguments = {"clang++-19", "-std=c++20",       "-Wall",
                       "-Wextra",    "-Werror",          "-fsyntax-only",
                       "-I",         directory.string(), (directory / file).string()};
  const Result<Completed> compiled = run(command);
  ASSERT_TRUE(compiled) << compiled.error().message;
  EXPECT_TRUE(compiled->succeeded()) << compiled->errors;
}

/// Builds the approved file and runs the tests that the filter names; what only the others need may stay
/// undefined.
inline void expectPasses(const std::string& name, const std::string& filter) {
  Result<ScratchDirectory> scratch = ScratchDirectory::make("golden-test");
  ASSERT_TRUE(scratch);
  const std::filesystem::path program = scratch->path() / "program";
  Command build;
  build.arguments = {"clang++-19",
                     "-std=c++20",
                     "-fuse-ld=lld",
                     "-Wl,--unresolved-symbols=ignore-all",
                     "-I",
                     directoryOf(name).string(),
                     (directoryOf(name) / "expected.cpp").string(),
                     "-o",
                     program.string(),
                     "-lgtest",
                     "-lgtest_main"};
  const Result<Completed> built = run(build);
  ASSERT_TRUE(built && built->succeeded()) << built->errors;
  Command execute;
  execute.arguments = {program.string(), "--gtest_filter=" + filter};
  const Result<Completed> ran = run(execute);
  ASSERT_TRUE(ran);
  EXPECT_TRUE(ran->succeeded()) << ran->output;
  EXPECT_NE(ran->output.find("[       OK ]"), std::string::npos) << "no test ran";
}

inline bool isInstalled(const emit::Framework& framework) {
  Command command;
  command.arguments = {"clang++-19", "-E", "-include", framework.requirements().header, "-x", "c++",
                       "/dev/null",  "-o", "/dev/null"};
  const Result<Completed> completed = run(command);
  return completed && completed->succeeded();
}

inline void expectGolden(const std::string& name, const emit::TestFile& file,
                         const std::string& approved = "expected.cpp",
                         const emit::Framework& framework = emit::googleTest()) {
  expectApproved(name, approved, framework.print(file).text);
  if (isInstalled(framework)) expectCompiles(name, approved);
}

/// The same for the frameworks beside GoogleTest: expected_doctest.cpp ...
inline void expectGoldenInAll(const std::string& name, const emit::TestFile& file) {
  expectGolden(name, file);
  for (const std::string& framework : emit::frameworkNames()) {
    if (framework == emit::googleTest().name()) continue;
    expectGolden(name, file, "expected_" + framework + ".cpp", *emit::findFramework(framework));
  }
}

}  // namespace covolve::golden
