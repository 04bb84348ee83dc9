// FNV-1a over text: ids that are the same in every build and on every machine.
#pragma once

#include <cstdint>
#include <string_view>

namespace covolve {

constexpr uint64_t kHashStart = 0xcbf29ce484222325u;

constexpr uint64_t hashText(std::string_view text, uint64_t hash = kHashStart) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

constexpr uint64_t hashNumber(uint64_t number, uint64_t hash) {
  for (int i = 0; i < 8; ++i) hash = (hash ^ ((number >> (8 * i)) & 0xff)) * 0x100000001b3u;
  return hash;
}

}  // namespace covolve
