// MIO (Zhang and Arcuri, "Adaptive Hypermutation for Search-Based System Test
// Generation: A Study on REST APIs with EvoMaster", algorithm 1): a small
// population for each target that was reached but not covered. A new test is a
// sample or a changed copy of a test from the target that was sampled least since
// it last came nearer, so that targets without progress do not eat the budget.
// With the budget, sampling and populations shrink until the search is focused on
// one test a target.
//
// Easy to get wrong: breeding runs ahead of results, so a pick's later copies
// are not of its improved successor; batches are kept small for that reason.
#pragma once

#include <queue>

#include "search/algorithm/algorithm.h"

namespace covolve::search {

class Mio final : public Algorithm {
 public:
  Mio(const Context& context, Mutator& mutator) : context_(context), mutator_(mutator) {}

  void breed(size_t count, std::vector<Individual>& batch) override;
  size_t batchSize() const override { return kTestsAhead; }
  void receive(EvaluatedTest test) override;
  void adopt(const EvaluatedTest& test) override { receive(test); }

 private:
  static constexpr size_t kTestsAhead = 50;

  struct Kept {
    uint64_t distance;
    EvaluatedTest test;

    bool isBetterThan(const Kept& other) const {
      return distance != other.distance ? distance < other.distance : test->length < other.test->length;
    }
  };
  struct Niche {
    std::vector<Kept> tests;  // best first, the newest of equals first
    uint32_t sampled = 0;     // since a test last came nearer
    uint64_t ticket = 0;      // its valid entry in the queue
  };
  /// The least sampled niche comes first, equals by chance. Entries whose ticket is no longer the niche's are
  /// skipped.
  struct Entry {
    uint32_t sampled;
    uint64_t chance;
    TargetId target;
    uint64_t ticket;

    bool operator<(const Entry& other) const {
      return sampled != other.sampled ? sampled > other.sampled : chance > other.chance;
    }
  };

  void keep(TargetId target, Kept kept);
  void enqueue(TargetId target);
  void forgetOldEntries();
  bool pick();

  Context context_;
  Mutator& mutator_;
  std::vector<Niche> niches_;  // by target
  std::priority_queue<Entry> queue_;
  uint64_t tickets_ = 0;
  size_t live_ = 0;  // niches that have tests
  Goal picked_;
  size_t copiesLeft_ = 0;  // of picked_
};

}  // namespace covolve::search
