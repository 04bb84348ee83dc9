// Whether a run failed for want of room: that is no result of the run, and the
// same would happen to all that follow.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace covolve::campaign {

constexpr uint64_t kLeastRoom = uint64_t{16} << 20;

/// The first of the places whose file system has fewer bytes left for us, or no more files. Of a place that
/// is not there yet the folder counts that will have it.
std::optional<std::filesystem::path> placeWithoutRoom(const std::vector<std::filesystem::path>& places,
                                                      uint64_t leastBytes = kLeastRoom);

}  // namespace covolve::campaign
