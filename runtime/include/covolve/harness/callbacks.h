// Functions that the code under test is given and calls back: each returns its
// results one after the other, whatever it is given. A std::function may be
// empty; a pointer to one is null only where the code checks for that
// (MayBeNull), else it would only show that nobody does. One that
// returns a pointer returns null, unless that is a text. Included by harnesses
// that need one.
//
// Easy to get wrong: copies of a std::function go on where the others are, as
// they do in the emitted tests; and behind a plain function pointer there is no
// place for results but a variable, so there are some functions of each type
// with one each.
#pragma once
#pragma GCC system_header  // the warnings of the code under test's build are not about this

#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>

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

/// Of a function that returns nothing, or null.
template <class Result>
class NoResults {
 public:
  Result next() { return Result(); }
  static bool check(Reading&) { return true; }
  static NoResults& keep(Reading& reading) {
    return reading.arena.template make<NoResults>([](void* place) { ::new (place) NoResults(); });
  }
};

template <class Result>
inline constexpr bool isPointerToNoText = std::is_pointer_v<Result> && !std::is_same_v<Result, const char*> &&
                                          !std::is_same_v<Result, const wchar_t*>;
template <class Result>
using ResultsOf = std::conditional_t<std::is_void_v<Result> || isPointerToNoText<Result>, NoResults<Result>,
                                     ResultsInTurn<Result>>;

/// What callbacks are given, as far as a test can tell it: the texts one behind the other, or a line for each
/// call (Type::heard in src/program/model.h).
///
/// A function may be called when its test is gone: by an object that outlives the test. So nothing here is in
/// memory of the test's.
class Transcript {
 public:
  std::string_view text() const { return {text_, size_}; }

  template <class... Arguments>
  void note(const std::remove_reference_t<Arguments>&... arguments) {
    if (!isShort()) return;
    Line line;
    hear<Arguments...>(line, arguments...);
    if (line.items == 0) return;
    if (line.items > 1 || !line.isOnlyText) line.text += '\n';
    const size_t kept = line.text.size() < sizeof text_ - size_ ? line.text.size() : sizeof text_ - size_;
    std::memcpy(text_ + size_, line.text.data(), kept);
    size_ += kept;
  }
  /// Longer ones nobody reads.
  bool isShort() const { return size_ <= kLongest; }

 private:
  static constexpr size_t kLongest = 400;

  struct Line {
    std::string text = {};
    size_t items = 0;
    bool isOnlyText = true;
  };

  template <class T>
  static constexpr bool isCount =
      std::is_integral_v<T> && std::is_unsigned_v<T> && sizeof(T) >= 4 && sizeof(T) <= 8;

  template <class... None>
  std::enable_if_t<sizeof...(None) == 0> hear(Line&) {}
  template <class First, class... Rest>
  void hear(Line& line, const std::remove_reference_t<First>& first,
            const std::remove_reference_t<Rest>&... rest) {
    if constexpr (std::is_same_v<First, const char*>) {
      hearText<Rest...>(line, first, rest...);
    } else {
      if constexpr (std::is_enum_v<First> && sizeof(First) <= 4) {
        add(line, std::to_string(static_cast<int>(first)), false);
      } else if constexpr (std::is_integral_v<First> && sizeof(First) <= 8) {
        add(line, std::to_string(first), false);
      }
      hear<Rest...>(line, rest...);
    }
  }
  template <class... None>
  std::enable_if_t<sizeof...(None) == 0> hearText(Line& line, const char* text) {
    add(line, upTo(text, kLongest), true);
  }
  template <class Next, class... Rest>
  void hearText(Line& line, const char* text, const std::remove_reference_t<Next>& next,
                const std::remove_reference_t<Rest>&... rest) {
    if constexpr (isCount<Next>) {
      add(line, upTo(text, static_cast<size_t>(next)), true);
      hear<Rest...>(line, rest...);
    } else {
      add(line, upTo(text, kLongest), true);
      hear<Next, Rest...>(line, next, rest...);
    }
  }

  static std::string upTo(const char* text, size_t most) {
    return text == nullptr ? "(null)" : std::string(text, ::strnlen(text, most < kLongest ? most : kLongest));
  }

  static void add(Line& line, const std::string& item, bool isText) {
    if (line.items++ > 0) line.text += ", ";
    line.text += item;
    line.isOnlyText &= isText;
  }

  char text_[kLongest + 1] = {};
  size_t size_ = 0;
};

template <class Result, class... Arguments>
struct Coding<std::function<Result(Arguments...)>> {
  static constexpr bool isObject = false;
  static bool check(Reading& reading) {
    bool present = false;
    return readPresence(reading, present) && (!present || ResultsOf<Result>::check(reading));
  }
  static std::function<Result(Arguments...)> take(Reading& reading) {
    if (reading.cursor.template take<uint8_t>() == 0) return nullptr;
    auto& results = ResultsOf<Result>::keep(reading);
    return [&results](Arguments...) -> Result { return results.next(); };
  }
};

/// Of pointers to functions: the code checks for null.
template <class Function>
struct MayBeNull : std::false_type {};

template <class Result, class... Arguments>
struct Coding<Result (*)(Arguments...), void> {
  static constexpr bool isObject = false;
  using Function = Result (*)(Arguments...);
  static bool check(Reading& reading) {
    bool present = true;
    if (MayBeNull<Function>::value && !readPresence(reading, present)) return false;
    return !present || ResultsOf<Result>::check(reading);
  }
  static Function take(Reading& reading) {
    if (MayBeNull<Function>::value && reading.cursor.template take<uint8_t>() == 0) return nullptr;
    constexpr Function all[kCount] = {&call<0>, &call<1>, &call<2>, &call<3>};
    const unsigned place = taken++ % kCount;
    results[place] = &ResultsOf<Result>::keep(reading);
    transcripts[place] = Transcript();
    return all[place];
  }
  /// What the function was given in this test.
  static const Transcript& transcript(Function function) {
    constexpr Function all[kCount] = {&call<0>, &call<1>, &call<2>, &call<3>};
    unsigned place = 0;
    while (place + 1 < kCount && all[place] != function) ++place;
    return transcripts[place];
  }

 private:
  static constexpr unsigned kCount = 4;
  static inline ResultsOf<Result>* results[kCount] = {};
  static inline Transcript transcripts[kCount] = {};
  static inline unsigned taken = 0;

  template <unsigned place>
  static Result call(Arguments... arguments) {
    transcripts[place].template note<Arguments...>(arguments...);
    return results[place]->next();
  }
};

}  // namespace covolve::harness
