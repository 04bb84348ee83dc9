// Who may belong to whom in a test, as far as its calls tell. A pointer or
// reference that a call on an object returns may be a part of that object; an
// object whose address is given to a call on another one may belong to that one
// from then on. Code that keeps trees and lists relies on its callers here: what
// becomes a part of itself is a circle, and what has two owners is freed twice.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "program/model.h"
#include "unit/scenario/scenario.h"

namespace covolve::unit {

class Ownership {
 public:
  explicit Ownership(const program::Model& model) : model_(model) {}

  /// The next step of the test.
  void follow(const Step& step);

  /// An object was given to itself, or to a part of itself, to be changed.
  bool hasCircle() const { return hasCircle_; }
  /// An object was used again after its address had been given to a call on another one.
  bool usesHandedOver() const { return usesHandedOver_; }

 private:
  struct Passed {
    size_t object;  // the step that made it
    bool mayBeKept;
  };

  std::vector<Passed> objectsOf(const Step& step) const;
  bool mayBeKept(const program::Parameter& parameter) const;

  const program::Model& model_;
  std::vector<std::set<size_t>> owners_;  // by step: what its object may be a part of
  std::set<size_t> handedOver_;
  bool hasCircle_ = false;
  bool usesHandedOver_ = false;
};

}  // namespace covolve::unit
