// Linked into a harness whose code under test has mutants, between the worker and
// the harness (the linker's --wrap): a test's bytes begin with the mutant that it
// is run with (covolve/mutants.h). So one worker runs any test against any mutant,
// thousands a second, and what was observed tells whether it makes a difference.
//
// Easy to get wrong: the worker sets writable memory back after each test, all but
// COVOLVE_STATE and what was mapped before it looked.
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "covolve/mutants.h"
#include "covolve/protocol.h"
#include "probes/endless_loop.h"
#include "worker/state.h"

using covolve::mutants::Order;
using covolve::mutants::Record;
using covolve::mutants::RecordEnd;

COVOLVE_STATE unsigned char __covolve_mutants_on = 0;

namespace {

COVOLVE_STATE uint64_t active = 0;
COVOLVE_STATE uint64_t stepsTaken = 0;
COVOLVE_STATE uint64_t stepLimit = 0;
/// What was reached: the set, and its members in the order they came.
COVOLVE_STATE Record* record = nullptr;
COVOLVE_STATE uint64_t* reached = nullptr;
COVOLVE_STATE uint64_t reachedCount = 0;

/// Before the worker looks what is mapped.
__attribute__((constructor(101))) void start() {
  constexpr size_t kListBytes = Record::kSlots * sizeof(uint64_t);
  void* const memory = mmap(nullptr, sizeof(Record) + kListBytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) _exit(1);
  record = static_cast<Record*>(memory);
  reached = reinterpret_cast<uint64_t*>(record + 1);
}

uint64_t& slotOf(uint64_t id) {
  uint64_t place = id % Record::kSlots;
  while (record->slots[place] != 0 && record->slots[place] != id) place = (place + 1) % Record::kSlots;
  return record->slots[place];
}

void add(uint64_t id) {
  constexpr uint64_t kMost = Record::kSlots / 2;  // a fuller set would be slow
  uint64_t& slot = slotOf(id);
  if (slot == id || reachedCount == kMost) return;
  slot = id;
  reached[reachedCount++] = id;
}

void forgetReached() {
  if (reachedCount > 0) memset(static_cast<void*>(record), 0, sizeof(Record));
  reachedCount = 0;
}

/// Behind what was observed; where there is no room, nothing was reached.
void writeRecord(CovolveObservations& observations) {
  const uint64_t listBytes = reachedCount * sizeof(uint64_t);
  if (!observations.wanted || observations.capacity - observations.size < listBytes + sizeof(RecordEnd))
    return;
  const RecordEnd end{stepsTaken, reachedCount};
  memcpy(observations.bytes + observations.size, reached, listBytes);
  memcpy(observations.bytes + observations.size + listBytes, &end, sizeof end);
  observations.size += listBytes + sizeof end;
}

}  // namespace

uint32_t __covolve_mutant_at(const uint64_t* ids, uint32_t count) {
  if (++stepsTaken > stepLimit) {
    __covolve_mutants_on = 0;  // what ends the test is not part of it
    covolve::runtime::runOutOfSteps(covolve::abi::kNoSite);
  }
  if (active == 0) {
    for (uint32_t i = 0; i < count; ++i) add(ids[i]);
    return 0;
  }
  for (uint32_t i = 0; i < count; ++i) {
    if (ids[i] == active) return i + 1;
  }
  return 0;
}

extern "C" CovolveTestResult __real_covolve_run_test(const uint8_t* bytes, uint64_t size,
                                                     CovolveObservations* observations);

extern "C" CovolveTestResult __wrap_covolve_run_test(const uint8_t* bytes, uint64_t size,
                                                     CovolveObservations* observations) {
  Order order{};
  if (size < sizeof order) return {static_cast<uint32_t>(covolve::abi::Outcome::Invalid), 0};
  memcpy(&order, bytes, sizeof order);
  active = order.mutant;
  stepLimit = order.steps;
  stepsTaken = 0;
  forgetReached();
  __covolve_mutants_on = 1;
  const CovolveTestResult result =
      __real_covolve_run_test(bytes + sizeof order, size - sizeof order, observations);
  __covolve_mutants_on = 0;
  if (active == 0) writeRecord(*observations);
  return result;
}
