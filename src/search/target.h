// A target is a goal of the search: a branch side, a line, a function, a thrown
// exception. Its distance is 0 when covered; h = 0.1 + 0.9 / (1 + distance)
// maps it into (0.1, 1], and 0 stands for "not reached".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace covolve::search {

using TargetId = uint32_t;

enum class TargetKind { Branch, Line, Function, Exception };

struct Target {
  uint64_t id = 0;  // stable over builds and machines
  TargetKind kind = TargetKind::Branch;
  std::string description;  // "true", "false", "case 3", "default"; the type for an exception
  std::string function;
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
};

/// How near a test came to a target that it reached.
struct Closeness {
  TargetId target;
  uint64_t distance;
};

constexpr uint64_t kNotReached = ~uint64_t{0};

inline double heuristicValue(uint64_t distance) {
  if (distance == kNotReached) return 0;
  return 0.1 + 0.9 / (1.0 + static_cast<double>(distance));
}

}  // namespace covolve::search
