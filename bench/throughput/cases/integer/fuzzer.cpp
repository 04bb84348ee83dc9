#include <fuzzer/FuzzedDataProvider.h>

#include "target.h"

volatile int sink;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  FuzzedDataProvider provider(data, size);
  sink = weekday(provider.ConsumeIntegral<int>());
  return 0;
}
