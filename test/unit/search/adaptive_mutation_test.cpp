// What adaptive mutation is worth on problems that were made to show it, against
// standard mutation, and that it does no harm on those that were not: thirty seeds
// each, compared as papers do.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <functional>

#include "campaign/statistics/statistics.h"
#include "searching.h"

namespace covolve::search {
namespace {

using artificial::ArtificialProblem;
using artificial::Shape;

constexpr uint64_t kSeeds = 30;
constexpr uint64_t kBudget = 20'000;

struct Case {
  std::string name;
  std::function<std::unique_ptr<ArtificialProblem>()> make;
  size_t feasible = 1;  // targets
};

Case problem(const std::string& name, const Shape& shape, size_t feasible = 1) {
  return {name, [=] { return std::make_unique<ArtificialProblem>(shape); }, feasible};
}

/// By seed: the tests it took to cover all feasible targets, the whole budget where it did not.
std::vector<double> testsNeeded(const Case& one, const std::string& algorithm, const std::string& mutation) {
  std::vector<double> needed;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const auto fresh = one.make();
    const Outcome outcome = search(algorithm, *fresh, kBudget, seed, mutation);
    const auto done = std::ranges::find(outcome.progress, one.feasible, &ProgressPoint::covered);
    needed.push_back(static_cast<double>(done == outcome.progress.end() ? kBudget : done->evaluations));
  }
  return needed;
}

struct Comparison {
  double p;
  double a12;  // chance that the first needs more tests than the second
};

Comparison compare(const Case& one, const std::string& algorithm, const std::string& mutation) {
  const auto standard = testsNeeded(one, algorithm, "standard");
  const auto other = testsNeeded(one, algorithm, mutation);
  const Comparison comparison{campaign::statistics::mannWhitney(standard, other).p,
                              campaign::statistics::varghaDelaney(standard, other)};
  std::printf("%-22s %-9s standard %8.0f  %s %8.0f tests (medians)  A12 %.2f  p %.2g\n", one.name.c_str(),
              algorithm.c_str(), campaign::statistics::median(standard), mutation.c_str(),
              campaign::statistics::median(other), comparison.a12, comparison.p);
  return comparison;
}

class MadeForIt : public testing::TestWithParam<Case> {};

TEST_P(MadeForIt, AdaptiveNeedsFewerTestsThanStandard) {
  const Comparison mio = compare(GetParam(), "mio", "adaptive");
  EXPECT_GT(mio.a12, 0.5);
  EXPECT_LT(mio.p, 0.05);
}

INSTANTIATE_TEST_SUITE_P(AdaptiveMutation, MadeForIt,
                         testing::Values(problem("OneOfFifty", artificial::oneOfFifty()),
                                         problem("TwoOfFifty", artificial::twoOfFifty()),
                                         problem("Between", artificial::between()),
                                         Case{"LengthAndCharacter",
                                              [] {
                                                return std::make_unique<artificial::LengthAndCharacter>();
                                              }}),
                         [](const auto& info) { return info.param.name; });

class NotMadeForIt : public testing::TestWithParam<Case> {};

TEST_P(NotMadeForIt, AdaptiveIsNotSignificantlyWorseThanStandard) {
  const Comparison mio = compare(GetParam(), "mio", "adaptive");
  EXPECT_TRUE(mio.a12 >= 0.5 || mio.p >= 0.05);
}

INSTANTIATE_TEST_SUITE_P(AdaptiveMutation, NotMadeForIt,
                         testing::Values(problem("Gradient", artificial::gradient()),
                                         problem("Plateau", artificial::plateau()),
                                         problem("Stairs", artificial::stairs()),
                                         problem("Deceptive", artificial::deceptive()),
                                         problem("Infeasible", artificial::manyInfeasible(12), 6),
                                         problem("Nested", artificial::nested(), 8),
                                         problem("Ladder", artificial::ladder(100, 90), 100)),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace covolve::search
