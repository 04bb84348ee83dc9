// Which commands make an object for the search.
#include "wrapper/search_compilation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace covolve::wrapper {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

/// For a wrapper that adds nothing.
std::vector<Arguments> commandsFor(Arguments flags) {
  flags.insert(flags.end(), {"-c", "a.cpp", "-o", "a.o"});
  Arguments command{"clang"};
  command.insert(command.end(), flags.begin(), flags.end());
  return searchCommands(command, readArguments(flags));
}

TEST(SearchCompilation, WhatTheUserOptimisesAsMuchStaysAsItIs) {
  for (const char* level : {"-O2", "-O3", "-Ofast"})
    EXPECT_THAT(commandsFor({level}), ElementsAre(Arguments{"clang", level, "-c", "a.cpp", "-o", "a.o"}));
}

TEST(SearchCompilation, LessIsRaisedAndTheLastLevelCounts) {
  for (const Arguments& flags :
       {Arguments{"-O1"}, {"-O"}, {"-Og"}, {"-Os"}, {"-Oz"}, {"-O3", "-O1"}, {"-O0", "-O1"}}) {
    const auto commands = commandsFor(flags);
    ASSERT_EQ(commands.size(), 1u) << flags.back();
    EXPECT_THAT(commands[0], Contains("-O2")) << flags.back();
    const bool isForSize = flags.back() == "-Os" || flags.back() == "-Oz";
    EXPECT_EQ(std::ranges::count(commands[0], "-D__OPTIMIZE_SIZE__=1"), isForSize ? 1 : 0) << flags.back();
  }
}

TEST(SearchCompilation, WithoutOptimisationTheLevelIsTheUsersAndTheBitcodeIsOptimised) {
  for (const Arguments& flags : {Arguments{}, {"-O0"}, {"-O2", "-O0", "-DNDEBUG"}, {"-Xclang", "-O2"}}) {
    const auto commands = commandsFor(flags);
    ASSERT_EQ(commands.size(), 2u);
    EXPECT_THAT(commands[0], Contains("-covolve-as-written"));
    EXPECT_EQ(commands[0].back(), "a.o.bc") << "the last output counts";
    EXPECT_THAT(commands[1], ElementsAre("clang", "-O2", "-w", "-Qunused-arguments", "-x", "ir", "-c",
                                         "a.o.bc", "-o", "a.o"));
  }
}

TEST(SearchCompilation, TheOptimiserIsToldTheProcessorAndNoValuesOfOtherOptions) {
  const auto commands =
      commandsFor({"-mllvm", "-misched=shuffle", "-Xclang", "-O2", "-march=x86-64-v2", "-mavx2"});
  ASSERT_EQ(commands.size(), 2u);
  EXPECT_THAT(commands[1], Contains("-march=x86-64-v2"));
  EXPECT_THAT(commands[1], Contains("-mavx2"));
  EXPECT_THAT(commands[1], Not(Contains("-misched=shuffle")));
}

TEST(SearchCompilation, WhatIsOnlyPreprocessedIsSeenAsTheUserWould) {
  for (const Arguments& given : {Arguments{"-E", "a.cpp"}, {"-E", "-c", "a.cpp", "-o", "a.i"}}) {
    const auto commands = searchCommands({"clang"}, readArguments(given));
    ASSERT_EQ(commands.size(), 1u);
    EXPECT_THAT(commands[0], Not(Contains("-O2")));
    EXPECT_THAT(commands[0], Not(Contains("-emit-llvm")));
  }
}

}  // namespace
}  // namespace covolve::wrapper
