// Ways to break an operation's schema on purpose and for certain: a missing
// required value, a wrong type, a number outside its range, a text too long, a
// value that is not of the enumeration.
//
// Easy to get wrong: certainty. "12" for a text is no violation, an unknown field
// is one only where additionalProperties says so, and a number in a query is a
// text on the wire, as everything there.
#pragma once

#include <optional>
#include <vector>

#include "rest/request/call.h"

namespace covolve::rest {

class ViolationCatalog {
 public:
  /// `bodyType` as in Call; null: without a body.
  ViolationCatalog(const Operation& operation, const MediaType* bodyType);
  ~ViolationCatalog();
  ViolationCatalog(ViolationCatalog&&) noexcept;

  size_t size() const;
  /// Breaks rule `index` in the arguments of a call that conforms; `variant` chooses among the ways to do it.
  /// None where it does not apply (the place is not there) or the result would not surely be invalid; the
  /// arguments are then unchanged.
  std::optional<Violation> apply(size_t index, uint64_t variant, std::vector<Argument>& arguments) const;

 private:
  struct Rule;
  std::vector<Rule> rules_;
};

}  // namespace covolve::rest
