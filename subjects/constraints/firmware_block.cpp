// A block of a firmware image, sealed with Fletcher's sum over its bytes.
//
// What makes it hard: both sums go over all bytes and decide before the header is looked at; every change
// of a byte of the header makes them wrong again.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <array>
#include <cstdint>

namespace constraints::firmware {

using Block = std::array<uint8_t, 10>;

enum class Verdict { BadSum, Empty, OtherDevice, TooOld, Patch, Loader, Application };

namespace {

uint16_t fletcher(const Block& block) {
  uint32_t first = 0;
  uint32_t second = 0;
  for (std::size_t i = 0; i + 2 < block.size(); ++i) {
    first = (first + block[i]) % 255;
    second = (second + first) % 255;
  }
  return static_cast<uint16_t>((second << 8) | first);
}

}  // namespace

Verdict inspect(const Block& block) {
  const auto sum = static_cast<uint16_t>((block[8] << 8) | block[9]);
  if (sum != fletcher(block)) return Verdict::BadSum;
  const uint16_t device = static_cast<uint16_t>((block[0] << 8) | block[1]);
  if (device == 0) return Verdict::Empty;
  if (device != 0x4C21) return Verdict::OtherDevice;
  const unsigned version = block[2] * 100u + block[3];
  if (version < 312) return Verdict::TooOld;
  if (version == 417 && block[4] == 'P') return Verdict::Patch;
  if (block[4] == 'L' && (block[5] & 0x0F) == 3) return Verdict::Loader;
  return Verdict::Application;
}

}  // namespace constraints::firmware
