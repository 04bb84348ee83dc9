// Functions that the code under test is given and calls back: each returns its
// results one after the other, whatever it is given. A std::function may be
// empty; a null pointer would only show that nobody checks for one. Included by
// harnesses that need one.
//
// Easy to get wrong: copies of a std::function go on where the others are, as
// they do in the emitted tests; and behind a plain function pointer there is no
// place for results but a variable, so there are some functions of each type
// with one each.
#pragma once
#pragma GCC system_header  // the warnings of the code under test's build are not about this

#include <functional>

#include "covolve/harness/coding.h"

namespace covolve::harness {

/// The last result is returned again and again.
template <class Result>
class ResultsInTurn {
 public:
  explicit ResultsInTurn(std::vector<Result> results) : results_(std::move(results)) {}

  Result next() {
    if (results_.empty()) return Result();
    const size_t place = next_;
    if (next_ + 1 < results_.size()) ++next_;
    return results_[place];
  }

  static bool check(Reading& reading) { return Coding<std::vector<Result>>::check(reading); }
  static ResultsInTurn& keep(Reading& reading) {
    return reading.arena.template make<ResultsInTurn>(
        [&](void* place) { ::new (place) ResultsInTurn(Coding<std::vector<Result>>::take(reading)); });
  }

 private:
  std::vector<Result> results_;
  size_t next_ = 0;
};

template <>
class ResultsInTurn<void> {
 public:
  void next() {}
  static bool check(Reading&) { return true; }
  static ResultsInTurn& keep(Reading& reading) {
    return reading.arena.make<ResultsInTurn>([](void* place) { ::new (place) ResultsInTurn(); });
  }
};

template <class Result, class... Arguments>
struct Coding<std::function<Result(Arguments...)>> {
  static constexpr bool isObject = false;
  static bool check(Reading& reading) {
    bool present = false;
    return readPresence(reading, present) && (!present || ResultsInTurn<Result>::check(reading));
  }
  static std::function<Result(Arguments...)> take(Reading& reading) {
    if (reading.cursor.template take<uint8_t>() == 0) return nullptr;
    auto& results = ResultsInTurn<Result>::keep(reading);
    return [&results](Arguments...) -> Result { return results.next(); };
  }
};

template <class Result, class... Arguments>
struct Coding<Result (*)(Arguments...), void> {
  static constexpr bool isObject = false;
  using Function = Result (*)(Arguments...);
  static bool check(Reading& reading) { return ResultsInTurn<Result>::check(reading); }
  static Function take(Reading& reading) {
    constexpr Function all[kCount] = {&call<0>, &call<1>, &call<2>, &call<3>};
    const unsigned place = taken++ % kCount;
    results[place] = &ResultsInTurn<Result>::keep(reading);
    return all[place];
  }

 private:
  static constexpr unsigned kCount = 4;
  static inline ResultsInTurn<Result>* results[kCount] = {};
  static inline unsigned taken = 0;

  template <unsigned place>
  static Result call(Arguments...) {
    return results[place]->next();
  }
};

}  // namespace covolve::harness
