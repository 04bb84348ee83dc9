// Several sources, or a folder, in one run.
#include <gtest/gtest.h>

#include <algorithm>

#include "project.h"

namespace covolve::e2e {
namespace {

/// Two classes of one name, functions of one name, static ones of one name, two programs' main().
const std::map<std::string, std::string> kNamesakes{
    {"shop/order.h", "#pragma once\nnamespace shop { class Order { public: int price(int n) const; }; }\n"},
    {"shop/order.cpp",
     "#include \"order.h\"\nnamespace shop {\nint Order::price(int n) const { return n > 3 ? n * 2 : n; "
     "}\n}\n"
     "int parse(int x) { return x > 7 ? 1 : 2; }\n"},
    {"army/order.h", "#pragma once\nnamespace army { class Order { public: int rank(int n) const; }; }\n"},
    {"army/order.cpp",
     "#include \"order.h\"\nnamespace army {\nint Order::rank(int n) const { return n > 5 ? 0 : n; }\n}\n"
     "int parse(long x) { return x > 9 ? 3 : 4; }\n"},
    {"one.cpp",
     "static int helper(int x) { return x > 10 ? 1 : 2; }\nint first(int x) { return helper(x); }\n"
     "int main() { return first(1); }\n"},
    {"two.cpp",
     "static int helper(int x) { return x > 20 ? 3 : 4; }\nint second(int x) { return helper(x); }\n"
     "int main() { return second(1); }\n"}};

TEST(SeveralFiles, TheirTestsBecomeOneProgram) {
  const Project project(kNamesakes);
  const Completed completed =
      project.covolve({"unit", ".", "-o", "out", "--evaluations", "3000", "--", "-std=c++17"});
  ASSERT_EQ(completed.status, 0) << completed.errors << completed.output;
  EXPECT_NE(completed.output.find("4 files\n"), std::string::npos) << completed.output;
  Command build;
  build.arguments = {"clang++-19", "-std=c++17", "-Wall", "-Werror", "-o", "tests"};
  size_t files = 0;
  for (const auto& [name, text] : contents(project.path("out"))) {
    if (!name.ends_with("_test.cpp")) continue;
    ++files;
    // As the project's own build would: each file finds its own source's headers.
    const std::string object = std::to_string(files) + ".o";
    const std::string folder = name.starts_with("army") ? "army" : name.starts_with("shop") ? "shop" : ".";
    const auto compiled = run({.arguments = {"clang++-19", "-std=c++17", "-Wall", "-Werror", "-iquote",
                                             folder, "-c", "out/" + name, "-o", object},
                               .directory = project.path()});
    ASSERT_TRUE(compiled->succeeded()) << compiled->errors;
    build.arguments.push_back(object);
  }
  EXPECT_EQ(files, 4u);
  // Those with a header are linked; the programs' sources are included into their tests.
  build.arguments.insert(build.arguments.end(),
                         {"shop/order.cpp", "army/order.cpp", "-lgtest", "-lgtest_main", "-lpthread"});
  build.directory = project.path();
  const auto built = run(build);
  ASSERT_TRUE(built->succeeded()) << built->errors;
  const auto passed =
      run({.arguments = {"./tests", "--gtest_shuffle", "--gtest_repeat=5"}, .directory = project.path()});
  EXPECT_TRUE(passed->succeeded()) << passed->output;
}

TEST(SeveralFiles, OneThatCannotBeTestedDoesNotStopTheNext) {
  const Project project({{"src/broken.cpp", "int broken() { return missing; }\n"},
                         {"src/data.cpp", "namespace { int unused; }\n"},
                         {"src/fine.cpp", "int half(int x) { return x > 10 ? x / 2 : x; }\n"}});
  const Completed completed = project.covolve({"unit", "src", "-o", "out", "--evaluations", "1000", "--"});
  EXPECT_EQ(completed.status, 1);
  EXPECT_NE(completed.errors.find("undeclared identifier 'missing'"), std::string::npos) << completed.errors;
  EXPECT_NE(completed.output.find("3 files, 2 not tested\n"), std::string::npos) << completed.output;
  EXPECT_NE(completed.output.find("src/data.cpp "), std::string::npos) << completed.output;
  for (const char* name : {"broken", "data", "fine"}) {
    const std::string file = "out/" + std::string(name) + "/covolve.json";
    ASSERT_TRUE(project.has(file)) << file;
    EXPECT_EQ(nlohmann::json::parse(project.read(file)).contains("failure"), name != std::string("fine"));
  }
  EXPECT_TRUE(project.has("out/fine/fine_test.cpp"));
  std::filesystem::remove(project.path("src/broken.cpp"));
  EXPECT_EQ(project.covolve({"unit", "src", "-q", "-o", "out", "--evaluations", "1000", "--"}).status, 0);
}

TEST(SeveralFiles, NamesMayHaveBlanksAndQuotationMarks) {
  const Project project(
      {{"a \"b\".cpp", "int quoted(int x) { return x > 3 ? 1 : 2; }\n"},
       {"it's/c d.h", "int blank(int x);\n"},
       {"it's/c d.cpp", "#include \"c d.h\"\nint blank(int x) { return x > 3 ? 1 : 2; }\n"}});
  const Completed completed = project.covolve({"unit", ".", "-o", "o u t", "--evaluations", "1000", "--"});
  EXPECT_EQ(completed.status, 0) << completed.errors;
  EXPECT_TRUE(project.has("o u t/a \"b\"/a \"b\"_test.cpp")) << completed.output;
  EXPECT_TRUE(project.has("o u t/c d/c d_test.cpp")) << completed.output;
}

TEST(SeveralFiles, AFolderStandsForWhatTheDatabaseListsInIt) {
  const Project project({{"src/a.cpp", "int a(int x) { return x > 10 ? 1 : x; }\n"},
                         {"src/unused.cpp", "int unused(int x) { return x; }\n"},
                         {"tools/b.cpp", "int b(int x) { return x; }\n"}});
  const auto entry = [&](const std::string& file) {
    return nlohmann::json{
        {"directory", project.path().string()}, {"file", file}, {"command", "c++ -c " + file}};
  };
  project.write("build/compile_commands.json",
                nlohmann::json::array({entry("src/a.cpp"), entry("tools/b.cpp")}).dump());
  const Completed completed =
      project.covolve({"unit", "-p", "build", "src", "-o", "out", "--evaluations", "1000"});
  ASSERT_EQ(completed.status, 0) << completed.errors;
  EXPECT_TRUE(project.has("out/a_test.cpp")) << completed.output;
}

TEST(SeveralFiles, ObjectsThatSeveralNeedAreCompiledOnce) {
  const Project project(
      {{"base.h", "int base(int x);\n"},
       {"base.cpp", "#include \"base.h\"\nint base(int x) { return x > 5 ? 1 : 0; }\n"},
       {"a.h", "int a(int x);\n"},
       {"a.cpp", "#include \"a.h\"\n#include \"base.h\"\nint a(int x) { return base(x); }\n"},
       {"b.h", "int b(int x);\n"},
       {"b.cpp", "#include \"b.h\"\n#include \"base.h\"\nint b(int x) { return base(x); }\n"}});
  const Completed completed = project.covolve(
      {"unit", "a.cpp", "b.cpp", "base.cpp", "-o", "out", "--evaluations", "1000", "--keep-scratch", "--"});
  ASSERT_EQ(completed.status, 0) << completed.errors;
  const size_t start = completed.output.find("scratch directory: ") + 19;
  const std::filesystem::path scratch =
      completed.output.substr(start, completed.output.find('\n', start) - start);
  const auto objects = contents(scratch / "objects");
  const auto isSearchObjectOfBase = [](const auto& entry) {
    return entry.first.starts_with("base-") && entry.first.ends_with(".search.o");
  };
  EXPECT_EQ(std::ranges::count_if(objects, isSearchObjectOfBase), 1);
  std::filesystem::remove_all(scratch);
}

}  // namespace
}  // namespace covolve::e2e
