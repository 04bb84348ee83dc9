// A scheduler of jobs that depend on each other.
//
// What makes it hard: a job runs when those before it are done; priorities, retries and cycles need several
// jobs that were linked by calls, and some of them run before.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace objects::scheduler {

enum class Status { Waiting, Running, Done, Failed };

class Job {
 public:
  Job(int id, int priority) : id_(id), priority_(priority) {}

  int id() const { return id_; }
  int priority() const { return priority_; }
  Status status() const { return status_; }
  int attempts() const { return attempts_; }
  void after(std::shared_ptr<Job> other) {
    if (!other || other.get() == this) throw std::invalid_argument("cannot wait for that");
    before_.push_back(std::move(other));
  }
  bool isReady() const {
    if (status_ != Status::Waiting) return false;
    return std::all_of(before_.begin(), before_.end(),
                       [](const auto& other) { return other->status() == Status::Done; });
  }
  void start() {
    if (!isReady()) throw std::logic_error("not ready");
    status_ = Status::Running;
    ++attempts_;
  }
  void finish(int code) {
    if (status_ != Status::Running) throw std::logic_error("not running");
    if (code == 0) {
      status_ = Status::Done;
    } else {
      status_ = attempts_ < 3 ? Status::Waiting : Status::Failed;
    }
  }
  size_t waitsFor() const { return before_.size(); }
  const std::vector<std::shared_ptr<Job>>& before() const { return before_; }

 private:
  int id_;
  int priority_;
  Status status_ = Status::Waiting;
  int attempts_ = 0;
  std::vector<std::shared_ptr<Job>> before_;
};

class Scheduler {
 public:
  void add(std::shared_ptr<Job> job) {
    if (!job) throw std::invalid_argument("no job");
    jobs_.push_back(std::move(job));
  }
  /// The ready job of the highest priority; null: none.
  std::shared_ptr<Job> next() const {
    std::shared_ptr<Job> best;
    for (const auto& job : jobs_) {
      if (!job->isReady()) continue;
      if (!best || job->priority() > best->priority()) best = job;
    }
    return best;
  }
  /// Why nothing goes on.
  std::string diagnosis() const {
    if (jobs_.empty()) return "idle";
    if (next() != nullptr) return "working";
    for (const auto& job : jobs_) {
      if (job->status() == Status::Failed) return "failed";
    }
    for (const auto& job : jobs_) {
      if (job->status() != Status::Waiting) continue;
      if (job->waitsFor() > 1) return "blocked by several";
      if (waitsForItself(*job, *job, 4)) return "cycle";
      return "blocked";
    }
    return "done";
  }

 private:
  static bool waitsForItself(const Job& job, const Job& start, int depth) {
    if (depth == 0) return false;
    for (const auto& other : job.before()) {
      if (other.get() == &start || waitsForItself(*other, start, depth - 1)) return true;
    }
    return false;
  }

  std::vector<std::shared_ptr<Job>> jobs_;
};

}  // namespace objects::scheduler
