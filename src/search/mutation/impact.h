// How often a change of a gene changed the fitness for a target (Zhang and Arcuri,
// "Adaptive Hypermutation for Search-Based System Test Generation", section 6.1),
// kept by the gene's name instead of in each test: what one test has shown serves
// all others that have the same argument.
//
// Looked up for every gene of every mutated test: a flat table, open addressing.
#pragma once

#include <cstddef>
#include <vector>

#include "search/gene_change.h"
#include "search/target.h"

namespace covolve::search {

struct Impact {
  double changed = 0;    // m_t: the fitness changed; where several genes did, each has its share
  double unchanged = 0;  // n_t

  bool isUnknown() const { return changed == 0 && unchanged == 0; }
  /// Equation 3, with c as the emphasis on impact. What was never changed is to be tried first.
  double weight(double emphasis) const {
    if (isUnknown()) return 1;
    if (changed == 0) return 0;
    return emphasis * changed / (unchanged + emphasis * changed);
  }
};

class ImpactTable {
 public:
  Impact of(TargetId target, GeneId gene) const;
  void note(TargetId target, GeneId gene, bool hasChanged, double share);

 private:
  struct Entry {
    uint64_t key = 0;  // 0: free
    Impact impact;
  };
  static constexpr size_t kMost = size_t{1} << 20;  // then the oldest knowledge is dropped with the rest

  static uint64_t keyOf(TargetId target, GeneId gene) { return mixHash(gene, target) | 1; }
  size_t placeOf(uint64_t key) const;
  void grow();

  std::vector<Entry> entries_;  // a power of two of them, or none
  size_t used_ = 0;
};

}  // namespace covolve::search
