// Monotonic genetic algorithm over whole suites with archive (Galeotti, Fraser and
// Arcuri, "Improving Search-based Test Suite Generation with Dynamic Symbolic
// Execution"; Lin, Ong, Sun, Fraser and Dong, "Graph-Based Seed Object Synthesis
// for Search-Based Unit Testing"). An individual is a suite; its fitness sums over all uncovered targets
// how near the suite comes: 1 unless at least two of its tests reached the
// target, else the normalised distance of the nearest one. Two children replace
// their parents only if the better child is not worse than the better parent.
//
// The original asks that a decision was executed twice, so that one test can
// stay on either side. Executions are not counted here, so two tests must have
// reached it; a single test that passes in a loop does not count.
//
// Easy to get wrong: 1 - 1/(1+d) is 1 for every large d. So what is summed and
// compared is 1/(1+d), the gain, which keeps large distances apart.
#pragma once

#include <deque>

#include "search/algorithm/offspring.h"

namespace covolve::search {

class Monotonic final : public Algorithm {
 public:
  Monotonic(const Context& context, Mutator& mutator)
      : context_(context), mutator_(mutator), offspring_(context, mutator) {}

  void breed(size_t count, std::vector<Individual>& batch) override;
  size_t batchSize() const override { return kTestsAhead; }
  void receive(EvaluatedTest test) override;
  void adopt(const EvaluatedTest& test) override;

 private:
  static constexpr size_t kTestsAhead = 50;

  struct Suite {
    std::vector<EvaluatedTest> tests;
    size_t actions = 0;
    uint64_t born = 0;  // the newer comes first among equals
    double gain = 0;
    uint64_t scoredFor = ~uint64_t{0};  // which state of the archive
  };
  using SharedSuite = std::shared_ptr<Suite>;

  /// Two children and their parents, or one suite of the first generation without.
  struct Family {
    std::vector<SharedSuite> parents;
    std::vector<SharedSuite> children;
    size_t missing = 0;  // results of new tests
  };
  /// Where a new test belongs.
  struct Slot {
    std::shared_ptr<Family> family;
    size_t child;
    size_t index;
  };

  void makeSuites();
  void makeFirstSuite();
  void makeChildren();
  void change(const std::shared_ptr<Family>& family, size_t child);
  void request(Individual test, Slot slot);
  void finish(const Family& family);
  void nextGeneration();
  void score(Suite& suite);
  SharedSuite bestOf(const std::vector<SharedSuite>& suites);
  const SharedSuite& pickByRank();

  Context context_;
  Mutator& mutator_;
  Offspring offspring_;
  std::vector<SharedSuite> population_;  // best first
  std::vector<SharedSuite> next_;
  std::deque<std::pair<Individual, Slot>> waiting_;
  std::deque<Slot> underWay_;
  uint64_t born_ = 0;

  /// How the suite that is being scored reached a target.
  struct Reach {
    uint64_t suite = 0;
    uint32_t tests = 0;
    uint64_t nearest = kNotReached;
  };
  std::vector<Reach> reaches_;  // by target
  std::vector<TargetId> reached_;
  uint64_t scored_ = 0;
};

}  // namespace covolve::search
