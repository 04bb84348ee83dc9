// The switchgear of a substation: bays that connect lines to two busbars, a coupler, and their interlocks.
//
// What makes it hard: every switch may only be moved when others stand right, so most positions are reached
// by a sequence; whether a bar is live depends on other bays and on the coupler, a trip on the load of all
// of them.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

namespace objects::switchgear {

enum class Bar { First, Second };
enum class Refusal { None, NoChange, UnderLoad, Earthed, Tripped, Isolated, Connected };

class Bay {
 public:
  Bay(std::string name, unsigned supply, unsigned demand)
      : name_(std::move(name)), supply_(supply), demand_(demand) {}

  const std::string& name() const { return name_; }
  unsigned supply() const { return supply_; }
  unsigned demand() const { return demand_; }
  bool isOn(Bar bar) const { return bars_.contains(bar); }
  bool isClosed() const { return isClosed_; }
  bool isTripped() const { return isTripped_; }
  bool isEarthed() const { return isEarthed_; }

  Refusal earth(bool earthed) {
    if (earthed && !bars_.empty()) return Refusal::Connected;
    isEarthed_ = earthed;
    return Refusal::None;
  }
  Refusal close() {
    if (isTripped_) return Refusal::Tripped;
    if (isEarthed_) return Refusal::Earthed;
    if (bars_.empty()) return Refusal::Isolated;
    isClosed_ = true;
    return Refusal::None;
  }
  void open() { isClosed_ = false; }
  /// A bay that tripped twice needs to be earthed before it may be reset.
  Refusal reset() {
    if (trips_ >= 2 && !isEarthed_) return Refusal::Tripped;
    if (isEarthed_) trips_ = 0;
    isTripped_ = false;
    return Refusal::None;
  }

 private:
  friend class Substation;

  void trip() {
    isClosed_ = false;
    isTripped_ = true;
    ++trips_;
  }

  std::string name_;
  unsigned supply_;
  unsigned demand_;
  std::set<Bar> bars_;
  bool isClosed_ = false;
  bool isTripped_ = false;
  bool isEarthed_ = false;
  unsigned trips_ = 0;
};

class Substation {
 public:
  Bay& add(std::unique_ptr<Bay> bay) {
    if (!bay || bays_.contains(bay->name())) throw std::invalid_argument("no such bay");
    return *bays_.emplace(bay->name(), std::move(bay)).first->second;
  }
  bool isCoupled() const { return isCoupled_; }
  Refusal couple(bool coupled) {
    if (coupled == isCoupled_) return Refusal::NoChange;
    if (!coupled && isAnyOnBoth()) return Refusal::Connected;
    if (coupled && isLive(Bar::First) && isLive(Bar::Second)) return Refusal::UnderLoad;
    isCoupled_ = coupled;
    return Refusal::None;
  }
  Refusal connect(const std::string& name, Bar bar) {
    Bay& bay = *bays_.at(name);
    if (bay.isOn(bar)) return Refusal::NoChange;
    if (bay.isEarthed()) return Refusal::Earthed;
    if (!bay.bars_.empty() && !isCoupled_) return Refusal::UnderLoad;
    bay.bars_.insert(bar);
    return Refusal::None;
  }
  Refusal disconnect(const std::string& name, Bar bar) {
    Bay& bay = *bays_.at(name);
    if (!bay.isOn(bar)) return Refusal::NoChange;
    if (bay.isClosed() && bay.bars_.size() == 1) return Refusal::UnderLoad;
    bay.bars_.erase(bar);
    return Refusal::None;
  }
  /// Supply minus demand of what hangs closed on the bar, and on the other one if coupled.
  long balance(Bar bar) const {
    long sum = 0;
    for (const auto& [name, bay] : bays_) {
      if (reaches(*bay, bar)) sum += static_cast<long>(bay->supply()) - static_cast<long>(bay->demand());
    }
    return sum;
  }
  bool isLive(Bar bar) const {
    for (const auto& [name, bay] : bays_) {
      if (bay->supply() > 0 && reaches(*bay, bar)) return true;
    }
    return false;
  }
  /// Trips the largest demands until the bar is dead or not short any more; how many.
  int shed(Bar bar) {
    int count = 0;
    while (isLive(bar) && balance(bar) < 0) {
      Bay* largest = nullptr;
      for (const auto& [name, bay] : bays_) {
        if (!reaches(*bay, bar)) continue;
        if (largest == nullptr || bay->demand() > largest->demand()) largest = bay.get();
      }
      largest->trip();
      ++count;
    }
    return count;
  }

 private:
  bool reaches(const Bay& bay, Bar bar) const { return bay.isClosed() && (isCoupled_ || bay.isOn(bar)); }
  bool isAnyOnBoth() const {
    return std::any_of(bays_.begin(), bays_.end(),
                       [](const auto& entry) { return entry.second->bars_.size() == 2; });
  }

  std::map<std::string, std::unique_ptr<Bay>> bays_;
  bool isCoupled_ = false;
};

}  // namespace objects::switchgear
