// Which features an account has.
//
// What makes it hard: toggles are set by one call and asked by another; some need others, and a trial is over
// after so many uses.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <string>

namespace flags::toggles {

class Account {
 public:
  /// Whether the key was right.
  bool activate(int key) {
    if (!isKey(key)) return false;
    hasExport_ = key % 2 == 1;
    hasTeams_ = key / 1'000 % 10 == 4;
    isPaid_ = true;
    return true;
  }

  void startTrial(int days) {
    if (isPaid_ || wasTried_) return;
    if (days >= 7 && days <= 30) {
      uses_ = days;
      wasTried_ = true;
    }
  }

  bool exportTo(const std::string& format) {
    if (!mayExport()) return false;
    if (format == "pdf") return true;
    return hasTeams_ && format == "xlsx";
  }

  int invite(int members) {
    if (!hasTeams_) return 0;
    if (members > limit()) return limit();
    return members < 0 ? 0 : members;
  }

 private:
  static bool isKey(int key) {
    if (key < 100'000) return false;
    int sum = 0;
    for (int rest = key; rest > 0; rest /= 10) sum += rest % 10;
    return sum == 31;
  }

  bool mayExport() {
    if (isPaid_) return hasExport_;
    if (uses_ > 0) {
      --uses_;
      return true;
    }
    return false;
  }

  int limit() const { return hasExport_ ? 50 : 5; }

  bool hasExport_ = false;
  bool hasTeams_ = false;
  bool isPaid_ = false;
  bool wasTried_ = false;
  int uses_ = 0;
};

}  // namespace flags::toggles
