#include <gtest/gtest.h>

#include "base/rng.h"
#include "temporary_project.h"
#include "unit/build/build.h"
#include "unit/build/compile_flags.h"

namespace covolve::unit {
namespace {

namespace fs = std::filesystem;
using Flags = std::vector<std::string>;

std::string messageOf(const auto& result) { return result ? "no error" : result.error().message; }

class CompilationDatabase : public testing::Test {
 protected:
  void database(const std::string& text) const { project_.write("build/compile_commands.json", text); }
  std::string loadError() const { return messageOf(loadProject(project_.buildDirectory())); }

  TemporaryProject project_;
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(CompilationDatabase, ReadsACommandLineAndItsRelativePaths) {
  project_.write("src/a b.cpp", "");
  database(R"([{"directory": "sub", "file": "../../src/a b.cpp",
                "command": "g++ -DNAME=\\\"x\\ y\\\" -Iinc -O2 -o a.o -c '../../src/a b.cpp'"}])");
  const Project project = project_.load();
  ASSERT_EQ(project.commands.size(), 1u);
  const CompileCommand& command = project.commands[0];
  EXPECT_EQ(command.file, project_.root() / "src/a b.cpp");
  EXPECT_EQ(command.directory, project_.buildDirectory() / "sub");
  EXPECT_EQ(command.output, project_.buildDirectory() / "sub/a.o");
  EXPECT_EQ(command.flags, (Flags{"-DNAME=\"x y\"", "-Iinc", "-O2"}));
  EXPECT_TRUE(findCommand(project, project_.root() / "src" / "a b.cpp"));
}

TEST_F(CompilationDatabase, ReadsArgumentsInsteadOfACommandLine) {
  project_.write("a.c", "");
  database(R"([{"directory": "..", "file": "a.c", "arguments": ["cc", "-I", "one two", "a.c"]}])");
  const Project project = project_.load();
  ASSERT_EQ(project.commands.size(), 1u);
  EXPECT_EQ(project.commands[0].flags, (Flags{"-I", "one two"}));
  EXPECT_TRUE(project.commands[0].isC);
}

TEST_F(CompilationDatabase, TheFirstOfSeveralEntriesForAFileCounts) {
  project_.write("a.cpp", "");
  database(R"([{"directory": "..", "file": "a.cpp", "command": "g++ -DFIRST a.cpp"},
               {"directory": "..", "file": "./a.cpp", "command": "g++ -DSECOND a.cpp"}])");
  const Project project = project_.load();
  ASSERT_EQ(project.commands.size(), 1u);
  EXPECT_EQ(project.commands[0].flags, Flags{"-DFIRST"});
}

TEST_F(CompilationDatabase, SkipsWhatIsNoCOrCxxCompilation) {
  database(R"([{"directory": ".", "file": "a.S", "command": "gcc -c a.S"},
               {"directory": ".", "file": "b.cxx", "command": "g++ -x c++-header b.cxx"},
               {"file": 3}, "text", {"directory": ".", "file": "c.cpp", "command": "g++ -c c.cpp"}])");
  const Project project = project_.load();
  ASSERT_EQ(project.commands.size(), 1u);
  EXPECT_EQ(project.commands[0].file.filename(), "c.cpp");
}

TEST_F(CompilationDatabase, EachMistakeHasItsSentence) {
  EXPECT_TRUE(contains(messageOf(loadProject(project_.root() / "none")), "there is no build directory"));
  EXPECT_TRUE(contains(loadError(), "run cmake with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON"));
  database("");
  EXPECT_TRUE(contains(loadError(), "is empty"));
  database("[]");
  EXPECT_TRUE(contains(loadError(), "lists no files"));
  database("[{]");
  EXPECT_TRUE(contains(loadError(), "is not JSON"));
  database("{}");
  EXPECT_TRUE(contains(loadError(), "is not a list of compile commands"));
  database(R"([{"directory": ".", "file": "a.S", "command": "gcc -c a.S"}])");
  EXPECT_TRUE(contains(loadError(), "lists no C or C++ files"));
}

TEST_F(CompilationDatabase, AFileThatIsNotListedGetsTheNearestNamed) {
  project_.add("src/order.cpp", "");
  project_.add("src/customer.cpp", "");
  const Project project = project_.load();
  const fs::path misspelt = project_.write("src/ordre.cpp", "");
  EXPECT_TRUE(
      contains(messageOf(findCommand(project, misspelt)), "did you mean " + project_.root().string()));
  EXPECT_TRUE(contains(messageOf(findCommand(project, misspelt)), "src/order.cpp?"));
  const fs::path unlike = project_.write("src/zzz.cpp", "");
  EXPECT_FALSE(contains(messageOf(findCommand(project, unlike)), "did you mean"));
  EXPECT_TRUE(contains(messageOf(findCommand(project, "none.cpp")), "there is no file none.cpp"));
  EXPECT_TRUE(contains(messageOf(findCommand(project, project_.root())), "is a directory"));
}

TEST_F(CompilationDatabase, AHeaderGetsTheFlagsOfTheSourceNearestToIt) {
  project_.add("src/far.cpp", "", "-DFAR");
  project_.add("src/user.cpp", "#include <lib/only.h>\n", "-DUSER");
  project_.add("src/order.cpp", "", "-DORDER");
  const Project project = project_.load();
  const auto namesake = findCommand(project, project_.write("include/order.h", ""));
  ASSERT_TRUE(namesake);
  EXPECT_EQ(namesake->file, project_.root() / "include/order.h");
  EXPECT_EQ(namesake->flags, (Flags{"-DORDER", "-x", "c++"}));
  const auto included = findCommand(project, project_.write("include/lib/only.h", ""));
  ASSERT_TRUE(included);
  EXPECT_EQ(included->flags, (Flags{"-DUSER", "-x", "c++"}));
}

TEST_F(CompilationDatabase, TheMembersOfAUnityBuildStandForThemselves) {
  const fs::path first = project_.write("src/a b.cpp", "");
  const fs::path second = project_.write("src/c.cpp", "");
  const fs::path unity = project_.write("build/Unity/unity_0_cxx.cxx",
                                        "/* generated by CMake */\n\n#include \"" + first.string() +
                                            "\"\n\n#include \"" + second.string() + "\"\n");
  project_.write("build/own/order-unity0.cpp", "#include<../../src/meson.cpp>\n");
  database(R"([{"directory": ".", "file": "Unity/unity_0_cxx.cxx", "command": "g++ -DX -o u.o -c u.cxx"},
               {"directory": ".", "file": "own/order-unity0.cpp", "command": "g++ -DM -c u.cpp"}])");
  const Project project = project_.load();
  ASSERT_EQ(project.commands.size(), 3u);
  const auto found = findCommand(project, first);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->flags, Flags{"-DX"});
  EXPECT_EQ(found->output, project_.buildDirectory() / "u.o") << "by which it is found in link steps";
  EXPECT_TRUE(findCommand(project, second));
  EXPECT_EQ(project.commands[2].file, project_.root() / "src/meson.cpp");
}

TEST_F(CompilationDatabase, AFileIsFoundThroughASymbolicLink) {
  project_.add("src/order.cpp", "");
  fs::create_directory_symlink(project_.root() / "src", project_.root() / "link");
  EXPECT_TRUE(findCommand(project_.load(), project_.root() / "link/order.cpp"));
}

TEST_F(CompilationDatabase, MutatedDatabasesNeverCrash) {
  const std::string original =
      R"([{"directory": "..", "file": "a.cpp", "command": "g++ @r -D'x y' -include p -Xclang -include-pch a.cpp"},)"
      R"({"directory": ".", "file": "b.c", "arguments": ["ccache", "cc", "-o", "b.o", "-x", "c", "b.c"], "output": "o"}])";
  project_.write("r", "@r -O2");  // refers to itself
  Rng rng(1);
  for (int round = 0; round < 400; ++round) {
    std::string text = original;
    for (uint64_t change = rng.below(8) + 1; change > 0; --change) {
      const size_t at = rng.below(text.size());
      switch (rng.below(3)) {
        case 0:
          text[at] = static_cast<char>(rng.below(256));
          break;
        case 1:
          text.erase(at, rng.below(6) + 1);
          break;
        default:
          text.insert(at, text.substr(rng.below(text.size()), rng.below(12)));
      }
      if (text.empty()) text = "[";
    }
    database(text);
    const auto project = loadProject(project_.buildDirectory());
    if (!project) EXPECT_EQ(project.error().blame, Error::Blame::User);
  }
}

TEST(FlagsAfterDashes, AreFilteredAndSourcesMadeAbsolute) {
  const Project project =
      projectFromFlags({"x/a.cpp"}, {"-std=c++20", "-Iinc", "-lz", "-L", "lib", "-Werror"});
  ASSERT_EQ(project.commands.size(), 1u);
  EXPECT_EQ(project.commands[0].file, fs::current_path() / "x/a.cpp");
  EXPECT_EQ(project.commands[0].directory, fs::current_path());
  EXPECT_EQ(project.commands[0].flags, (Flags{"-std=c++20", "-Iinc"}));
  EXPECT_EQ(project.commands[0].linkFlags, (Flags{"-lz", "-Llib"}));
  EXPECT_TRUE(project.buildDirectory.empty());
}

}  // namespace
}  // namespace covolve::unit
