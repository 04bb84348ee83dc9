// The usual mutation: about one datum for certain and another one now and then,
// heavier arguments more often (a structure has more to change than a number).
// All targets are alike to it.
#pragma once

#include "search/mutation/data_mutation.h"
#include "search/mutation/root_gene.h"

namespace covolve::search {

class StandardMutation final : public DataMutation {
 public:
  explicit StandardMutation(const Context& context) : context_(context) {}

  bool change(Individual& test, const Goal& goal, gene::Source& source, Lineage& lineage) override;

 private:
  bool changeAction(Individual& test, size_t action, gene::Source& source);

  Context context_;
  std::vector<RootGene> roots_;  // reused
};

}  // namespace covolve::search
