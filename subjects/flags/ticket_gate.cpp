// The gate of a car park: tickets are drawn, paid and used.
//
// What makes it hard: each call requires a state and throws in all others; fields remember what earlier calls
// found out.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <stdexcept>

namespace flags::gate {

class Gate {
 public:
  explicit Gate(int places) : free_(places) {}

  void draw(int plate) {
    require(State::Waiting);
    if (free_ <= 0) throw std::runtime_error("full");
    plate_ = plate;
    isResident_ = plate > 70'000 && plate % 13 == 4;
    state_ = State::Inside;
    --free_;
  }

  /// What is still to be paid.
  int pay(int minutes, int cents) {
    require(State::Inside);
    const int due = priceOf(minutes) - paid_;
    if (cents < 0) throw std::invalid_argument("a negative coin");
    paid_ += cents;
    if (cents >= due) {
      state_ = State::Paid;
      wasExact_ = cents == due && due > 0;
    }
    return cents >= due ? 0 : due - cents;
  }

  /// Whether a receipt is given.
  bool leave(int plate) {
    require(State::Paid);
    if (plate != plate_) {
      ++mismatches_;
      if (mismatches_ == 3) state_ = State::Blocked;
      return false;
    }
    state_ = State::Waiting;
    ++free_;
    if (wasExact_ && isResident_) return true;
    return paid_ > 5'000;
  }

  void unlock(int code) {
    require(State::Blocked);
    if (code == 40'961) {
      state_ = State::Paid;
      mismatches_ = 0;
    }
  }

 private:
  enum class State { Waiting, Inside, Paid, Blocked };

  void require(State state) const {
    if (state_ != state) throw std::logic_error("not now");
  }

  int priceOf(int minutes) const {
    if (minutes <= 0) return 0;
    if (isResident_ && minutes < 120) return 50;
    return minutes > 600 ? 2'000 : minutes * 3;
  }

  State state_ = State::Waiting;
  int free_;
  int plate_ = 0;
  int paid_ = 0;
  int mismatches_ = 0;
  bool isResident_ = false;
  bool wasExact_ = false;
};

}  // namespace flags::gate
