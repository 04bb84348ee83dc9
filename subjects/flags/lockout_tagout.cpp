// Lock-out and tag-out: a machine is made dead before somebody reaches into it.
//
// What makes it hard: work may only begin when every source of energy is off, drained and locked by that
// worker and a start has been tried in vain; each step asks what the steps before have found and left in
// fields.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace flags::lockout {

enum class Energy { Electric, Hydraulic, Spring };
enum class Step { Running, Isolated, Proven, Working, Cleared };

class Machine {
 public:
  std::size_t addSource(Energy energy, int level) {
    require(Step::Running);
    if (level < 0 || level > 1'000) throw std::out_of_range("no such level");
    sources_.push_back({energy, level, false, {}});
    return sources_.size() - 1;
  }

  void switchOff(std::size_t index) {
    Source& source = at(index);
    if (source.energy == Energy::Spring) return;
    source.isOff = true;
    if (source.energy == Energy::Electric) source.level = 0;
  }

  void drain(std::size_t index, int amount) {
    Source& source = at(index);
    if (amount <= 0) return;
    if (source.energy == Energy::Hydraulic && !source.isOff) return;
    source.level = std::max(0, source.level - amount);
    if (source.energy == Energy::Spring && source.level == 0) source.isOff = true;
  }

  bool lock(std::size_t index, int worker) {
    Source& source = at(index);
    if (!isBadge(worker) || !source.isOff) return false;
    if (isLockedBy(source, worker)) return false;
    source.locks.push_back(worker);
    if (step_ == Step::Running && areAllLocked()) step_ = Step::Isolated;
    return true;
  }

  /// Presses the start button to see that nothing happens.
  bool tryOut() {
    require(Step::Isolated);
    for (const Source& source : sources_) {
      if (source.level > residueOf(source.energy)) return false;
    }
    step_ = Step::Proven;
    return true;
  }

  void begin(int worker, const std::string& tag) {
    require(Step::Proven);
    bool ok = true;
    for (const Source& source : sources_) ok &= isLockedBy(source, worker);
    if (!ok) throw std::logic_error("somebody's own lock is missing");
    if (tag != "T-" + std::to_string(worker)) throw std::invalid_argument("not the worker's tag");
    worker_ = worker;
    step_ = Step::Working;
  }

  void end(bool isGuardClosed, int toolsLeft) {
    require(Step::Working);
    if (!isGuardClosed || toolsLeft > 0) return;
    step_ = Step::Cleared;
  }

  bool unlock(std::size_t index, int worker) {
    Source& source = at(index);
    if (step_ == Step::Working && worker == worker_) return false;
    const auto end = std::remove(source.locks.begin(), source.locks.end(), worker);
    if (end == source.locks.end()) return false;
    source.locks.erase(end, source.locks.end());
    if (step_ == Step::Isolated || step_ == Step::Proven) {
      step_ = areAllLocked() ? Step::Isolated : Step::Running;
    }
    return true;
  }

  bool start() {
    if (step_ == Step::Running) return true;
    require(Step::Cleared);
    const bool isAnyLocked = std::any_of(sources_.begin(), sources_.end(),
                                         [](const Source& source) { return !source.locks.empty(); });
    if (isAnyLocked) return false;
    for (Source& source : sources_) source.isOff = false;
    step_ = Step::Running;
    return true;
  }

 private:
  struct Source {
    Energy energy = Energy::Electric;
    int level = 0;
    bool isOff = false;
    std::vector<int> locks;
  };

  static bool isBadge(int worker) { return worker >= 1'000 && worker <= 9'999; }

  static int residueOf(Energy energy) { return energy == Energy::Hydraulic ? 5 : 0; }

  static bool isLockedBy(const Source& source, int worker) {
    return std::find(source.locks.begin(), source.locks.end(), worker) != source.locks.end();
  }

  void require(Step step) const {
    if (step_ != step) throw std::logic_error("not at this step");
  }

  Source& at(std::size_t index) {
    if (index >= sources_.size()) throw std::out_of_range("no such source");
    return sources_[index];
  }

  bool areAllLocked() const {
    return std::none_of(sources_.begin(), sources_.end(),
                        [](const Source& source) { return source.locks.empty(); });
  }

  std::vector<Source> sources_;
  Step step_ = Step::Running;
  int worker_ = 0;
};

}  // namespace flags::lockout
