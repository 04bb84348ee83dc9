// The usual mutation: each action changes with 1/n, at least one, in one of its
// arguments for certain and in further ones seldom. All targets and all data are
// alike to it.
#pragma once

#include "search/mutation/data_mutation.h"
#include "search/mutation/root_gene.h"

namespace covolve::search {

class StandardMutation final : public DataMutation {
 public:
  explicit StandardMutation(const Context& context) : context_(context) {}

  void change(Individual& test, const Goal& goal, gene::Source& source, Lineage& lineage) override;

 private:
  void changeAction(Individual& test, size_t action, gene::Source& source, Lineage& lineage);

  Context context_;
  std::vector<RootGene> roots_;  // reused
  std::vector<double> weights_;  // reused
};

}  // namespace covolve::search
