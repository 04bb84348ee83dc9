#include "search/loop/loop.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "search/loop/reached_targets.h"
#include "search/mutation/mutator.h"
#include "search/refine/refiners.h"

namespace covolve::search {

namespace {

class Loop {
 public:
  explicit Loop(Services& services)
      : services_(services), reachedTargets_(services.archive, services.problem.graph()) {}

  Result<SearchStatistics> run(const std::string& name) {
    const Context context{services_.problem, services_.archive, services_.rng, services_.parameters,
                          progress_};
    const std::vector<std::string> mutations = dataMutationNames();
    if (std::ranges::find(mutations, context.parameters.mutation) == mutations.end()) {
      return userError("there is no mutation \"" + context.parameters.mutation + "\"");
    }
    mutator_ = std::make_unique<Mutator>(context);
    algorithm_ = makeAlgorithm(name, context, *mutator_);
    if (algorithm_ == nullptr) return userError("there is no search algorithm \"" + name + "\"");
    if (algorithm_->usesRefiners()) refiners_ = std::make_unique<RefinerList>(context);
    if (refiners_ != nullptr && refiners_->empty()) refiners_ = nullptr;
    noteCovered();
    bool isOver = false;
    while (!isOver || !underWay_.empty()) {
      if (!isOver) {
        const auto sent = submit();
        if (!sent) return std::unexpected(sent.error());
        isOver = *sent == Sent::BudgetIsUp;
        if (*sent == Sent::Nothing && underWay_.empty())
          return ownError("the search has nothing left to try");
        if (*sent == Sent::Batch && underWay_.size() < services_.problem.pipelineDepth()) continue;
      }
      if (underWay_.empty()) break;
      if (auto received = collect(); !received) return std::unexpected(received.error());
      isOver |= isDone();
    }
    if (refiners_ != nullptr) {
      statistics_.refiners = refiners_->yields();
      statistics_.solving = refiners_->solving();
    }
    return statistics_;
  }

 private:
  /// All covered, and no new target came up for a while.
  bool isDone() const {
    if (services_.archive.coveredCount() != services_.archive.targetCount()) return false;
    const auto settled = services_.problem.settledAfter();
    return settled && received_ >= statistics_.lastProgressEvaluations + *settled;
  }

  enum class Sent { Batch, Nothing, BudgetIsUp };

  /// Those of refiners come first.
  struct Composition {
    size_t refined = 0;
    size_t all = 0;
  };

  Result<Sent> submit() {
    progress_ = services_.budget.progress();
    size_t wanted = services_.problem.batchSize();
    if (const size_t liked = algorithm_->batchSize(); liked > 0) wanted = std::min(wanted, liked);
    const uint64_t granted = services_.budget.take(wanted);
    if (granted == 0) return Sent::BudgetIsUp;

    std::vector<Individual> batch;
    batch.reserve(granted);
    if (refiners_ != nullptr) refiners_->propose(refinedCount(granted), batch);
    const size_t refined = batch.size();
    algorithm_->breed(granted - refined, batch);
    services_.budget.giveBack(granted - batch.size());
    if (batch.empty()) return Sent::Nothing;

    underWay_.push_back({refined, batch.size()});
    if (auto sent = services_.problem.submit(std::move(batch)); !sent) return std::unexpected(sent.error());
    return Sent::Batch;
  }

  /// A share of a test is kept for the next batch, or batches of one test would have none of refiners.
  size_t refinedCount(size_t granted) {
    owed_ = std::min(owed_ + refiners_->share() * static_cast<double>(granted), static_cast<double>(granted));
    const auto count = static_cast<size_t>(owed_);
    owed_ -= static_cast<double>(count);
    return count;
  }

  Result<void> collect() {
    const Composition batch = underWay_.front();
    underWay_.pop_front();
    size_t index = 0;
    bool isSomethingCovered = false;
    bool isSomethingReached = false;
    const auto receive = [&](Individual&& individual, const Evaluation& evaluation) {
      const Archive::Progress progress = take(std::move(individual), evaluation, index++ < batch.refined);
      isSomethingCovered |= progress.covered > 0;
      isSomethingReached |= progress.isFirstAt;
    };
    if (auto collected = services_.problem.collect(receive); !collected) return collected;
    if (index < batch.all) return ownError("tests were lost between search and execution");
    if (isSomethingCovered) noteCovered();
    if ((isSomethingCovered || isSomethingReached) && refiners_ != nullptr) watch();
    if (services_.afterBatch) services_.afterBatch();
    return {};
  }

  Archive::Progress take(Individual&& individual, const Evaluation& evaluation, bool isRefined) {
    ++received_;
    services_.archive.grow(services_.problem.targetCount());
    // Not kept with the test: it leads to its parent, and from there to all ancestors.
    const std::shared_ptr<const Lineage> lineage = std::move(individual.lineage);
    const bool hasNewData = std::exchange(individual.hasNewData, false);
    const Length length = individual.length();
    auto test = std::make_shared<const Evaluated>(std::move(individual), length,
                                                  reachedTargets_.worthKeeping(evaluation.reached, length));
    const Archive::Progress progress = services_.archive.offer(test);
    const bool isBetter{progress};
    if (isBetter) {
      statistics_.lastProgressEvaluations = received_;
      services_.budget.noteProgress();
    }
    if (progress.covered > 0) {
      statistics_.progress.push_back(
          {received_, services_.budget.elapsed().count(), services_.archive.coveredCount()});
    }
    if (lineage != nullptr) mutator_->learn(*lineage, *test);
    if (isRefined) {
      refiners_->receive({test, evaluation, isBetter, hasNewData}, progress.covered);
      if (isBetter) algorithm_->adopt(test);
    } else {
      if (refiners_ != nullptr) refiners_->observe({test, evaluation, isBetter, hasNewData});
      algorithm_->receive(std::move(test));
    }
    return progress;
  }

  void noteCovered() {
    idle_.clear();
    services_.problem.appendIdle([&](TargetId target) { return services_.archive.isCovered(target); }, idle_);
    for (const TargetId target : idle_) services_.archive.coverFromOutside(target);
    reachedTargets_.noteCovered();
    const std::span<const uint8_t> settled = reachedTargets_.leadsNowhere();
    Length longest;
    for (TargetId target = 0; target < settled.size(); ++target) {
      if (settled[target] != 0) longest = std::max(longest, services_.archive.lengthOf(target));
    }
    services_.problem.settle(settled, longest);
  }

  /// Comparisons are wanted where a test came to a decision but never took this side.
  void watch() {
    const Archive& archive = services_.archive;
    watched_.clear();
    for (TargetId target = 0; target < archive.targetCount(); ++target) {
      if (!archive.isCovered(target) && archive.nearest(target) != kNotReached) watched_.push_back(target);
    }
    services_.problem.watch(watched_);
  }

  Services& services_;
  double progress_ = 0;
  std::unique_ptr<Mutator> mutator_;
  std::unique_ptr<Algorithm> algorithm_;
  std::unique_ptr<RefinerList> refiners_;  // null where there are none
  std::deque<Composition> underWay_;
  ReachedTargets reachedTargets_;
  std::vector<TargetId> watched_;
  std::vector<TargetId> idle_;
  double owed_ = 0;
  uint64_t received_ = 0;
  SearchStatistics statistics_;
};

}  // namespace

Result<SearchStatistics> runSearch(const std::string& algorithm, Services services) {
  return Loop(services).run(algorithm);
}

}  // namespace covolve::search
