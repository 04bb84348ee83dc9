#include "campaign/engine/machine_capacity.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>

#include "campaign/run/processors.h"

namespace covolve::campaign {

namespace fs = std::filesystem;

namespace {

constexpr uint64_t kMegabyte = 1 << 20;

/// The number that stands in the file, or after a word at the start of one of its lines.
uint64_t numberIn(const fs::path& file, const std::string& word, uint64_t otherwise) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with(word)) continue;
    std::istringstream rest(line.substr(word.size()));
    uint64_t number = 0;
    if (rest >> number) return number;
  }
  return otherwise;
}

/// "50000 100000": so many microseconds of so many; "max 100000".
double coresOf(const fs::path& group) {
  std::ifstream stream(group / "cpu.max");
  double quota = 0;
  double period = 0;
  if (stream >> quota >> period && period > 0) return quota / period;
  return std::numeric_limits<double>::infinity();
}

/// What is left of the limit; pages of files that can be dropped are as good as free.
uint64_t memoryOf(const fs::path& group) {
  const uint64_t none = std::numeric_limits<uint64_t>::max();
  const uint64_t limit = numberIn(group / "memory.max", "", none);
  if (limit == none) return none;
  const uint64_t current = numberIn(group / "memory.current", "", 0);
  const uint64_t droppable = std::min(current, numberIn(group / "memory.stat", "inactive_file ", 0));
  const uint64_t used = current - droppable;
  return (limit > used ? limit - used : 0) / kMegabyte;
}

/// "/user.slice/session-1.scope" from the line "0::/user.slice/session-1.scope".
fs::path ownGroup(const fs::path& root) {
  std::ifstream stream(root / "proc/self/cgroup");
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("0::/")) return fs::path(line.substr(4));
  }
  return {};
}

}  // namespace

GroupLimits groupLimits(const fs::path& root) {
  GroupLimits limits;
  const fs::path top = root / "sys/fs/cgroup";
  for (fs::path group = ownGroup(root);; group = group.parent_path()) {
    limits.cores = std::min(limits.cores, coresOf(top / group));
    limits.memoryMegabytes = std::min(limits.memoryMegabytes, memoryOf(top / group));
    if (group.empty()) return limits;
  }
}

Capacity capacityHere() {
  Capacity capacity;
  capacity.processors = allowedProcessors();
  const GroupLimits limits = groupLimits("/");
  capacity.cores = std::min(limits.cores, static_cast<double>(capacity.processors.size()));
  const uint64_t available =
      numberIn("/proc/meminfo", "MemAvailable:", std::numeric_limits<uint64_t>::max()) / 1024;
  capacity.memoryMegabytes = std::min(limits.memoryMegabytes, available);
  return capacity;
}

unsigned slotsFor(const Capacity& capacity, const RunNeeds& needs) {
  const double byCores = std::floor(capacity.cores / std::max(1u, needs.cores));
  const uint64_t byMemory = capacity.memoryMegabytes / std::max<uint64_t>(1, needs.memoryMegabytes);
  const double slots = std::min(byCores, static_cast<double>(byMemory));
  return static_cast<unsigned>(std::clamp(slots, 1.0, 1e6));
}

}  // namespace covolve::campaign
