// The memory that a concolic program shares with the engine
// (covolve/concolic_memory.h): the engine writes what of a test is symbolic, and
// copies the trace out when the test has run.
#pragma once

#include "base/error.h"
#include "concolic/trace.h"
#include "unit/concolic/marked_test.h"

namespace covolve::unit {

class TraceMemory {
 public:
  static Result<TraceMemory> make();
  TraceMemory(TraceMemory&& other) noexcept;
  TraceMemory& operator=(TraceMemory&& other) noexcept;
  ~TraceMemory();

  /// Closed on exec.
  int descriptor() const { return descriptor_; }
  void prepare(const MarkedTest& test);
  /// The code under test may have written over it: what makes no sense is left out, with all behind it.
  concolic::Trace read() const;
  /// How many expressions the last test asked for, also those that were there already.
  uint64_t requests() const;

 private:
  TraceMemory(int descriptor, char* bytes) : descriptor_(descriptor), bytes_(bytes) {}

  int descriptor_ = -1;
  char* bytes_ = nullptr;
};

}  // namespace covolve::unit
