// The interlocking of a small station: points, track sections, routes and their signals.
//
// What makes it hard: the methods that set something return early and silently when they may not, and
// only later calls notice; a route needs its points to lie right, its track free and no route that is its
// enemy.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace flags::rail {

enum class Aspect { Stop, Caution, Clear };
enum class Route { None, ToTrackOne, ToTrackTwo, Shunting };

/// Sections are 0 to 6 and points 0 to 2; others throw std::out_of_range.
class Station {
 public:
  void occupy(std::size_t section) {
    occupied_.at(section) = true;
    if (route_ != Route::None && contains(sectionsOf(route_), section)) hasTrainEntered_ = true;
  }

  void vacate(std::size_t section) {
    occupied_.at(section) = false;
    if (hasTrainEntered_ && isFree(route_)) release();
  }

  void moveMotor(std::size_t point, bool isReverse) {
    bool& lie = reverse_.at(point);
    if (isLocked(point)) {
      ++refusals_;
      return;
    }
    lie = isReverse;
  }

  /// False: it is not to be had now.
  bool setRoute(Route route) {
    if (route == Route::None || route_ != Route::None) return false;
    if (!isFree(route) || !pointsLie(route)) return false;
    route_ = route;
    return true;
  }

  /// A train that comes near is given two minutes to stop.
  void cancel(int approachSpeed) {
    if (route_ == Route::None || hasTrainEntered_) return;
    if (approachSpeed > 0) {
      waiting_ = 120;
      return;
    }
    release();
  }

  void wait(int seconds) {
    if (waiting_ == 0 || seconds <= 0) return;
    waiting_ = std::max(0, waiting_ - seconds);
    if (waiting_ == 0 && !hasTrainEntered_) release();
  }

  Aspect signal() const {
    if (!isProceedAllowed()) return Aspect::Stop;
    if (occupied_[6] || route_ != Route::ToTrackOne) return Aspect::Caution;
    return Aspect::Clear;
  }

  /// Whether the signaller has to be asked what is going on.
  bool needsAttention() const {
    if (refusals_ >= 3) return true;
    return waiting_ > 0 && hasTrainEntered_;
  }

 private:
  struct Lie {
    std::size_t point = 0;
    bool isReverse = false;
  };

  static std::vector<std::size_t> sectionsOf(Route route) {
    if (route == Route::ToTrackOne) return {0, 1, 3};
    if (route == Route::ToTrackTwo) return {0, 2, 4};
    return {5, 4, 2};
  }

  static std::vector<Lie> liesOf(Route route) {
    if (route == Route::ToTrackOne) return {{0, false}, {1, false}};
    if (route == Route::ToTrackTwo) return {{0, true}, {1, false}};
    return {{1, true}, {2, true}};
  }

  static bool contains(const std::vector<std::size_t>& sections, std::size_t section) {
    return std::find(sections.begin(), sections.end(), section) != sections.end();
  }

  bool isFree(Route route) const {
    bool isFree = true;
    for (const std::size_t section : sectionsOf(route)) isFree &= !occupied_[section];
    return isFree;
  }

  bool pointsLie(Route route) const {
    for (const Lie& lie : liesOf(route)) {
      if (reverse_[lie.point] != lie.isReverse) return false;
    }
    return true;
  }

  /// By a train that stands on it or by a route that needs it.
  bool isLocked(std::size_t point) const {
    if (occupied_[point]) return true;
    if (route_ == Route::None) return false;
    const std::vector<Lie> lies = liesOf(route_);
    return std::any_of(lies.begin(), lies.end(), [&](const Lie& lie) { return lie.point == point; });
  }

  bool isProceedAllowed() const {
    if (route_ == Route::None || hasTrainEntered_) return false;
    return waiting_ == 0;
  }

  void release() {
    route_ = Route::None;
    waiting_ = 0;
    hasTrainEntered_ = false;
  }

  std::array<bool, 7> occupied_{};
  std::array<bool, 3> reverse_{};
  Route route_ = Route::None;
  int waiting_ = 0;
  int refusals_ = 0;
  bool hasTrainEntered_ = false;
};

}  // namespace flags::rail
