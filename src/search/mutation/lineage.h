// How a test was made of another one: for which goal, and which of its data were
// changed. Whoever learns from mutations compares the goal's fitness with that
// of the test's run.
#pragma once

#include <vector>

#include "search/gene_change.h"
#include "search/goal.h"

namespace covolve::search {

struct Lineage {
  Goal goal;
  std::vector<GeneChange> changes;
  std::vector<ValueChange> values;
};

}  // namespace covolve::search
