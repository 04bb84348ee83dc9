// Whole builds of small projects.
#include "unit/build/build.h"

#include <algorithm>

#include "build_fixture.h"
#include "unit/build/linker.h"
#include "unit/build/objects.h"

namespace covolve::unit {
namespace {

TEST_F(Build, NothingIsAddedToAUnitThatNeedsNothing) {
  project_.add("a.cpp", "#include <string>\nstd::string a() { return std::string(99, 'x'); }\n");
  project_.add("b.cpp", "int b() { return 1; }\n");
  EXPECT_EQ(supportOf(plan(project_.load(), "a.cpp")), Names{});
}

TEST_F(Build, UnitsAreFoundThroughUndefinedSymbolsOneAfterTheOther) {
  project_.add("a.cpp", "int b(); int a() { return b() + 1; }\n");
  project_.add("unrelated.cpp", "int unrelated() { return 1; }\n");
  project_.add("b.cpp",
               "namespace n { struct C { int get() const; }; }\nint b() { return n::C().get() + 1; }\n");
  project_.add("c.cpp", "namespace n { struct C { int get() const; }; int C::get() const { return 1; } }\n");
  const Project project = project_.load();
  const auto made = plan(project, "a.cpp");
  ASSERT_EQ(supportOf(made), (Names{"b.cpp", "c.cpp"}));
  EXPECT_EQ(harnessResult(project, *made, "int a();", "a()"), 3);
  EXPECT_EQ(compiledFiles().find("unrelated"), std::string::npos);
}

TEST_F(Build, WhatAUnitIncludesWithoutAWordAboutItIsFound) {
  project_.write("src/implementation.h", "int deep(int x) { return x + 1; }\n");
  project_.add("src/all.cpp", "#include \"implementation.h\"\n");
  project_.add("src/broken.cpp", "int broken() { return missing; }\n");
  project_.add("src/user.cpp", "int deep(int x);\nint user(int x) { return deep(x); }\n");
  EXPECT_EQ(supportOf(plan(project_.load(), "src/user.cpp")), Names{"all.cpp"});
}

TEST_F(Build, CyclesEnd) {
  project_.add("a.cpp", "int b(int); int a(int n) { return n == 0 ? 7 : b(n - 1); }\n");
  project_.add("b.cpp", "int a(int); int b(int n) { return a(n); }\n");
  EXPECT_EQ(supportOf(plan(project_.load(), "a.cpp")), Names{"b.cpp"});
}

TEST_F(Build, ObjectsOfTheUsersBuildSaveCompilations) {
  project_.add("a.cpp", "int b(); int a() { return b(); }\n");
  project_.add("caller.cpp", "int b(); int caller() { return b(); }\n");
  project_.add("b.cpp", "int b() { return 1; }\n");
  for (const std::string name : {"a.cpp", "caller.cpp", "b.cpp"}) {
    project_.execute({"clang++-19", "-c", name, "-o", "build/" + name + ".o"});
  }
  EXPECT_EQ(supportOf(plan(project_.load(), "a.cpp")), Names{"b.cpp"});
  EXPECT_EQ(compiledFiles().find("caller"), std::string::npos);
}

TEST_F(Build, AStaleObjectDoesNotMislead) {
  project_.add("a.cpp", "int b(); int a() { return b(); }\n");
  project_.add("x.cpp", "int b() { return 1; }\n");
  project_.execute({"clang++-19", "-c", "x.cpp", "-o", "build/x.cpp.o"});
  project_.write("x.cpp", "int moved() { return 1; }\n");
  project_.add("y.cpp", "int b() { return 1; }\n");
  EXPECT_EQ(supportOf(plan(project_.load(), "a.cpp")), Names{"y.cpp"});
}

TEST_F(Build, OfSeveralDefinitionsTheNearestAndNoProgramIsTaken) {
  project_.add("tool/main.cpp", "int b() { return 1; }\nint main() { return b(); }\n");
  project_.add("mock/b.cpp", "int b() { return 2; }\n");
  project_.add("src/a.cpp", "int b(); int a() { return b(); }\n");
  project_.add("src/b.cpp", "int b() { return 3; }\n");
  const auto made = plan(project_.load(), "src/a.cpp");
  ASSERT_EQ(supportOf(made), Names{"b.cpp"});
  EXPECT_EQ(made->support[0].file, project_.root() / "src/b.cpp");
}

TEST_F(Build, AProgramThatAloneDefinesASymbolLosesItsMain) {
  project_.add("a.cpp", "int b(); int a() { return b(); }\n");
  project_.add("main.cpp", "int b() { return 5; }\nint main() { return 9; }\n");
  const Project project = project_.load();
  const auto made = plan(project, "a.cpp");
  ASSERT_EQ(supportOf(made), Names{"main.cpp"});
  EXPECT_EQ(harnessResult(project, *made, "int a();", "a()"), 5);
}

TEST_F(Build, ATargetWithMainIsLinkedWithoutIt) {
  project_.add("a.cpp", "int a() { return 4; }\nint main() { return a(); }\n");
  const Project project = project_.load();
  for (const bool includeSource : {false, true}) {
    const auto made = plan(project, "a.cpp", includeSource, true);
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(harnessResult(project, *made, includeSource ? "#include \"a.cpp\"" : "int a();", "a()"), 4);
  }
}

TEST_F(Build, AnIncludedSourceIsNotLinkedTooButWhatItNeedsIs) {
  project_.add("a.cpp", "int b(); static int hidden() { return b(); }\nint a() { return hidden(); }\n");
  project_.add("b.cpp", "int b() { return 6; }\n");
  const Project project = project_.load();
  const auto made = plan(project, "a.cpp", true);
  ASSERT_EQ(supportOf(made), Names{"b.cpp"});
  EXPECT_EQ(harnessResult(project, *made, "#include \"a.cpp\"", "hidden()"), 6);
}

TEST_F(Build, HarnessesFindCovolvesHeadersAndTheTargetsOwn) {
  project_.add("src/a.cpp", "#include \"a.h\"\nint a() { return TWO; }\n");
  project_.write("src/a.h", "#define TWO 2\nint a();\n");
  const Project project = project_.load();
  const auto made = plan(project, "src/a.cpp");
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(harnessResult(project, *made, "#include \"a.h\"\n#include \"covolve/marker.h\"", "MARKER + a()"),
            42);
}

TEST_F(Build, CProjectsAreLinkedWithACxxHarness) {
  project_.add("a.c", "int b(void); int a(int new) { return b() + new; }\n", "-std=c99");
  project_.add("b.c", "int b(void) { return 3; }\n", "-std=c99");
  const Project project = project_.load();
  const auto made = plan(project, "a.c");
  ASSERT_EQ(supportOf(made), Names{"b.c"});
  EXPECT_EQ(harnessResult(project, *made, "#include <optional>\nextern \"C\" int a(int);", "a(1)"), 4);
}

TEST_F(Build, AnOldStandardIsRaisedForTheHarnessOnly) {
  project_.add("a.cpp",
               "#if __cplusplus >= 201402L\n#error too new\n#endif\nint a() throw(int) { register int x = 8; "
               "return x; }\n",
               "-std=c++11");
  const Project project = project_.load();
  const auto made = plan(project, "a.cpp");
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(harnessResult(project, *made, "#include <string_view>\nint a() throw(int);", "a()"), 8);
}

TEST_F(Build, ProjectsWithoutExceptionsAndWithSanitizersGetAHarness) {
  project_.add("a.cpp", "int a() { return 8; }\n",
               "-fno-exceptions -fno-rtti -fsanitize=address -flto -fPIC -Werror");
  const Project project = project_.load();
  const auto made = plan(project, "a.cpp");
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(harnessResult(project, *made,
                          "#if defined(__cpp_exceptions) || defined(__cpp_rtti)\n#error other flags\n#endif\n"
                          "int a();",
                          "a()"),
            8);
}

TEST_F(Build, WhatNothingDefinesIsNamed) {
  project_.add("a.cpp",
               "namespace n { int one(int); int two(); int three(); int four(); }\n"
               "__attribute__((weak)) int maybe();\n"
               "int a() { return n::one(1) + n::two() + n::three() + n::four() + (maybe ? maybe() : 0); }\n");
  const auto made = plan(project_.load(), "a.cpp");
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().blame, Error::Blame::User);
  EXPECT_EQ(made.error().message,
            (project_.root() / "a.cpp").string() +
                " needs n::one(int), n::two(), n::three() and 1 more, which nothing in the project "
                "defines; name the library with --link");
}

TEST_F(Build, AUnitThatDoesNotCompileIsNamedAsTheReason) {
  project_.add("a.cpp", "int b(); int a() { return b(); }\n");
  project_.add("b.cpp", "int b() { return wrong; }\n");
  const auto made = plan(project_.load(), "a.cpp");
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("b.cpp may, but does not compile with clang"), std::string::npos);
}

TEST_F(Build, ATargetThatDoesNotCompileIsTheUsersErrorInClangsWords) {
  project_.add("a.cpp", "int a() { return wrong; }\n");
  const auto made = plan(project_.load(), "a.cpp");
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().blame, Error::Blame::User);
  EXPECT_NE(made.error().message.find("use of undeclared identifier 'wrong'"), std::string::npos);
}

TEST_F(Build, ABrokenHarnessIsOurOwnError) {
  project_.add("a.cpp", "int a() { return 1; }\n");
  const Project project = project_.load();
  const auto made = plan(project, "a.cpp");
  ASSERT_TRUE(made);
  Builder builder(project, options());
  const auto built = builtHarness(builder, *made, project_.write("scratch/h.cpp", "int x = y;\n"));
  ASSERT_FALSE(built);
  EXPECT_EQ(built.error().blame, Error::Blame::Covolve);
  EXPECT_NE(built.error().message.find("h.cpp:1:9: error: use of undeclared identifier 'y'"),
            std::string::npos);
}

TEST_F(Build, AllComplaintsAboutAHarnessAreThereToBeTracedBack) {
  project_.add("a.cpp", "int a() { return 1; }\n");
  const Project project = project_.load();
  const auto made = plan(project, "a.cpp");
  ASSERT_TRUE(made);
  std::string harness;
  for (int i = 0; i < 30; ++i) harness += "int x" + std::to_string(i) + " = wrong;\n";
  const auto refused =
      Builder(project, options()).tryHarness(*made, project_.write("scratch/h.cpp", harness));
  ASSERT_TRUE(refused);
  EXPECT_FALSE(refused->succeeded);
  EXPECT_NE(refused->diagnostics.find("h.cpp:30:"), std::string::npos);
  const auto unlinked =
      Builder(project, options())
          .tryHarness(*made, project_.write("scratch/h.cpp",
                                            "int nowhere(); extern \"C\" int covolve_run_test() { "
                                            "return nowhere(); }\n"));
  ASSERT_TRUE(unlinked);
  EXPECT_FALSE(unlinked->succeeded);
  EXPECT_NE(unlinked->diagnostics.find("covolve_run_test"), std::string::npos);
}

TEST_F(Build, LinkNamesALibrary) {
  project_.write("lib.cpp", "int given() { return 3; }\n");
  project_.execute({"clang++-19", "-c", "lib.cpp", "-o", "lib.o"});
  project_.execute({"llvm-ar-19", "qc", "libgiven.a", "lib.o"});
  project_.add("a.cpp", "int given(); int a() { return given(); }\n");
  const Project project = project_.load();
  link_ = {"-L" + project_.root().string(), "given"};
  const auto made = plan(project, "a.cpp");
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(harnessResult(project, *made, "int a();", "a()"), 3);
  link_ = {"no_such_library"};
  const auto failed = plan(project, "a.cpp");
  ASSERT_FALSE(failed);
  EXPECT_NE(failed.error().message.find("unable to find library -lno_such_library"), std::string::npos);
}

TEST_F(Build, ACMakeTargetsLibrariesAreLinked) {
  project_.write(
      "CMakeLists.txt",
      "cmake_minimum_required(VERSION 3.16)\nproject(p CXX)\nset(CMAKE_EXPORT_COMPILE_COMMANDS ON)\n"
      "add_library(core STATIC core.cpp util.cpp)\nadd_library(plug SHARED plug.cpp)\n"
      "add_executable(app main.cpp)\ntarget_link_libraries(core PUBLIC plug gtest)\n"
      "target_link_libraries(app core)\n");
  project_.write("core.cpp",
                 "int util(); int plug(); namespace testing { void InitGoogleTest(); }\n"
                 "int core() { return util() + plug(); }\nvoid start() { testing::InitGoogleTest(); }\n");
  project_.write("util.cpp", "int util() { return 1; }\n");
  project_.write("plug.cpp", "int plug() { return 2; }\n");
  project_.write("main.cpp", "int core(); int main() { return core(); }\n");
  for (const std::string generator : {"Ninja", "Unix Makefiles"}) {
    fs::remove_all(project_.buildDirectory());
    project_.execute({"cmake", "-G", generator, "-B", "build", "-DCMAKE_CXX_COMPILER=clang++-19"});
    const Project project = project_.load();
    const auto made = plan(project, "core.cpp");
    ASSERT_EQ(supportOf(made), (Names{"plug.cpp", "util.cpp"})) << generator;
    EXPECT_NE(std::ranges::find(made->linkArguments, "-lgtest"), made->linkArguments.end()) << generator;
    EXPECT_EQ(harnessResult(project, *made, "int core();", "core()"), 3) << generator;
  }
}

TEST_F(Build, AHeaderIsATargetToo) {
  project_.add("main.cpp", "#include \"only.h\"\nint main() { return only(); }\n", "-DVALUE=7");
  project_.write("only.h", "#pragma once\nint helper();\ninline int only() { return VALUE + helper(); }\n");
  project_.add("helper.cpp", "int helper() { return 1; }\n");
  const Project project = project_.load();
  const auto made = plan(project, "only.h");
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(harnessResult(project, *made, "#include \"only.h\"", "only()"), 8);
}

TEST_F(Build, WhatOnlyInlineFunctionsNeedIsFoundTooWherePossible) {
  project_.add("a.cpp", "#include \"a.h\"\nint A::own() { return 1; }\n");
  project_.write(
      "a.h",
      "#include <filesystem>\nint helper(); int nowhere(); int needy();\n"
      "struct A { int own(); int inlined() { return helper(); } int lost() { return nowhere(); } };\n");
  project_.add("helper.cpp", "int helper() { return 5; }\n");
  const Project project = project_.load();
  const auto made = plan(project, "a.cpp");
  ASSERT_EQ(supportOf(made), Names{"helper.cpp"});
  EXPECT_EQ(harnessResult(project, *made, "#include \"a.h\"", "A().inlined()"), 5);
}

TEST_F(Build, AUnitWhoseOwnNeedsCannotBeMetIsNotAddedForInlineFunctions) {
  project_.add("a.cpp", "#include \"a.h\"\nint A::own() { return 1; }\n");
  project_.write("a.h", "int helper(); struct A { int own(); int inlined() { return helper(); } };\n");
  project_.add("helper.cpp", "int nowhere(); int helper() { return nowhere(); }\n");
  EXPECT_EQ(supportOf(plan(project_.load(), "a.cpp")), Names{});
}

TEST_F(Build, FlagsAfterDashesNeedNoDatabase) {
  const fs::path source = project_.write("a.cpp", "int a() { return VALUE; }\n");
  const Project project = projectFromFlags({source}, {"-DVALUE=11", "-std=c++20"});
  const auto made = plan(project, "a.cpp");
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(harnessResult(project, *made, "int a();", "a()"), 11);
}

TEST_F(Build, WithoutADatabaseWhatIsMissingIsFoundInTheSameFolder) {
  const fs::path source = project_.write("a.cpp", "int b();\nint a() { return b() + 1; }\n");
  project_.write("b.cpp", "int b() { return VALUE; }\n");
  project_.write("unrelated.cpp", "this is no C++\n");
  const Project project = projectFromFlags({source}, {"-DVALUE=11", "-std=c++20"});
  const auto made = plan(project, "a.cpp");
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(supportOf(made), Names{"b.cpp"});
  EXPECT_EQ(harnessResult(project, *made, "int a();", "a()"), 12);
}

TEST_F(Build, EmittedTestsAreBuiltAndMeasured) {
  project_.add("a.cpp", "#include \"a.h\"\nint a(int x) { return x > 2 ? b() : 0; }\n", "-std=c++11");
  project_.add("b.cpp", "int b() { return 1; }\n");
  project_.write("a.h", "int b();\nint a(int);\n");
  const Project project = project_.load();
  const auto made = plan(project, "a.cpp");
  ASSERT_TRUE(made) << made.error().message;
  const fs::path test =
      project_.write("out/a_test.cpp",
                     "#include \"a.h\"\n#include <gtest/gtest.h>\nTEST(A, Works) { EXPECT_EQ(a(3), 1); }\n");
  for (const TestBuild build : {TestBuild::Plain, TestBuild::Sanitized, TestBuild::Coverage}) {
    const auto built = Builder(project, options())
                           .buildTests(*made, {test, {}, {"-lgtest", "-lgtest_main"}},
                                       project_.root() / "scratch/a_test", build);
    ASSERT_TRUE(built && built->succeeded) << built->diagnostics;
    const auto completed =
        run({.arguments = {built->executable.string()},
             .environment = {{"LLVM_PROFILE_FILE", (project_.root() / "profile").string()}}});
    ASSERT_TRUE(completed && completed->succeeded()) << completed->output;
    EXPECT_EQ(fs::exists(project_.root() / "profile"), build == TestBuild::Coverage);
  }
  project_.execute({"llvm-profdata-19", "merge", "profile", "-o", "merged"});
  const std::string covered =
      project_.execute({"llvm-cov-19", "report", "scratch/a_test", "-instr-profile=merged", "a.cpp"});
  EXPECT_NE(covered.find("a.cpp"), std::string::npos);
}

TEST_F(Build, ATestThatDoesNotCompileIsData) {
  project_.add("a.cpp", "int a() { return 1; }\n");
  const Project project = project_.load();
  const auto made = plan(project, "a.cpp");
  ASSERT_TRUE(made);
  const fs::path test = project_.write("out/a_test.cpp", "int x = wrong;\n");
  const auto built = Builder(project, options())
                         .buildTests(*made, {test, {}, {"-lgtest", "-lgtest_main"}},
                                     project_.root() / "scratch/a_test", TestBuild::Plain);
  ASSERT_TRUE(built);
  EXPECT_FALSE(built->succeeded);
  EXPECT_NE(built->diagnostics.find("wrong"), std::string::npos);
}

TEST_F(Build, AHarnessThatWasExpectedIsTheSame) {
  project_.add("a.cpp", "int a() { return 7; }\n");
  const Project project = project_.load();
  const auto made = plan(project, "a.cpp");
  ASSERT_TRUE(made) << made.error().message;
  const std::string beginning = "#include <covolve/marker.h>\n";
  const fs::path source = project_.root() / "scratch/h.cpp";
  const std::string text =
      beginning + "int a();\nextern \"C\" int covolve_run_test() { return a() + MARKER; }\n";
  for (const std::string& expected : {beginning, "#include <optional>\n" + beginning}) {
    Builder builder(project, options());
    builder.expectHarness(made->target, source, expected);
    project_.write("scratch/h.cpp", text);
    const auto harness = builtHarness(builder, *made, source);
    ASSERT_TRUE(harness) << harness.error().message;
    const auto completed = run({.arguments = {harness->string()}});
    ASSERT_TRUE(completed);
    EXPECT_EQ(completed->status, 47);
    fs::remove_all(source.string() + ".waiting");
  }
}

TEST(InParallel, NothingIsBegunBehindAStop) {
  std::atomic<bool> stop = false;
  std::atomic<int> begun = 0;
  inParallel(
      1, 10,
      [&](size_t i) {
        ++begun;
        stop = i == 2;
      },
      &stop);
  EXPECT_EQ(begun, 3);
}

TEST(Link, EndsWhenItIsToldTo) {
  const std::atomic<bool> stop = true;
  const Compiled linked = link({}, {}, "/nowhere/program", {.stop = &stop});
  EXPECT_FALSE(linked.succeeded);
  EXPECT_TRUE(linked.ranOutOfTime);
}

}  // namespace
}  // namespace covolve::unit
