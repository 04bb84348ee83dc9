// How far memory can be read without a fault, given that its first byte can.
#pragma once

#include <cstddef>
#include <cstdint>

#include "distance/text_distance.h"

namespace covolve::runtime {

inline size_t bytesLeftInPage(const void* address) {
  constexpr size_t kPage = 4096;
  return kPage - reinterpret_cast<uintptr_t>(address) % kPage;
}

/// Of a text that may lack its end: what lies in the page where it starts.
inline distance::Text upToNul(const void* data, uint8_t width, uint64_t most) {
  distance::Text text{data, 0, width};
  if (data == nullptr) return text;
  const uint64_t inPage = bytesLeftInPage(data) / width;
  while (text.size < inPage && text.size < most && text[text.size] != 0) ++text.size;
  return text;
}

}  // namespace covolve::runtime
