// What adaptive mutation is worth on problems that were made to show it, against
// standard mutation, and that neither it nor hypermutation does harm on any
// artificial problem: thirty seeds each, compared as papers do.
#include <gtest/gtest.h>

#include <cstdio>
#include <functional>
#include <memory>

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

/// What other strategies are worth on a problem, against standard mutation.
class Against {
 public:
  explicit Against(const Case& problem) : problem_(problem), standard_(testsNeeded("standard")) {}

  struct Comparison {
    double p;
    double a12;  // chance that standard mutation needs more tests
  };

  Comparison compare(const std::string& mutation) const {
    using namespace campaign::statistics;
    const std::vector<double> other = testsNeeded(mutation);
    const Comparison comparison{mannWhitney(standard_, other).p, varghaDelaney(standard_, other)};
    std::printf("%-20s standard %6.0f  %-8s %6.0f tests (medians)  A12 %.2f  p %.2g\n", problem_.name.c_str(),
                median(standard_), mutation.c_str(), median(other), comparison.a12, comparison.p);
    return comparison;
  }

 private:
  /// By seed: the tests it took to cover all feasible targets, the whole budget where it did not.
  std::vector<double> testsNeeded(const std::string& mutation) const {
    std::vector<double> needed;
    for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
      const auto fresh = problem_.make();
      const Outcome outcome = search("mio", *fresh, kBudget, seed, mutation, problem_.feasible);
      const bool isDone = outcome.covered >= problem_.feasible;
      needed.push_back(static_cast<double>(isDone ? outcome.progress.back().evaluations : kBudget));
    }
    return needed;
  }

  Case problem_;
  std::vector<double> standard_;
};

class MadeForIt : public testing::TestWithParam<Case> {};

TEST_P(MadeForIt, AdaptiveNeedsSignificantlyFewerTestsThanStandard) {
  const auto [p, a12] = Against(GetParam()).compare("adaptive");
  EXPECT_GT(a12, 0.5);
  EXPECT_LT(p, 0.05);
}

INSTANTIATE_TEST_SUITE_P(AdaptiveMutation, MadeForIt,
                         testing::Values(problem("OneOfFifty", artificial::oneOfFifty()),
                                         problem("TwoOfFifty", artificial::twoOfFifty()),
                                         problem("Between", artificial::between()),
                                         Case{"LengthAndCharacter",
                                              std::make_unique<artificial::LengthAndCharacter>}),
                         [](const auto& info) { return info.param.name; });

class NotMadeForIt : public testing::TestWithParam<Case> {};

TEST_P(NotMadeForIt, NeitherHyperNorAdaptiveNeedsSignificantlyMoreTestsThanStandard) {
  // Two dozen comparisons: at 0.05 chance alone makes one of them worse in every other state of the search.
  constexpr double kSignificance = 0.05 / 24;
  const Against standard(GetParam());
  for (const char* mutation : {"hyper", "adaptive"}) {
    const auto [p, a12] = standard.compare(mutation);
    EXPECT_TRUE(a12 >= 0.5 || p >= kSignificance) << mutation;
  }
}

INSTANTIATE_TEST_SUITE_P(
    AdaptiveMutation, NotMadeForIt,
    testing::Values(problem("Gradient", artificial::gradient()),
                    problem("GradientToTheLeast", artificial::gradient(INT64_MIN + 12'345)),
                    problem("GradientToTheMost", artificial::gradient(INT64_MAX - 54'321)),
                    problem("Plateau", artificial::plateau()), problem("Stairs", artificial::stairs()),
                    problem("Deceptive", artificial::deceptive()),
                    problem("Infeasible", artificial::manyInfeasible(12), 6),
                    problem("Remainders", artificial::remainders(500), 500),
                    problem("RemaindersWithSlopes", artificial::remainders(500, 5), 500),
                    problem("Ladder", artificial::ladder(100, 90), 100),
                    problem("Nested", artificial::nested(6), 6),
                    problem("Cycle", artificial::cycle({{0, 1}, {1, 0}, {0, 2}}), 3)),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace covolve::search
