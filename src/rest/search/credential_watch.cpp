#include "rest/search/credential_watch.h"

namespace covolve::rest {

bool CredentialWatch::isLockedOut(const Call& call, const Repeat& repeat) {
  if (!call.isAuthenticated || !call.madeUp.empty() || call.user != 0 || call.isUnsupportedMethod)
    return false;
  if (call.succeeded()) {
    lastSuccess_ = call.operation;
    // What everybody may read proves nothing.
    const bool isBetter =
        !proof_ || (call.operation->needsAuthentication() && !proof_->operation->needsAuthentication());
    if (call.request.method == "GET" && isBetter) proof_ = call;
    return false;
  }
  if (call.status() != 401 || !proof_ || refusing_.contains(call.operation)) return false;
  if (repeat(*proof_) == 401) return true;
  refusing_.insert(call.operation);
  return false;
}

bool CredentialWatch::isStillAnswered(const Repeat& repeat) { return proof_ && repeat(*proof_) != 401; }

}  // namespace covolve::rest
