// A status that the document does not have for the operation.
#include <fmt/format.h>

#include "rest/oracle/call_text.h"
#include "rest/oracle/cause.h"
#include "rest/oracle/declared_response.h"
#include "rest/oracle/oracle_makers.h"

namespace covolve::rest {

namespace {

class UndeclaredStatus final : public Oracle {
 public:
  std::string_view name() const override { return "undeclared-status"; }
  std::string_view description() const override { return "a status that the document does not declare"; }

  void judge(std::span<const Call> calls, std::vector<Fault>& faults) const override {
    const Call& call = calls.back();
    if (call.response() == nullptr || call.isUnsupportedMethod || call.status() >= 500) return;
    // An operation without any declaration declares nothing that could be broken.
    if (call.operation->responses.empty() || call.operation->response(call.status()) != nullptr) return;
    if (isAboutTransport(call.status()) || isForStrangers(call)) return;
    faults.push_back(faultOf(
        *this, calls, std::to_string(call.status()),
        fmt::format("{} answers {}, which the document does not declare.", subject(call), call.status()),
        causeOf(call)));
  }

 private:
  /// What is declared nowhere was left out on purpose or forgotten once, whatever the answers say.
  static std::string causeOf(const Call& call) {
    if (call.operation->isDeclaredNowhere(call.status())) return fmt::format("{} nowhere", call.status());
    return fmt::format("{} {}", call.status(), messageShape(call));
  }

  /// That strangers are turned away follows from the security that the document declares.
  static bool isForStrangers(const Call& call) {
    if (call.isAuthenticated || !call.operation->needsAuthentication()) return false;
    // What nobody has made may be no token at all.
    const bool isMalformed = !call.madeUp.empty() && (call.status() == 400 || call.status() == 422);
    return call.status() == 401 || call.status() == 403 || isMalformed;
  }
};

}  // namespace

std::unique_ptr<const Oracle> makeUndeclaredStatus() { return std::make_unique<UndeclaredStatus>(); }

}  // namespace covolve::rest
