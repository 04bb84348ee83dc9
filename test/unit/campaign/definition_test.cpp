#include "campaign/definition/definition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sample_project.h"

namespace covolve::campaign {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using Texts = std::vector<std::string>;

class DefinitionText : public testing::Test {
 protected:
  DefinitionText() {
    project_.write("order.cpp");
    project_.write("tool", "#!/bin/sh\n");
    std::filesystem::permissions(project_.root() / "tool", std::filesystem::perms::owner_all);
  }

  /// A whole definition around the lines that a test is about, which come first.
  static std::string with(const std::string& lines) {
    std::string text = lines;
    const auto addIfMissing = [&](const std::string& key, const std::string& rest) {
      if (("\n" + lines).find("\n" + key + ":") == std::string::npos) text += key + ":" + rest + "\n";
    };
    addIfMissing("seeds", " 2");
    addIfMissing("budgets", " 30s");
    addIfMissing("configurations", " [{name: default}]");
    addIfMissing("targets", " [{file: order.cpp, flags: []}]");
    return text;
  }
  Definition define(const std::string& lines) const { return project_.define(with(lines)); }
  std::string mistake(const std::string& lines) const { return project_.mistake(with(lines)); }
  Texts options(const std::string& text) const {
    return define("configurations: [{name: a, options: {" + text + "}}]\n").configurations.at(0).options;
  }

  SampleProject project_;
};

Texts namesOf(const auto& all) {
  Texts names;
  for (const auto& each : all) names.push_back(each.name);
  return names;
}

TEST_F(DefinitionText, EveryKeyIsRead) {
  const Definition definition = define(R"(name: algorithms
command: unit
seeds: [1, 5, 9]
budgets: [30s, {evaluations: 20000}]
targets:
  - file: order.cpp
    flags: [-std=c++20]
    name: the order
    group: shop
    options: {link: [m]}
configurations:
  - name: dynamosa
    options: {algorithm: dynamosa, population: 50}
  - name: peer
    program: ./tool
    options: {tool: libfuzzer}
baseline: peer
keep: everything
run: {cores: 3, memory: 4G, timeout: 90m}
slurm: [--partition=short, --account=me]
)");
  EXPECT_EQ(definition.name, "algorithms");
  EXPECT_EQ(definition.command, "unit");
  EXPECT_THAT(definition.seeds, ElementsAre(1, 5, 9));
  EXPECT_THAT(definition.budgets, ElementsAre(Budget{"30s", {"--budget", "30s"}},
                                              Budget{"20000 evaluations", {"--evaluations", "20000"}}));
  const Target target{.name = "the order",
                      .group = "shop",
                      .arguments = {project_.path("order.cpp"), "--link", "m"},
                      .flags = {"-std=c++20"},
                      .hasFlags = true,
                      .files = {project_.path("order.cpp")}};
  EXPECT_THAT(definition.targets, ElementsAre(target));
  EXPECT_THAT(definition.configurations,
              ElementsAre(Configuration{"dynamosa", "", {"--algorithm", "dynamosa", "--population", "50"}},
                          Configuration{"peer", project_.path("tool"), {"--tool", "libfuzzer"}}));
  EXPECT_EQ(definition.baseline, "peer");
  EXPECT_EQ(definition.keep, Keep::Everything);
  EXPECT_EQ(definition.needs.cores, 3u);
  EXPECT_EQ(definition.needs.memoryMegabytes, 4096u);
  EXPECT_EQ(definition.needs.timeout, std::chrono::minutes(90));
  EXPECT_THAT(definition.slurmOptions, ElementsAre("--partition=short", "--account=me"));
}

TEST_F(DefinitionText, RunsOfServicesAreCountedInRequests) {
  const std::string services = "command: rest\ntargets: [{rest: shop, url: 'http://localhost:8080'}]\n";
  EXPECT_THAT(define(services + "budgets: {requests: 5000}\n").budgets,
              ElementsAre(Budget{"5000 requests", {"--requests", "5000"}}));
  EXPECT_THAT(mistake(services + "budgets: {evaluations: 5000}\n"),
              HasSubstr("a budget has no key evaluations"));
  EXPECT_THAT(mistake("budgets: {requests: 5000}\n"), HasSubstr("a budget has no key requests"));
}

TEST_F(DefinitionText, WhatIsLeftOutHasADefault) {
  const Definition definition = define("configurations: [{name: first}, {name: second}]\n");
  EXPECT_EQ(definition.command, "unit");
  EXPECT_EQ(definition.baseline, "first");
  EXPECT_EQ(definition.keep, Keep::Tests);
  EXPECT_EQ(definition.needs.cores, 2u);
  EXPECT_EQ(definition.needs.memoryMegabytes, 2048u);
  EXPECT_EQ(definition.needs.timeout, std::chrono::hours(1));
  EXPECT_THAT(definition.slurmOptions, IsEmpty());
}

TEST_F(DefinitionText, TheFileGivesNameFolderAndPlaceOfMistakes) {
  project_.write("campaigns/small.yaml", with("targets: [{file: ../order.cpp, flags: ''}]\n"));
  const auto definition = readDefinition(project_.root() / "campaigns/small.yaml");
  ASSERT_TRUE(definition) << definition.error().message;
  EXPECT_EQ(definition->name, "small");
  EXPECT_THAT(definition->targets.at(0).arguments, ElementsAre(project_.path("order.cpp")));

  const std::string file = project_.path("wrong.yaml");
  project_.write("wrong.yaml", "\nseed: 3\n");
  EXPECT_EQ(readDefinition(file).error().message,
            file + ":2: a campaign has no key seed; did you mean seeds?");
}

TEST_F(DefinitionText, FilesThatAreNoDefinitionAreRefused) {
  EXPECT_THAT(readDefinition(project_.root() / "none.yaml").error().message, StartsWith("cannot read "));
  EXPECT_THAT(readDefinition(project_.root()).error().message, StartsWith("cannot read "));
  EXPECT_THAT(readDefinition("/dev/zero").error().message, HasSubstr("larger than 10 MB"));
  EXPECT_THAT(project_.mistake(""), HasSubstr("line 1: a campaign must be a mapping"));
  EXPECT_THAT(project_.mistake("- a\n- b\n"), HasSubstr("line 1: a campaign must be a mapping"));
  EXPECT_THAT(project_.mistake("a: b\nc: [1\nd: 2\n"), HasSubstr("this is not YAML: "));
  EXPECT_THAT(project_.mistake("a: 1\nb: *_test.cpp\n"), HasSubstr("must be in quotes"));
  EXPECT_THAT(project_.mistake("name: a\nname: b\n"), "line 2: name is given twice");
  EXPECT_THAT(project_.mistake("name: a\n---\nname: b\n"),
              "line 2: this is outside of the document, which ends before it");
  EXPECT_THAT(project_.mistake(", a\n"), HasSubstr("outside of the document"));
  EXPECT_THAT(project_.mistake("a: b\n...\n# the end\n"), HasSubstr("has no key a"));
  EXPECT_THAT(project_.mistake("name: a\n# \x04\n"), "line 2: there is a control character in this line");
  EXPECT_THAT(project_.mistake("name: \xff\n"), HasSubstr("not UTF-8"));
}

TEST_F(DefinitionText, SeedsAreANumberARangeOrAList) {
  EXPECT_THAT(define("seeds: 3\n").seeds, ElementsAre(1, 2, 3));
  EXPECT_THAT(define("seeds: \"11-13\"\n").seeds, ElementsAre(11, 12, 13));
  EXPECT_THAT(define("seeds: [3]\n").seeds, ElementsAre(3));
  EXPECT_THAT(define("seeds: [0, 7-8, 2]\n").seeds, ElementsAre(0, 7, 8, 2));
}

TEST_F(DefinitionText, SeedsThatAreNoneAreRefused) {
  for (const std::string wrong :
       {"0", "-1", "1.5", "9-2", "many", "1-2-3", "99999999999999999999", "[a]", "[9223372036854775808]"}) {
    EXPECT_THAT(mistake("seeds: " + wrong + "\n"), HasSubstr("is not for seeds")) << wrong;
  }
  EXPECT_THAT(mistake("seeds: []\n"), "line 1: seeds is an empty list");
  EXPECT_THAT(mistake("seeds: {a: 1}\n"), HasSubstr("seeds must be a single value, not a mapping"));
  EXPECT_THAT(mistake("seeds: [4, 2-5]\n"), "line 1: seed 4 is there twice");
  EXPECT_THAT(mistake("seeds: [5-9, 1-3, 3-4]\n"), "line 1: seed 3 is there twice");
  EXPECT_THAT(mistake("seeds: [5-9, 1-20]\n"), "line 1: seed 5 is there twice");
  EXPECT_THAT(mistake("seeds: 1000001\n"), HasSubstr("more than a million"));
  EXPECT_THAT(mistake("seeds: 1-9223372036854775807\n"), HasSubstr("more than a million"));
}

TEST_F(DefinitionText, ASingleBudgetMayStandAlone) {
  EXPECT_THAT(define("budgets: 2m\n").budgets, ElementsAre(Budget{"2m", {"--budget", "2m"}}));
  EXPECT_THAT(define("budgets: 20\n").budgets, ElementsAre(Budget{"20s", {"--budget", "20s"}}));
  EXPECT_THAT(define("budgets: {evaluations: 7}\n").budgets,
              ElementsAre(Budget{"7 evaluations", {"--evaluations", "7"}}));
}

TEST_F(DefinitionText, BudgetsThatCannotBeAreRefused) {
  EXPECT_THAT(mistake("budgets: soon\n"), HasSubstr("'soon' is not a duration"));
  EXPECT_THAT(mistake("budgets: []\n"), "line 1: budgets is an empty list");
  EXPECT_THAT(mistake("budgets: [60s, 1m]\n"), "line 1: the budget 1m is there twice, once as 60s");
  EXPECT_THAT(mistake("budgets: [{evaluations: 5}, {evaluations: 5}]\n"), HasSubstr("is there twice"));
  EXPECT_THAT(mistake("budgets: {evaluations: 0}\n"), HasSubstr("evaluations must be a whole number from 1"));
  EXPECT_THAT(mistake("budgets: {evaluation: 5}\n"), HasSubstr("did you mean evaluations?"));
  EXPECT_THAT(mistake("budgets: {}\n"), HasSubstr("a budget lacks evaluations"));
  EXPECT_THAT(mistake("budgets: 1h\n"), HasSubstr("is not below the timeout of a run"));
  EXPECT_THAT(define("budgets: 1h\nrun: {timeout: 2h}\n").budgets.size(), 1u);
}

TEST_F(DefinitionText, OptionsBecomeArguments) {
  EXPECT_THAT(options("algorithm: random, population: 50"),
              ElementsAre("--algorithm", "random", "--population", "50"));
  EXPECT_THAT(options("fail-on-fault: true, keep-scratch: false"), ElementsAre("--fail-on-fault"));
  EXPECT_THAT(options("link: [m, z]"), ElementsAre("--link", "m", "--link", "z"));
  EXPECT_THAT(options("link: [-L/opt/lib]"), ElementsAre("--link=-L/opt/lib"));
  EXPECT_THAT(options("quiet: true"), ElementsAre("--quiet"));
  EXPECT_THAT(options("x: 1"), ElementsAre("-x", "1"));
}

TEST_F(DefinitionText, OnAndOffAreWordsAndQuotedTrueIsOneToo) {
  EXPECT_THAT(options("sandbox: off"), ElementsAre("--sandbox", "off"));
  EXPECT_THAT(options("sandbox: no"), ElementsAre("--sandbox", "no"));
  EXPECT_THAT(options("value: \"true\""), ElementsAre("--value", "true"));
}

TEST_F(DefinitionText, OptionsOfTheCampaignItselfAreRefused) {
  const auto refused = [&](const std::string& text) {
    return mistake("configurations:\n- name: a\n  options:\n    " + text + "\n");
  };
  EXPECT_EQ(refused("seed: 3"), "line 4: seed is not for options: seeds at the top says which ones are used");
  for (const std::string option : {"budget", "evaluations", "requests", "output", "o", "build", "p", "only",
                                   "schema", "url", "config", "help"}) {
    EXPECT_THAT(refused(option + ": 3"), StartsWith("line 4: " + option + " is not for options: "));
  }
  EXPECT_THAT(refused("quiet: false"), HasSubstr("always quiet"));
  EXPECT_THAT(refused("--algorithm: random"), HasSubstr("without dashes"));
  EXPECT_THAT(refused("a b: 1"), HasSubstr("letters, digits and dashes"));
  EXPECT_THAT(refused("population:"), HasSubstr("population has no value"));
  EXPECT_THAT(refused("population: {a: 1}"), HasSubstr("population must be a single value, not a mapping"));
  EXPECT_THAT(refused("link: []"), HasSubstr("link is an empty list"));
  EXPECT_THAT(mistake("targets: [{file: order.cpp, flags: [], options: {seed: 1}}]\n"),
              HasSubstr("seed is not for options"));
}

TEST_F(DefinitionText, ConfigurationsThatCannotBeAreRefused) {
  EXPECT_THAT(mistake("configurations: []\n"), "line 1: configurations is an empty list");
  EXPECT_THAT(mistake("configurations: x\n"), HasSubstr("configurations must be a list, not a single value"));
  EXPECT_THAT(mistake("configurations: [{options: {a: 1}}]\n"), "line 1: a configuration lacks name");
  EXPECT_THAT(mistake("configurations:\n- name: a\n- name: a\n"),
              "line 3: there is a configuration a already, in line 2");
  EXPECT_THAT(mistake("configurations: [{name: a, option: {}}]\n"), HasSubstr("did you mean options?"));
  EXPECT_THAT(mistake("configurations: [{name: \"a\\nb\"}]\n"), HasSubstr("control character"));
  EXPECT_THAT(mistake("configurations: [{name: random}]\nbaseline: randon\n"),
              "line 2: baseline: there is no configuration randon; did you mean random?");
}

TEST_F(DefinitionText, ProgramsMustBeThere) {
  EXPECT_EQ(define("configurations: [{name: a, program: sh}]\n").configurations.at(0).program, "sh");
  EXPECT_THAT(mistake("configurations: [{name: a, program: no-such-program}]\n"), HasSubstr("in PATH"));
  EXPECT_THAT(mistake("configurations: [{name: a, program: bin/none}]\n"),
              HasSubstr("there is no program " + project_.path("bin/none")));
  EXPECT_THAT(mistake("configurations: [{name: a, program: ./order.cpp}]\n"),
              HasSubstr("there is no program"));
}

TEST_F(DefinitionText, WhatARunMayUseIsChecked) {
  EXPECT_EQ(define("run: {memory: 512M}\n").needs.memoryMegabytes, 512u);
  EXPECT_EQ(define("run: {timeout: 31.5s}\n").needs.timeout, std::chrono::seconds(32));
  EXPECT_THAT(mistake("run: {cores: 0}\n"), HasSubstr("cores must be a whole number from 1 to 4096, not 0"));
  for (const std::string wrong : {"2", "G", "0G", "2X", "-1G", "99999999999999999999G", "9999999T"}) {
    EXPECT_THAT(mistake("run: {memory: " + wrong + "}\n"), HasSubstr("is not an amount of memory")) << wrong;
  }
  EXPECT_THAT(mistake("run: {timeout: never}\n"), HasSubstr("is not a duration"));
  EXPECT_THAT(mistake("run: {core: 1}\n"), HasSubstr("did you mean cores?"));
}

TEST_F(DefinitionText, OtherWordsAreChecked) {
  EXPECT_EQ(define("keep: nothing\n").keep, Keep::Nothing);
  EXPECT_THAT(mistake("keep: test\n"), HasSubstr("not test; did you mean tests?"));
  EXPECT_THAT(mistake("command: system\n"), HasSubstr("command must be one of unit, rest, not system"));
  EXPECT_THAT(mistake("slurm: []\n"), HasSubstr("empty list"));
  EXPECT_THAT(mistake("slurm: [short]\n"), HasSubstr("slurm takes options of sbatch"));
  EXPECT_THAT(define("slurm: -p short\n").slurmOptions, ElementsAre("-p", "short"));
  EXPECT_EQ(project_.mistake("name: a\n"), "line 1: a campaign lacks seeds");
}

TEST_F(DefinitionText, AnchorsAndMergedMappingsAreUnfolded) {
  const Definition definition = define(R"(configurations:
- name: a
  options: &common {population: 50, algorithm: mio}
- name: b
  options: {<<: *common, algorithm: random}
)");
  EXPECT_THAT(definition.configurations.at(0).options,
              ElementsAre("--population", "50", "--algorithm", "mio"));
  EXPECT_THAT(definition.configurations.at(1).options,
              ElementsAre("--algorithm", "random", "--population", "50"));
}

TEST_F(DefinitionText, AliasesThatUnfoldWithoutEndAreRefused) {
  std::string bomb = "name: x\na0: &a0 [" + std::string(80, 'x') + "]\n";
  for (int i = 1; i < 12; ++i) {
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int k = 0; k < 10; ++k) bomb += (k > 0 ? ", *a" : "*a") + std::to_string(i - 1);
    bomb += "]\n";
  }
  EXPECT_THAT(project_.mistake(bomb), HasSubstr("more than a million values"));
  EXPECT_THAT(project_.mistake("name: &a [*a]\n"), HasSubstr("something that it is a part of"));
  const std::string large(1 << 20, 'x');
  std::string texts = "a: &a " + large + "\nb: [";
  for (int i = 0; i < 100; ++i) texts += "*a, ";
  EXPECT_THAT(project_.mistake(texts + "*a]\n"), HasSubstr("more than 64 MB"));
}

TEST_F(DefinitionText, DeepNestingIsASentence) {
  for (const std::string opening : {"[", "{a: ", "- ", "? "}) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += opening;
    EXPECT_EQ(project_.mistake(text), "line 1: this is nested too deeply") << opening;
  }
}

TEST_F(DefinitionText, MoreThanAMillionRunsAreRefused) {
  const std::string two = "configurations: [{name: a}, {name: b}]\n";
  EXPECT_THAT(mistake("seeds: 500001\n" + two), HasSubstr("more than a million runs"));
  EXPECT_THAT(namesOf(define("seeds: 500000\n" + two).configurations), ElementsAre("a", "b"));
}

}  // namespace
}  // namespace covolve::campaign
