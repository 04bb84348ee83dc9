// Included by every generated harness: reads a test's bytes, keeps its objects,
// calls the thunks, observes results. C++17, standard library only. The bytes
// are described in test_bytes.h.
//
// This file is the front end's harness generator's counterpart: src/unit/harness/harness.cpp.
#pragma once
#pragma GCC system_header  // the warnings of the code under test's build are not about this

#include <cstdint>
#include <exception>
#include <type_traits>
#include <typeinfo>
#include <utility>

#if defined(__cpp_exceptions)
#include <cxxabi.h>
#endif

#include "covolve/harness/arena.h"
#include "covolve/harness/coding.h"
#include "covolve/harness/observing.h"
#include "covolve/harness/outputs.h"
#include "covolve/protocol.h"
#include "covolve/test_bytes.h"

namespace covolve::harness {

/// The running test, as the thunks see it. A thunk asks accepts() for all its arguments, takes them in order,
/// makes the call and hands over what came of it. A call that throws is a step like any other; calls that
/// need what it was to make are left out.
class Test {
 public:
  Test(const uint8_t* bytes, size_t size, CovolveObservations* observations)
      : reading_{Cursor(bytes, size), arena_, buffers_, slots_, 0},
        observer_(observations),
        observations_(observations) {}

  /// Whether the bytes hold these arguments, and the objects among them were made. Nothing is consumed,
  /// unless the action is passed over.
  template <class... Arguments>
  bool accepts() {
    Reading ahead = reading_;
    const bool accepted = (Coding<Arguments>::check(ahead) && ...);
    if (!accepted || !reading_.passesOver) return accepted;
    reading_.cursor = ahead.cursor;
    reading_.passesOver = false;
    reading_.lacksLent = ahead.lacksLent;
    return false;
  }

  template <class T>
  T& object() {
    return Coding<T>::object(reading_);
  }
  /// For a parameter by value. Of a class: what its copy is made from.
  template <class T>
  decltype(auto) value() {
    return Coding<T>::take(reading_);
  }
  /// For a reference: lives until the end of the test.
  template <class T>
  T& kept() {
    return keep<T>(reading_);
  }

  /// `construct(place)` makes the action's object.
  template <class T, class Construct>
  void makes(Construct&& construct) {
    T& made = arena_.make<T>(std::forward<Construct>(construct));
    slots_[action_] = {const_cast<std::remove_cv_t<T>*>(__builtin_addressof(made)), &typeMark<T>,
                       abi::kNotWatched, nullptr};
  }

  /// An object that belongs to somebody else; null, or where no object can be: none.
  template <class T>
  void lends(const T* object) {
    const bool isWatched = object != nullptr && __covolve_watch != nullptr;
    const int watch = isWatched ? __covolve_watch(object, Shape<T>::shape) : abi::kNotWatched;
    if (object == nullptr || watch == abi::kNoObject) {
      slots_[action_].type = &typeMark<NotLent>;
    } else {
      slots_[action_] = {const_cast<T*>(object), &typeMark<T>, watch, nullptr};
    }
  }

  /// What the call returned, by value or reference.
  template <class Result>
  void returned(Result&& result) {
    if (!observer_.wanted()) return;
    if constexpr (isForCaller<std::decay_t<Result>>) slots_[action_].given = result;
    observer_.entry(action_, Entry::Returned, 0, [&] { look(result); });
  }
  /// The same, where the value's class has a site: the first class' one is `first`.
  template <Outputs family, class Result>
  void returned(uint32_t first, Result&& result) {
    __covolve_output(first + outputClass<family>(result));
    returned(std::forward<Result>(result));
  }
  /// An enumeration: the classes are these values; others have none.
  template <int64_t... values, class Result>
  void returnedOneOf(uint32_t first, Result&& result) {
    const uint32_t place = outputClassAmong<values...>(result);
    if (place < sizeof...(values)) __covolve_output(first + place);
    returned(std::forward<Result>(result));
  }
  void returnedObject() {
    if (!observer_.wanted()) return;
    observer_.entry(action_, Entry::Returned, 0, [&] { observer_.tag(Tag::Opaque); });
  }

  /// The smart pointer that the action has made: whether it holds something.
  template <class Pointer>
  void returnedPointer() {
    if (!observer_.wanted()) return;
    const bool isEmpty = *static_cast<const Pointer*>(slots_[action_].object) == nullptr;
    observer_.entry(action_, Entry::Returned, 0, [&] {
      observer_.tag(isEmpty ? Tag::Absent : Tag::Present);
      if (!isEmpty) observer_.tag(Tag::Opaque);
    });
  }

  /// What an out-parameter holds after the call.
  template <class T>
  void changedReference(uint32_t parameter, const T& value) {
    if (!observer_.wanted()) return;
    observer_.entry(action_, Entry::Parameter, parameter, [&] { look(value); });
  }
  template <class T>
  void changedPointee(uint32_t parameter, const T* pointer) {
    if (pointer == nullptr || !observer_.wanted()) return;
    observer_.entry(action_, Entry::Parameter, parameter, [&] {
      observer_.tag(Tag::Present);
      look(*pointer);
    });
  }

  /// What a callback was given.
  template <class Function>
  void heard(uint32_t parameter, Function function) {
    if (!observer_.wanted()) return;
    const auto& transcript = Coding<Function>::transcript(function);
    if (transcript.text().empty() || !transcript.isShort()) return;
    observer_.entry(action_, Entry::Parameter, parameter, [&] { observer_.text(transcript.text()); });
  }

  /// What is in a stream after the call.
  template <class Stream>
  void changedStream(uint32_t parameter, const Stream& stream) {
    if (observer_.wanted()) changedReference(parameter, Coding<Stream>::written(stream));
  }

  template <class Character>
  void changedBuffer(uint32_t parameter, const Character* buffer) {
    if (buffer == nullptr || !observer_.wanted()) return;
    const char* text = reinterpret_cast<const char*>(buffer);
    observer_.entry(action_, Entry::Parameter, parameter, [&] {
      observer_.tag(Tag::Present);
      observer_.text({text, ::strnlen(text, kBufferSize)});
    });
  }

  using Thunk = bool (*)(Test&);

  CovolveTestResult run(const Thunk* thunks, uint32_t thunkCount) {
    Index count = 0;
    if (!reading_.cursor.read(count) || count > kMostActions) return ended(abi::Outcome::Invalid, 0);
    for (action_ = 0; action_ < count; ++action_) {
      Index callable = 0;
      if (!reading_.cursor.read(callable) || callable >= thunkCount)
        return ended(abi::Outcome::Invalid, action_);
      slots_[action_].type = nullptr;
      slots_[action_].given = nullptr;
      reading_.made = action_;
      // A throw from outside the instrumented code must not be put down to an earlier action's last call.
      __covolve_shared->lastCall = abi::kNoSite;
      __covolve_shared->action = action_;
      if (observations_ != nullptr && observations_->startedActions != nullptr) {
        *observations_->startedActions = action_ + 1;
      }
      const Cursor arguments = reading_.cursor;
      const uint32_t thrownBefore = thrown_;
#if defined(__cpp_exceptions)
      try {
        if (thunks[callable](*this)) continue;
      } catch (const std::exception& exception) {
        // what() may be the user's code: where nobody looks at it, it must not count as covered.
        threw(observer_.wanted() ? exception.what() : "");
      } catch (...) {
        threw("");
      }
#else
      if (thunks[callable](*this)) continue;
#endif
      if (!passOver(thunks[callable], arguments)) return ended(abi::Outcome::Invalid, action_);
      if (reading_.lacksLent && thrown_ == thrownBefore) {
        __covolve_left_out(action_);
        ++thrown_;
      }
      reading_.lacksLent = false;
      if (thrown_ == abi::kMostThrown) {
        noteMemory(action_ + 1);
        return ended(abi::Outcome::Returned, action_ + 1);
      }
    }
    noteMemory(count);
    const bool whole = reading_.cursor.left() == 0;
    return ended(whole ? abi::Outcome::Returned : abi::Outcome::Invalid, count);
  }

 private:
  /// The action threw or lacks an object. It made nothing, so that what refers to it is left out. False when
  /// the bytes do not hold its arguments.
  __attribute__((noinline)) bool passOver(Thunk thunk, Cursor arguments) {
    slots_[action_].type = &typeMark<NotMade>;
    reading_.cursor = arguments;  // an argument's copy may have thrown before the others were read
    reading_.passesOver = true;
    thunk(*this);
    return !reading_.passesOver;
  }

  /// A pointer to what nobody calls constant.
  template <class T>
  static constexpr bool isForCaller = std::is_pointer_v<T> && std::is_convertible_v<T, void*>;

  /// What the test need not free, and what it has to.
  void noteMemory(uint32_t executed) {
    if (!observer_.wanted()) return;
    for (uint32_t i = 0; i < executed; ++i) {
      if (isGone(slots_[i])) observer_.entry(i, Entry::Freed, 0, [&] { observer_.tag(Tag::Opaque); });
    }
    for (uint32_t i = 0; i < executed; ++i) {
      if (!isTests(slots_[i])) continue;
      // Of several names for one block the others are as good as gone: it is freed once.
      const Entry entry = nameOfBlock(slots_[i].given, executed) == i ? Entry::Given : Entry::Freed;
      observer_.entry(i, entry, 0, [&] { observer_.tag(Tag::Opaque); });
    }
  }

  /// A lent object.
  static bool isGone(const Slot& slot) {
    const bool isThere =
        slot.type != nullptr && slot.type != &typeMark<NotMade> && slot.type != &typeMark<NotLent>;
    return isThere && slot.watch >= 0 && !__covolve_is_alive(slot.watch);
  }

  /// Memory that the test has to free.
  bool isTests(const Slot& slot) const {
    return slot.given != nullptr && !isGone(slot) && __covolve_is_callers != nullptr &&
           __covolve_is_callers(slot.given, arena_.begin(), arena_.bytesInUse());
  }

  /// Of all actions that returned this block: those for an object before those for bare memory, of the first
  /// one's type, the last. An earlier one may be from before the block was moved (realloc), which it need not
  /// be here.
  uint32_t nameOfBlock(const void* block, uint32_t executed) const {
    const void* type = nullptr;
    uint32_t name = executed;
    for (uint32_t i = 0; i < executed; ++i) {
      const Slot& slot = slots_[i];
      if (slot.given != block || isGone(slot)) continue;
      if (type == nullptr) type = slot.type;
      if (slot.type == type) name = i;
    }
    return name;
  }

  template <class T>
  void look(const T& value) {
    Look<T>::at(observer_, value);
  }
  template <class T>
  void look(const volatile T&) {
    observer_.tag(Tag::Opaque);
  }

#if defined(__cpp_exceptions)
  void threw(const char* what) {
    // What leaves the call, however it was thrown. Null: an exception of another language.
    const std::type_info* type = __cxxabiv1::__cxa_current_exception_type();
    const char* name = type != nullptr ? type->name() : nullptr;
    if (observer_.wanted()) {
      observer_.entry(action_, Entry::Threw, 0, [&] {
        observer_.list(2);
        observer_.text(name != nullptr ? name : "");
        observer_.text(what != nullptr ? what : "");
      });
    }
    __covolve_threw(action_, name);
    ++thrown_;
  }
#endif

  CovolveTestResult ended(abi::Outcome outcome, uint32_t executed) const {
    buffers_.check();
    return {static_cast<uint32_t>(outcome), executed};
  }

  Slot slots_[kMostActions];
  Buffers buffers_;
  Arena arena_;  // destroyed before the slots that point into it
  Reading reading_;
  uint32_t thrown_ = 0;
  Observer observer_;
  CovolveObservations* observations_;
  uint32_t action_ = 0;
};

}  // namespace covolve::harness
