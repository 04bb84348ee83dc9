// The class template that keeps what a callback or a method of a stub returns. It
// stands in emitted tests, and before the stubs in the harness. Plain text; Clang
// stays inside the front end.
//
// Easy to get wrong: it is C++11, as the code under test may be, and a result that
// was returned by reference must stay where it is. A harness has one for each type
// that its stubs return: assign() of a deque made the half of a harness with many.
#pragma once

#include <set>
#include <string>

namespace covolve::program {

struct ResultsInTurn {
  static constexpr const char* name = "ResultsInTurn";
  static constexpr const char* definition =
      R"(// What a function returns, one after the other; the last one again and again.
template <class Result>
class ResultsInTurn {
 public:
  ResultsInTurn& operator=(const std::vector<Result>& results) {
    results_.clear();
    for (const auto& result : results) results_.push_back(result);
    next_ = 0;
    return *this;
  }

  Result& next() {
    if (results_.empty()) results_.emplace_back();
    return results_[next_ + 1 < results_.size() ? next_++ : next_];
  }

 private:
  std::deque<Result> results_;
  std::size_t next_ = 0;
};
)";
  static std::set<std::string> includes() { return {"<cstddef>", "<deque>", "<vector>"}; }
};

}  // namespace covolve::program
