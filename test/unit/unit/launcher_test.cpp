#include "unit/build/launcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace covolve::unit {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Key;
using testing::Not;
using testing::Pair;

const BuildOptions kOptions{.installation = {"/opt/covolve"},
                            .scratch = "/scratch",
                            .linkArguments = {},
                            .compilerLauncher = "/usr/bin/ccache"};

TEST(Launcher, RunsTheCompilerWhichSaysWhatItHasRead) {
  const Launched launched = launch(kOptions, {"clang++-19", "-O1", "-c", "a.cpp", "-o", "a.o"}, "/", "a.o");
  EXPECT_THAT(launched.arguments, ElementsAre("/usr/bin/ccache", "clang++-19", "-O1", "-c", "a.cpp", "-o",
                                              "a.o", "-ffile-compilation-dir=/", "-MD", "-MF", "a.o.d"));
  EXPECT_THAT(launched.environment, Contains(Pair("CCACHE_DEPEND", "1")));
  EXPECT_THAT(launched.environment, Not(Contains(Key("CCACHE_COMPILERCHECK"))))
      << "that is the user's choice";
}

TEST(Launcher, TellsWhatAnObjectOfTheWrapperDependsOn) {
  for (const bool cxx : {false, true}) {
    const std::string wrapper = kOptions.installation.wrapper(cxx).string();
    const Launched launched = launch(kOptions, {wrapper, "-c", "a.c", "-o", "a.o"}, "/", "a.o");
    EXPECT_THAT(launched.environment,
                Contains(Pair("CCACHE_EXTRAFILES", wrapper + ":/opt/covolve/lib/covolve/covolve_pass.so")));
    EXPECT_THAT(launched.environment, Contains(Pair("CCACHE_COMPILERTYPE", "clang")));
    EXPECT_THAT(launched.environment, Contains(Pair("CCACHE_COMPILERCHECK", "%compiler% --version")));
  }
}

TEST(Launcher, TellsThatMutantsComeFromAPlugin) {
  const std::string pass = kOptions.installation.mutationPass().string();
  const Launched launched = launch(kOptions, {"clang++-19", "-Xclang", "-load", "-Xclang", pass}, "/", "a.o");
  EXPECT_THAT(launched.environment, Contains(Pair("CCACHE_EXTRAFILES", pass)));
}

}  // namespace
}  // namespace covolve::unit
