// Who may belong to whom in a test, as far as its calls tell: a pointer or
// reference that a call on an object returns may be a part of that object. Code
// that keeps trees relies on its callers not to put a whole into its part: nobody
// comes to the end of such a circle.
#pragma once

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

  /// The address of an object was given to a call on a part of it, which may keep it.
  bool hasCircle() const { return hasCircle_; }

 private:
  struct Passed {
    size_t object;  // the step that made it
    bool mayBeKept;
  };

  std::vector<Passed> objectsOf(const Step& step) const;
  bool mayBeKept(const program::Parameter& parameter) const;

  const program::Model& model_;
  std::vector<std::set<size_t>> owners_;  // by step: what its object may be a part of
  bool hasCircle_ = false;
};

}  // namespace covolve::unit
