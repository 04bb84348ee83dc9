// What can be called, as the makers of call sequences need it: an action of
// each call with its genes not yet sampled, the calls under test, the methods
// of each class, and how deep making an object of each class must go.
#pragma once

#include <vector>

#include "program/model.h"
#include "search/individual.h"

namespace covolve::unit {

class CallCatalog {
 public:
  static constexpr size_t kNever = ~size_t{0} / 2;

  explicit CallCatalog(const program::Model& model);

  const program::Model& model() const { return model_; }
  /// The calls of the requested files that can be made; empty when nothing can be tested.
  const std::vector<program::CallableId>& underTest() const { return underTest_; }
  const search::Action& pattern(program::CallableId id) const { return patterns_[id]; }
  /// Under test, of this class.
  const std::vector<program::CallableId>& methods(program::TypeId type) const { return methods_[type]; }
  /// Nesting that the call's arguments need; kNever when they cannot be made.
  size_t callCost(program::CallableId id) const { return callCost_[id]; }
  /// Nesting of the class' simplest maker.
  size_t makingCost(program::TypeId type) const { return makingCost_[type]; }
  /// Whether the call leaves an object that later calls can use.
  bool makesObject(program::CallableId id) const { return makesObject_[id]; }

 private:
  void computeCosts();

  const program::Model& model_;
  std::vector<search::Action> patterns_;
  std::vector<program::CallableId> underTest_;
  std::vector<std::vector<program::CallableId>> methods_;
  std::vector<size_t> makingCost_;
  std::vector<size_t> callCost_;
  std::vector<bool> makesObject_;
};

}  // namespace covolve::unit
