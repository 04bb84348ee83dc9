// How much of a search may go into solving. What it may spend grows with what the
// search itself has done, in seconds or, where the clock must decide nothing, in tests:
// a grant that a first use has in any case, and a share that moves with what uses earn. Where
// they earn nothing it falls geometrically, so that they cost a long search next to nothing.
#pragma once

#include <algorithm>

namespace covolve::search {

class SolvingQuota {
 public:
  struct Rates {
    double grant = 0;
    double share = 0;  // at the start
    double least = 0;
    double most = 0;
  };

  explicit SolvingQuota(Rates rates) : rates_(rates), share_(rates.share) {}

  /// What a use may spend when the search has come so far; 0: it must wait. So little that most of it would
  /// go into its beginning is not handed out.
  double left(double done) const {
    constexpr double kWorthABeginning = 0.1;
    const double left = rates_.grant + share_ * done - spent_;
    return left >= kWorthABeginning * rates_.grant ? left : 0;
  }

  void spend(double effort) { spent_ += effort; }

  enum class Earned { Nothing, Approach, Target };

  /// Behind a use.
  void note(Earned earned) { share_ = std::clamp(share_ * factor(earned), rates_.least, rates_.most); }

  double share() const { return share_; }

 private:
  static double factor(Earned earned) {
    switch (earned) {
      case Earned::Nothing:
        return 0.5;
      case Earned::Approach:
        return 0.9;  // may go on for ever
      case Earned::Target:
        break;
    }
    return 2;
  }

  Rates rates_;
  double share_;
  double spent_ = 0;
};

}  // namespace covolve::search
