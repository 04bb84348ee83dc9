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

/// Calls `see` with the address of each element's key, until it says that it has seen enough.
template <class See>
void forEachMember(abi::ContainerKind container, size_t stride, const void* begin, const void* end, See see) {
  const auto pointerAt = [](const void* object, size_t offset) {
    return *reinterpret_cast<const char* const*>(static_cast<const char*>(object) + offset);
  };
  size_t left = kMostElements;
  if (container == abi::ContainerKind::Range) {
    for (const char* at = static_cast<const char*>(begin); at < end && left > 0; at += stride, --left) {
      if (see(at)) return;
    }
  } else if (container == abi::ContainerKind::Table) {
    constexpr size_t kFirst = 16;
    constexpr size_t kValue = 8;
    for (const char* node = pointerAt(begin, kFirst); node != nullptr && left > 0; --left) {
      if (see(node + kValue)) return;
      node = pointerAt(node, 0);
    }
  } else {
    constexpr size_t kHeader = 8;
    constexpr size_t kParent = 8;
    constexpr size_t kLeft = 16;
    constexpr size_t kRight = 24;
    constexpr size_t kValue = 32;
    const char* const header = static_cast<const char*>(begin) + kHeader;
    for (const char* node = pointerAt(header, kLeft); node != nullptr && node != header && left > 0; --left) {
      if (see(node + kValue)) return;
      if (const char* next = pointerAt(node, kRight); next != nullptr) {
        for (node = next; pointerAt(node, kLeft) != nullptr && left > 0; --left)
          node = pointerAt(node, kLeft);
      } else {
        const char* parent = pointerAt(node, kParent);
        while (parent != nullptr && node == pointerAt(parent, kRight) && left > 0) {
          node = parent;
          parent = pointerAt(parent, kParent);
          --left;
        }
        // The root's parent is the header, and the greatest is right of it.
        if (pointerAt(node, kRight) != parent) node = parent;
      }
    }
  }
}

}  // namespace covolve::runtime
