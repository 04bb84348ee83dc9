// Who may belong to whom in a test, as far as its calls tell: a pointer or
// reference that a call on an object returns may be a part of that object. Code
// that keeps trees relies on its callers not to put a whole into its part, nor a
// part that has its place into another one: nobody comes to the end of such a
// circle. And what was made of an object may refer to it when it is gone.
//
// Easy to get wrong: what a call makes (new_element) has no place yet, what it
// adds (add_element) or finds (first_child) has.
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

  /// The address of an object was given to a call on a part of it, which may keep it; or a part was put to a
  /// second place.
  bool hasCircle() const { return hasCircle_; }
  /// An object was used that had been made of one that is gone.
  bool hasOrphan() const { return hasOrphan_; }
  /// An object was used that may have been a part of one that somebody has filled anew since then.
  bool hasReplaced() const { return hasReplaced_; }

 private:
  struct Passed {
    size_t object;  // the step that made it
    bool mayBeKept;
    bool mayBeFilled;  // by what is none of its own functions
  };

  std::vector<Passed> objectsOf(const Step& step) const;
  bool mayBeKept(const program::Parameter& parameter) const;
  bool isTakenBack(const program::Callable& callable) const;

  const program::Model& model_;
  std::vector<std::set<size_t>> owners_;  // by step: what its object may be a part of
  std::set<size_t> placed_;               // steps whose objects have their place in another one
  std::set<size_t> gone_;                 // whose objects were given back
  std::set<size_t> replaced_;             // that may be parts of what was filled anew
  bool hasCircle_ = false;
  bool hasOrphan_ = false;
  bool hasReplaced_ = false;
};

}  // namespace covolve::unit
