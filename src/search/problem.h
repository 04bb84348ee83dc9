// What the search needs to know of the thing it tests: how to sample, change
// and combine tests, and how to run them. Unit and REST tests are two problems;
// every algorithm works on both.
//
// Evaluation is a pipeline: up to pipelineDepth() batches may be under way, so
// that the algorithm breeds the next batch while the last one runs. Results
// come back in the order of submission, which keeps runs repeatable.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/rng.h"
#include "gene/constants.h"
#include "search/goal.h"
#include "search/individual.h"
#include "search/target.h"
#include "search/target_graph.h"

namespace covolve::search {

struct Operand {
  enum class Kind : uint8_t { Integer, Floating, Text };

  Kind kind = Kind::Integer;
  __int128 integer = 0;
  double floating = 0;
  std::string_view text;  // points into the problem's memory
};

/// The operands of a comparison at a decision that has an uncovered side.
struct Comparison {
  TargetId target = kNoTarget;  // the uncovered side; none where it is not known (texts)
  Operand left;
  Operand right;
};

/// What a test compared; read when somebody asks, which of most tests nobody does.
class Comparisons {
 public:
  class Reader {
   public:
    virtual std::span<const Comparison> read() = 0;

   protected:
    ~Reader() = default;
  };

  Comparisons() = default;
  Comparisons(std::span<const Comparison> known) : known_(known) {}
  Comparisons(Reader& reader) : reader_(&reader) {}

  /// Holds until they are read again.
  std::span<const Comparison> read() const { return reader_ != nullptr ? reader_->read() : known_; }

 private:
  std::span<const Comparison> known_;
  Reader* reader_ = nullptr;
};

/// What one run of a test told. It holds as long as the call that hands it over.
struct Evaluation {
  std::span<const TargetDistance> reached;  // a target may occur several times
  Comparisons comparisons;
};

/// What a change of a test's actions came to.
struct StructureChange {
  bool changed = false;
  bool wantsData = false;  // its data shall be changed as well
};

class ConcolicRuns;

class Problem {
 public:
  /// The test as far as it was executed: its last steps may be missing. It has no actions, and reached
  /// nothing, when it could not be run or died; unless it ended itself behind a decision: then it has
  /// distances to what that kept it from, and covers nothing.
  using Receive = std::function<void(Individual&&, const Evaluation&)>;

  virtual ~Problem() = default;

  /// Grows when targets are found during the search.
  virtual size_t targetCount() const = 0;
  virtual const TargetGraph& graph() const = 0;
  /// Where new targets may come up: how many tests without any it takes until the search is over when all are
  /// covered. None: it goes on as long as it may.
  virtual std::optional<uint64_t> settledAfter() const { return 0; }

  // The operators on a test's actions; those on its data are in mutation/.

  virtual Individual sample(const Goal& goal, Rng& rng) = 0;
  /// Whether there are tests that every search begins with: as long as there are, none is changed.
  virtual bool wantsSamples() const { return false; }
  /// A test made of what is known of the goal's target, with the chance that such tests shall have; else
  /// none.
  virtual std::optional<Individual> seed(const Goal& /*goal*/, Rng&) { return std::nullopt; }
  /// Inserts, removes or replaces actions, each with its chance, so perhaps none; with `must` at least one.
  /// The test stays one that can be run.
  virtual StructureChange mutateStructure(Individual& individual, const Goal& goal, Rng& rng, bool must) = 0;
  /// Makes a test whose data were changed one that can be run again: gives open references what they refer
  /// to. True where that took other actions.
  virtual bool repair(Individual& individual, Rng& rng) = 0;
  /// Exchanges tails at relative positions. False where there was nothing to exchange.
  virtual bool crossOver(Individual& one, Individual& other, Rng& rng) = 0;
  /// Inserts a few of the donor's actions with their data; what they are done to are things of this test.
  /// False, and nothing is changed, where there is nothing to insert.
  virtual bool splice(Individual&, const Individual& /*donor*/, Rng&) { return false; }
  /// Values worth trying.
  virtual const gene::Constants& constants() const = 0;
  /// A test like this one, which has died, that may live; none where nothing is known of why it died.
  virtual std::optional<Individual> revived(const Individual& /*dead*/, Rng&) { return std::nullopt; }
  /// Names an action among all tests' actions, for the names of its genes.
  virtual uint64_t actionId(const Individual& individual, size_t action) const = 0;

  /// Whether an action's gene is one of its arguments; others say how it is done, and seldom in any but the
  /// usual way.
  virtual bool isArgument(const Action&, size_t) const { return true; }

  /// Of these targets (by target) nobody asks any more how near a test came, nor, of tests that are not
  /// shorter than the longest that covers one of them, whether they cover them: such tests need not tell.
  virtual void settle(std::span<const uint8_t> /*targets*/, Length /*longest*/) {}

  /// Appends targets that only lead to others, all of which are covered: nobody looks for them any more.
  virtual void appendIdle(const std::function<bool(TargetId)>& /*isCovered*/, std::vector<TargetId>&) const {}

  /// Comparisons at these targets' decisions are wanted, from the next submitted batch on.
  virtual void watch(std::span<const TargetId>) {}

  /// Null where tests cannot be run concolically.
  virtual ConcolicRuns* concolicRuns() { return nullptr; }

  virtual size_t pipelineDepth() const = 0;
  virtual size_t batchSize() const = 0;
  virtual Result<void> submit(std::vector<Individual> batch) = 0;
  /// Waits for the oldest batch and hands over each of its tests, in their order, none left out. Tests of
  /// earlier batches that turned out not to have died may follow.
  virtual Result<void> collect(const Receive& receive) = 0;
};

}  // namespace covolve::search
