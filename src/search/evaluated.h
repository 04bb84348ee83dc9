// A test with what its run told; shared by populations and never changed.
#pragma once

#include <memory>
#include <vector>

#include "search/individual.h"
#include "search/target.h"

namespace covolve::search {

struct Evaluated {
  Individual individual;
  Length length;
  std::vector<TargetDistance> reached;
};
using EvaluatedTest = std::shared_ptr<const Evaluated>;

}  // namespace covolve::search
