#include "campaign/coordinator.h"

#include <algorithm>
#include <set>

namespace covolve::campaign {

namespace {

using Clock = std::chrono::steady_clock;

/// Who is where, counted for all and for each configuration.
class Ledger {
 public:
  explicit Ledger(const std::vector<PlannedRun>& runs) {
    for (const PlannedRun& run : runs) {
      const auto [place, isNew] = places_.try_emplace(run.key.configuration, progress_.configurations.size());
      if (isNew) progress_.configurations.emplace_back(run.key.configuration, Tally{});
      count(run.key, &Tally::planned, 1);
    }
  }

  void count(const RunKey& key, uint64_t Tally::* what, int64_t change) {
    const auto place = places_.find(key.configuration);
    if (place == places_.end()) return;
    progress_.all.*what += static_cast<uint64_t>(change);
    progress_.configurations[place->second].second.*what += static_cast<uint64_t>(change);
  }

  CampaignProgress now() {
    progress_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    if (doneHere_ > 0) {
      progress_.secondsLeft =
          progress_.seconds / static_cast<double>(doneHere_) * static_cast<double>(progress_.all.left());
    }
    return progress_;
  }

  void began(const RunKey& key) {
    if (running_.insert(key).second) count(key, &Tally::running, 1);
  }
  void ended(const RunKey& key, bool failed) {
    if (running_.erase(key) > 0) count(key, &Tally::running, -1);
    count(key, failed ? &Tally::failed : &Tally::finished, 1);
    ++doneHere_;
  }

 private:
  CampaignProgress progress_;
  std::map<std::string, size_t> places_;
  std::set<RunKey> running_;
  uint64_t doneHere_ = 0;
  Clock::time_point start_ = Clock::now();
};

class Conductor {
 public:
  explicit Conductor(const Conduct& what) : what_(what), ledger_(what.runs) {}

  Result<CampaignProgress> run() {
    if (auto begun = begin(); !begun) return std::unexpected(begun.error());
    report();
    while (!open_.empty() && !what_.stop) {
      const auto events = what_.engine.poll(std::chrono::milliseconds(300));
      if (!events) return std::unexpected(events.error());
      if (auto stored = take(*events); !stored) return std::unexpected(stored.error());
      report();
    }
    if (what_.stop) {
      what_.engine.cancel();
      // What was done in the last moment counts.
      const auto events = what_.engine.poll(std::chrono::milliseconds(0));
      if (!events) return std::unexpected(events.error());
      if (auto stored = take(*events); !stored) return std::unexpected(stored.error());
    }
    return ledger_.now();
  }

 private:
  Result<void> begin() {
    const auto finished = what_.store.finished();
    if (!finished) return std::unexpected(finished.error());
    const auto failed = what_.store.failed();
    if (!failed) return std::unexpected(failed.error());
    const auto adopted = what_.engine.adopt();
    if (!adopted) return std::unexpected(adopted.error());
    const std::set<RunKey> underWay(adopted->begin(), adopted->end());

    std::vector<PlannedRun> withoutResult;
    for (const PlannedRun& run : what_.runs) {
      if (finished->contains(run.key)) {
        ledger_.count(run.key, &Tally::finished, 1);
      } else if (failed->contains(run.key) && !what_.retryFailed && !underWay.contains(run.key)) {
        ledger_.count(run.key, &Tally::failed, 1);
      } else {
        open_.insert(run.key);
        if (!underWay.contains(run.key)) withoutResult.push_back(run);
      }
    }
    return withoutResult.empty() ? Result<void>() : what_.engine.submit(std::move(withoutResult));
  }

  Result<void> take(const std::vector<Event>& events) {
    std::vector<RunKey> stored;
    for (const Event& event : events) {
      if (!event.record) {
        ledger_.began(event.key);
        continue;
      }
      if (auto added = what_.store.add(*event.record); !added) return added;
      stored.push_back(event.key);
      if (open_.erase(event.key) > 0) ledger_.ended(event.key, event.record->failed());
    }
    what_.engine.forget(stored);
    return {};
  }

  void report() {
    if (what_.onProgress) what_.onProgress(ledger_.now());
  }

  const Conduct& what_;
  Ledger ledger_;
  std::set<RunKey> open_;  // runs without a result
};

}  // namespace

Result<CampaignProgress> conduct(const Conduct& what) {
  auto outcome = Conductor(what).run();
  // Nothing must go on running for a campaign that nobody conducts.
  if (!outcome) what.engine.cancel();
  return outcome;
}

}  // namespace covolve::campaign
