// How far data are from fulfilling constraints: the sum of the branch distances
// of the comparisons that they are made of (src/distance), through not, and, or,
// selections and widened truth values. 0 exactly where all are fulfilled.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "concolic/evaluate.h"
#include "concolic/solving/solver.h"
#include "distance/branch_distance.h"

namespace covolve::concolic {

class ConstraintDistance {
 public:
  /// Not saturated: many far constraints must not hide that one of them came nearer.
  using Distance = distance::Uint128;
  static constexpr Distance kNoValue = ~Distance{0};

  ConstraintDistance(const Trace& trace, std::span<const Constraint> constraints);

  std::span<const uint32_t> data() const { return program_.data(); }
  size_t size() const { return program_.size(); }
  /// `values`: one for each of data().
  Distance at(std::span<const uint64_t> values);

 private:
  /// A truth value; operands have lower numbers.
  struct Node {
    enum class Kind : uint8_t { Bit, Equal, Unsigned, Signed, Float, Not, And, Or, Select };

    Kind kind = Kind::Bit;
    uint8_t predicate = 0;
    uint8_t bits = 0;                  // of the compared values
    uint32_t operands[3] = {0, 0, 0};  // slots of the program where it is a comparison or a bit, else nodes
  };
  struct Wanted {
    uint32_t node;
    bool value;
  };

  uint32_t nodeOf(const Trace& trace, uint32_t expression);
  Node describe(const Trace& trace, uint32_t expression);
  distance::Pair distancesOf(const Node& node) const;

  Program program_;
  std::vector<Node> nodes_;
  std::unordered_map<uint32_t, uint32_t> known_;  // by expression: its node
  std::vector<Wanted> wanted_;
  std::vector<distance::Pair> distances_;  // by node
};

}  // namespace covolve::concolic
