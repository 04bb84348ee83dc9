// Notices that the service does not take our credentials any more, and which
// operation did that: one that makes a new key, or takes old ones out of use.
// All that follows would be refused, and every refusal look like a fault.
//
// A refusal alone says nothing: some operations refuse everybody, or what they are
// told. What was answered before is asked again.
#pragma once

#include <functional>
#include <optional>
#include <set>

#include "rest/request/call.h"

namespace covolve::rest {

class CredentialWatch {
 public:
  /// Makes a call once more; the status of its answer.
  using Repeat = std::function<int(Call&)>;

  /// Asked with every call that was answered. True: the credentials are not taken any more.
  bool isLockedOut(const Call& call, const Repeat& repeat);

  /// Whether what was answered before still is. False also where there is nothing of the kind.
  bool isStillAnswered(const Repeat& repeat);

  /// The one that was called last before the refusals began; null: none succeeded.
  const Operation* culprit() const { return lastSuccess_; }

 private:
  std::optional<Call> proof_;  // a GET that was answered
  const Operation* lastSuccess_ = nullptr;
  std::set<const Operation*> refusing_;  // whatever the credentials are good for
};

}  // namespace covolve::rest
