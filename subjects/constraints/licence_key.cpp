// Licence keys: numbers that are mixed like hashes and compared with what the vendor stored.
//
// What makes it hard: multiplications and shifted exclusive-ors leave no gradient; one number of four
// billion, or of 2^64, passes.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <cstdint>

namespace constraints::licence {

enum class Edition { None, Trial, Home, Office, Campus, Vendor };

namespace {

uint32_t mix(uint32_t value) {
  value ^= value >> 16;
  value *= 0x7feb352dU;
  value ^= value >> 15;
  value *= 0x846ca68bU;
  value ^= value >> 16;
  return value;
}

uint64_t mixLong(uint64_t value) {
  value = (value ^ (value >> 31)) * 0x7fb5d329728ea185ULL;
  return value ^ (value >> 27);
}

}  // namespace

Edition editionOf(uint32_t key, uint16_t customer) {
  const uint32_t mixed = mix(key);
  if (mixed == 0x1F3A90C4U) return Edition::Home;
  if (mixed == 0xC0DE2024U + customer) return Edition::Office;
  if ((mixed & 0xFFFFFF00U) == 0x5EED1200U) return Edition::Campus;
  if (mixed % 100'003 == customer) return Edition::Trial;
  return Edition::None;
}

Edition vendorKey(uint64_t key, uint32_t salt) {
  if (mixLong(key) == 0x0123456789ABCDEFULL) return Edition::Vendor;
  if (mixLong(key + salt) == 0xFEDCBA9876543210ULL && salt > 1000) return Edition::Campus;
  return Edition::None;
}

}  // namespace constraints::licence
