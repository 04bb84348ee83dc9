// A method that a path does not have is to be answered by 405 and an Allow header
// (RFC 9110, 15.5.6).
//
// Easy to get wrong: 404 is right where nothing is on the path, and HEAD, OPTIONS
// and TRACE are answered by many servers for every path.
#include <fmt/format.h>

#include "rest/oracle/call_text.h"
#include "rest/oracle/cause.h"
#include "rest/oracle/declared_response.h"
#include "rest/oracle/deletion.h"
#include "rest/oracle/oracle_makers.h"

namespace covolve::rest {

namespace {

class UnsupportedMethod final : public Oracle {
 public:
  std::string_view name() const override { return "unsupported-method"; }
  std::string_view description() const override {
    return "a method that the path does not have, not answered by 405 with Allow";
  }

  void judge(std::span<const Call> calls, std::vector<Fault>& faults) const override {
    const Call& call = calls.back();
    const int status = call.status();
    if (!call.isUnsupportedMethod || isAnsweredByServers(call.request.method)) return;
    if (isAcceptance(call)) {
      add(calls, "accepted", ", but the document has no such method for this path", faults);
    } else if (status == 405) {
      if (call.response()->header("Allow") == nullptr) {
        add(calls, "no Allow", " without an Allow header, which has to name the methods there are", faults,
            "no Allow");
      }
    } else if (status >= 400 && status < 500 && status != 401 && status != 403 && !isAboutTransport(status)) {
      if (isSurelyThere(calls)) {
        add(calls, "not 405", " to a method that the resource does not have; 405 would be right", faults,
            fmt::format("{} {}", status, messageShape(call)));
      }
    }
  }

 private:
  static bool isAnsweredByServers(std::string_view method) {
    return method == "HEAD" || method == "OPTIONS" || method == "TRACE" || method == "CONNECT";
  }

  static bool isAcceptance(const Call& call) {
    const int status = call.status();
    if (call.succeeded()) return true;
    // The others only say where to ask: another host, a slash at the end.
    const bool isDone = status == 302 || status == 303;
    return isDone && (call.isAuthenticated || !call.operation->needsAuthentication());
  }

  static bool isSurelyThere(std::span<const Call> calls) {
    return calls.back().operation->path.find('{') == std::string::npos || surelyExists(calls);
  }

  void add(std::span<const Call> calls, std::string detail, std::string_view what, std::vector<Fault>& faults,
           std::string cause = {}) const {
    const Call& call = calls.back();
    detail += " " + call.request.method;  // each is a fault of its own
    faults.push_back(faultOf(*this, calls, std::move(detail),
                             fmt::format("{} answers {}{}.", subject(call), call.status(), what),
                             std::move(cause)));
  }
};

}  // namespace

std::unique_ptr<const Oracle> makeUnsupportedMethod() { return std::make_unique<UnsupportedMethod>(); }

}  // namespace covolve::rest
