// A lift with doors, loads, faults and a fire key.
//
// What makes it hard: two faults at once while the doors are open; a key behind a hash.
// Expected: every branch can be covered.
// Infeasible: none.
#include <bitset>
#include <functional>
#include <set>
#include <string>
#include <utility>

namespace lift {

enum class Mode { Idle, MovingUp, MovingDown, DoorsOpen, FireService, OutOfOrder };

enum class Answer { Accepted, Ignored, Refused };

class Elevator {
 public:
  using Listener = std::function<void(int floor, Mode mode)>;

  Elevator(int lowest, int highest) : lowest_(lowest), highest_(highest), floor_(lowest) {}

  void onArrival(Listener listener) { listener_ = std::move(listener); }

  Answer call(int floor) {
    const bool unavailable = mode_ == Mode::OutOfOrder || mode_ == Mode::FireService;
    if (unavailable || floor < lowest_ || floor > highest_) return Answer::Refused;
    if (floor == floor_ && mode_ == Mode::DoorsOpen) {
      doorTimer_ = 3;
      return Answer::Ignored;
    }
    return stops_.insert(floor).second ? Answer::Accepted : Answer::Ignored;
  }

  void setLoad(int kilograms) {
    overloaded_ = kilograms > 630;
    if (kilograms < 0) flags_.set(SensorFault);
  }

  void blockDoor() {
    if (mode_ != Mode::DoorsOpen) return;
    doorTimer_ = 3;
    if (++reopenings_ >= 4) flags_.set(DoorFault);
  }

  bool fireKey(unsigned code) {
    if ((code * 2654435761u) >> 20 != 0xB0Au) return false;
    stops_.clear();
    parkedTicks_ = 0;
    if (mode_ == Mode::DoorsOpen && flags_.test(DoorFault)) {
      mode_ = Mode::OutOfOrder;
      return false;
    }
    mode_ = Mode::FireService;
    return true;
  }

  void tick() {
    switch (mode_) {
      case Mode::Idle:
        chooseDirection();
        break;
      case Mode::MovingUp:
      case Mode::MovingDown:
        advance();
        break;
      case Mode::DoorsOpen:
        if (overloaded_) break;
        if (--doorTimer_ <= 0) {
          if (flags_.count() >= 2) {
            mode_ = Mode::OutOfOrder;
            break;
          }
          reopenings_ = 0;
          chooseDirection();
        }
        break;
      case Mode::FireService:
        if (floor_ > lowest_)
          --floor_;
        else if (++parkedTicks_ == 3)
          mode_ = Mode::Idle;
        break;
      default:
        break;
    }
  }

  bool service(const std::string& technician) {
    if (mode_ != Mode::OutOfOrder || technician.size() < 4 || technician.substr(0, 2) != "T-") return false;
    flags_.reset();
    travelled_ = 0;
    mode_ = Mode::Idle;
    return ++services_ % 2 == 0;
  }

  int floor() const { return floor_; }
  Mode mode() const { return mode_; }
  int travelled() const { return travelled_; }

 private:
  enum Flag { DoorFault, SensorFault, WearWarning };

  void chooseDirection() {
    if (stops_.empty()) {
      mode_ = Mode::Idle;
    } else if (stops_.count(floor_)) {
      arrive();
    } else {
      const auto above = stops_.lower_bound(floor_);
      const bool preferUp = above != stops_.end() && (lastUp_ || above == stops_.begin());
      mode_ = preferUp ? Mode::MovingUp : Mode::MovingDown;
      lastUp_ = preferUp;
    }
  }

  void advance() {
    floor_ += mode_ == Mode::MovingUp ? 1 : -1;
    if (++travelled_ > 25) flags_.set(WearWarning);
    if (stops_.count(floor_)) arrive();
  }

  void arrive() {
    stops_.erase(floor_);
    mode_ = Mode::DoorsOpen;
    doorTimer_ = 3;
    if (listener_) listener_(floor_, mode_);
  }

  int lowest_, highest_, floor_;
  Mode mode_ = Mode::Idle;
  std::set<int> stops_;
  std::bitset<3> flags_;
  Listener listener_;
  int doorTimer_ = 0, reopenings_ = 0, travelled_ = 0, parkedTicks_ = 0, services_ = 0;
  bool overloaded_ = false, lastUp_ = true;
};

}  // namespace lift
