// Dynamic symbolic execution of one test at a time (Galeotti, Fraser and Arcuri,
// "Improving Search-based Test Suite Generation with Dynamic Symbolic Execution",
// section III.B): the test is run concolically, decisions whose other side is an
// open target are turned, smallest condition first, and what comes of it is run
// concolically in its turn.
//
// Turned next, latest first, are decisions that are no targets or covered both
// ways: what an open target decides on may be an answer that a loop over the data
// has given, and is no condition on them any more. Of a test that was made so, only
// decisions behind the one that was turned count: those before were its origin's. Where
// an open decision could not be turned, those before it that share data come first: on
// another way its condition may be another one.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "concolic/solving/solver.h"
#include "search/archive.h"
#include "search/concolic_runs.h"
#include "search/refine/solving_statistics.h"

namespace covolve::search {

class SymbolicExecution {
 public:
  struct Limits {
    size_t queries = 0;  // conditions that are turned
    std::optional<std::chrono::duration<double>> time = {};
    std::optional<uint64_t> effort = {};  // SolvingStatistics::effort()
  };

  enum class End {
    AllTried,
    Queries,
    Effort,  // or time: it can go on, since the solvers remember what they know
  };
  struct Exploration {
    std::vector<Individual>
        tests;  // should be better; first those that were seen to take an open target's side
    End end = End::AllTried;
  };

  SymbolicExecution(ConcolicRuns& runs, const Archive& archive, SolvingStatistics& statistics);

  Exploration explore(const Individual& start, const Limits& limits);

 private:
  struct Path {
    Individual individual;
    concolic::Trace trace;
    std::vector<uint64_t> values;  // of its data
    size_t domains = 0;            // decisions at the beginning that are demands of genes
    size_t generation = 0;         // of how many turns it came
  };
  /// A decision of a path that may be turned.
  struct Branch {
    size_t path = 0;
    size_t decision = 0;
    TargetId target = kNoTarget;  // the open one
    size_t rank = 0;              // smaller is better
  };

  std::optional<Path> run(const Individual& individual);
  bool isMet(const Limits& limits) const;
  void keep(Path path, size_t firstNew);
  std::optional<Branch> nextBranch();
  bool mayBeOptimistic() const;
  void preferRelated(const Branch& inVain);
  void turn(const Branch& branch, std::vector<Individual>& certain, std::vector<Individual>& possible);
  std::optional<Individual> solve(const Path& path, std::vector<concolic::Constraint> constraints);
  bool isOpen(TargetId target) const;
  /// Notes the open targets that the path takes; whether there are any.
  bool noteTaken(const Path& path);

  ConcolicRuns& runs_;
  const Archive& archive_;
  SolvingStatistics& statistics_;
  std::unique_ptr<concolic::Solver> solver_;
  // Of the present use.
  std::chrono::steady_clock::time_point begin_;
  uint64_t effortBefore_ = 0;
  std::vector<Path> paths_;
  std::vector<Branch> branches_;
  std::set<TargetId> taken_;
  std::set<std::vector<uint64_t>> seenValues_;
  size_t keptExpressions_ = 0;
};

}  // namespace covolve::search
