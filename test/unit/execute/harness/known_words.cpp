// Code under test as users write it, to be compiled by covolve-c++: it knows
// some words, and the bytes of a test are compared with them.
#include <strings.h>

#include <cstring>
#include <string>
#include <string_view>

#include "covolve/protocol.h"

namespace {

int known(const std::string& text) {
  int count = 0;
  const std::string_view view = text;
  if (text == "password") ++count;
  if (view.substr(0, 3) == "tea") ++count;
  if (text.compare(0, 4, "http") == 0) ++count;
  if (strcmp(text.c_str(), "quit") == 0) ++count;
  if (strncmp(text.c_str(), "--", 2) == 0) ++count;
  if (strcasecmp(text.c_str(), "Yes") == 0) ++count;
  if (memcmp(text.data(), "MZ", 2) == 0) ++count;
  if (strstr(text.c_str(), "needle") != nullptr) ++count;
  if (strchr(text.c_str(), '@') != nullptr) ++count;
  if (text.find("xyz") != std::string::npos) ++count;
  return count;
}

}  // namespace

extern "C" CovolveTestResult covolve_run_test(const uint8_t* bytes, uint64_t size, CovolveObservations*) {
  volatile int count = known(std::string(reinterpret_cast<const char*>(bytes), size));
  static_cast<void>(count);
  return {static_cast<uint32_t>(covolve::abi::Outcome::Returned), 1};
}
