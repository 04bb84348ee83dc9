// What models of library functions share. A model stands in the place of its function,
// in calls as well as behind pointers: it does what the function does, on values that
// the function's contract leaves open as it likes (the sign of a comparison is -1, 0
// or 1), and says what expression its result is.
#pragma once

#include <stddef.h>

#include "covolve/concolic_calls.h"
#include "path.h"
#include "shadow.h"

namespace covolve::concolic {

/// Longer texts are compared and searched as they are.
constexpr size_t kLongestModelled = 512;

/// The labels that a model was called with; none where code without instrumentation calls it.
class Given {
 public:
  template <class Function>
  explicit Given(Function* self) : self_(reinterpret_cast<const void*>(self)) {
    CallSlots& slots = __covolve_concolic_call;
    isOn_ = slots.isRecording != 0;
    isForUs_ = isOn_ && slots.callee == self_;
    slots.callee = nullptr;
    slots.returning = self_;
    slots.results[0] = 0;
    for (unsigned i = 0; i < kKept && isForUs_; ++i) labels_[i] = static_cast<Label>(slots.arguments[i]);
  }

  /// Whether a test is running in this thread.
  bool isOn() const { return isOn_; }
  Label operator[](unsigned index) const { return labels_[index]; }
  /// An address or size that has to stay as it is.
  void makeConcrete(unsigned index, uint64_t value) const {
    if (isOn_) concolic::makeConcrete(labels_[index], value);
  }
  void makeConcrete(unsigned index, const void* value) const {
    makeConcrete(index, reinterpret_cast<uint64_t>(value));
  }
  void returns(Label label) const {
    CallSlots& slots = __covolve_concolic_call;
    slots.returning = self_;
    slots.results[0] = symbolic(label);
  }

 private:
  static constexpr unsigned kKept = 4;
  const void* self_;
  bool isOn_ = false;
  bool isForUs_ = false;
  Label labels_[kKept] = {0, 0, 0, 0};
};

inline Label equal(Label a, Label b) { return binary(Operation::Equal, 1, a, b); }
inline Label isBelow(Label a, Label b) { return binary(Operation::LessUnsigned, 1, a, b); }
/// Whether first <= x < first + count.
inline Label isWithin(Label x, uint64_t first, uint64_t count) {
  const unsigned bits = at(x).bits;
  return isBelow(binary(Operation::Subtract, bits, x, constant(first, bits)), constant(count, bits));
}
inline int signOf(int number) { return number < 0 ? -1 : number > 0 ? 1 : 0; }

}  // namespace covolve::concolic
