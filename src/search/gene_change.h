// What a mutation changed in a test's data, by names that other tests share.
//
// A gene's name is the same for the same argument of the same action in all
// tests, so what was learned of it survives copying and crossover: for REST a
// parameter of an operation, for units a parameter of a callable's first, second,
// ... call in the test. Within an argument the way down the gene tree is part of
// the name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/hash.h"

namespace covolve::search {

using GeneId = uint64_t;

inline GeneId childId(GeneId parent, size_t child) { return mixHash(parent, child + 1); }
/// How many, whether at all, which alternative: what is a structure's own.
inline GeneId shapeId(GeneId gene) { return mixHash(gene, ~uint64_t{0}); }

struct GeneChange {
  GeneId gene = 0;
  double share = 1;  // of the whole change: several genes may have changed at once
};

/// A leaf's value: a number, a text, or which choice.
using Datum = std::variant<std::monostate, __int128, double, std::string, size_t>;

struct ValueChange {
  GeneId leaf = 0;
  Datum before;
  Datum after;
};

}  // namespace covolve::search
