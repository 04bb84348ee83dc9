// A target is a goal of the search: a branch side, a line, a function, a thrown
// exception, a status that an operation of a service answers with. Its distance
// is 0 when covered; h = 0.1 + 0.9 / (1 + distance) maps it into (0.1, 1], and 0
// stands for "not reached".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace covolve::search {

using TargetId = uint32_t;

enum class TargetKind {
  Branch,
  Line,
  Function,
  Return,
  Exception,
  Output,
  Answer,  // of a known function: yes, no
  Step,    // of what a library compares in several: true, false; on the way to its answer
  // Of a service.
  Status,     // an operation answers with this status, or one of this class
  Response,   // an answer of a certain kind: a media type, an empty list
  Parameter,  // a parameter, or a value of its enumeration, is given in a call that succeeds
  Fault,
};

/// Others only lead to these.
constexpr bool isWorthATest(TargetKind kind) { return kind != TargetKind::Step; }

struct Target {
  uint64_t id = 0;  // stable over builds and machines
  TargetKind kind = TargetKind::Branch;
  std::string description;  // "true", "false", "case 3", "default"; the type for an exception; "2xx"
  std::string function;     // of a service: the operation
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
};

/// How near a test came to a target that it reached.
struct TargetDistance {
  TargetId target;
  uint64_t distance;
};

constexpr uint64_t kNotReached = ~uint64_t{0};
/// Larger ones are counts and levels in one number (guidance/trail.h): nothing for a reader.
constexpr uint64_t kLargestToldDistance = uint64_t{1} << 32;
/// From here on a test did not come to the target's decision: an exception or the end of the test kept it
/// from it, and the distance is that of what guards these.
constexpr uint64_t kBehindAnEnd = uint64_t{1} << 63;
constexpr TargetId kNoTarget = ~TargetId{0};

inline double heuristicValue(uint64_t distance) {
  if (distance == kNotReached) return 0;
  return 0.1 + 0.9 / (1.0 + static_cast<double>(distance));
}

/// The fitness of a test for a target, reached or not, smaller is better: approach level 0 and the branch
/// distance where it reached it, else as many levels up the control dependences as there was something it
/// reached, and the distance there. Compared as integers, so that distances above 2^53 still differ by one.
struct Fitness {
  uint32_t level = ~uint32_t{0};
  uint64_t distance = kNotReached;

  auto operator<=>(const Fitness&) const = default;
  bool isCovered() const { return level == 0 && distance == 0; }
  /// For sums over targets: level + distance / (distance + 1), 0 = covered.
  double value() const {
    const auto d = static_cast<double>(distance);
    return level + (distance == kNotReached ? 1.0 : d / (d + 1.0));
  }
};

}  // namespace covolve::search
