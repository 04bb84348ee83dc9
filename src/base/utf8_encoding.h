// One character as UTF-8. Header-only, C++17, nothing to link: the runtime inside the
// code under test writes it as well.
#pragma once

#include <cstddef>
#include <cstdint>

namespace covolve {

/// How many bytes were written, up to 4. Whether it is a character is not asked.
constexpr size_t encodeUtf8(uint32_t character, char* out) {
  const auto tail = [&](unsigned shift) { return static_cast<char>(0x80 | ((character >> shift) & 0x3f)); };
  if (character < 0x80) {
    out[0] = static_cast<char>(character);
    return 1;
  }
  if (character < 0x800) {
    out[0] = static_cast<char>(0xc0 | (character >> 6));
    out[1] = tail(0);
    return 2;
  }
  if (character < 0x10000) {
    out[0] = static_cast<char>(0xe0 | (character >> 12));
    out[1] = tail(6);
    out[2] = tail(0);
    return 3;
  }
  out[0] = static_cast<char>(0xf0 | (character >> 18));
  out[1] = tail(12);
  out[2] = tail(6);
  out[3] = tail(0);
  return 4;
}

}  // namespace covolve
