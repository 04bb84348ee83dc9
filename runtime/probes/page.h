// How far memory can be read without a fault, given that its first byte can.
#pragma once

#include <cstddef>
#include <cstdint>

namespace covolve::runtime {

inline size_t bytesLeftInPage(const void* address) {
  constexpr size_t kPage = 4096;
  return kPage - reinterpret_cast<uintptr_t>(address) % kPage;
}

}  // namespace covolve::runtime
