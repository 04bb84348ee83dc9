// Linked into programs with mutants: answers which one is active, counts the
// questions and records what was reached (covolve/mutants.h). Needs nothing but
// libc, and is ready before the static initialisers of the code under test.
#include "covolve/mutants.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>

using covolve::mutants::Record;

// Set by the linker where a module has mutants.
extern "C" const char __start_covolve_mutants[] __attribute__((weak));
extern "C" const char __stop_covolve_mutants[] __attribute__((weak));

unsigned char __covolve_mutants_on = 0;

namespace {

uint64_t active = 0;
std::atomic<int64_t> stepsLeft{INT64_MAX};
Record* record = nullptr;

void add(uint64_t id) {
  for (uint32_t i = 0; i < Record::kSlots; ++i) {
    uint64_t& slot = record->slots[(id + i) % Record::kSlots];
    uint64_t found = __atomic_load_n(&slot, __ATOMIC_RELAXED);
    if (found == 0 &&
        __atomic_compare_exchange_n(&slot, &found, id, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return;
    if (found == id) return;
  }
}

void writeTable(const char* path) {
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return;
  const char* at = __start_covolve_mutants;
  while (at != nullptr && at < __stop_covolve_mutants) {
    const ssize_t written = write(file, at, static_cast<size_t>(__stop_covolve_mutants - at));
    if (written <= 0) break;
    at += written;
  }
  close(file);
}

void openRecord(const char* path) {
  const int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  void* const mapping = mmap(nullptr, sizeof(Record), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (mapping != MAP_FAILED) record = static_cast<Record*>(mapping);
}

/// Before the constructors of static objects, which have no priority.
__attribute__((constructor(101))) void start() {
  using namespace covolve::mutants;
  if (const char* const table = getenv(kTableVariable)) writeTable(table);
  if (const char* const path = getenv(kRecordVariable)) openRecord(path);
  if (const char* const steps = getenv(kStepsVariable)) stepsLeft = strtoll(steps, nullptr, 10);
  if (const char* const id = getenv(kActiveVariable)) active = strtoull(id, nullptr, 16);
  __covolve_mutants_on = record != nullptr || active != 0 ? 1 : 0;
}

}  // namespace

uint32_t __covolve_mutant_at(const uint64_t* ids, uint32_t count) {
  if (record != nullptr) {
    __atomic_fetch_add(&record->steps, 1, __ATOMIC_RELAXED);
    for (uint32_t i = 0; i < count; ++i) add(ids[i]);
    return 0;
  }
  if (stepsLeft.fetch_sub(1, std::memory_order_relaxed) <= 0) _exit(covolve::mutants::kOutOfSteps);
  for (uint32_t i = 0; i < count; ++i) {
    if (ids[i] == active) return i + 1;
  }
  return 0;
}
