// Decides whether a failed request is tried again, and when.
//
// What makes it hard: what kind of failure it was is told by a function of codes; pauses double until a limit
// and a breaker opens after failures of one kind in a row. Expected: every branch can be covered; no fault.
// Infeasible: none.
namespace flags::retry {

enum class Failure { None, Passing, Busy, Final };

class Policy {
 public:
  /// Milliseconds to wait; 0: at once; -1: give up.
  int next(int status, int retryAfter) {
    const Failure failure = kindOf(status);
    if (failure == Failure::None) {
      inARow_ = 0;
      return 0;
    }
    if (failure == Failure::Final) return -1;
    if (isOpen_) return -1;
    ++inARow_;
    if (failure == Failure::Busy) {
      if (isPlausible(retryAfter)) return retryAfter * 1'000;
      return 5'000;
    }
    if (inARow_ > 6) {
      isOpen_ = true;
      return -1;
    }
    return 100 << inARow_;
  }

  bool reset(int code) {
    if (!isOpen_) return false;
    if (code != 7'301) return false;
    isOpen_ = false;
    inARow_ = 0;
    return true;
  }

 private:
  static Failure kindOf(int status) {
    if (status >= 200 && status < 300) return Failure::None;
    if (status == 429) return Failure::Busy;
    if (status == 408 || (status >= 500 && status != 501)) return Failure::Passing;
    return Failure::Final;
  }

  static bool isPlausible(int seconds) {
    if (seconds <= 0) return false;
    return seconds <= 120;
  }

  int inARow_ = 0;
  bool isOpen_ = false;
};

}  // namespace flags::retry
