// Samples call sequences and changes which calls they have. (What a call's data
// are changed to is search/mutation's.)
//
// Every operator rebuilds the sequence call by call (sequence_builder.h), so
// that no operator needs to know C++'s rules: what lost its object gets another
// one or is left out with what depends on it.
#pragma once

#include <optional>

#include "base/rng.h"
#include "gene/constants.h"
#include "search/problem.h"
#include "unit/problem/call_catalog.h"
#include "unit/problem/object_templates.h"
#include "unit/problem/sequence_builder.h"

namespace covolve::unit {

class CallSequences {
 public:
  /// Catalog and constants must outlive this; constants may grow meanwhile.
  CallSequences(const CallCatalog& catalog, const gene::Constants& constants, SequenceOptions options = {})
      : catalog_(catalog), constants_(constants), options_(options) {}

  search::Individual sample(Rng& rng) const;
  /// One that starts with the objects that the target needs; none where it is not known to need any.
  std::optional<search::Individual> sampleFor(search::TargetId target, ObjectTemplates& templates,
                                              Rng& rng) const;
  /// What inserted calls are for: the state of objects that a target needs.
  struct Aim {
    search::TargetId target;
    ObjectTemplates& templates;
    double chance;  // that an inserted call sets some of it
  };
  /// Remove, insert, replace, each with its chance; with `must` one at least.
  search::StructureChange mutate(search::Individual& individual, Rng& rng, bool must,
                                 const Aim* aim = nullptr) const;
  /// Gives open references their objects. True where that took other calls.
  bool repair(search::Individual& individual, Rng& rng) const;
  /// Single point, at the same relative position in both. False where nothing can be exchanged.
  bool crossOver(search::Individual& one, search::Individual& other, Rng& rng) const;
  /// Inserts calls of the donor. False where one of them has no state, or nothing is done to it.
  bool splice(search::Individual& individual, const search::Individual& donor, Rng& rng) const;
  /// The callable, and how many of its calls come before this one.
  static uint64_t callId(const search::Individual& individual, size_t call);
  const CallCatalog& catalog() const { return catalog_; }

 private:
  void prepare(SequenceBuilder& builder, program::CallableId focus, Rng& rng) const;
  void insertCall(search::Individual& individual, gene::Source& source) const;
  void insertSetter(search::Individual& individual, const Aim& aim, gene::Source& source) const;
  bool replaceCall(search::Individual& individual, size_t action, gene::Source& source) const;
  void removeCall(search::Individual& individual, gene::Source& source) const;
  void rebuild(search::Individual& individual, gene::Source& source) const;
  void finish(search::Individual& individual, SequenceBuilder& builder, Rng& rng) const;
  search::Individual joined(search::Individual& head, size_t headLength, search::Individual& tail,
                            size_t tailStart, Rng& rng) const;

  const CallCatalog& catalog_;
  const gene::Constants& constants_;
  SequenceOptions options_;
};

}  // namespace covolve::unit
