// Random search: the honest baseline. Samples, and the archive keeps.
#pragma once

#include "search/algorithm/algorithm.h"

namespace covolve::search {

class RandomSearch final : public Algorithm {
 public:
  RandomSearch(const Context& context, Mutator&) : context_(context) {}

  void breed(size_t count, std::vector<Individual>& batch) override {
    for (size_t i = 0; i < count; ++i) batch.push_back(context_.problem.sample({}, context_.rng));
  }
  void receive(EvaluatedTest) override {}
  bool usesRefiners() const override { return false; }

 private:
  Context context_;
};

}  // namespace covolve::search
