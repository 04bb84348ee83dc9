#include <fuzzer/FuzzedDataProvider.h>

#include "target.h"

volatile long sink;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  FuzzedDataProvider provider(data, size);
  sink = sumOfList(provider.ConsumeRandomLengthString(32));
  return 0;
}
