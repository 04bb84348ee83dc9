// Tests as sequences of calls by resource: before a call come those that make what
// it needs, behind a creation those that read, change and delete what was made.
//
// Easy to get wrong: a reference names an earlier action of the same test, so
// every change of the sequence has to be followed by repair().
#pragma once

#include <vector>

#include "gene/constants.h"
#include "rest/problem/action_catalog.h"
#include "rest/problem/value_pool.h"
#include "search/individual.h"

namespace covolve::rest {

class Sequences {
 public:
  /// `constants` and `seen` grow during the search.
  Sequences(const ActionCatalog& catalog, const gene::Constants& constants, const ValuePool& seen,
            size_t longest);

  search::Individual sample(Rng& rng);
  void mutate(search::Individual& individual, Rng& rng);
  void crossOver(search::Individual& one, search::Individual& other, Rng& rng);

 private:
  uint32_t nextOperation(Rng& rng);
  /// Appends an action and, before it, what it needs.
  void append(uint32_t kind, search::Individual& test, gene::Source& source, int depth);
  /// Appends calls of the resource that the test's last action made or addressed.
  void followUp(search::Individual& test, gene::Source& source);
  /// Appends the deletion of a resource and a call of what is gone then.
  void useAfterDeletion(search::Individual& test, gene::Source& source);
  void addUnsupportedMethod(search::Individual& test, gene::Source& source);
  void sampleData(search::Action& action, gene::Source& source);
  void mutateData(search::Action& action, gene::Source& source);
  /// Makes references valid; those that nothing can be found for get a value of their own.
  void repair(search::Individual& test, size_t from, gene::Source& source);
  void bind(search::Individual& test, size_t action, gene::Source& source, bool prefersReference);
  std::vector<uint32_t> fillers(const search::Individual& test, size_t before, uint32_t slot) const;
  /// Whether the earlier action addresses the resource that the slot names.
  bool addressesSame(uint32_t slot, uint32_t kind) const;

  const ActionCatalog& catalog_;
  const gene::Constants& constants_;
  const ValuePool& seen_;
  size_t longest_;
  std::vector<std::vector<std::string>> paths_;  // by operation
  std::vector<std::vector<uint32_t>> below_;     // by operation: those on its resource or below it
  std::vector<uint32_t> deletions_;              // operations that delete one resource
  std::vector<uint32_t> round_;                  // operations yet to be sampled in this round
};

}  // namespace covolve::rest
