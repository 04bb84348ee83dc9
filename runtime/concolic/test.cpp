// Stands between the worker and the harness (the linker's --wrap): before a test
// everything is forgotten, and the marked bytes of the test become symbolic.
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "covolve/concolic_calls.h"
#include "covolve/protocol.h"
#include "path.h"
#include "probes/endless_loop.h"
#include "probes/mapping.h"
#include "shadow.h"
#include "worker/state.h"

namespace covolve::concolic {

COVOLVE_STATE char* sharedMemory = nullptr;

void* mapPrivate(size_t bytes) {
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) _exit(1);
  return memory;
}

namespace {

void reset() {
  resetArena();
  resetShadow();
  resetPath();
}

/// Before the static initialisers of the code under test, and before the worker looks what is mapped.
__attribute__((constructor(101))) void start() {
  const char* const descriptor = getenv(kMemoryVariable);
  if (descriptor == nullptr) return;
  const int file = atoi(descriptor);
  void* const memory = mmap(nullptr, kMemoryBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory == MAP_FAILED) return;
  sharedMemory = static_cast<char*>(memory);
  reset();
}

/// As the datum stands in the test's bytes.
Label widened(Label datum, const Mark& mark) {
  const unsigned bits = 8u * mark.bytes;
  switch (mark.widening) {
    case Widening::Sign:
      return unary(Operation::SignExtend, bits, datum);
    case Widening::Float:
      return unary(Operation::FloatToFloat, bits, datum);
    default:
      return unary(Operation::ZeroExtend, bits, datum);
  }
}

void markInputs(const uint8_t* bytes, uint64_t size) {
  const uint32_t count = header().markCount < kMostData ? header().markCount : kMostData;
  for (uint32_t i = 0; i < count; ++i) {
    const Mark& mark = marks()[i];
    if (mark.bytes == 0 || mark.bytes > 8 || mark.offset + uint64_t{mark.bytes} > size ||
        mark.datum >= kMostData)
      continue;
    const Datum& datum = data()[mark.datum];
    const unsigned bits = datum.bits;
    const bool isWhole = bits == 8u * mark.bytes;
    if (bits == 0 || bits > 8u * mark.bytes || (!isWhole && mark.widening == Widening::None)) continue;
    uint64_t value = 0;
    __builtin_memcpy(&value, bytes + mark.offset, mark.bytes);
    const Label label = input(mark.datum, bits);
    writeShadow(bytes + mark.offset, mark.bytes, isWhole ? label : widened(label, mark), value);
  }
}

}  // namespace

}  // namespace covolve::concolic

extern "C" void __covolve_concolic_step() {
  if (__covolve_concolic_call.isRecording == 0) return;
  covolve::abi::Shared& shared = *__covolve_shared;
  if (shared.stepsLeft == 0) return;  // no limit
  if (--shared.stepsLeft != 0) return;
  if (shared.watchedStepsLeft == 0) covolve::runtime::runOutOfSteps(covolve::abi::kNoSite);
  --shared.watchedStepsLeft;
  shared.stepsLeft = 1;
}

extern "C" void __covolve_concolic_out_of_calls() {
  if (__covolve_concolic_call.isRecording != 0) covolve::runtime::runOutOfSteps(covolve::abi::kNoSite);
}

extern "C" CovolveTestResult __real_covolve_run_test(const uint8_t* bytes, uint64_t size,
                                                     CovolveObservations* observations);

extern "C" CovolveTestResult __wrap_covolve_run_test(const uint8_t* bytes, uint64_t size,
                                                     CovolveObservations* observations) {
  using namespace covolve::concolic;
  __covolve_concolic_call = {};
  if (sharedMemory != nullptr) {
    reset();
    markInputs(bytes, size);
    __covolve_concolic_call.callsLeft = kMostCalls;
    __covolve_concolic_call.isRecording = 1;
  }
  const CovolveTestResult result = __real_covolve_run_test(bytes, size, observations);
  __covolve_concolic_call.isRecording = 0;
  return result;
}
