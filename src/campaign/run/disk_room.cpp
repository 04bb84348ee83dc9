#include "campaign/run/disk_room.h"

#include <sys/statvfs.h>

namespace covolve::campaign {

namespace fs = std::filesystem;

namespace {

fs::path existing(fs::path place) {
  std::error_code ignored;
  while (!fs::exists(place, ignored) && place.has_relative_path()) place = place.parent_path();
  return place;
}

bool hasRoom(const fs::path& place, uint64_t leastBytes) {
  struct statvfs facts{};
  if (statvfs(place.c_str(), &facts) != 0 || facts.f_blocks == 0) return true;  // it does not tell
  // Some file systems do not count files.
  const bool hasFiles = facts.f_files == 0 || facts.f_favail > 0;
  return hasFiles && uint64_t{facts.f_bavail} * facts.f_frsize >= leastBytes;
}

}  // namespace

std::optional<fs::path> placeWithoutRoom(const std::vector<fs::path>& places, uint64_t leastBytes) {
  for (const fs::path& place : places) {
    fs::path there = existing(place);
    if (!hasRoom(there, leastBytes)) return there;
  }
  return std::nullopt;
}

}  // namespace covolve::campaign
