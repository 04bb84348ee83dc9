// What instrumented code of a concolic program calls: one definition for the pass
// (src/concolic_pass), which calls by name, and the runtime (runtime/concolic). Labels
// are 32-bit numbers of expressions, 0 is "concrete"; values are bit patterns widened
// with zeros to 64 bits. The pass calls only where a label is not 0, or where the
// filter says that memory may be symbolic.
//
// How labels get through calls: the caller writes them into the thread's slots,
// with the address of the function it calls; the called function takes them only if
// that is its own address, so what code without instrumentation calls gets none.
// Results come back the same way.
#pragma once

#include <cstdint>

namespace covolve::concolic {

constexpr uint32_t kMostArguments = 24;
constexpr uint32_t kMostResults = 4;

struct CallSlots {
  const void* callee;
  /// Labels; for a structure that is passed by value the address it is copied from.
  uint64_t arguments[kMostArguments];
  const void* returning;
  uint32_t results[kMostResults];
  uint32_t isRecording;  // in the thread that runs a test, while it does
  uint32_t callsLeft;    // of functions that may call themselves, through whatever others
};

/// A test has so many, far more than steps come to: functions that call each other again and again meet no
/// step.
constexpr uint32_t kMostCalls = 4'000'000;

/// What the compiler knows beyond Operation; made of operations by the runtime.
enum class Intrinsic : uint32_t {
  MinimumUnsigned,
  MaximumUnsigned,
  MinimumSigned,
  MaximumSigned,
  Absolute,
  SwapBytes,
  CountOnes,
  FunnelLeft,
  FunnelRight,
  AddSaturatingUnsigned,
  AddSaturatingSigned,
  SubtractSaturatingUnsigned,
  SubtractSaturatingSigned,
  AddOverflowsUnsigned,
  AddOverflowsSigned,
  SubtractOverflowsUnsigned,
  SubtractOverflowsSigned,
  MultiplyOverflowsUnsigned,
  MultiplyOverflowsSigned,
  Truncate,
  Floor,
  Ceiling,
  FloatMultiplyAdd,
  FloatMinimum,
  FloatMaximum,
};

/// Functions of libraries that have a model are called by this prefix and their own name.
constexpr const char* kModelPrefix = "__covolve_model_";

}  // namespace covolve::concolic

extern "C" {

extern thread_local covolve::concolic::CallSlots __covolve_concolic_call
    __attribute__((tls_model("initial-exec")));

/// `operation` is a concolic::Operation; of comparisons `bits` is the operands' width.
uint32_t __covolve_concolic_binary(uint32_t operation, uint32_t bits, uint32_t first, uint32_t second,
                                   uint64_t firstValue, uint64_t secondValue);
/// The truth value, or its negation.
uint32_t __covolve_concolic_compare(uint32_t operation, uint32_t bits, uint32_t first, uint32_t second,
                                    uint64_t firstValue, uint64_t secondValue, uint32_t isNegated);
/// `value` is the operand's: a float that no integer can hold stays concrete when it is converted.
uint32_t __covolve_concolic_unary(uint32_t operation, uint32_t bits, uint32_t operand, uint64_t value);
/// `bits` of the first operand; of those that it has not, labels and values are 0.
uint32_t __covolve_concolic_intrinsic(uint32_t which, uint32_t bits, uint32_t first, uint32_t second,
                                      uint32_t third, uint64_t firstValue, uint64_t secondValue,
                                      uint64_t thirdValue);
uint32_t __covolve_concolic_extract(uint32_t operand, uint32_t from, uint32_t bits);
/// base + index * scale; the index is signed and of any width.
uint32_t __covolve_concolic_offset(uint32_t base, uint32_t index, uint64_t baseValue, uint64_t indexValue,
                                   uint64_t scale);

uint32_t __covolve_concolic_load(const void* address, uint32_t bytes, uint32_t bits, uint32_t addressLabel);
/// From a constant table, which begins at `table` and has `size` bytes.
uint32_t __covolve_concolic_load_table(const void* address, uint32_t bytes, uint32_t bits,
                                       uint32_t addressLabel, const void* table, uint64_t size);
void __covolve_concolic_store(const void* address, uint32_t bytes, uint32_t label, uint64_t value,
                              uint32_t addressLabel);
void __covolve_concolic_copy(const void* to, const void* from, uint64_t bytes);
void __covolve_concolic_fill(const void* to, uint32_t label, uint64_t value, uint64_t bytes);
/// An address, a size: whatever can only be concrete.
void __covolve_concolic_make_concrete(uint32_t label, uint64_t value);

void __covolve_concolic_decide(uint64_t site, uint32_t condition, uint32_t taken);
/// A switch: the sites of its cases, in their order, and of its default; null where it has none.
void __covolve_concolic_switch(const uint64_t* sites, const uint64_t* cases, uint32_t count, uint32_t label,
                               uint64_t value);
/// A function that is not instrumented got symbolic arguments; null: it turned out to be instrumented.
void __covolve_concolic_unknown(const char* function);
/// Another turn of a loop, or a function that calls itself: ends a test that has taken too many.
void __covolve_concolic_step();
/// No calls are left: ends the test.
void __covolve_concolic_out_of_calls();
}
