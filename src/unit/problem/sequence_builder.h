// Builds one call sequence from its first call to its last: new calls with
// what they need, or calls taken over from another sequence.
//
// C++'s rules are kept here and nowhere else: an object is used after it was
// made, and not after it was moved from or passed to a consuming call (also not
// by a call that makes another argument of the same call); making objects ends
// although classes may need each other.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "base/inline_vector.h"
#include "gene/reference_gene.h"
#include "gene/source.h"
#include "search/individual.h"
#include "unit/problem/call_catalog.h"
#include "unit/problem/sequence_options.h"

namespace covolve::unit {

class SequenceBuilder {
 public:
  /// What to do about an object that is not there.
  enum class Missing { Make, GiveUp };

  SequenceBuilder(const CallCatalog& catalog, const SequenceOptions& options, gene::Source& source)
      : catalog_(catalog), options_(options), source_(source) {}

  /// A new call with sampled arguments. False when it cannot be made here; objects made for it may remain.
  bool append(program::CallableId id) { return append(id, 0); }
  /// The same where `prepare` sets some of the sampled data. What it lets refer to an object that cannot be
  /// used here gets another one.
  using Prepare = std::function<void(search::Action&)>;
  bool append(program::CallableId id, const Prepare& prepare);

  /// A further call, chosen as the paper does (sequence_options.h). `focus` is the call the test is about.
  bool appendFurther(program::CallableId focus);
  /// The same ahead of the focus, where only some calls are asked for: to bring about a state for it.
  bool appendPreparing(program::CallableId focus) { return append(pickFurther(focus)); }

  /// Takes over action `index` of another sequence, behind those it took before. Its references are
  /// translated by these; those that cannot be are resolved anew. False when the call had to be left out.
  bool takeOver(search::Action&& action, size_t index, Missing missing);

  /// The same of a call whose objects are not: all its references are resolved anew.
  bool borrow(search::Action action);

  /// Room for as many actions as will probably come.
  void reserve(size_t actions) { individual_.actions.reserve(actions); }
  /// Forgets what takeOver() has translated so far: another sequence comes now.
  void startTakingOver() { translated_.clear(); }

  size_t size() const { return individual_.actions.size(); }
  /// Calls that may still be added.
  size_t room() const { return size() < options_.longestTest ? options_.longestTest - size() : 0; }
  bool hasObjects() const { return !scope_.empty(); }
  search::Individual take() { return std::move(individual_); }

  /// What a further call could use: by which action it was made or lent, and its class.
  std::vector<std::pair<uint32_t, program::TypeId>> objectsInScope() const;

 private:
  struct Object {
    uint32_t action;
    program::TypeId type;
    uint64_t weight;  // objects that it may hold copies of, itself included
    uint32_t owner;   // of a lent one: the action whose object lent it, or kNone
    bool isLent;      // belongs to another object, or to nobody
    bool isConst;
  };
  static constexpr uint32_t kNone = ~uint32_t{0};

  bool append(program::CallableId id, size_t depth);
  bool isUsable(uint32_t action, const gene::ReferenceGene& reference) const;
  program::CallableId pickFurther(program::CallableId focus);
  bool resolve(const std::unique_ptr<gene::Gene>& gene, size_t depth, uint64_t& weight);
  uint32_t findOrMake(const gene::ReferenceGene& reference, size_t depth);
  uint32_t find(const gene::ReferenceGene& reference);
  uint64_t use(uint32_t action, const gene::Demand& demand);
  bool add(search::Action&& action, uint64_t weight);
  void endLoans(const search::Action& action);
  bool suits(const Object& object, const gene::ReferenceGene& reference) const;

  const CallCatalog& catalog_;
  const SequenceOptions& options_;
  gene::Source& source_;
  search::Individual individual_;
  // A builder lives for one sequence, and most are short: no allocations for what it notes down.
  InlineVector<Object, 8> scope_;
  /// By calls under construction: nothing on the way may consume these.
  InlineVector<uint32_t, 16> needed_;
  /// By index in the other sequence, up to the last action that was taken over: index here, or kNone.
  InlineVector<uint32_t, 40> translated_;
};

}  // namespace covolve::unit
