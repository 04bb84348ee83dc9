// A deleted resource, or a part of it, that can still be changed, added to or
// read. Reading the resource itself is delete_then_get.cpp's matter.
#include <fmt/format.h>

#include <algorithm>

#include "rest/oracle/call_text.h"
#include "rest/oracle/declared_response.h"
#include "rest/oracle/deletion.h"
#include "rest/oracle/oracle_makers.h"

namespace covolve::rest {

namespace {

class UseAfterDelete final : public Oracle {
 public:
  std::string_view name() const override { return "use-after-delete"; }
  std::string_view description() const override {
    return "a deleted resource, or a part of it, that can still be used";
  }

  void judge(std::span<const Call> calls, std::vector<Fault>& faults) const override {
    const Call& call = calls.back();
    // What is only accepted may still be refused.
    if (!call.succeeded() || call.status() == 202 || call.status() == 207 || saysNotDone(call)) return;
    if (const Call* deletion = deletionOf(calls)) {
      if (isUseOfItself(call)) faults.push_back(fault(calls, *deletion));
    } else if (const Call* above = deletionAbove(calls)) {
      if (isUseOfPart(call)) faults.push_back(fault(calls, *above));
    }
  }

 private:
  static bool saysWhenMissing(const Operation& operation) {
    return declaresStatus(operation, "404") || declaresStatus(operation, "410");
  }

  /// PUT may make what is not there.
  static bool mayCreate(const Call& call) {
    return call.status() == 201 || declaresStatus(*call.operation, "201") ||
           declaresStatus(*call.operation, "2XX");
  }

  static bool isUseOfItself(const Call& call) {
    const std::string& method = call.request.method;
    // To store or to delete what is not there may succeed, unless the document says otherwise.
    if (!saysWhenMissing(*call.operation)) return false;
    if (method == "PATCH") return true;
    if (method == "PUT") return !mayCreate(call);
    // With several parameters the 404 may be about the first: DELETE /owners/{ownerId}/tags/{tag}.
    const bool isAboutOneThing = std::ranges::count(call.operation->path, '{') == 1;
    return method == "DELETE" && isAboutOneThing;
  }

  static bool isUseOfPart(const Call& call) {
    // Parts may outlive the whole, unless the document says otherwise.
    if (mayOutlive(*call.operation) || !saysWhenMissing(*call.operation)) return false;
    const std::string& method = call.request.method;
    return method == "POST" || method == "GET" || isUseOfItself(call);
  }

  Fault fault(std::span<const Call> calls, const Call& deletion) const {
    const Call& call = calls.back();
    return faultOf(*this, calls, "accepted",
                   fmt::format("{} answers {} although {} was answered {} before.", subject(call),
                               call.status(), subject(deletion), deletion.status()));
  }
};

}  // namespace

std::unique_ptr<const Oracle> makeUseAfterDelete() { return std::make_unique<UseAfterDelete>(); }

}  // namespace covolve::rest
