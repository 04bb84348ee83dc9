#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sample_project.h"

namespace covolve::campaign {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using Texts = std::vector<std::string>;

class DefinitionTargets : public testing::Test {
 protected:
  static std::string with(const std::string& targets, const std::string& command) {
    return "command: " + command + "\nseeds: 1\nbudgets: 1s\nconfigurations: [{name: a}]\ntargets:\n" +
           targets;
  }
  std::vector<Target> targets(const std::string& text, const std::string& command = "unit") const {
    return project_.define(with(text, command)).targets;
  }
  Target target(const std::string& text, const std::string& command = "unit") const {
    const auto all = targets(text, command);
    EXPECT_EQ(all.size(), 1u) << text;
    return all.empty() ? Target{} : all.front();
  }
  Texts names(const std::string& text) const {
    Texts names;
    for (const Target& each : targets(text)) names.push_back(each.name);
    return names;
  }
  /// Of targets that begin in line 6.
  std::string mistake(const std::string& text, const std::string& command = "unit") const {
    return project_.mistake(with(text, command));
  }

  SampleProject project_;
};

TEST_F(DefinitionTargets, AFileOfTheBuild) {
  project_.add("src/order.cpp");
  const Target order = target("- {file: src/order.cpp, build: build}\n");
  EXPECT_EQ(order.name, "order");
  EXPECT_EQ(order.group, "");
  EXPECT_THAT(order.arguments, ElementsAre(project_.path("src/order.cpp"), "-p", project_.path("build")));
  EXPECT_FALSE(order.hasFlags);
  EXPECT_THAT(order.files, ElementsAre(project_.path("src/order.cpp")));
}

TEST_F(DefinitionTargets, AFileWithFlags) {
  project_.write("src/order.cpp");
  const Target order = target("- {file: src/order.cpp, flags: -std=c++20 -DX='a b'}\n");
  EXPECT_THAT(order.arguments, ElementsAre(project_.path("src/order.cpp")));
  EXPECT_THAT(order.flags, ElementsAre("-std=c++20", "-DX=a b"));
  EXPECT_TRUE(order.hasFlags);
  const Target plain = target("- {file: src/order.cpp, flags: []}\n");
  EXPECT_THAT(plain.flags, IsEmpty());
  EXPECT_TRUE(plain.hasFlags);
}

TEST_F(DefinitionTargets, PathsInFlagsStartInTheDefinitionsFolder) {
  project_.write("order.cpp");
  project_.write("config.h");
  const Target order = target(R"(
- file: order.cpp
  flags: -Iinclude -I ../other -isystem/usr/x -iquote . -include config.h -include searched.h -DI=include -L lib
)");
  EXPECT_THAT(order.flags, ElementsAre("-I" + project_.path("include"), "-I",
                                       (project_.root().parent_path() / "other").string(), "-isystem/usr/x",
                                       "-iquote", project_.path(""), "-include", project_.path("config.h"),
                                       "-include", "searched.h", "-DI=include", "-L", project_.path("lib")));
}

TEST_F(DefinitionTargets, AClassOrAFunctionOfAFile) {
  project_.add("order.cpp");
  const auto both = targets(R"(
- {file: order.cpp, build: build, class: "shop::Order"}
- {file: order.cpp, build: build, function: "shop::total", name: total}
- {file: order.cpp, build: build}
)");
  ASSERT_EQ(both.size(), 3u);
  EXPECT_EQ(both[0].name, "shop::Order");
  EXPECT_THAT(both[0].arguments,
              ElementsAre(project_.path("order.cpp"), "-p", project_.path("build"), "--only", "shop::Order"));
  EXPECT_EQ(both[1].name, "total");
  EXPECT_EQ(both[1].arguments.back(), "shop::total");
  EXPECT_EQ(both[2].name, "order");
}

TEST_F(DefinitionTargets, PatternsFindFilesOnceAndSorted) {
  for (const char* file :
       {"src/b.cpp", "src/a.cpp", "src/deep/er/c.cpp", "src/notes.txt", "src/.hidden.cpp"}) {
    project_.write(file);
  }
  std::filesystem::create_directory_symlink(project_.root() / "src", project_.root() / "src/deep/again");
  EXPECT_THAT(names("- {file: src/*.cpp, flags: []}\n"), ElementsAre("a", "b"));
  EXPECT_THAT(names("- {file: 'src/**/*.cpp', flags: []}\n"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(names("- {file: 'src/**/**/**/c.cpp', flags: []}\n"), ElementsAre("c"));
  EXPECT_THAT(names("- {file: 'src/[b-z].cp?', flags: []}\n"), ElementsAre("b"));
  EXPECT_THAT(names("- {file: 'src/**/*.cpp', flags: [], exclude: [deep, b.*]}\n"), ElementsAre("a"));
  EXPECT_THAT(mistake("- {file: src/*.cc, flags: []}\n"),
              "line 6: no file matches " + project_.path("src/*.cc"));
  EXPECT_THAT(mistake("- {file: src/*, flags: []}\n"), HasSubstr("notes.txt is no C or C++ file"));
}

TEST_F(DefinitionTargets, AFileWhoseNameIsAPatternIsThatFile) {
  project_.write("a[1].cpp");
  project_.write("a1.cpp");
  EXPECT_THAT(names("- {file: 'a[1].cpp', flags: []}\n"), ElementsAre("a[1]"));
}

TEST_F(DefinitionTargets, ADirectoryIsWhatTheBuildCompilesInIt) {
  project_.add("src/core/a.cpp");
  project_.add("src/core/a_test.cpp");
  project_.add("src/core/third_party/x/y.c");
  project_.add("src/corelib/other.cpp");
  project_.write("src/core/unbuilt.cpp");
  EXPECT_THAT(names("- {directory: src/core, build: build}\n"), ElementsAre("a", "a_test", "y"));
  EXPECT_THAT(names("- directory: src/core/\n  build: build\n  exclude: ['*_test.cpp', third_party/*]\n"),
              ElementsAre("a"));
  EXPECT_THAT(mistake("- {directory: src/core, build: build, exclude: '*'}\n"),
              HasSubstr("exclude leaves nothing of src/core"));
}

TEST_F(DefinitionTargets, ADirectoryWithoutABuildIsItsSources) {
  for (const char* file : {"src/a.c", "src/b.cc", "src/c/c.cxx", "src/d.C", "src/e.h", "src/f.txt"}) {
    project_.write(file);
  }
  EXPECT_THAT(names("- {directory: src, flags: []}\n"), UnorderedElementsAre("a", "b", "c", "d"));
  std::filesystem::create_directory(project_.root() / "empty");
  EXPECT_THAT(mistake("- {directory: empty, flags: []}\n"), HasSubstr("there is no C or C++ source file in"));
}

TEST_F(DefinitionTargets, DirectoriesAreTheSameThroughLinks) {
  project_.add("real/a.cpp");
  std::filesystem::create_directory_symlink(project_.root() / "real", project_.root() / "link");
  EXPECT_THAT(names("- {directory: link, build: build}\n"), ElementsAre("a"));
  EXPECT_THAT(names("- {file: link/a.cpp, build: build}\n"), ElementsAre("a"));
}

TEST_F(DefinitionTargets, ACMakeTargetIsItsSources) {
  project_.add("src/order.cpp", "orderlib");
  project_.add("src/price.cpp", "orderlib");
  project_.add("src/main.cpp", "shop");
  EXPECT_THAT(names("- {cmake: orderlib, build: build}\n"), ElementsAre("order", "price"));
  EXPECT_THAT(names("- {cmake: orderlib, build: build, exclude: src/order.cpp}\n"), ElementsAre("price"));
  EXPECT_THAT(mistake("- {cmake: orderlb, build: build}\n"),
              HasSubstr("has no CMake target orderlb; did you mean orderlib? (it has orderlib, shop)"));
  EXPECT_THAT(mistake("- {cmake: orderlib, flags: []}\n"), HasSubstr("a target with cmake needs build"));
}

TEST_F(DefinitionTargets, CMakeTargetsAreFoundInCommandsToo) {
  project_.write("a.cpp");
  project_.write("b.cpp");
  project_.write("build/compile_commands.json", R"([
    {"directory": ".", "file": "../a.cpp", "command": "c++ -o sub/CMakeFiles/one.dir/a.cpp.o -c ../a.cpp"},
    {"directory": ".", "file": "../b.cpp", "arguments": ["c++", "-c", "../b.cpp", "-o"]}])");
  EXPECT_THAT(names("- {cmake: one, build: build}\n"), ElementsAre("a"));
  project_.write("build/compile_commands.json",
                 R"([{"directory": ".", "file": "../b.cpp", "arguments": ["c++", "-c", "../b.cpp"]}])");
  EXPECT_THAT(mistake("- {cmake: one, build: build}\n"), HasSubstr("names no CMake targets"));
}

TEST_F(DefinitionTargets, NamesAreAsShortAsTheyCanBe) {
  for (const char* file : {"a/order.cpp", "b/order.cpp", "b/order.c", "b/alone.cpp"}) project_.write(file);
  EXPECT_THAT(names("- {directory: ., flags: []}\n"),
              UnorderedElementsAre("a/order", "b/order", "order.c", "alone"));
  EXPECT_THAT(names("- {file: a/order.cpp, flags: []}\n- {file: b/alone.cpp, flags: [], name: order}\n"),
              ElementsAre("order.cpp", "order"));
}

TEST_F(DefinitionTargets, WhatIsThereTwiceIsRefused) {
  project_.write("a.cpp");
  project_.write("b.cpp");
  EXPECT_THAT(mistake("- {file: a.cpp, flags: []}\n- {directory: ., flags: []}\n"),
              HasSubstr(project_.path("a.cpp") + " is a target twice"));
  EXPECT_THAT(mistake("- {file: a.cpp, flags: [], name: x}\n- {file: b.cpp, flags: [], name: x}\n"),
              "line 7: there is a target x already, in line 6");
  EXPECT_THAT(mistake("- {directory: ., flags: [], name: x}\n"), HasSubstr("stands for 2 files"));
  EXPECT_THAT(mistake("- {file: '*.cpp', flags: [], class: X}\n"), HasSubstr("stands for 2 files"));
}

TEST_F(DefinitionTargets, MissingFilesAndFoldersAreRefused) {
  project_.add("a.cpp");
  std::filesystem::create_directory(project_.root() / "empty");
  project_.write("unbuilt.cpp");
  project_.write("unbuilt.h");
  EXPECT_EQ(mistake("- {file: none.cpp, build: build}\n"),
            "line 6: there is no file " + project_.path("none.cpp"));
  EXPECT_THAT(mistake("- {file: empty, build: build}\n"), HasSubstr("write directory instead of file"));
  EXPECT_THAT(mistake("- {directory: none, build: build}\n"), HasSubstr("there is no directory"));
  EXPECT_THAT(mistake("- {directory: empty, build: build}\n"), HasSubstr("lists no C or C++ file in"));
  EXPECT_THAT(mistake("- {file: a.cpp, build: none}\n"), HasSubstr("there is no build directory"));
  EXPECT_THAT(mistake("- {file: a.cpp, build: empty}\n"), HasSubstr("has no compile_commands.json"));
  EXPECT_THAT(mistake("- {file: unbuilt.cpp, build: build}\n"), HasSubstr("unbuilt.cpp is not in "));
  EXPECT_EQ(target("- {file: unbuilt.h, build: build}\n").name, "unbuilt");
  std::filesystem::remove(project_.root() / "a.cpp");
  EXPECT_THAT(mistake("- {directory: ., build: build}\n"), HasSubstr("is to be compiled but is not there"));
}

TEST_F(DefinitionTargets, DamagedDatabasesAreRefused) {
  project_.write("a.cpp");
  for (const std::string wrong : {"", "{", "{}", "[]", "[1, {}]", "[1e999]", R"([{"file": "x.cpp"}])"}) {
    project_.write("build/compile_commands.json", wrong);
    EXPECT_THAT(mistake("- {file: a.cpp, build: build}\n"), HasSubstr("compile_commands.json")) << wrong;
  }
}

TEST_F(DefinitionTargets, KeysThatDoNotGoTogetherAreRefused) {
  project_.add("a.cpp");
  EXPECT_THAT(mistake("- {file: a.cpp, build: build, flags: []}\n"), HasSubstr("build or flags, not both"));
  EXPECT_THAT(mistake("- {file: a.cpp}\n"), HasSubstr("how is this compiled?"));
  EXPECT_THAT(mistake("- {file: a.cpp, cmake: x, build: build}\n"), HasSubstr("one of file and cmake"));
  EXPECT_THAT(mistake("- {build: build}\n"), HasSubstr("needs one of file, directory, cmake and rest"));
  EXPECT_THAT(mistake("- {directory: ., build: build, class: X}\n"),
              HasSubstr("class does not go with directory"));
  EXPECT_THAT(mistake("- {file: a.cpp, build: build, class: X, function: y}\n"),
              HasSubstr("function does not go with class"));
  EXPECT_THAT(mistake("- {file: a.cpp, build: build, url: x}\n"), HasSubstr("url does not go with file"));
  EXPECT_THAT(mistake("- {fiel: a.cpp, build: build}\n"),
              "line 6: a target has no key fiel; did you mean file?");
  EXPECT_THAT(mistake("- a.cpp\n"), HasSubstr("a target must be a mapping"));
  EXPECT_THAT(mistake("  []\n"), HasSubstr("targets is an empty list"));
  EXPECT_THAT(mistake("- {file: [a.cpp], build: build}\n"),
              HasSubstr("file must be a single value, not a list"));
  EXPECT_THAT(mistake("- {file: '', build: build}\n"), HasSubstr("file is empty"));
  EXPECT_THAT(mistake("- file:\n  build: build\n"), HasSubstr("file must be a single value, not nothing"));
}

TEST_F(DefinitionTargets, Services) {
  project_.write("openapi.yaml");
  project_.write("api.yaml");
  const Target store = target(R"(
- rest: petstore
  group: demo
  schema: openapi.yaml
  url: http://localhost:8080
  config: api.yaml
  options: {header: "X-Key: 1"}
)",
                              "rest");
  EXPECT_EQ(store.name, "petstore");
  EXPECT_EQ(store.group, "demo");
  EXPECT_THAT(store.arguments,
              ElementsAre("--schema", project_.path("openapi.yaml"), "--url", "http://localhost:8080",
                          "--config", project_.path("api.yaml"), "--header", "X-Key: 1"));
  EXPECT_THAT(store.files, ElementsAre(project_.path("openapi.yaml"), project_.path("api.yaml")));
  EXPECT_THAT(target("- {rest: a, schema: 'https://x.org/api.json'}\n", "rest").arguments,
              ElementsAre("--schema", "https://x.org/api.json"));
}

TEST_F(DefinitionTargets, ServicesThatCannotBeAreRefused) {
  project_.write("a.cpp");
  EXPECT_THAT(mistake("- {rest: a, schema: none.yaml}\n", "rest"), HasSubstr("there is no file"));
  EXPECT_THAT(mistake("- {rest: a}\n", "rest"), HasSubstr("the service a needs schema, url or config"));
  EXPECT_THAT(mistake("- {rest: a, url: x, build: b}\n", "rest"), HasSubstr("build does not go with rest"));
  EXPECT_THAT(mistake("- {rest: a, url: x}\n"),
              HasSubstr("a target with rest does not go with command: unit"));
  EXPECT_THAT(mistake("- {file: a.cpp, flags: []}\n", "rest"), HasSubstr("does not go with command: rest"));
}

}  // namespace
}  // namespace covolve::campaign
