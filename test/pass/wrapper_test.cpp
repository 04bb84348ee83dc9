// The wrappers stand in for clang in builds of all kinds.
#include <gtest/gtest.h>

#include "workspace.h"

namespace covolve::test {

namespace {

const std::string kMain = "int main(int argc, char**) { return argc > 1 ? 1 : 7; }\n";

}  // namespace

TEST(Wrapper, PassesOtherModesThrough) {
  const Workspace work;
  work.write("source.cpp", "#include \"source.h\"\n" + kMain);
  work.write("source.h", "#pragma once\n#define MARK 1\n");
  work.write("code.s",
             ".globl answer\nanswer:\n  movl $5, %eax\n  ret\n.section .note.GNU-stack,\"\",@progbits\n");
  work.write("code.S",
             "#include \"source.h\"\n.globl other\nother:\n  movl $MARK, %eax\n  ret\n.section "
             ".note.GNU-stack,\"\",@progbits\n");
  const auto expectQuiet = [&](std::vector<std::string> arguments) {
    const Completed completed = work.cxx(arguments);
    EXPECT_TRUE(completed.succeeded()) << completed.errors;
    EXPECT_EQ(completed.errors, "") << arguments.front();
    return completed.output;
  };
  EXPECT_NE(expectQuiet({"--version"}).find("clang version"), std::string::npos);
  EXPECT_NE(expectQuiet({"-E", "source.cpp"}).find("int main"), std::string::npos);
  EXPECT_NE(expectQuiet({"-M", "source.cpp"}).find("source.h"), std::string::npos);
  EXPECT_NE(expectQuiet({"-MM", "source.cpp"}).find("source.h"), std::string::npos);
  EXPECT_NE(expectQuiet({"-dumpmachine"}).find("linux"), std::string::npos);
  EXPECT_NE(expectQuiet({"-print-search-dirs"}).find("libraries"), std::string::npos);
  EXPECT_NE(expectQuiet({"-S", "source.cpp", "-o", "-"}).find("__covolve_compare_signed"), std::string::npos);
  expectQuiet({"-Werror", "-fsyntax-only", "source.cpp"});
  expectQuiet({"-Werror", "-c", "code.s"});
  expectQuiet({"-Werror", "-c", "code.S"});
  expectQuiet({"-Werror", "-Wall", "-x", "c++", "-c", "source.cpp", "-o", "object"});
  expectQuiet({"-Werror", "object", "code.o", "-o", "program"});
}

TEST(Wrapper, FailsAsClangDoes) {
  const Workspace work;
  work.write("bad.cpp", "int main() { return undeclared; }\n");
  const Completed bad = work.cxx({"bad.cpp"});
  EXPECT_EQ(bad.status, 1);
  EXPECT_NE(bad.errors.find("undeclared"), std::string::npos);
  const Completed none = work.cxx({"-o", "program"});
  EXPECT_EQ(none.status, 1);
  EXPECT_NE(none.errors.find("no input files"), std::string::npos);
}

TEST(Wrapper, SaysWhichCompilerIsMissing) {
  const Workspace work;
  const Completed completed =
      work.tool({"env", "COVOLVE_CXX=no-such-clang", work.wrapper(true), "--version"});
  EXPECT_EQ(completed.status, 1);
  EXPECT_NE(completed.errors.find("cannot run no-such-clang"), std::string::npos) << completed.errors;
}

TEST(Wrapper, UnderstandsResponseFilesAndLanguages) {
  const Workspace work;
  work.write("odd name.txt", kMain);
  work.write("compile.rsp", "-x c++ \"odd name.txt\"\n-o 'the program' -isystem third\\ party");
  work.write("third party/x.h", "");
  EXPECT_TRUE(work.cxx({"@compile.rsp"}).succeeded());
  EXPECT_EQ(work.observeProgram(work.path("the program")).sites.size(), 2u);
  work.write("source.cpp", kMain);
  EXPECT_TRUE(work.cxx({"-o", "program", "--", "source.cpp"}).succeeded());
  EXPECT_EQ(work.observeProgram(work.path("program")).program.status, 7);
}

TEST(Wrapper, LinksByWayOfBitcodeAndLinkTimeOptimisation) {
  const Workspace work;
  work.write("source.cpp", kMain);
  EXPECT_TRUE(work.cxx({"-c", "-emit-llvm", "source.cpp", "-o", "source.bc"}).succeeded());
  EXPECT_TRUE(work.cxx({"source.bc", "-o", "program"}).succeeded());
  EXPECT_EQ(work.observeProgram(work.path("program")).sites.size(), 2u);
  const Completed lto = work.cxx({"-O2", "-flto", "-fuse-ld=lld", "source.cpp", "-o", "program"});
  EXPECT_TRUE(lto.succeeded()) << lto.errors;
  EXPECT_EQ(work.observeProgram(work.path("program")).sites.size(), 2u);
}

TEST(Wrapper, PrecompilesHeaders) {
  const Workspace work;
  work.write("pre.h", "inline bool big(int a) { return a > 5; }\n");
  work.write("source.cpp", "int main(int argc, char**) { return big(argc) ? 1 : 7; }\n");
  EXPECT_TRUE(work.cxx({"pre.h", "-o", "one.pch"}).succeeded());
  EXPECT_TRUE(work.cxx({"-x", "c++-header", "pre.h", "-o", "two.pch"}).succeeded());
  for (const char* header : {"one.pch", "two.pch"}) {
    EXPECT_TRUE(work.cxx({"-include-pch", header, "source.cpp", "-o", "program"}).succeeded());
    EXPECT_EQ(kindsAndLines(work.observeProgram(work.path("program")).sites, "CT"), "C1 T1");
  }
}

TEST(Wrapper, CLinksWithoutTheCxxLibrary) {
  const Workspace work;
  work.write("source.c", "int main(int argc, char** argv) { (void)argv; return argc > 1 ? 1 : 7; }\n");
  EXPECT_TRUE(work.cc({"source.c", "-o", "program"}).succeeded());
  EXPECT_EQ(work.observeProgram(work.path("program")).sites.size(), 2u);
  EXPECT_EQ(work.tool({"llvm-readelf-19", "-d", work.path("program")}).output.find("libstdc++"),
            std::string::npos);
}

TEST(Wrapper, BuildsACMakeProject) {
  const Workspace work;
  work.write("CMakeLists.txt", R"(cmake_minimum_required(VERSION 3.20)
project(example C CXX)
find_package(Threads REQUIRED)
set(CMAKE_CXX_STANDARD 20)
add_library(part SHARED part.cpp)
add_library(cpart STATIC cpart.c)
add_executable(example main.cpp)
target_link_libraries(example PRIVATE part cpart Threads::Threads)
)");
  work.write("part.cpp", "bool part(int a) { return a > 3; }\n");
  work.write("cpart.c", "int cpart(int a) { return a == 4; }\n");
  work.write("main.cpp", R"(bool part(int);
extern "C" int cpart(int);
int main(int argc, char**) { return part(argc) + cpart(argc) + 5; }
)");
  const Completed configured =
      work.tool({"cmake", "-S", ".", "-B", "build", "-DCMAKE_BUILD_TYPE=Release",
                 "-DCMAKE_C_COMPILER=" + work.wrapper(false), "-DCMAKE_CXX_COMPILER=" + work.wrapper(true)});
  ASSERT_TRUE(configured.succeeded()) << configured.output << configured.errors;
  const Completed built = work.tool({"cmake", "--build", "build"});
  ASSERT_TRUE(built.succeeded()) << built.output << built.errors;
  const auto seen = work.observeProgram(work.path("build/example"));
  EXPECT_EQ(seen.program.status, 5);
  EXPECT_EQ(kindsAndLines(seen.sites, "C"), "C1 C1");
}

TEST(Wrapper, BuildsAMakefile) {
  const Workspace work;
  work.write("Makefile", "CXXFLAGS = -O2 -MMD\nexample: main.o part.o\n\t$(CXX) -o $@ $^\n");
  work.write("part.cpp", "bool part(int a) { return a > 3; }\n");
  work.write("main.cpp", "bool part(int);\nint main(int argc, char**) { return part(argc) + 5; }\n");
  const Completed built = work.tool({"make", "CXX=" + work.wrapper(true), "CC=" + work.wrapper(false)});
  ASSERT_TRUE(built.succeeded()) << built.output << built.errors;
  EXPECT_EQ(work.observeProgram(work.path("example")).program.status, 5);
  EXPECT_TRUE(std::filesystem::exists(work.path("main.d")));
}

}  // namespace covolve::test
