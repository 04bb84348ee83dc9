#include <fuzzer/FuzzedDataProvider.h>

#include "bounded_stack.h"

volatile long sink;

// The constructor and four calls, as the worker's tests have. After an exception the test goes on.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  FuzzedDataProvider provider(data, size);
  BoundedStack stack;
  for (int call = 0; call < 4; ++call) {
    try {
      switch (provider.ConsumeIntegralInRange(0, 4)) {
        case 0:
          sink = stack.push(provider.ConsumeIntegral<int>()) ? 1 : 0;
          break;
        case 1:
          sink = stack.pop();
          break;
        case 2:
          sink = stack.top();
          break;
        case 3:
          stack.freeze();
          break;
        default:
          stack.clear();
      }
    } catch (const std::underflow_error&) {
      sink = 0;
    }
  }
  return 0;
}
