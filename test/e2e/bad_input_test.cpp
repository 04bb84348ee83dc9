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

TEST(BadInput, MissingSource) {
  const Project project({});
  expectOneSentence(project, {"unit", "nowhere.cpp", "-o", "out", "--"}, "nowhere.cpp");
}

TEST(BadInput, SourcesThatWouldOverwriteEachOther) {
  const Project project({{"a/add.cpp", kAdd}, {"b/add.cpp", kAdd}});
  expectOneSentence(project, {"unit", "a/add.cpp", "b/add.cpp", "-o", "out", "--"}, "b/add.cpp");
}

TEST(BadInput, OneMissingSourceAmongSeveral) {
  const Project project({{"add.cpp", kAdd}});
  expectOneSentence(project, {"unit", "add.cpp", "nowhere.cpp", "-o", "out", "--"}, "nowhere.cpp");
}

TEST(BadInput, AFailedRunLeavesNoEmptyDirectory) {
  const Project project({{"broken.cpp", "int broken() { return missing; }\n"}});
  EXPECT_EQ(project.covolve({"unit", "broken.cpp", "-o", "out", "--"}).status, 1);
  EXPECT_FALSE(project.has("out"));
}

TEST(BadInput, NeitherDatabaseNorFlags) {
  const Project project({{"add.cpp", kAdd}});
  expectOneSentence(project, {"unit", "add.cpp", "-o", "out"}, "-p");
}

TEST(BadInput, SourceThatDoesNotCompileGetsClangsMessage) {
  const Project project({{"broken.cpp", "int broken() { return missing; }\n"}});
  expectUserMistake(project, {"unit", "broken.cpp", "-o", "out", "-q", "--"},
                    "use of undeclared identifier 'missing'");
}

TEST(BadInput, NothingToTest) {
  const Project project({{"data.cpp", "namespace { int unused; }\nstruct Declared;\n"}});
  expectOneSentence(project, {"unit", "data.cpp", "-o", "out", "--"}, "data.cpp");
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
