// What can be called, as the makers of call sequences need it: an action of
// each call with its genes not yet sampled, the calls under test and those that
// support them, the methods of each class, and how deep making an object of
// each class must go.
#pragma once

#include <optional>
#include <vector>

#include "program/model.h"
#include "search/individual.h"

namespace covolve::unit {

class CallCatalog {
 public:
  static constexpr size_t kNever = ~size_t{0} / 2;

  explicit CallCatalog(const program::Model& model);

  const program::Model& model() const { return model_; }
  /// The calls that are asked for and can be made.
  const std::vector<program::CallableId>& underTest() const { return underTest_; }
  /// With those that support them; empty when nothing can be tested.
  const std::vector<program::CallableId>& calls() const { return calls_; }
  /// What a test may be about: the calls under test, or all where those asked for can only be reached.
  const std::vector<program::CallableId>& focal() const { return underTest_.empty() ? calls_ : underTest_; }
  /// Whether tests are about some of the calls only.
  bool isRestricted() const { return focal().size() < calls_.size(); }
  const search::Action& pattern(program::CallableId id) const { return patterns_[id]; }
  /// Under test or supporting, of this class.
  const std::vector<program::CallableId>& methods(program::TypeId type) const { return methods_[type]; }
  /// Nesting that the call's arguments need; kNever when they cannot be made.
  size_t callCost(program::CallableId id) const { return callCost_[id]; }
  /// Nesting of the class' simplest maker.
  size_t makingCost(program::TypeId type) const { return makingCost_[type]; }
  /// Whether the call leaves an object that later calls can use: one that it makes or lends.
  bool makesObject(program::CallableId id) const { return left_[id].has_value(); }
  struct Left {
    program::TypeId type = 0;
    bool isLent = false;
    bool isConst = false;
  };
  const Left& leftObject(program::CallableId id) const { return *left_[id]; }
  /// Whether the call may end the life of what the objects that it changes have lent, by its name (remove,
  /// clear: a pool of one's own does so without freeing any memory), or as it is given a smart pointer to
  /// change.
  bool endsLoans(program::CallableId id) const { return endsLoans_[id]; }

 private:
  void computeCosts();
  bool mayRepoint(const program::Callable& callable) const;
  std::optional<Left> leftBy(const program::Callable& callable) const;

  const program::Model& model_;
  std::vector<search::Action> patterns_;
  std::vector<program::CallableId> underTest_;
  std::vector<program::CallableId> calls_;
  std::vector<std::vector<program::CallableId>> methods_;
  std::vector<size_t> makingCost_;
  std::vector<size_t> callCost_;
  std::vector<std::optional<Left>> left_;
  std::vector<bool> endsLoans_;
};

}  // namespace covolve::unit
