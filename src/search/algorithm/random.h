// Random search: the honest baseline. Samples and keeps.
#pragma once

#include "search/algorithm.h"

namespace covolve::search {

class RandomSearch final : public Algorithm {
 public:
  Result<void> run(Services services) override;
};

}  // namespace covolve::search
