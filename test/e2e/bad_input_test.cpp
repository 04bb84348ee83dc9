// Bad input gets one clear sentence, exit status 1 and no output.
#include <gtest/gtest.h>
#include <unistd.h>

#include "project.h"

namespace covolve::e2e {
namespace {

const char* const kAdd = "int add(int a, int b) { return a + b; }\n";

void expectUserMistake(const Project& project, std::vector<std::string> arguments,
                       const std::string& saying) {
  const Completed completed = project.covolve(std::move(arguments));
  EXPECT_EQ(completed.status, 1) << completed.errors;
  EXPECT_EQ(completed.signal, 0);
  EXPECT_EQ(completed.output, "");
  EXPECT_NE(completed.errors.find(saying), std::string::npos) << completed.errors;
  EXPECT_TRUE(completed.errors.starts_with("covolve: ")) << completed.errors;
  EXPECT_TRUE(contents(project.path("out")).empty());
}

/// All but a compiler's own message fit on one line.
void expectOneSentence(const Project& project, std::vector<std::string> arguments,
                       const std::string& saying) {
  arguments.insert(arguments.end() - (arguments.back() == "--" ? 1 : 0), "-q");
  expectUserMistake(project, arguments, saying);
  EXPECT_EQ(lineCount(project.covolve(arguments).errors), 1u);
}

TEST(BadInput, MissingBuildDirectory) {
  const Project project({{"add.cpp", kAdd}});
  expectOneSentence(project, {"unit", "-p", "nowhere", "add.cpp", "-o", "out"}, "nowhere");
}

TEST(BadInput, BuildDirectoryWithoutDatabase) {
  const Project project({{"add.cpp", kAdd}, {"build/CMakeCache.txt", ""}});
  expectOneSentence(project, {"unit", "-p", "build", "add.cpp", "-o", "out"}, "compile_commands.json");
}

TEST(BadInput, EmptyDatabase) {
  const Project project({{"add.cpp", kAdd}, {"build/compile_commands.json", "[]"}});
  expectOneSentence(project, {"unit", "-p", "build", "add.cpp", "-o", "out"}, "compile_commands.json");
}

TEST(BadInput, DatabaseThatIsNotJson) {
  const Project project({{"add.cpp", kAdd}, {"build/compile_commands.json", "[{\"file\": "}});
  expectOneSentence(project, {"unit", "-p", "build", "add.cpp", "-o", "out"}, "compile_commands.json");
}

TEST(BadInput, FileNotInDatabase) {
  const Project project({{"add.cpp", kAdd}, {"other.cpp", kAdd}});
  project.write("build/compile_commands.json",
                R"([{"directory": ")" + project.path().string() +
                    R"(", "file": "other.cpp", "command": "c++ -c other.cpp"}])");
  expectOneSentence(project, {"unit", "-p", "build", "add.cpp", "-o", "out"}, "add.cpp");
}

TEST(BadInput, MissingLauncher) {
  const Project project({{"add.cpp", kAdd}});
  expectOneSentence(project, {"unit", "add.cpp", "-o", "out", "--compiler-launcher", "no-such-cache", "--"},
                    "there is no program no-such-cache");
}

TEST(BadInput, MissingSource) {
  const Project project({});
  expectOneSentence(project, {"unit", "nowhere.cpp", "-o", "out", "--"}, "nowhere.cpp");
}

TEST(BadInput, FolderWithoutSources) {
  const Project project({{"docs/readme.md", ""}, {"docs/lib.hpp", ""}});
  expectOneSentence(project, {"unit", "docs", "-o", "out", "--"}, "docs");
}

TEST(BadInput, OneMissingSourceAmongSeveral) {
  const Project project({{"add.cpp", kAdd}});
  expectOneSentence(project, {"unit", "add.cpp", "nowhere.cpp", "-o", "out", "--"}, "nowhere.cpp");
}

TEST(BadInput, AFailedRunLeavesNoEmptyDirectory) {
  const Project project({{"notes.txt", "no source"}});
  EXPECT_EQ(project.covolve({"unit", "notes.txt", "-o", "out", "--"}).status, 1);
  EXPECT_FALSE(project.has("out"));
}

TEST(BadInput, NeitherDatabaseNorFlags) {
  const Project project({{"add.cpp", kAdd}});
  expectOneSentence(project, {"unit", "add.cpp", "-o", "out"}, "-p");
}

/// A source that is there but cannot be tested: its report says why, too.
nlohmann::json expectUntestable(const Project& project, const std::string& source,
                                const std::string& saying) {
  const Completed completed = project.covolve({"unit", source, "-o", "out", "-q", "--"});
  EXPECT_EQ(completed.status, 1) << completed.errors;
  EXPECT_EQ(completed.output, "");
  EXPECT_NE(completed.errors.find(saying), std::string::npos) << completed.errors;
  EXPECT_EQ(contents(project.path("out")).size(), 1u);
  auto report = nlohmann::json::parse(project.read("out/covolve.json"));
  EXPECT_EQ("covolve: " + report.value("failure", "") + "\n", completed.errors);
  return report;
}

TEST(BadInput, SourceThatDoesNotCompileGetsClangsMessage) {
  const Project project({{"broken.cpp", "int broken() { return missing; }\n"}});
  expectUntestable(project, "broken.cpp", "use of undeclared identifier 'missing'");
}

TEST(BadInput, NothingToTest) {
  const Project project({{"data.cpp", "namespace { int unused; }\nstruct Declared;\n"}});
  expectUntestable(project, "data.cpp", "data.cpp");
}

TEST(BadInput, NothingToTestLeadsWithWhatStandsInTheWayOfMost) {
  const Project project({{"hidden.cpp",
                          "#include <cstdarg>\nint logged(const char* format, ...) { return format[0]; }\n"
                          "class Secret {\n  Secret();\n  int one() { return 1; }\n"
                          "  int two() { return 2; }\n};\n"}});
  const auto report = expectUntestable(project, "hidden.cpp", "nothing in ");
  ASSERT_GE(report["reasons"].size(), 2u) << report["reasons"];
  EXPECT_GT(report["reasons"][0]["callables"], report["reasons"][1]["callables"]) << report["reasons"];
  const std::string first = report["reasons"][0]["reason"];
  EXPECT_NE(report["failure"].get<std::string>().find("can be tested: " + first), std::string::npos)
      << report["failure"];
}

TEST(BadInput, OnlyWhatIsNotThere) {
  const Project project({{"add.cpp", kAdd}, {"other.cpp", "int other(int a) { return a; }\n"}});
  expectOneSentence(project, {"unit", "add.cpp", "--only", "ad", "-o", "out", "--"},
                    "there is no class or function ad in add.cpp; there is add");
  expectOneSentence(project, {"unit", "add.cpp", "other.cpp", "--only", "add", "-o", "out", "--"}, "--only");
}

TEST(BadInput, UnknownOption) {
  const Project project({{"add.cpp", kAdd}});
  expectOneSentence(project, {"unit", "add.cpp", "-o", "out", "--nonsense", "--"}, "--nonsense");
}

TEST(BadInput, UnknownCommand) {
  const Project project({});
  expectUserMistake(project, {"nonsense"}, "nonsense");
}

TEST(BadInput, UnknownValue) {
  const Project project({{"add.cpp", kAdd}});
  expectOneSentence(project, {"unit", "add.cpp", "-o", "out", "--algorithm", "nonsense", "--"}, "nonsense");
}

TEST(BadInput, BudgetOfZeroOrLess) {
  const Project project({{"add.cpp", kAdd}});
  for (const char* budget : {"0", "0s", "--budget=-5s", "soon"}) {
    const std::string option =
        std::string(budget).starts_with("--") ? budget : "--budget=" + std::string(budget);
    expectOneSentence(project, {"unit", "add.cpp", "-o", "out", option, "--"}, "--budget");
  }
  for (const char* count : {"0", "-1", "many"}) {
    expectOneSentence(project, {"unit", "add.cpp", "-o", "out", "--evaluations=" + std::string(count), "--"},
                      "--evaluations");
  }
}

TEST(BadInput, UnwritableOutput) {
  const Project project({{"add.cpp", kAdd}, {"occupied", "a file where the directory should be"}});
  const Completed completed = project.covolve({"unit", "add.cpp", "-q", "-o", "occupied/out", "--"});
  EXPECT_EQ(completed.status, 1);
  EXPECT_NE(completed.errors.find("occupied/out"), std::string::npos) << completed.errors;
  EXPECT_EQ(lineCount(completed.errors), 1u);
}

TEST(Help, TeachesAndSucceeds) {
  const Project project({});
  for (const auto& arguments : {std::vector<std::string>{"--help"}, {"unit", "--help"}, {}}) {
    const Completed completed = project.covolve(arguments);
    EXPECT_EQ(completed.status, 0);
    EXPECT_NE(completed.output.find("covolve unit"), std::string::npos) << completed.output;
  }
  EXPECT_TRUE(project.covolve({"--version"}).output.starts_with("covolve "));
}

TEST(Help, TheReferencePageIsUpToDate) {
  const Project project({});
  EXPECT_EQ(project.covolve({"--reference"}).output,
            readFile(std::filesystem::path(COVOLVE_DOCS) / "reference.md").value_or(""))
      << "run: build/release/bin/covolve --reference > docs/reference.md";
}

}  // namespace
}  // namespace covolve::e2e
