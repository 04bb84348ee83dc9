#include "search/parameters.h"

#include "search/option_choices.h"

namespace covolve::search {

namespace {

using Choices = std::vector<OptionChoice>;
using NumberGroup = OptionGroup<NumberOption<Parameters>>;

const Choices kMio{{"--algorithm", {"mio"}}};
const Choices kMosa{{"--algorithm", {"dynamosa", "mosa"}}};
const Choices kMonotonic{{"--algorithm", {"monotonic"}}};
const Choices kGenetic{{"--algorithm", {"dynamosa", "mosa", "monotonic"}}};
const Choices kIsStandard{{"--mutation", {"standard"}}};
const Choices kIsHyper{{"--mutation", {"hyper", "adaptive"}}};
const Choices kIsAdaptive{{"--mutation", {"adaptive"}}};
const Choices kIsFocused{{"--algorithm", {"mio"}}, {"--mutation", {"hyper", "adaptive"}}};
const Choices kSolves{{"--dse", {"off"}, true}};

}  // namespace

const std::vector<NumberOption<Parameters>>& parameterOptions() {
  static const std::vector<NumberOption<Parameters>> options = together(std::vector<NumberGroup>{
      {{kGenetic},
       {
           {"--population", "Tests (of monotonic: suites) in a generation of a genetic algorithm",
            &Parameters::population, 2, 1000},
           {"--crossover-rate", "Chance that two parents exchange parts", &Parameters::crossoverRate, 0, 1},
           {"--archive-share", "Share of new tests that are changed copies of tests that cover something",
            &Parameters::archiveShare, 0, 1},
       }},
      {{kMosa},
       {
           {"--tournament", "MOSA and DynaMOSA take the best of so many as a parent", &Parameters::tournament,
            1, 1000},
           {"--fresh-share", "Share of MOSA's and DynaMOSA's tests that are not made of the population",
            &Parameters::freshShare, 0, 1},
       }},
      {{kMonotonic},
       {
           {"--rank-bias", "How much monotonic prefers better suites as parents; 1: not at all",
            &Parameters::rankBias, 1, 2},
           {"--elite", "Best suites that monotonic keeps in any case", &Parameters::elite, 0, 1000},
           {"--suite-tests", "Tests that a suite of monotonic starts with at most", &Parameters::suiteTests,
            1, 1000},
           {"--suite-longest", "Tests that a suite of monotonic has at most", &Parameters::suiteLongest, 1,
            10000},
           {"--suite-insertion", "Chance that monotonic adds a test to a suite", &Parameters::suiteInsertion,
            0, 0.99},
       }},
      {{kMio},
       {
           {"--mio-population", "Tests that MIO keeps for each target", &Parameters::mioPopulation, 1, 10000},
           {"--mio-random-sampling", "Chance that MIO samples a new test instead of changing one",
            &Parameters::mioRandomSampling, 0, 1},
           {"--mio-focused-sampling", "The same chance when MIO's search is focused",
            &Parameters::mioFocusedSampling, 0, 1},
           {"--mio-mutations", "Changed copies that MIO makes of a test it picks when focused",
            &Parameters::mioMutations, 1, 10000},
       }},
      {{kChangesTests},
       {
           {"--splice", "Chance that a changed test takes over calls of a test that covers something",
            &Parameters::splice, 0, 1, kUnitLevel},
           {"--copy-argument", "Chance that a changed argument takes over the value of another",
            &Parameters::copyArgument, 0, 1},
       }},
      {{kChangesTests, kIsStandard},
       {
           {"--further-changes", "How many data standard mutation changes besides one, about",
            &Parameters::furtherChanges, 0, 10},
           {"--change-last-action",
            "Chance that standard mutation changes the last action's data for certain",
            &Parameters::lastActionShare, 0, 1},
       }},
      {{kChangesTests, kIsHyper},
       {
           {"--hypermutation-share", "Share of the arguments that hypermutation changes at the start",
            &Parameters::hypermutationShare, 0, 1},
           {"--mutation-evenness", "Share of an argument's mutation rate that does not depend on its weight",
            &Parameters::mutationEvenness, 0, 1},
       }},
      {{kChangesTests, kIsAdaptive},
       {
           {"--adaptive-share", "Chance that adaptive mutation goes by what it has learned",
            &Parameters::adaptiveShare, 0, 1},
           {"--impact-emphasis", "How much an impact counts for adaptive mutation against none",
            &Parameters::impactEmphasis, 0.01, 1000},
       }},
      {{kChangesTests, kIsFocused},
       {
           {"--focused-from", "Share of the budget after which MIO and hypermutation are focused",
            &Parameters::focusedFrom, 0, 1},
       }},
      {{kChangesTests},
       {
           {"--local-search-share",
            "Share of the tests that refiners may make at the start; 0: none but those of --dse",
            &Parameters::localSearchShare, 0, 1, kUnitLevel},
       }},
      {{kChangesTests, kRefines},
       {
           {"--local-search-least", "Share of the tests that refiners keep however little they find",
            &Parameters::localSearchLeast, 0, 1, kUnitLevel},
           {"--local-search-most", "Share of the tests that refiners get however much they find",
            &Parameters::localSearchMost, 0, 1, kUnitLevel},
       }},
      {{kChangesTests, kSolves},
       {
           {"--dse-probability", "Chance that dynamic symbolic execution is used where it may pay",
            &Parameters::dseProbability, 0, 1, kUnitLevel},
           {"--dse-factor",
            "That chance is multiplied by this after a success and divided by it after a failure",
            &Parameters::dseFactor, 1, 100, kUnitLevel},
           {"--dse-queries", "Decisions that one use of dynamic symbolic execution turns at most",
            &Parameters::dseQueries, 1, 100000, kUnitLevel},
           {"--dse-time", "Seconds that one use takes at most, unless tests are counted",
            &Parameters::dseTime, 0.1, 3600, kUnitLevel},
           {"--dse-patience",
            "Tests without a newly covered target before dynamic symbolic execution is used",
            &Parameters::dsePatience, 0, 1000000000, kUnitLevel},
       }},
  });
  return options;
}

std::map<std::string, OptionNeeds> optionNeeds() {
  std::map<std::string, OptionNeeds> needs{{"--mutation", {kChangesTests}}, {"--dse", {kChangesTests}}};
  for (const auto& one : techniqueOptions()) needs.emplace(one.option, one.needs);
  for (const auto& one : parameterOptions()) needs.emplace(one.option, one.needs);
  return needs;
}

}  // namespace covolve::search
