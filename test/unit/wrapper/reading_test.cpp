#include "wrapper/reading.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "wrapper/wrapper.h"

namespace covolve::wrapper {
namespace {

bool links(const Arguments& arguments) {
  const Reading reading = readArguments(arguments);
  return reading.links && reading.hasInput;
}

TEST(Reading, SourcesAndObjectsAreLinkedUnlessToldOtherwise) {
  EXPECT_TRUE(links({"a.cpp"}));
  EXPECT_TRUE(links({"a.o", "-o", "program"}));
  EXPECT_TRUE(links({"--", "-odd.cpp"}));
  for (const char* mode : {"-c", "-S", "-E", "-M", "-fsyntax-only", "--version", "-print-search-dirs"}) {
    EXPECT_FALSE(links({"a.cpp", mode})) << mode;
  }
}

TEST(Reading, ValuesOfOptionsAreNoInputs) {
  EXPECT_FALSE(links({"-v"}));
  EXPECT_FALSE(links({"-o", "program"}));
  EXPECT_FALSE(links({"-include", "config.h", "-Xlinker", "x.o"}));
}

TEST(Reading, HeadersAreNeverLinked) {
  EXPECT_FALSE(links({"all.hpp"}));
  EXPECT_FALSE(links({"-x", "c++-header", "all"}));
}

TEST(Reading, DebugInformationIsSeenAndWhatOnlySaysHowIsNot) {
  for (const char* option : {"-g", "-g2", "-ggdb", "-gdwarf-5", "-gline-tables-only"}) {
    EXPECT_TRUE(readArguments({"a.cpp", option}).hasDebugInfo) << option;
  }
  for (const char* option : {"-g0", "-gz", "-gsplit-dwarf", "-gdwarf64"}) {
    EXPECT_FALSE(readArguments({"a.cpp", option}).hasDebugInfo) << option;
  }
  EXPECT_FALSE(readArguments({"-g", "-g0"}).hasDebugInfo);
}

TEST(Reading, SystemDirectoriesAreFoundInBothSpellings) {
  const Reading reading = readArguments({"-isystem", "one", "-isystemtwo", "--sysroot=/root"});
  EXPECT_EQ(reading.systemDirectories,
            (Arguments{"one", "two", "/root/usr/include", "/root/usr/lib", "/root/usr/local/include"}));
}

TEST(Reading, ResponseFilesAreReadInPlace) {
  const auto scratch = ScratchDirectory::make("reading");
  ASSERT_TRUE(scratch.has_value());
  const auto file = scratch->path() / "arguments";
  ASSERT_TRUE(replaceFile(file, "-c 'a file.cpp'").has_value());
  EXPECT_FALSE(links({"@" + file.string()}));
  EXPECT_FALSE(links({"@" + file.string() + ".missing", "-c"}));
}

TEST(Wrapper, TheUsersArgumentsComeBehindOursAndTheRuntimeLast) {
  const Installation parts{"/covolve"};
  const Arguments compile = instrumentingCommand(parts, "clang++", {"-c", "a.cpp"});
  EXPECT_EQ(compile.front(), "clang++");
  EXPECT_EQ(compile.back(), "a.cpp");
  const Arguments link = instrumentingCommand(parts, "clang++", {"a.o"});
  EXPECT_EQ(link.back(), parts.runtime().string());
  EXPECT_EQ(link[link.size() - 2], "-Xlinker");
}

}  // namespace
}  // namespace covolve::wrapper
