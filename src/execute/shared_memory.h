// The mapping that engine, fork server and workers share (abi.h, protocol.h).
// Sparse: a page costs memory only once somebody has touched it.
#pragma once

#include <linux/filter.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/error.h"
#include "covolve/protocol.h"

namespace covolve::execute {

class SharedMemory {
 public:
  static Result<SharedMemory> make();
  SharedMemory(SharedMemory&& other) noexcept;
  SharedMemory& operator=(SharedMemory&& other) noexcept;
  ~SharedMemory();

  /// Closed on exec; whoever starts a harness passes a copy on.
  int descriptor() const { return descriptor_; }

  abi::Shared& header() { return *reinterpret_cast<abi::Shared*>(bytes_); }
  const abi::Shared& header() const { return *reinterpret_cast<const abi::Shared*>(bytes_); }
  abi::Lane& lane(uint32_t index) { return *reinterpret_cast<abi::Lane*>(bytes_ + abi::laneOffset(index)); }
  std::span<uint8_t> laneInput(uint32_t index) {
    return {bytes_ + abi::laneInputOffset(index), abi::kLaneInputCapacity};
  }
  std::span<const uint8_t> laneOutput(uint32_t index) const {
    return {bytes_ + abi::laneOutputOffset(index), abi::kLaneOutputCapacity};
  }
  std::span<uint8_t> laneWatched(uint32_t index) {
    return {bytes_ + abi::laneWatchedOffset(index), abi::kMaximumSites};
  }
  std::span<sock_filter> filter() {
    return {reinterpret_cast<sock_filter*>(bytes_ + abi::kFilterOffset),
            abi::kFilterCapacity / sizeof(sock_filter)};
  }
  abi::KnownDeaths& knownDeaths() {
    return *reinterpret_cast<abi::KnownDeaths*>(bytes_ + abi::kKnownDeathsOffset);
  }
  std::span<abi::SitePlace> places() {
    return {reinterpret_cast<abi::SitePlace*>(bytes_ + abi::kPlacesOffset), abi::kMaximumSites};
  }
  /// What the harness registered. Never longer than the region, whatever the header says.
  std::string_view siteText() const;
  /// The sites of the running (or dead) test. The code under test may have written here: check every index.
  std::span<const uint32_t> touched() const;
  std::span<const abi::SiteState> states() const;
  std::span<const abi::Operands> operands() const {
    return {reinterpret_cast<const abi::Operands*>(bytes_ + abi::kOperandsOffset), abi::kMaximumSites};
  }
  std::span<const abi::TextOperands> texts() const;
  std::span<const abi::ThrownCall> thrown() const;
  /// The ring of the trail's notes, and how many were made: from abi::kMostTrail on the later ones have taken
  /// the place of the first.
  std::span<const abi::TrailNote> trail() const {
    return {reinterpret_cast<const abi::TrailNote*>(bytes_ + abi::kTrailOffset), abi::kMostTrail};
  }
  std::span<const abi::ExceptionType> exceptionTypes() const {
    return {reinterpret_cast<const abi::ExceptionType*>(bytes_ + abi::kExceptionTypesOffset),
            abi::kExceptionTypes};
  }
  /// Forgets registrations, so that a harness can be started anew on the same mapping.
  void forgetRegistrations();

 private:
  SharedMemory(int descriptor, uint8_t* bytes) : descriptor_(descriptor), bytes_(bytes) {}

  int descriptor_ = -1;
  uint8_t* bytes_ = nullptr;
};

}  // namespace covolve::execute
