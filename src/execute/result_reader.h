// Reads what a worker wrote about one test (protocol.h). The code under test
// can write to the same memory, and may do so while this reads: sizes are
// copied before they are checked, records are copied before they are believed,
// and only what cannot harm (touched sites, the trail, observations) is left in place.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "covolve/protocol.h"
#include "execute/record_store.h"

namespace covolve::execute {

struct RawResult {
  abi::ResultHeader header{};
  std::span<const abi::TouchedSite> touched;
  std::span<const uint8_t> operands;  // whole records, not looked at yet
  std::span<const uint8_t> texts;
  std::span<const uint8_t> thrown;
  std::span<const abi::TrailNote> trail;
  std::span<const uint8_t> observations;
  uint64_t bytes = 0;  // up to the next result
};

/// The result at the begin of `output`, which lies at a multiple of 8; false when it cannot be a worker's.
/// Into a place of the caller's: this runs for every test.
bool readResult(std::span<const uint8_t> output, size_t siteCount, RawResult& result);

/// Copies the records that make sense: of existing sites, of a known kind, of possible sizes.
std::span<const abi::Operands> copyOperands(std::span<const uint8_t> records, size_t siteCount,
                                            RecordStore<abi::Operands>& store);
std::span<const abi::TextOperands> copyTexts(std::span<const uint8_t> records,
                                             RecordStore<abi::TextOperands>& store);

/// Those in the order of their actions, of which there are so many. Where and what they threw is not looked
/// at.
std::span<abi::ThrownCall> copyThrown(std::span<const uint8_t> records, uint32_t actions,
                                      RecordStore<abi::ThrownCall>& store);

/// The name that belongs to the hash; empty when the table does not have it, or not unharmed.
std::string findExceptionType(std::span<const abi::ExceptionType> table, uint32_t hash);

}  // namespace covolve::execute
