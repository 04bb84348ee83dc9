// Mutates tests as a search does, for call sequences that have no problem around
// them: actions by the sequences, data by a strategy.
#pragma once

#include <string>
#include <utility>

#include "search/mutation/mutator.h"

namespace covolve::test {

/// Sequences has sample(), mutate() and repair().
template <class Sequences>
class Mutating final : public search::Problem {
 public:
  Mutating(Sequences& sequences, const gene::Constants& constants, Rng& rng,
           std::string strategy = "standard")
      : sequences_(sequences), constants_(constants), rng_(rng) {
    parameters_.mutation = std::move(strategy);
    mutator_ =
        std::make_unique<search::Mutator>(search::Context{*this, archive_, rng_, parameters_, progress_});
  }

  void mutate(search::Individual& test) { mutator_->mutate(test, {}, false); }

  size_t targetCount() const override { return 0; }
  const search::TargetGraph& graph() const override { return graph_; }
  search::Individual sample(const search::Goal&, Rng& rng) override { return sequences_.sample(rng); }
  search::StructureChange mutateStructure(search::Individual& individual, const search::Goal&, Rng& rng,
                                          bool must) override {
    return sequences_.mutate(individual, rng, must);
  }
  bool repair(search::Individual& individual, Rng& rng) override {
    sequences_.repair(individual, rng);
    return false;
  }
  bool crossOver(search::Individual&, search::Individual&, Rng&) override { return false; }
  const gene::Constants& constants() const override { return constants_; }
  uint64_t actionId(const search::Individual& individual, size_t action) const override {
    return individual.actions[action].kind;
  }
  size_t pipelineDepth() const override { return 1; }
  size_t batchSize() const override { return 1; }
  Result<void> submit(std::vector<search::Individual>) override { return {}; }
  Result<void> collect(const Receive&) override { return {}; }

 private:
  Sequences& sequences_;
  const gene::Constants& constants_;
  Rng& rng_;
  search::TargetGraph graph_;
  search::Archive archive_;
  search::Parameters parameters_;
  double progress_ = 0;
  std::unique_ptr<search::Mutator> mutator_;
};

}  // namespace covolve::test
