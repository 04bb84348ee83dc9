// The refiners of a search, and how many of the tests each may make.
//
// All together get a share that moves towards whichever makes more progress for a
// test, they or the algorithm. Among them it is divided by what each has earned;
// what one cannot use goes to the others, cheapest first.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "search/refine/refiner.h"
#include "search/refine/solving_statistics.h"

namespace covolve::search {

struct RefinerInfo {
  std::string name;
  bool (*isOn)(const Context&);
  std::unique_ptr<Refiner> (*make)(const Context&);
};

/// All there are, cheapest first.
const std::vector<RefinerInfo>& refiners();

/// What a refiner's tests came to.
struct RefinerYield {
  std::string name;
  uint64_t tests = 0;
  uint64_t covered = 0;  // targets first covered by these
};

class RefinerList {
 public:
  explicit RefinerList(const Context& context);

  bool empty() const { return members_.empty(); }
  /// Share of all tests that refiners may make now; what does not wait for one is not held back by it either.
  double share() const { return isShared_ ? share_ : 1; }
  /// Appends up to `count` tests.
  void propose(size_t count, std::vector<Individual>& batch);
  /// The results of proposed tests, in their order; `covered` targets were covered for the first time.
  void receive(const Refiner::Observation& observation, size_t covered);
  /// Any other test's result.
  void observe(const Refiner::Observation& observation);

  std::vector<RefinerYield> yields() const;
  /// Nothing where no refiner solves conditions.
  std::optional<SolvingStatistics> solving() const;

 private:
  /// Progress for a test, forgetting slowly.
  struct Progress {
    double tests = 0;
    double better = 0;

    void count(bool isBetter);
    double rate() const { return better / (tests + 1); }
    /// Asked after each test, so without the divisions.
    bool isFasterThan(const Progress& other) const {
      return better * (other.tests + 1) > other.better * (tests + 1);
    }
  };
  struct Member {
    std::unique_ptr<Refiner> refiner;
    RefinerYield yield;
    Progress progress;
    double owed = 0;  // tests of its part that it did not get yet
  };

  size_t take(Member& member, size_t count, std::vector<Individual>& batch);
  void observeAll(const Refiner::Observation& observation);
  void adaptShare();

  const Parameters& parameters_;
  std::vector<Member> members_;
  std::deque<size_t> underWay_;  // members by proposed test
  Progress own_;
  Progress others_;
  double share_;
  bool isShared_ = false;  // some refiner needs a share of its tests
};

}  // namespace covolve::search
