#include "cli/program.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command.h"
#include "search/parameters.h"

namespace covolve::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string mistake(const std::vector<std::string>& words) {
  const auto checked = checkCommandLine(words);
  return checked ? "" : checked.error().message;
}

/// What covolve says to an option of the search for units, and for services.
std::pair<std::string, std::string> answersTo(const std::string& option, const std::string& value) {
  return {mistake({"covolve", "unit", "nowhere.cpp", option, value}),
          mistake({"covolve", "rest", "--schema", "nowhere.yaml", option, value})};
}

void expectAcceptedWhereItHasAnEffect(const std::string& option, const std::string& value, Levels levels) {
  const auto [unit, rest] = answersTo(option, value);
  EXPECT_EQ(unit, levels.unit ? "there is no file nowhere.cpp"
                              : option + " has no effect on covolve unit: it is an option of covolve rest");
  EXPECT_EQ(rest, levels.rest ? "there is no file nowhere.yaml"
                              : option + " has no effect on covolve rest: it is an option of covolve unit");
}

TEST(CommandLine, OptionsAreAcceptedWhereTheyHaveAnEffect) {
  for (const auto& technique : search::techniqueOptions()) {
    expectAcceptedWhereItHasAnEffect(technique.option, "off", technique.levels);
  }
  for (const auto& number : search::parameterOptions()) {
    expectAcceptedWhereItHasAnEffect(number.option, fmt::format("{}", number.low), number.levels);
  }
}

TEST(CommandLine, OptionsOfAnotherCommandAreNamed) {
  EXPECT_EQ(mistake({"covolve", "rest", "--schema=a.yaml", "--criteria=line"}),
            "--criteria has no effect on covolve rest: it is an option of covolve unit");
  EXPECT_EQ(mistake({"covolve", "unit", "a.cpp", "--oracles", "schema"}),
            "--oracles has no effect on covolve unit: it is an option of covolve rest");
  EXPECT_THAT(mistake({"covolve", "unit", "a.cpp", "--criterai", "line"}), Not(HasSubstr("has no effect")));
}

TEST(CommandLine, WhatWouldHaveNoEffectBesideAnotherOptionIsRefused) {
  EXPECT_EQ(mistake({"covolve", "unit", "a.cpp", "--budget", "5s", "--evaluations", "10", "--"}),
            "--budget and --evaluations both say when the search ends: give one of them");
  EXPECT_EQ(mistake({"covolve", "rest", "--schema=a.yaml", "--budget", "5s", "--requests", "10"}),
            "--budget and --requests both say when the search ends: give one of them");
  for (const char* command : {"unit", "mutants"}) {
    EXPECT_EQ(mistake({"covolve", command, "a.cpp", "-p", "build", "--", "-DX"}),
              "the build in -p says how sources are compiled: nothing after -- has an effect beside it");
  }
}

TEST(CommandLine, AMistypedOptionGetsASuggestion) {
  EXPECT_EQ(mistake({"covolve", "rest", "--shema", "a.yaml"}),
            "covolve rest has no option --shema; did you mean --schema?");
  EXPECT_EQ(mistake({"covolve", "unit", "a.cpp", "--budgte=5s"}),
            "covolve unit has no option --budgte; did you mean --budget?");
  EXPECT_THAT(mistake({"covolve", "rest", "--something-else"}), Not(HasSubstr("did you mean")));
}

TEST(CommandLine, TheReferenceHasEachOptionUnderTheCommandsThatTakeIt) {
  const std::string page = referencePage();
  const size_t ofRest = page.find("## covolve rest");
  const size_t behind = page.find("## covolve campaign");
  ASSERT_NE(ofRest, std::string::npos);
  for (const auto& technique : search::techniqueOptions()) {
    const std::string row = "| `" + technique.option;
    EXPECT_EQ(page.substr(0, ofRest).find(row) != std::string::npos, technique.levels.unit) << row;
    EXPECT_EQ(page.substr(ofRest, behind - ofRest).find(row) != std::string::npos, technique.levels.rest)
        << row;
  }
}

}  // namespace
}  // namespace covolve::cli
