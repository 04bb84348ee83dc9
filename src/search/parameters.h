// The numbers that steer the search, with the defaults of the papers
// (docs/design/README.md) where these have any. Each is declared once
// (parameters.cpp): command line, reference page and validation derive from that.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/number_option.h"
#include "search/techniques.h"

namespace covolve::search {

struct Parameters {
  // Where a GA needs them: MOSA, DynaMOSA, Monotonic.
  size_t population = 50;
  double crossoverRate = 0.75;
  double rankBias = 1.7;
  size_t tournament = 10;  // MOSA, DynaMOSA: parents are the best of so many
  size_t elite = 1;
  double freshShare = 0.3;    // MOSA, DynaMOSA: tests that are not made of the population
  double archiveShare = 0.8;  // of these (and of monotonic's new tests): changed copies of covering tests

  // MIO
  size_t mioPopulation = 10;       // tests kept for each target
  double mioRandomSampling = 0.5;  // chance of a new test instead of a mutant
  double mioFocusedSampling = 0;   // the same when the search is focused
  size_t mioMutations = 10;        // mutants of one pick when focused

  double splice = 0.15;  // chance that mutation takes over actions of a test that covers something

  // Mutation of data
  std::string mutation = "standard";
  double copyArgument = 0.1;        // an argument takes over the value of another one
  double furtherChanges = 1;        // standard: data that change besides the certain one, about
  double lastActionShare = 0;       // standard: the last action's data change for certain
  double hypermutationShare = 0.5;  // hyper, adaptive: of the arguments that change at the start (rho)
  double mutationEvenness = 0.8;    // of an argument's rate that does not depend on its weight (d)
  double adaptiveShare = 0.5;       // adaptive: chance that impact and past decide (P_A)
  double impactEmphasis = 1.5;      // of changes that had an impact over those that had none (c)
  double focusedFrom =
      0.5;  // share of the budget after which the search is focused: MIO, hyper, adaptive (F)

  // Monotonic GA over whole suites
  size_t suiteTests = 10;     // tests a suite starts with, at most
  size_t suiteLongest = 100;  // tests
  double suiteInsertion = 0.1;

  // Refiners
  double localSearchShare = 0.2;  // of the tests at the start; adapts; 0: none but of dse
  double localSearchLeast = 0.02;
  double localSearchMost = 0.5;

  // Dynamic symbolic execution
  std::string dse = "adaptive";  // always, off
  double dseProbability = 1;     // of a use where one may pay (P)
  double dseFactor = 1;          // for that after a success; its inverse after a use in vain (R)
  size_t dseQueries = 100;       // conditions that a use turns at most
  double dseTime = 3;            // seconds of a use
  size_t dsePatience = 3000;     // tests without a newly covered target before the first use

  Techniques techniques;
};

const std::vector<NumberOption<Parameters>>& parameterOptions();
/// Of all options of the search: these, the techniques, and those whose values are names (--mutation, --dse).
std::map<std::string, OptionNeeds> optionNeeds();

}  // namespace covolve::search
