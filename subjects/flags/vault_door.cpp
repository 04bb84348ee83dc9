// The door of a vault: two keys, a code, then it may be opened.
//
// What makes it hard: every step throws unless the one before has left its mark in a field, and the marks are
// made by functions that ask others.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <stdexcept>

namespace flags::vault {

class Door {
 public:
  void insert(int key) {
    if (isMaster(key)) {
      hasMaster_ = true;
    } else if (isClerk(key)) {
      hasClerk_ = true;
    } else {
      ++strangers_;
    }
  }

  void enter(int code, int minute) {
    requireKeys();
    isAtNight_ = minute < 360 || minute >= 1'260;
    if (checksum(code) != 21) throw std::invalid_argument("a wrong code");
    hasCode_ = true;
  }

  /// How far it opens, in degrees.
  int open(bool isInAHurry) {
    requireKeys();
    if (!hasCode_) throw std::logic_error("no code");
    if (isAtNight_) return 10;
    if (strangers_ >= 2) return 30;
    return isInAHurry ? 90 : 60;
  }

 private:
  static bool isMaster(int key) {
    if (key < 500'000) return false;
    return key % 1'009 == 8;
  }

  static bool isClerk(int key) {
    if (key >= 0) return false;
    return key % 613 == -7;
  }

  static int checksum(int code) {
    if (code < 1'000 || code > 9'999) throw std::out_of_range("four digits");
    return code / 1'000 + code / 100 % 10 + code / 10 % 10 + code % 10;
  }

  void requireKeys() const {
    if (!hasMaster_) throw std::logic_error("the master's key is missing");
    if (!hasClerk_) throw std::logic_error("the clerk's key is missing");
  }

  bool hasMaster_ = false;
  bool hasClerk_ = false;
  bool hasCode_ = false;
  bool isAtNight_ = false;
  int strangers_ = 0;
};

}  // namespace flags::vault
