// A test with what its run told; shared by populations and never changed.
#pragma once

#include <memory>
#include <vector>

#include "search/gene_change.h"
#include "search/individual.h"
#include "search/target.h"

namespace covolve::search {

struct Evaluated {
  Individual individual;
  Length length;
  std::vector<TargetDistance> reached;
  /// What the mutation that made it changed, where that is all it did and somebody learns from it.
  std::vector<GeneChange> changes = {};
};
using EvaluatedTest = std::shared_ptr<const Evaluated>;

}  // namespace covolve::search
