// An operation that the document protects, carried out for a stranger.
//
// Easy to get wrong: a document may offer to call without credentials as well
// (an empty set among the alternatives); then nothing is protected.
#include <fmt/format.h>

#include <algorithm>

#include "base/small_letters.h"
#include "rest/oracle/call_text.h"
#include "rest/oracle/deletion.h"
#include "rest/oracle/oracle_makers.h"

namespace covolve::rest {

namespace {

class IgnoredAuthentication final : public Oracle {
 public:
  std::string_view name() const override { return "ignored-authentication"; }
  std::string_view description() const override {
    return "what wants credentials succeeds without any, or with made-up ones";
  }

  void judge(std::span<const Call> calls, std::vector<Fault>& faults) const override {
    const Call& call = calls.back();
    if (!call.operation->needsAuthentication() || call.isAuthenticated || call.isUnsupportedMethod) return;
    if (!call.succeeded() || saysNotDone(call) || givesCredentials(call)) return;
    const std::string detail = call.madeUp.empty() ? "no credentials" : "made-up credentials";
    const char* which = call.madeUp.empty() ? "without credentials, which the document wants"
                                            : "whose credentials are made up, though the document wants some";
    faults.push_back(faultOf(*this, calls, detail,
                             fmt::format("{} answers {} to a call {}.", subject(call), call.status(), which),
                             "not checked"));
  }

 private:
  /// A parameter of the operation may itself be what authenticates.
  static bool givesCredentials(const Call& call) {
    for (const auto& [name, value] : call.request.headers) {
      if (std::ranges::find(call.madeUp, std::pair(name, value)) != call.madeUp.end()) continue;
      if (isSameHeader(name, "Authorization") || isSameHeader(name, "Cookie")) return true;
    }
    return std::ranges::any_of(call.arguments, [](const Argument& argument) {
      return argument.parameter != nullptr && mayAuthenticate(inSmallLetters(argument.parameter->name));
    });
  }

  static bool mayAuthenticate(std::string_view name) {
    return name.contains("key") || name.contains("token") || name.contains("auth") || name.contains("secret");
  }
};

}  // namespace

std::unique_ptr<const Oracle> makeIgnoredAuthentication() {
  return std::make_unique<IgnoredAuthentication>();
}

}  // namespace covolve::rest
