// Tests for every framework: generated, then built and run as a user would, with two compilers.
#include <gtest/gtest.h>

#include <algorithm>

#include "project.h"

namespace covolve::e2e {
namespace {

using nlohmann::json;

const char* const kTankHeader = R"(#pragma once
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

class Tank {
 public:
  explicit Tank(double capacity) : capacity_(capacity) {
    if (!(capacity > 0)) throw std::invalid_argument("capacity");
  }
  void fill(double litres);
  [[nodiscard]] std::optional<double> drain(double litres);
  const char* state() const;
  std::vector<int> alarms() const;
  bool operator<(const Tank& other) const { return level_ < other.level_; }

 private:
  double capacity_;
  double level_ = 0;
};

int share(int litres, int people);
)";

const char* const kTank = R"(#include "tank.h"
void Tank::fill(double litres) {
  if (!(litres >= 0)) throw std::out_of_range("litres");
  if (level_ + litres > capacity_) level_ = capacity_;
  else level_ += litres;
}
std::optional<double> Tank::drain(double litres) {
  if (!(litres > 0) || litres > level_) return std::nullopt;
  level_ -= litres;
  return litres / 3;
}
const char* Tank::state() const {
  if (level_ == 0) return nullptr;
  return level_ == capacity_ ? "full, to the \"brim\"" : "part";
}
std::vector<int> Tank::alarms() const {
  if (level_ == capacity_) return {1, 2};
  return {};
}
int share(int litres, int people) { return litres / people; }
)";

struct UserSetup {
  std::string framework;
  std::string main;  // a source of the user's
  std::vector<std::string> libraries;
};

void PrintTo(const UserSetup& setup, std::ostream* stream) { *stream << setup.framework; }

class WithFramework : public testing::TestWithParam<UserSetup> {};

INSTANTIATE_TEST_SUITE_P(
    Frameworks, WithFramework,
    testing::Values(
        UserSetup{"googletest", "#include <gtest/gtest.h>\n", {"-lgtest", "-lgtest_main"}},
        UserSetup{"catch2", "#include <catch2/catch_test_macros.hpp>\n", {"-lCatch2Main", "-lCatch2"}},
        UserSetup{"catch2-v2", "#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n", {}},
        UserSetup{
            "doctest", "#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN\n#include <doctest/doctest.h>\n", {}}),
    [](const auto& info) {
      std::string name = info.param.framework;
      std::ranges::replace(name, '-', '_');
      return name;
    });

Completed execute(const Project& project, std::vector<std::string> arguments) {
  const Result<Completed> completed = run({.arguments = std::move(arguments), .directory = project.path()});
  EXPECT_TRUE(completed) << completed.error().message;
  return completed.value_or(Completed{});
}

TEST_P(WithFramework, TestsAreVerifiedAndPassForTheUser) {
  const UserSetup& setup = GetParam();
  const Project project({{"tank.h", kTankHeader}, {"tank.cpp", kTank}, {"main.cpp", setup.main}});
  const Completed there = execute(project, {"clang++-19", "-E", "main.cpp", "-o", "main.i"});
  if (!there.succeeded()) GTEST_SKIP() << setup.framework << " is not installed";

  const json report =
      project.generate("tank.cpp", 20000, {"--framework", setup.framework, "--", "-std=c++17"});
  EXPECT_EQ(report["coverage"]["emitted"]["branches"], (json{{"covered", 16}, {"total", 16}}));
  EXPECT_TRUE(report["dropped"].empty()) << report["dropped"];
  ASSERT_EQ(report["faults"].size(), 1u) << report["faults"];
  EXPECT_TRUE(report["faults"][0]["reproduced"]) << report["faults"];

  const auto build = [&](const std::string& compiler, const std::string& tests) {
    std::vector<std::string> command{compiler,   "-std=c++17", "-Wall", "-Wextra", "-Werror", "-I.",
                                     "tank.cpp", "main.cpp",   "-o",    "program", tests};
    command.insert(command.end(), setup.libraries.begin(), setup.libraries.end());
    const Completed built = execute(project, command);
    EXPECT_TRUE(built.succeeded()) << built.errors;
  };
  for (const char* compiler : {"clang++-19", "g++"}) {
    build(compiler, "out/tank_test.cpp");
    const Completed passed = execute(project, {"./program"});
    EXPECT_TRUE(passed.succeeded()) << passed.output;
  }
  build("clang++-19", "out/tank_faults_test.cpp");
  EXPECT_FALSE(execute(project, {"./program"}).succeeded());
}

TEST(Frameworks, OneThatIsNotInstalledIsNamedInOneSentence) {
  const Project project({{"a.cpp", "int half(int i) { return i / 2; }\n"}});
  const Completed completed =
      project.covolve({"unit", "a.cpp", "-q", "--framework", "catch2", "--", "-std=c++17", "-nostdinc++"});
  EXPECT_EQ(completed.status, 1) << completed.errors;
  EXPECT_NE(completed.errors.find("--framework catch2 needs Catch2 version 3"), std::string::npos)
      << completed.errors;
  EXPECT_EQ(lineCount(completed.errors), 1u) << completed.errors;
}

}  // namespace
}  // namespace covolve::e2e
