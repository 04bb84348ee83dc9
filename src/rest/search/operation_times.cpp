#include "rest/search/operation_times.h"

#include <algorithm>

namespace covolve::rest {

namespace {

using Seconds = OperationTimes::Seconds;

constexpr double kSlowFactor = 8;  // times the usual operation
constexpr Seconds kSlowLeast{0.05};
constexpr double kShareOfSlow = 0.3;  // of the time so far, for all slow operations together

}  // namespace

bool OperationTimes::isSlow(const Time& time) const {
  return time.mean() >= kSlowLeast && time.mean() > kSlowFactor * usual_;
}

bool OperationTimes::isSlow(size_t operation) const { return isSlow(times_[operation]); }

void OperationTimes::note(size_t operation, Seconds took) {
  Time& time = times_[operation];
  const bool isNew = time.calls == 0;
  ++time.calls;
  time.spent += took;
  // With thousands of operations not after each call.
  constexpr size_t kOperationsACall = 64;
  if (isNew || isSlow(time) || ++notedSince_ > times_.size() / kOperationsACall) updateUsual();
}

void OperationTimes::updateUsual() {
  notedSince_ = 0;
  std::vector<Seconds> means;
  for (const Time& time : times_) {
    if (time.calls > 0) means.push_back(time.mean());
  }
  const auto middle = means.begin() + static_cast<long>((means.size() - 1) / 2);
  std::ranges::nth_element(means, middle);
  usual_ = *middle;
  slowSpent_ = Seconds(0);
  slowCount_ = 0;
  for (const Time& time : times_) {
    if (!isSlow(time)) continue;
    slowSpent_ += time.spent;
    ++slowCount_;
  }
}

bool OperationTimes::mayCall(size_t operation, Seconds elapsed, Seconds left) const {
  const Time& time = times_[operation];
  if (left <= Seconds(0)) return false;
  if (time.calls == 0) return true;
  if (time.mean() > left) return false;
  if (!isSlow(time)) return true;
  const bool isItsTurn = time.spent <= slowSpent_ / static_cast<double>(std::max<size_t>(slowCount_, 1));
  return isItsTurn && slowSpent_ + time.mean() <= kShareOfSlow * elapsed;
}

}  // namespace covolve::rest
