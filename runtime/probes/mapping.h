// The runtime's view of the shared mapping. Before the first registration (an
// ifunc resolver may run earlier) it is a stand-in, in which the pass' inline
// stores find their field but no probe records.
//
// Easy to get wrong: the worker restores all writable globals between tests;
// what must survive that lies in section "covolve_state".
#pragma once

#include "covolve/abi.h"
#include "covolve/protocol.h"

#define COVOLVE_STATE __attribute__((section("covolve_state")))

namespace covolve::runtime {

/// Maps the engine's memory, or anonymous memory without one. Does nothing the second time.
void mapShared();

extern abi::Shared standIn;

inline bool isMapped() { return __covolve_shared != &standIn; }

inline char* region(size_t offset) { return reinterpret_cast<char*>(__covolve_shared) + offset; }
inline abi::SiteState* states() { return reinterpret_cast<abi::SiteState*>(region(abi::kStatesOffset)); }
inline uint32_t* touched() { return reinterpret_cast<uint32_t*>(region(abi::kTouchedOffset)); }
inline const uint8_t* watched() { return reinterpret_cast<const uint8_t*>(region(abi::kWatchedOffset)); }
inline const abi::SitePlace* places() {
  return reinterpret_cast<const abi::SitePlace*>(region(abi::kPlacesOffset));
}
inline abi::Sighting* sightings() { return reinterpret_cast<abi::Sighting*>(region(abi::kSightingsOffset)); }
inline abi::TrailNote* trail() { return reinterpret_cast<abi::TrailNote*>(region(abi::kTrailOffset)); }
inline abi::Operands* operands() { return reinterpret_cast<abi::Operands*>(region(abi::kOperandsOffset)); }

}  // namespace covolve::runtime
