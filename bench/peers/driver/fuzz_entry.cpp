// The entry that libFuzzer and AFL++'s libAFLDriver call. Compiled without
// coverage instrumentation: what the translator does is nothing to explore.
#include <cstdlib>
#include <utility>

#include "covolve/protocol.h"
#include "translator.h"
#include "watchdog.h"

namespace {

uint32_t hangLimit() {
  const char* text = std::getenv("COVOLVE_PEERS_HANG_MILLISECONDS");
  return text != nullptr ? static_cast<uint32_t>(std::strtoul(text, nullptr, 10)) : 0;
}

/// AFL++'s driver begins each of its processes with an input of its own. Were it to crash, so would all.
bool isDriversOwn() {
  static bool isFirst = true;
  return std::exchange(isFirst, false) && std::getenv("__AFL_SHM_ID") != nullptr;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static covolve::peers::Translator translator(covolve::peers::theTable);
  static const bool isWatched = [] {
    covolve::peers::startWatchdog(hangLimit(), [] { std::abort(); });
    return true;
  }();
  static_cast<void>(isWatched);
  if (isDriversOwn()) return 0;
  covolve::peers::watchNextTest();
  const auto test = translator.translate({data, size});
  covolve_run_test(test.data(), test.size(), nullptr);
  return 0;
}
