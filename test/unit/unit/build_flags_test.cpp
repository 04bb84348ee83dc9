#include <gtest/gtest.h>

#include "base/command_line.h"
#include "temporary_project.h"
#include "unit/build/compile_flags.h"

namespace covolve::unit {
namespace {

using Flags = std::vector<std::string>;

Flags filtered(const std::string& line, const std::string& file = "a.cpp") {
  const auto command = commandForClang(withoutLaunchers(splitCommandLine(line)), file, "/");
  if (!command) return {"not compiled"};
  std::vector<CompileCommand> commands{*command};
  removeUnknownFlags(commands);
  return commands[0].flags;
}

TEST(CommandLine, SplitsAsAShell) {
  EXPECT_EQ(splitCommandLine(R"(a  'b "c' "d \"e\" \n" f\ g '' h)"),
            (Flags{"a", "b \"c", R"(d "e" \n)", "f g", "", "h"}));
  EXPECT_EQ(splitCommandLine("unclosed 'quote x"), (Flags{"unclosed", "quote x"}));
  EXPECT_TRUE(splitCommandLine(" \n ").empty());
}

TEST(CommandLine, LaunchersBeforeTheCompilerAreRemoved) {
  for (const std::string line :
       {"ccache g++ -DX a.cpp", "/usr/bin/distcc /usr/bin/clang++-19 -DX a.cpp",
        "env CCACHE_DIR=/x ccache c++ -DX a.cpp",
        "cmake -E __run_co_compile --tidy=x --source=a.cpp -- /usr/bin/c++ -DX a.cpp",
        "own-launcher g++-12 -DX a.cpp", "ccache special-compiler -DX a.cpp",
        "x86_64-linux-gnu-g++ -DX a.cpp"}) {
    EXPECT_EQ(filtered(line), Flags{"-DX"}) << line;
  }
}

TEST(Filter, DropsInputsOutputsAndDependencyFiles) {
  EXPECT_EQ(filtered("g++ -c -MD -MT a.o -MF a.d -Wp,-MMD,x.d -o a.o -save-temps=obj a.cpp -DX"),
            Flags{"-DX"});
}

TEST(Filter, DropsLinkerOptions) {
  EXPECT_EQ(filtered("g++ -Wl,-O1 -Xlinker -x -shared -rdynamic -fuse-ld=gold -L/x -lz -DX a.cpp"),
            Flags{"-DX"});
}

TEST(Filter, DropsWhatClashesWithOurInstrumentation) {
  EXPECT_EQ(filtered("g++ -fsanitize=address -fno-sanitize-recover=all --coverage -fprofile-arcs "
                     "-ftest-coverage -flto=4 "
                     "-ffat-lto-objects -fprofile-use=x -pg -finstrument-functions -DX a.cpp"),
            Flags{"-DX"});
}

TEST(Filter, WarningsStayWarnings) {
  EXPECT_EQ(filtered("g++ -Wall -Werror -Werror=return-type -pedantic-errors -Wfatal-errors a.cpp"),
            (Flags{"-Wall", "-pedantic"}));
}

TEST(Filter, DropsFlagsThatOnlyGccKnows) {
  EXPECT_EQ(filtered("g++ -fconserve-stack -fno-var-tracking-assignments -mno-such-thing "
                     "--param=max-inline=3 --param x=1 "
                     "-fno-strict-aliasing -march=x86-64-v2 a.cpp"),
            (Flags{"-fno-strict-aliasing", "-march=x86-64-v2"}));
}

TEST(Filter, DropsValuesThatOnlyGccKnows) {
  EXPECT_EQ(filtered("g++ -march=newest -mtune=generic -mharden-sls=some -fcf-protection=some "
                     "-gvariable-location-views -gstabs -ggdb -fno-ipa-sra -fconcepts -O3 a.cpp"),
            (Flags{"-mtune=generic", "-ggdb", "-O3"}));
}

TEST(Filter, FlagsOfCAreNotAskedForAsThoseOfCxx) {
  EXPECT_EQ(filtered("gcc -fgnu89-inline -fno-ipa-sra a.c", "a.c"), Flags{"-fgnu89-inline"});
  CompileCommand command{.file = "a.c", .directory = "/", .flags = {"-fgnu89-inline", "-DX"}};
  command.isC = true;
  EXPECT_EQ(flagsForCxx(command, 17), Flags{"-DX"});
}

TEST(Filter, ValuesOfOptionsAreNotTakenForUnknownFlags) {
  EXPECT_EQ(filtered("clang++ -Xclang -fno-such-thing -fno-such-thing a.cpp"),
            (Flags{"-Xclang", "-fno-such-thing"}));
}

TEST(Filter, KeepsTheValueOfAnOptionThatHasOne) {
  EXPECT_EQ(filtered("g++ -I inc -isystem sys -include pre.h -D X=1 -idirafter a.cpp a.cpp"),
            (Flags{"-I", "inc", "-isystem", "sys", "-include", "pre.h", "-D", "X=1", "-idirafter", "a.cpp"}));
  EXPECT_EQ(filtered("g++ a.cpp -I"), Flags{});
}

TEST(Filter, PrecompiledHeadersBecomePlainIncludes) {
  EXPECT_EQ(filtered("g++ -Winvalid-pch -include /b/cmake_pch.hxx a.cpp"),
            (Flags{"-Xclang", "-include", "-Xclang", "/b/cmake_pch.hxx"}));
  EXPECT_EQ(
      filtered(
          "clang++ -Winvalid-pch -Xclang -include-pch -Xclang /b/cmake_pch.hxx.pch -Xclang -include -Xclang "
          "/b/cmake_pch.hxx a.cpp"),
      (Flags{"-Xclang", "-include", "-Xclang", "/b/cmake_pch.hxx"}));
}

TEST(Filter, APrecompiledFileStandsForTheHeaderBesideIt) {
  const TemporaryProject project;
  project.write("all.h", "");
  project.write("gcc.h", "");
  project.write("gcc.h.gch", "");
  const auto flagsOf = [&](const std::vector<std::string>& words) {
    return commandForClang(words, "a.cpp", project.root())->flags;
  };
  EXPECT_EQ(flagsOf({"clang++", "-include-pch", "all.h.pch", "a.cpp"}),
            (Flags{"-Xclang", "-include", "-Xclang", "all.h"}));
  EXPECT_EQ(flagsOf({"clang++", "-include-pch", "gone.h.pch", "-DX", "a.cpp"}), Flags{"-DX"});
  EXPECT_EQ(flagsOf({"g++", "-include", "gcc.h", "a.cpp"}),
            (Flags{"-Xclang", "-include", "-Xclang", "gcc.h"}));
}

TEST(Filter, ModuleMapsAreDropped) {
  EXPECT_EQ(filtered("clang++ -std=c++20 @a.o.modmap -fmodule-mapper=x -fmodules-ts a.cpp"),
            Flags{"-std=c++20"});
}

TEST(Filter, ResponseFilesAreReadRelativeToTheDirectory) {
  const TemporaryProject project;
  project.write("flags.rsp", "-DX '-DY=a b' @more.rsp");
  project.write("more.rsp", "-DZ");
  const auto command =
      commandForClang({"g++", "@flags.rsp", "@missing.rsp", "a.cpp"}, "a.cpp", project.root());
  ASSERT_TRUE(command);
  EXPECT_EQ(command->flags, (Flags{"-DX", "-DY=a b", "-DZ"}));
}

TEST(Filter, ACFileGivenToTheCxxDriverIsCxx) {
  EXPECT_EQ(filtered("g++ a.c", "a.c"), (Flags{"-x", "c++"}));
  EXPECT_FALSE(commandForClang({"g++", "a.c"}, "a.c", "/")->isC);
  EXPECT_TRUE(commandForClang({"gcc", "a.c"}, "a.c", "/")->isC);
  EXPECT_TRUE(commandForClang({"gcc", "-x", "c", "a.cpp"}, "a.cpp", "/")->isC);
}

TEST(CxxStandard, IsRaisedOnlyWhereItIsLower) {
  const auto standardOf = [](Flags flags, int minimum) {
    const CompileCommand command{.file = "a.cpp", .directory = "/", .flags = std::move(flags)};
    std::string found;
    for (const std::string& flag : flagsForCxx(command, minimum)) {
      if (flag.starts_with("-std=")) found += flag;
    }
    return found;
  };
  EXPECT_EQ(standardOf({"-std=c++11"}, 17), "-std=c++17");
  EXPECT_EQ(standardOf({"-std=gnu++98"}, 14), "-std=gnu++14");
  EXPECT_EQ(standardOf({"-ansi"}, 14), "-std=c++14");
  EXPECT_EQ(standardOf({"-std=c++14"}, 14), "-std=c++14");
  EXPECT_EQ(standardOf({"-std=c++2a"}, 17), "-std=c++2a");
  EXPECT_EQ(standardOf({"-std=gnu++23"}, 17), "-std=gnu++23");
  EXPECT_EQ(standardOf({"-std=c++11", "-std=c++20"}, 17), "-std=c++20");
  EXPECT_EQ(standardOf({"-O2"}, 17), "");  // clang's default
}

TEST(CxxStandard, CFlagsLoseTheirStandardAndLanguage) {
  CompileCommand command{.file = "a.c", .directory = "/", .flags = {"-std=c11", "-x", "c", "-DX"}};
  command.isC = true;
  EXPECT_EQ(flagsForCxx(command, 17), Flags{"-DX"});
}

}  // namespace
}  // namespace covolve::unit
