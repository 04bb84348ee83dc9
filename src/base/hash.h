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

/// Two numbers as one, well spread: for tables in memory, on the hot path.
constexpr uint64_t mixHash(uint64_t one, uint64_t other) {
  uint64_t mixed = (one ^ (other * 0x9e3779b97f4a7c15u)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 29)) * 0x94d049bb133111ebu;
  return mixed ^ (mixed >> 32);
}

}  // namespace covolve
