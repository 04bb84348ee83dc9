// covolve unit run again where an earlier run has left its tests.
#include <gtest/gtest.h>

#include <algorithm>

#include "project.h"

namespace covolve::e2e {
namespace {

using nlohmann::json;

const char* const kHeader = "int fare(int age, bool isStudent);\nint discounted(int price, int percent);\n";

const char* const kFare = R"(#include "fare.h"

int fare(int age, bool isStudent) {
  if (age < 6) return 0;
  if (age >= 65) return 180;
  if (isStudent) return 200;
  return 300;
}

int discounted(int price, int percent) {
  if (percent < 0 || percent > 100) return price;
  return price - price * percent / 100;
}
)";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

Completed again(const Project& project, std::vector<std::string> more = {}) {
  std::vector<std::string> arguments{"unit", "fare.cpp", "--evaluations", "3000", "-o", "out"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  if (std::ranges::find(more, "--") == more.end()) arguments.insert(arguments.end(), {"--", "-std=c++20"});
  return project.covolve(std::move(arguments), Defaults::QuickAgain);
}

Project fareProject() {
  Project project({{"fare.cpp", kFare}, {"fare.h", kHeader}});
  EXPECT_TRUE(again(project).succeeded());
  return project;
}

std::string tests(const Project& project) { return project.read("out/fare_test.cpp"); }
json report(const Project& project) { return json::parse(project.read("out/covolve.json"), nullptr, false); }

/// As the user would.
bool passes(const Project& project) {
  const auto built =
      run({.arguments = {"clang++-19", "-std=c++20", "-Wall", "-Werror", "-iquote", ".", "out/fare_test.cpp",
                         "fare.cpp", "-o", "fare_test", "-lgtest", "-lgtest_main", "-lpthread"},
           .directory = project.path()});
  EXPECT_TRUE(built && built->succeeded()) << built->errors;
  const auto ran = run({.arguments = {"./fare_test"}, .directory = project.path()});
  return ran && ran->succeeded();
}

TEST(Regression, OfCodeThatDidNotChangeChangesNothing) {
  const Project project = fareProject();
  const std::string before = tests(project);
  const json first = report(project);
  EXPECT_FALSE(first.contains("earlier"));
  const Completed completed = again(project, {"--seed", "2"});
  EXPECT_TRUE(completed.succeeded()) << completed.errors;
  EXPECT_EQ(tests(project), before);
  const json second = report(project);
  EXPECT_EQ(second["earlier"]["kept"], first["tests"].size());
  EXPECT_EQ(second["earlier"]["changes"], json::array());
  EXPECT_EQ(second["tests"].size(), first["tests"].size());
  EXPECT_EQ(second["coverage"]["emitted"], first["coverage"]["emitted"]);
  EXPECT_EQ(second["coverage"]["probed"], first["coverage"]["probed"]);
  EXPECT_TRUE(completed.output.contains("of an earlier run kept as they are, 0 added")) << completed.output;
}

TEST(Regression, NewCodeGetsTestsBehindThoseThatAreThere) {
  const Project project = fareProject();
  const std::string before = tests(project);
  project.write("fare.h", std::string("#include <string>\n") + kHeader + "std::string zone(int stops);\n");
  project.write("fare.cpp", std::string(kFare) +
                                "\nstd::string zone(int stops) { return stops > 7 ? \"far\" : \"near\"; }\n");
  EXPECT_TRUE(again(project).succeeded());
  const std::string after = tests(project);
  const json now = report(project);
  EXPECT_EQ(now["earlier"]["added"], 2) << after;
  EXPECT_TRUE(after.starts_with(before)) << after;
  EXPECT_TRUE(after.contains("\"far\"")) << after;
  EXPECT_TRUE(passes(project));
  EXPECT_TRUE(again(project).succeeded());
  EXPECT_EQ(tests(project), after);
}

TEST(Regression, TestsThatFailAreToldAndStayAsTheyAre) {
  const Project project = fareProject();
  const std::string before = tests(project);
  project.write("fare.cpp", replaced(kFare, "return 180", "return 170"));
  const Completed completed = again(project);
  EXPECT_TRUE(completed.succeeded()) << completed.errors;
  const json changes = report(project)["earlier"]["changes"];
  ASSERT_EQ(changes.size(), 1u) << changes;
  EXPECT_EQ(changes[0]["how"], "fails");
  EXPECT_TRUE(changes[0]["expected"].get<std::string>().contains("180")) << changes;
  EXPECT_EQ(changes[0]["found"], "170");
  EXPECT_TRUE(completed.output.contains("--update")) << completed.output;
  EXPECT_EQ(tests(project), before);  // no other test that expects the contrary
  EXPECT_FALSE(passes(project));

  EXPECT_TRUE(again(project, {"--update"}).succeeded());
  EXPECT_FALSE(tests(project).contains("180")) << tests(project);
  EXPECT_TRUE(tests(project).contains("170")) << tests(project);
  EXPECT_TRUE(passes(project));
}

TEST(Regression, TestsThatDoNotCompileAreChangesToo) {
  const Project project = fareProject();
  const std::string before = tests(project);
  project.write("fare.h", "int fare(int age, bool isStudent);\n");
  project.write("fare.cpp", std::string(kFare).substr(0, std::string(kFare).find("int discounted")));
  EXPECT_TRUE(again(project).succeeded());
  EXPECT_EQ(tests(project), before);
  const json changes = report(project)["earlier"]["changes"];
  ASSERT_GE(changes.size(), 2u) << changes;
  for (const json& change : changes) {
    EXPECT_EQ(change["how"], "does not compile");
    EXPECT_TRUE(change["found"].get<std::string>().contains("discounted")) << change;
  }
  EXPECT_TRUE(again(project, {"--update"}).succeeded());
  EXPECT_FALSE(tests(project).contains("discounted")) << tests(project);
  EXPECT_TRUE(passes(project));
}

TEST(Regression, TestsThatCrashNowAreChangesToo) {
  const Project project = fareProject();
  project.write("fare.cpp", "#include <cstdlib>\n" + replaced(kFare, "return 180", "std::abort()"));
  EXPECT_TRUE(again(project).succeeded());
  const json changes = report(project)["earlier"]["changes"];
  ASSERT_EQ(changes.size(), 1u) << changes;
  EXPECT_EQ(changes[0]["how"], "crashes with SIGABRT");
}

TEST(Regression, WhatAPersonWroteIntoTheFileStays) {
  const Project project = fareProject();
  project.write("out/ages.h", "constexpr int kOld = 70;\n");
  std::string edited =
      replaced(tests(project), "#include \"fare.h\"\n", "#include \"fare.h\"\n#include \"ages.h\"\n");
  edited +=
      "\n// By hand.\nTEST(ByHand, OldPeoplePayLess) {\n  EXPECT_LT(fare(kOld, false),fare(30,false));\n}\n";
  project.write("out/fare_test.cpp", edited);
  EXPECT_TRUE(again(project, {"--update"}).succeeded());
  EXPECT_EQ(tests(project), edited);
}

TEST(Regression, TestsWithinANamespaceStay) {
  const Project project = fareProject();
  const std::string before = tests(project);
  const size_t first = before.find("TEST(");
  const std::string moved = before.substr(0, first) + "namespace fares {\n" + before.substr(first) + "}\n";
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--update"}}) {
    project.write("out/fare_test.cpp", moved);
    const Completed completed = again(project, more);
    EXPECT_TRUE(completed.succeeded()) << completed.errors;
    EXPECT_TRUE(tests(project).starts_with(moved)) << more.size();
  }
}

TEST(Regression, SaysInOneSentenceWhatCannotBeKept) {
  const Project project = fareProject();
  const std::string before = tests(project);
  const auto error = [&](std::vector<std::string> more) {
    const Completed completed = again(project, std::move(more));
    EXPECT_EQ(completed.status, 1);
    return completed.errors;
  };
  EXPECT_TRUE(error({"--framework", "doctest"}).contains("holds no tests for doctest")) << error({});
  EXPECT_TRUE(error({"--criteria", "exception"}).contains("--criteria names none of them"));
  project.write("out/fare_test.cpp", "#include \"nothing.h\"\n" + before);
  EXPECT_TRUE(error({}).contains("does not compile any more: 'nothing.h' file not found"));
  EXPECT_TRUE(tests(project).starts_with("#include \"nothing.h\""));
  EXPECT_TRUE(again(project, {"--afresh"}).succeeded());
  EXPECT_EQ(tests(project), before);
}

TEST(Regression, KnowsTheOtherFrameworksToo) {
  const Project project({{"fare.cpp", kFare}, {"fare.h", kHeader}});
  EXPECT_TRUE(again(project, {"--framework", "doctest"}).succeeded());
  project.write("fare.cpp", replaced(kFare, "return 180", "return 170"));
  const std::string before = tests(project);
  EXPECT_TRUE(again(project, {"--framework", "doctest"}).succeeded());
  const json changes = report(project)["earlier"]["changes"];
  ASSERT_EQ(changes.size(), 1u) << changes;
  EXPECT_TRUE(changes[0]["found"].get<std::string>().contains("170 == 180")) << changes;
  EXPECT_EQ(tests(project), before);
}

const char* const kRatio = R"(int ratio(int all, int part) {
  return all / part;
}
)";

TEST(Regression, FaultTestsThatStillShowTheirsStay) {
  const Project project({{"ratio.cpp", kRatio}});
  const auto run = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"unit", "ratio.cpp", "-o", "out"};
    if (std::ranges::find(more, "--evaluations") == more.end())
      arguments.insert(arguments.end(), {"--evaluations", "3000"});
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.emplace_back("--");
    const Completed completed = project.covolve(arguments, Defaults::QuickAgain);
    EXPECT_TRUE(completed.succeeded()) << completed.errors;
    return json::parse(project.read("out/covolve.json"), nullptr, false);
  };
  const json first = run({});
  ASSERT_EQ(first["faults"].size(), 1u) << first["faults"];
  const std::string name = "out/ratio_faults_test.cpp";
  const std::string edited = project.read(name) + "\n// mine\n";
  project.write(name, edited);
  project.write("ratio.cpp", std::string("// moved\n\n") + kRatio);
  const json second = run({"--seed", "5"});
  EXPECT_EQ(project.read(name), edited);
  EXPECT_EQ(second["earlier"]["keptFaults"], 1);
  ASSERT_EQ(second["faults"].size(), 1u) << second["faults"];
  EXPECT_EQ(second["faults"][0]["test"], first["faults"][0]["test"]);
  // As if this run had not come by it.
  const json third = run({"--evaluations", "1"});
  ASSERT_EQ(third["faults"].size(), 1u) << third["faults"];
  EXPECT_EQ(third["faults"][0]["kind"], "SIGFPE");

  project.write("ratio.cpp",
                "int ratio(int all, int part) {\n  return part == 0 || part == -1 ? 0 : all / part;\n}\n");
  const json mended = run({});
  EXPECT_EQ(mended["faults"], json::array());
  ASSERT_EQ(mended["earlier"]["changes"].size(), 1u) << mended["earlier"];
  EXPECT_EQ(mended["earlier"]["changes"][0]["how"], "passes now");
  EXPECT_EQ(project.read(name), edited);
  run({"--update"});
  EXPECT_FALSE(project.has(name));
}

TEST(Regression, MutantsThatTheTestsLeaveAliveGetTestsToo) {
  const Project project({{"fare.cpp", kFare}, {"fare.h", kHeader}});
  // All lines and branches, but only far from 65.
  project.write("out/fare_test.cpp", R"(#include "fare.h"

#include <gtest/gtest.h>

TEST(FareTest, IsByAge) {
  EXPECT_EQ(fare(5, false), 0);
  EXPECT_EQ(fare(6, true), 200);
  EXPECT_EQ(fare(6, false), 300);
  EXPECT_EQ(fare(90, false), 180);
}

TEST(FareTest, IsDiscounted) {
  EXPECT_EQ(discounted(300, 0), 300);
  EXPECT_EQ(discounted(300, 1), 297);
  EXPECT_EQ(discounted(300, 100), 0);
  EXPECT_EQ(discounted(300, -1), 300);
  EXPECT_EQ(discounted(300, 101), 300);
}
)");
  EXPECT_TRUE(again(project, {"--mutants", "on"}).succeeded());
  const json now = report(project);
  EXPECT_EQ(now["earlier"]["kept"], 2);
  EXPECT_GE(now["earlier"]["added"], 1);
  EXPECT_LE(now["earlier"]["added"], 2);
  EXPECT_TRUE(tests(project).contains("fare(65, ") || tests(project).contains("fare(64, ")) << tests(project);
  const std::string after = tests(project);
  EXPECT_TRUE(again(project, {"--mutants", "on"}).succeeded());
  EXPECT_EQ(tests(project), after);
}

TEST(Since, OnlySourcesThatDifferAreTested) {
  const Project project(
      {{"src/fare.cpp", kFare},
       {"src/fare.h", kHeader},
       {"src/half.cpp", "int half(int x) { return x > 10 ? x / 2 : x; }\n"},
       {"src/user.cpp", "#include \"fare.h\"\nint twice(int x) { return 2 * fare(x, false); }\n"}});
  const auto git = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "git");
    const auto done = run({.arguments = arguments, .directory = project.path()});
    ASSERT_TRUE(done && done->succeeded()) << done->errors;
  };
  git({"init", "-q"});
  git({"add", "."});
  git({"-c", "user.name=a", "-c", "user.email=a@a", "commit", "-q", "-m", "first"});
  const auto since = [&](const std::string& revision) {
    return project.covolve({"unit", "src", "-o", "out", "--evaluations", "1000", "--since", revision, "--"});
  };
  const Completed none = since("HEAD");
  EXPECT_EQ(none.status, 0) << none.errors;
  EXPECT_EQ(none.output, "nothing to test: no source differs from HEAD\n");
  project.write("src/half.cpp", "int half(int x) { return x > 12 ? x / 2 : x; }\n");
  EXPECT_TRUE(since("HEAD").succeeded());
  EXPECT_TRUE(project.has("out/half/half_test.cpp"));
  EXPECT_FALSE(project.has("out/user"));
  project.write("src/fare.h", std::string("// changed\n") + kHeader);
  EXPECT_TRUE(since("HEAD").succeeded());
  EXPECT_TRUE(project.has("out/user/user_test.cpp"));
  EXPECT_TRUE(project.has("out/fare/fare_test.cpp"));
  const Completed unknown = since("nonesuch");
  EXPECT_EQ(unknown.status, 1);
  EXPECT_TRUE(unknown.errors.contains("git knows no revision nonesuch")) << unknown.errors;
}

}  // namespace
}  // namespace covolve::e2e
