// A library with a symbol that nobody defines, and a harness that never calls it.
#include "covolve/protocol.h"

#if defined(LIBRARY)
extern "C" void definedNowhere();
extern "C" int answer(int question) {
  if (question < 0) definedNowhere();
  return question + 1;
}
#else
extern "C" int answer(int question);
extern "C" CovolveTestResult covolve_run_test(const uint8_t*, uint64_t size, CovolveObservations*) {
  return {0, static_cast<uint32_t>(answer(static_cast<int>(size)))};
}
#endif
