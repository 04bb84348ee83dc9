// The rules of an operation's schema that can be broken, and where they apply.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rest/genes/data_rules.h"
#include "rest/request/call.h"
#include "rest/violation/violation_values.h"

namespace covolve::rest {

/// A parameter or the body, and how it is said on the wire.
struct ViolatedDatum {
  const Parameter* parameter = nullptr;  // null: the body
  const Schema* schema = nullptr;        // what it is judged by; null: nothing is known
  /// Scalars are texts there: whatever they may be read as has to be wrong.
  bool saysTextsOnly = false;
  DataRules rules;  // of what arrives as it is
};

struct ViolationRule {
  enum class Kind {
    Replace,         // the value at the place by a candidate
    RemoveMember,    // from the object that holds it
    RemoveArgument,  // altogether
  };

  /// Stands for an element of an array, whichever.
  static constexpr const char* kElement = "*";

  Kind kind = Kind::Replace;
  std::shared_ptr<const ViolatedDatum> datum;
  std::vector<std::string> path;  // names of members from the datum's root, and kElement
  Violation violation;
  std::function<Candidates(Present)> candidates;  // Replace only
};

/// In the order of the parameters, then of the body, outer rules first. Bounded in depth and number.
std::vector<ViolationRule> collectViolationRules(const Operation& operation, const MediaType* bodyType);

}  // namespace covolve::rest
