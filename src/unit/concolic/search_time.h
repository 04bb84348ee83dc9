// When a search whose budget is time ends: when that is up, or, as long as it still finds something, when
// what the sources before it have left over is used up, too (search::Limits::extraTime).
#pragma once

#include <algorithm>
#include <chrono>

#include "base/deadline.h"

namespace covolve::unit {

class SearchTime {
 public:
  using Seconds = std::chrono::duration<double>;

  /// The search begins now.
  SearchTime(Seconds budget, Seconds spare, const Deadline::Now& now = Deadline::Clock::now)
      : own_(after(budget, now)), whole_(after(budget + std::max(spare, Seconds(0)), now)) {}

  /// For what may find something, and so keep the search alive.
  Seconds atMost() const { return *whole_.left(); }
  /// For what must not outlast a search that finds nothing.
  Seconds certain() const { return own_.isOver() ? atMost() : Seconds(*own_.left()); }

 private:
  static Deadline after(Seconds time, const Deadline::Now& now) {
    return Deadline(now() + std::chrono::duration_cast<Deadline::Clock::duration>(time), now);
  }

  Deadline own_;
  Deadline whole_;
};

}  // namespace covolve::unit
