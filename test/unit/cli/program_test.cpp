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

using Words = std::vector<std::string>;

/// What covolve says to an option of the search for units, and for services.
std::pair<std::string, std::string> answersTo(const std::string& option, const std::string& value,
                                              const Words& others) {
  Words unit{"covolve", "unit", "nowhere.cpp", option, value};
  Words rest{"covolve", "rest", "--schema", "nowhere.yaml", option, value};
  for (Words* const words : {&unit, &rest}) words->insert(words->end(), others.begin(), others.end());
  return {mistake(unit), mistake(rest)};
}

/// Options beside which one has an effect.
Words fulfilling(const OptionNeeds& needs) {
  Words words;
  for (const auto& need : needs) {
    if (!need.front().isNot) words.insert(words.end(), {need.front().option, need.front().values.front()});
  }
  return words;
}

void expectAcceptedWhereItHasAnEffect(const std::string& option, const std::string& value, Levels levels,
                                      const OptionNeeds& needs) {
  const auto [unit, rest] = answersTo(option, value, fulfilling(needs));
  EXPECT_EQ(unit, levels.unit ? "there is no file nowhere.cpp"
                              : option + " has no effect on covolve unit: it is an option of covolve rest");
  EXPECT_EQ(rest, levels.rest ? "there is no file nowhere.yaml"
                              : option + " has no effect on covolve rest: it is an option of covolve unit");
}

TEST(CommandLine, OptionsAreAcceptedWhereTheyHaveAnEffect) {
  for (const auto& technique : search::techniqueOptions()) {
    expectAcceptedWhereItHasAnEffect(technique.option, "off", technique.levels, technique.needs);
  }
  for (const auto& number : search::parameterOptions()) {
    expectAcceptedWhereItHasAnEffect(number.option, fmt::format("{}", number.low), number.levels,
                                     number.needs);
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

/// A value with which the choice is not made.
std::string otherThan(const OptionChoice& choice) {
  if (choice.isNot) return choice.values.front();
  if (choice.option == "--algorithm") return choice.values.front() == "mio" ? "dynamosa" : "mio";
  if (choice.option == "--mutation") return choice.values.front() == "standard" ? "adaptive" : "standard";
  return "off";
}

void expectRefusedWithoutWhatItNeeds(const std::string& option, const std::string& value,
                                     const OptionNeeds& needs) {
  for (const auto& need : needs) {
    Words words{"covolve", "unit", "nowhere.cpp", option, value};
    for (const OptionChoice& choice : need) words.insert(words.end(), {choice.option, otherThan(choice)});
    EXPECT_THAT(mistake(words), HasSubstr("has no effect with " + need.front().option)) << option;
  }
}

TEST(CommandLine, OptionsThatOthersLeaveWithoutEffectAreRefused) {
  for (const auto& technique : search::techniqueOptions())
    expectRefusedWithoutWhatItNeeds(technique.option, "on", technique.needs);
  for (const auto& number : search::parameterOptions())
    expectRefusedWithoutWhatItNeeds(number.option, fmt::format("{}", number.low), number.needs);
  EXPECT_EQ(mistake({"covolve", "unit", "a.cpp", "--mio-population", "3"}),
            "--mio-population has no effect with --algorithm dynamosa: it needs --algorithm mio");
  EXPECT_EQ(mistake({"covolve", "unit", "a.cpp", "--focused-from", "0.3"}),
            "--focused-from has no effect with --algorithm dynamosa and --mutation standard: it needs "
            "--algorithm mio or --mutation hyper or adaptive");
  EXPECT_EQ(mistake({"covolve", "unit", "a.cpp", "--algorithm", "random", "--dse", "always"}),
            "--dse has no effect with --algorithm random: it needs --algorithm other than random");
  EXPECT_EQ(
      mistake({"covolve", "unit", "a.cpp", "--local-search-share", "0.0", "--climbing", "on"}),
      "--climbing has no effect with --local-search-share 0.0: it needs --local-search-share other than 0");
  EXPECT_EQ(mistake({"covolve", "unit", "a.cpp", "--algorithm", "random", "--dse", "off"}),
            "there is no file a.cpp");
  EXPECT_EQ(mistake({"covolve", "unit", "a.cpp", "--update", "--afresh"}),
            "--update has no effect with --afresh, which writes all tests anew");
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
