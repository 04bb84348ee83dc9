// Walks the containers of the standard library, as libstdc++ lays them out.
//
// Easy to get wrong: the code under test may have overwritten any of it. A walk
// ends after a number of elements, and at a null pointer.
#pragma once

#include <cstddef>
#include <cstdint>

#include "covolve/abi.h"

namespace covolve::runtime {

constexpr size_t kMostElements = 256;

/// Calls `see` with the address of each element's key, until it says that it has seen enough. False where
/// there are more than are looked at.
template <class See>
bool forEachMember(abi::ContainerKind container, size_t stride, const void* begin, const void* end, See see) {
  const auto pointerAt = [](const void* object, size_t offset) {
    return *reinterpret_cast<const char* const*>(static_cast<const char*>(object) + offset);
  };
  size_t left = kMostElements;
  if (container == abi::ContainerKind::List) {
    constexpr size_t kValue = 16;
    for (const char* node = static_cast<const char*>(begin); node != nullptr && node != end;
         node = pointerAt(node, 0)) {
      if (left-- == 0) return false;
      if (see(node + kValue)) return true;
    }
    return true;
  }
  if (container == abi::ContainerKind::Range) {
    for (const char* at = static_cast<const char*>(begin); at < end; at += stride) {
      if (left-- == 0) return false;
      if (see(at)) return true;
    }
    return true;
  }
  if (container == abi::ContainerKind::Table) {
    constexpr size_t kFirst = 16;
    constexpr size_t kValue = 8;
    for (const char* node = pointerAt(begin, kFirst); node != nullptr; node = pointerAt(node, 0)) {
      if (left-- == 0) return false;
      if (see(node + kValue)) return true;
    }
    return true;
  }
  constexpr size_t kHeader = 8;
  constexpr size_t kParent = 8;
  constexpr size_t kLeft = 16;
  constexpr size_t kRight = 24;
  constexpr size_t kValue = 32;
  const char* const header = static_cast<const char*>(begin) + kHeader;
  size_t steps = 4 * kMostElements;  // a link is passed twice at most
  for (const char* node = pointerAt(header, kLeft); node != nullptr && node != header;) {
    if (left-- == 0) return false;
    if (see(node + kValue)) return true;
    if (const char* next = pointerAt(node, kRight); next != nullptr) {
      for (node = next; pointerAt(node, kLeft) != nullptr; node = pointerAt(node, kLeft)) {
        if (steps-- == 0) return false;
      }
      continue;
    }
    const char* parent = pointerAt(node, kParent);
    while (parent != nullptr && parent != header && node == pointerAt(parent, kRight)) {
      if (steps-- == 0) return false;
      node = parent;
      parent = pointerAt(parent, kParent);
    }
    node = parent;
  }
  return true;
}

}  // namespace covolve::runtime
