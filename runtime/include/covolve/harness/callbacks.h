// Functions that the code under test is given and calls back: each returns one
// value whatever it is given. A std::function may be empty; a null pointer would
// only show that nobody checks for one. Included by harnesses that need one.
//
// Easy to get wrong: behind a plain function pointer there is no place for the
// value but a variable, so there are some functions of each type with one each.
#pragma once
#pragma GCC system_header  // the warnings of the code under test's build are not about this

#include <functional>

#include "covolve/harness/coding.h"

namespace covolve::harness {

template <class Result, class... Arguments>
struct Coding<std::function<Result(Arguments...)>> {
  static constexpr bool isObject = false;
  static bool check(Reading& reading) {
    bool present = false;
    if (!readPresence(reading, present)) return false;
    if constexpr (std::is_void_v<Result>) {
      return true;
    } else {
      return !present || Coding<Result>::check(reading);
    }
  }
  static std::function<Result(Arguments...)> take(Reading& reading) {
    if (reading.cursor.template take<uint8_t>() == 0) return nullptr;
    if constexpr (std::is_void_v<Result>) {
      return [](Arguments...) {};
    } else {
      Result& result = keep<Result>(reading);
      return [&result](Arguments...) -> Result { return result; };
    }
  }
};

template <class Result, class... Arguments>
struct Coding<Result (*)(Arguments...), void> {
  static constexpr bool isObject = false;
  using Function = Result (*)(Arguments...);
  static bool check(Reading& reading) {
    if constexpr (std::is_void_v<Result>) {
      return true;
    } else {
      return Coding<Result>::check(reading);
    }
  }
  static Function take(Reading& reading) {
    constexpr Function all[kCount] = {&call<0>, &call<1>, &call<2>, &call<3>};
    const unsigned place = taken++ % kCount;
    if constexpr (!std::is_void_v<Result>) results[place] = Coding<Result>::take(reading);
    return all[place];
  }

 private:
  static constexpr unsigned kCount = 4;
  static inline std::conditional_t<std::is_void_v<Result>, char, Result> results[kCount] = {};
  static inline unsigned taken = 0;

  template <unsigned place>
  static Result call(Arguments...) {
    if constexpr (!std::is_void_v<Result>) return results[place];
  }
};

}  // namespace covolve::harness
