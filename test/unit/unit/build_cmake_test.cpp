#include <gtest/gtest.h>

#include "base/rng.h"
#include "temporary_project.h"
#include "unit/build/build.h"
#include "unit/build/cmake_reply.h"
#include "unit/build/link_steps.h"

namespace covolve::unit {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// What CMake answers about: static libraries core and util, of which core needs zlib; an object library; a
/// program of all of them.
class CMakeFileApi : public testing::Test {
 protected:
  CMakeFileApi() {
    reply("index-2026-01-01T00-00-00-0000.json", R"({"objects": []})");
    reply("index-2026-01-02T00-00-00-0000.json",
          R"({"objects": [{"kind": "cache", "version": {"major": 2}, "jsonFile": "x.json"},
                          {"kind": "codemodel", "version": {"major": 2}, "jsonFile": "model.json"}]})");
    reply("model.json", fmt::format(
                            R"({{"paths": {{"build": "{}", "source": "{}"}}, "configurations": [{{"targets": [
                  {{"jsonFile": "app.json"}}, {{"jsonFile": "core.json"}}, {{"jsonFile": "parts.json"}},
                  {{"jsonFile": "missing.json"}}]}}]}})",
                            project_.buildDirectory().string(), project_.root().string()));
    reply("core.json", R"({"id": "core::@1", "name": "core", "type": "STATIC_LIBRARY",
      "artifacts": [{"path": "libcore.a"}], "archive": {},
      "compileGroups": [
        {"language": "CXX", "compileCommandFragments": [{"fragment": "-O2 -Werror"}, {"fragment": "-std=gnu++20"}],
         "defines": [{"define": "NAME=\"a b\""}],
         "includes": [{"path": "/core"}, {"path": "/sys", "isSystem": true}]},
        {"language": "C", "compileCommandFragments": [{"fragment": "-std=c11"}]},
        {"language": "RC"}],
      "sources": [{"path": "core/pack.cpp", "compileGroupIndex": 0}, {"path": "core/a b.c", "compileGroupIndex": 1},
                  {"path": "build/gen.cpp", "compileGroupIndex": 0, "isGenerated": true},
                  {"path": "core/pack.h"}, {"path": "x.rc", "compileGroupIndex": 2},
                  {"path": "none.cpp", "compileGroupIndex": 9}]})");
    reply("parts.json", R"({"id": "parts::@1", "name": "parts", "type": "OBJECT_LIBRARY",
      "artifacts": [{"path": "CMakeFiles/parts.dir/part.cpp.o"}],
      "compileGroups": [{"language": "CXX"}], "sources": [{"path": "part.cpp", "compileGroupIndex": 0}]})");
    reply("app.json",
          R"({"id": "app::@1", "name": "app", "type": "EXECUTABLE", "artifacts": [{"path": "app"}],
      "compileGroups": [{"language": "CXX"}],
      "sources": [{"path": "main.cpp", "compileGroupIndex": 0}, {"path": "core/pack.cpp", "compileGroupIndex": 0}],
      "dependencies": [{"id": "core::@1"}, {"id": "parts::@1"}],
      "link": {"commandFragments": [{"fragment": "-rdynamic", "role": "flags"},
        {"fragment": "libcore.a", "role": "libraries"}, {"fragment": "-Wl,-rpath,/x -lz", "role": "libraries"}]}})");
  }

  void reply(const std::string& name, const std::string& text) const {
    project_.write("build/.cmake/api/v1/reply/" + name, text);
  }

  TemporaryProject project_;
};

TEST_F(CMakeFileApi, ATargetHasItsSourcesAndFlags) {
  const auto loaded = loadTarget(project_.buildDirectory(), "core");
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_FALSE(loaded->hasAskedCMake);
  EXPECT_EQ(loaded->sources,
            (std::vector<fs::path>{project_.root() / "core/pack.cpp", project_.root() / "core/a b.c"}));
  const auto command = findCommand(loaded->project, project_.write("core/pack.cpp", ""));
  ASSERT_TRUE(command) << command.error().message;
  EXPECT_EQ(command->flags,
            (Words{"-O2", "-std=gnu++20", "-DNAME=\"a b\"", "-I", "/core", "-isystem", "/sys"}));
  const auto c = findCommand(loaded->project, project_.write("core/a b.c", ""));
  ASSERT_TRUE(c) << c.error().message;
  EXPECT_TRUE(c->isC);
  EXPECT_EQ(c->flags, Words{"-std=c11"});
}

TEST_F(CMakeFileApi, AStaticLibraryHasTheLibrariesOfWhatItIsLinkedInto) {
  const auto loaded = loadTarget(project_.buildDirectory(), "core");
  ASSERT_TRUE(loaded) << loaded.error().message;
  const auto libraries = librariesOf(loaded->project.linkSteps, "", project_.root() / "core/pack.cpp");
  EXPECT_EQ(libraries.external, Words{"-lz"});
  EXPECT_TRUE(libraries.siblings.contains(project_.root() / "core/a b.c"));
  EXPECT_FALSE(libraries.siblings.contains(project_.root() / "main.cpp"));
}

TEST_F(CMakeFileApi, AnObjectLibraryBelongsToWhatItIsLinkedInto) {
  const auto steps = readLinkSteps(project_.buildDirectory());
  const auto libraries = librariesOf(steps, "", project_.root() / "part.cpp");
  EXPECT_EQ(libraries.external, Words{"-lz"});
  EXPECT_TRUE(libraries.siblings.contains(project_.root() / "main.cpp"));
}

TEST_F(CMakeFileApi, TheNearestTargetsAreNamed) {
  const auto loaded = loadTarget(project_.buildDirectory(), "cor");
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().message,
            project_.buildDirectory().string() + " has no target cor; it has core, app, parts");
}

TEST_F(CMakeFileApi, ABuildThatCMakeDidNotMakeIsRefused) {
  fs::remove_all(project_.buildDirectory() / ".cmake");
  const auto loaded = loadTarget(project_.buildDirectory(), "core");
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().message, project_.buildDirectory().string() + " is no build directory of CMake");
}

TEST_F(CMakeFileApi, MutatedAnswersNeverCrash) {
  const fs::path folder = project_.buildDirectory() / ".cmake/api/v1/reply";
  Rng rng(1);
  for (const char* name : {"index-2026-01-02T00-00-00-0000.json", "model.json", "core.json", "app.json"}) {
    const std::string original = readFile(folder / name).value_or("");
    for (int round = 0; round < 150; ++round) {
      std::string text = original;
      for (uint64_t change = rng.below(6) + 1; change > 0 && !text.empty(); --change) {
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
      }
      reply(name, text);
      if (const auto read = readCMakeReply(project_.buildDirectory())) {
        EXPECT_LE(linkStepsOf(*read).size(), read->targets.size());
      }
    }
    reply(name, original);
  }
}

}  // namespace
}  // namespace covolve::unit
