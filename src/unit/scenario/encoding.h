// The bytes of a test, as runtime/include/covolve/test_bytes.h specifies them, and
// the way back: what a worker observed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/error.h"
#include "search/individual.h"
#include "unit/scenario/scenario.h"

namespace covolve::unit {

/// Writes the test's bytes to where they are to be read. Tells how many they are; nothing where they do not
/// fit.
std::optional<size_t> encodeTest(const search::Individual& individual, std::span<uint8_t> room);
std::vector<uint8_t> encodeTest(const search::Individual& individual);

/// The steps with their concrete values.
std::vector<Step> stepsOf(const search::Individual& individual);

/// An own Error where the bytes are not what test_bytes.h describes (the code under test may have written
/// over them).
Result<std::vector<Observation>> decodeObservations(std::span<const uint8_t> bytes);

}  // namespace covolve::unit
