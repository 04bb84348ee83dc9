// Static initialisers that go wrong, chosen by -D.
#include <cstdlib>

#include "covolve/protocol.h"

namespace {

struct Start {
  Start() {
#if defined(ABORTS)
    abort();
#elif defined(EXITS)
    exit(3);
#elif defined(CRASHES)
    *static_cast<volatile int*>(nullptr) = 1;
#endif
  }
} start;

}  // namespace

extern "C" CovolveTestResult covolve_run_test(const uint8_t*, uint64_t, CovolveObservations*) {
  return {0, 0};
}
