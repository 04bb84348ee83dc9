#include "campaign/engine/local_pool.h"

#include <fmt/format.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "campaign/engine/machine_capacity.h"
#include "campaign/run/processors.h"
#include "campaign/run/provenance_book.h"
#include "campaign/run/runner.h"

namespace covolve::campaign {

namespace {

class LocalPool final : public Engine {
 public:
  LocalPool(const std::vector<std::vector<unsigned>>& slots, const Provenance& provenance)
      : provenances_(provenance), slotCount_(slots.size()) {
    for (const std::vector<unsigned>& processors : slots) {
      threads_.emplace_back([this, processors] { work(processors); });
    }
  }
  LocalPool(const LocalPool&) = delete;
  LocalPool& operator=(const LocalPool&) = delete;
  ~LocalPool() override { endAll(); }

  std::string description() const override {
    return fmt::format("{} run{} at a time on this machine", slotCount_, slotCount_ == 1 ? "" : "s");
  }

  /// Runs end with the process that started them.
  Result<std::vector<RunKey>> adopt() override { return {}; }

  Result<void> submit(std::vector<PlannedRun> runs) override {
    const std::scoped_lock lock(mutex_);
    for (PlannedRun& run : runs) waiting_.push_back(std::move(run));
    workCame_.notify_all();
    return {};
  }

  Result<std::vector<Event>> poll(std::chrono::milliseconds atMost) override {
    std::unique_lock lock(mutex_);
    eventCame_.wait_for(
        lock, atMost, [this] { return !events_.empty() || trouble_ || (waiting_.empty() && running_ == 0); });
    // What was done before the trouble counts.
    if (events_.empty() && trouble_) return std::unexpected(*trouble_);
    return std::exchange(events_, {});
  }

  void forget(const std::vector<RunKey>&) override {}

  void cancel() override { endAll(); }

 private:
  /// The programs are bound to the life of this thread: it ends after them.
  void work(const std::vector<unsigned>& processors) {
    std::unique_lock lock(mutex_);
    while (true) {
      workCame_.wait(lock, [this] { return stop_ || !waiting_.empty(); });
      if (stop_) return;
      const PlannedRun run = std::move(waiting_.front());
      waiting_.pop_front();
      ++running_;
      report({run.key, std::nullopt});
      lock.unlock();
      auto record = executeRun(run, provenances_.of(run), processors, stop_);
      lock.lock();
      --running_;
      if (!record) {
        trouble_ = record.error();
        waiting_.clear();
        eventCame_.notify_all();
      } else if (!(stop_ && record->failed())) {
        // One that failed while all are being stopped may have failed for that; it counts as not run.
        report({run.key, std::move(*record)});
      }
    }
  }

  /// With the lock held.
  void report(Event event) {
    events_.push_back(std::move(event));
    eventCame_.notify_all();
  }

  void endAll() {
    {
      const std::scoped_lock lock(mutex_);
      stop_ = true;
      waiting_.clear();
    }
    workCame_.notify_all();
    threads_.clear();  // joins
    eventCame_.notify_all();
  }

  ProvenanceBook provenances_;
  const size_t slotCount_;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  std::condition_variable workCame_;
  std::condition_variable eventCame_;
  std::deque<PlannedRun> waiting_;
  size_t running_ = 0;
  std::vector<Event> events_;
  std::optional<Error> trouble_;  // with this machine: no run would do better
  std::vector<std::jthread> threads_;
};

}  // namespace

Result<std::unique_ptr<Engine>> makeLocalPool(const RunNeeds& needs, std::optional<unsigned> jobs,
                                              const Provenance& provenance) {
  const Capacity capacity = capacityHere();
  const unsigned slots = jobs.value_or(slotsFor(capacity, needs));
  if (slots == 0) return userError("a campaign needs at least one run at a time");
  return std::make_unique<LocalPool>(divideProcessors(capacity.processors, slots, needs.cores), provenance);
}

}  // namespace covolve::campaign
