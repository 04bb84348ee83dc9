// Compilers that are run through another program.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <sstream>

#include "base/path_search.h"
#include "project.h"

namespace covolve::e2e {
namespace {

/// Two units, so that one is only linked with the target.
const std::map<std::string, std::string>& files() {
  static const std::map<std::string, std::string> all{
      {"include/rate.h", "#pragma once\nint rate(int years);\n"},
      {"rate.cpp", "#include \"rate.h\"\nint rate(int years) { return years > 5 ? 3 : 1; }\n"},
      {"loan.h", "#pragma once\n#include <string>\nstd::string loan(int sum, int years);\n"},
      {"loan.cpp",
       "#include \"loan.h\"\n#include <stdexcept>\n#include \"rate.h\"\n"
       "std::string loan(int sum, int years) {\n"
       "  if (years < 0) throw std::invalid_argument(\"years\");\n"
       "  return sum > 1000 ? \"large \" + std::to_string(rate(years)) : \"small\";\n}\n"}};
  return all;
}

class Cached : public testing::Test {
 protected:
  Cached() {
    if (!findProgram("ccache")) return;
    setenv("CCACHE_DIR", project_.path("cache").c_str(), 1);
    setenv("CCACHE_BASEDIR", project_.path().c_str(), 1);  // the user's, which are not for these paths
    setenv("CCACHE_NOHASHDIR", "1", 1);
  }
  ~Cached() override {
    unsetenv("CCACHE_DIR");
    unsetenv("CCACHE_BASEDIR");
    unsetenv("CCACHE_NOHASHDIR");
  }
  void SetUp() override {
    if (!findProgram("ccache")) GTEST_SKIP() << "ccache is not installed";
  }

  int count(const std::string& statistic) const {
    const auto statistics = run({.arguments = {"ccache", "--print-stats"}});
    std::istringstream lines(statistics ? statistics->output : "");
    std::string name;
    for (int value = 0; lines >> name >> value;) {
      if (name == statistic) return value;
    }
    ADD_FAILURE() << "no " << statistic;
    return -1;
  }

  /// What a run writes.
  std::map<std::string, std::string> written(std::vector<std::string> more) const {
    std::vector<std::string> arguments{"unit", "loan.cpp", "-o", "out", "--evaluations", "1000", "-q"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.insert(arguments.end(), {"--", "-std=c++17", "-Iinclude"});
    const Completed completed = project_.covolve(arguments);
    EXPECT_EQ(completed.status, 0) << completed.errors;
    return contents(project_.path("out"));
  }

  const Project project_{files()};
};

TEST_F(Cached, ASecondRunCompilesNothingAnewAndNothingElseChanges) {
  // The time at which it was made.
  const auto withoutTimes = [](std::map<std::string, std::string> all) {
    EXPECT_EQ(all.erase("covolve.json"), 1u);
    EXPECT_EQ(all.size(), 2u);
    return all;
  };
  const auto plain = withoutTimes(written({"--jobs", "2"}));
  EXPECT_EQ(withoutTimes(written({"--compiler-launcher", "ccache"})), plain);
  const int compiled = count("cache_miss");
  EXPECT_GE(compiled, 6) << "harness, target and the other unit for the search, tests, target and unit";
  EXPECT_EQ(withoutTimes(written({"--compiler-launcher", "ccache"})), plain);
  EXPECT_EQ(count("cache_miss"), compiled);
  EXPECT_GE(count("direct_cache_hit"), compiled);
}

TEST_F(Cached, AChangeIsCompiled) {
  EXPECT_EQ(written({"--compiler-launcher", "ccache"})["loan_test.cpp"].find("large 7"), std::string::npos);
  project_.write("rate.cpp", "#include \"rate.h\"\nint rate(int years) { return years > 5 ? 3 : 7; }\n");
  EXPECT_NE(written({"--compiler-launcher", "ccache"})["loan_test.cpp"].find("large 7"), std::string::npos);
}

TEST_F(Cached, WhatWasCompiledElsewhereIsCompiledAnew) {
  const auto sourceIn = [&](const std::string& folder) {
    project_.write(folder + "/round.cpp", "int round(int a) { return a > 7 ? 7 : a; }\n");
    const Completed completed =
        run({.arguments = {COVOLVE_EXECUTABLE, "unit", "round.cpp", "-o", "out", "--evaluations", "500", "-q",
                           "--mutants", "off", "--dse", "off", "--compiler-launcher", "ccache", "--"},
             .directory = project_.path(folder)})
            .value();
    EXPECT_EQ(completed.status, 0) << completed.errors;
    return nlohmann::json::parse(project_.read(folder + "/out/covolve.json")).dump();
  };
  sourceIn("one");
  EXPECT_EQ(sourceIn("two").find("/one/"), std::string::npos);
}

TEST(Launcher, RunsAllCompilersOfMutantsToo) {
  const Project project(files());
  project.write("loan_test.cpp",
                "#include \"loan.h\"\n#include <gtest/gtest.h>\n"
                "TEST(Loan, Small) { EXPECT_EQ(loan(3, 1), \"small\"); }\n");
  project.write("launch.sh",
                "#!/bin/sh\necho \"$@\" >> '" + project.path("log").string() + "'\nexec \"$@\"\n");
  std::filesystem::permissions(project.path("launch.sh"), std::filesystem::perms::owner_all);
  const Completed completed =
      project.covolve({"mutants", "loan.cpp", "--tests", "loan_test.cpp", "-o", "out", "--compiler-launcher",
                       "./launch.sh", "--", "-std=c++17", "-Iinclude"});
  EXPECT_EQ(completed.status, 0) << completed.errors;
  for (const char* source : {"loan.cpp", "loan_test.cpp", "rate.cpp"})
    EXPECT_NE(project.read("log").find(std::string("/") + source + " -o "), std::string::npos) << source;
}

}  // namespace
}  // namespace covolve::e2e
