// A call that is refused, and carried out all the same: data are stored before
// they are checked, or rights are checked after the deed.
#include <fmt/format.h>

#include <algorithm>

#include "rest/oracle/call_text.h"
#include "rest/oracle/declared_response.h"
#include "rest/oracle/effects.h"
#include "rest/oracle/oracle_makers.h"

namespace covolve::rest {

namespace {

class RefusedButDone final : public Oracle {
 public:
  std::string_view name() const override { return "refused-but-done"; }
  std::string_view description() const override {
    return "a call that is refused (4xx), and whose effect is there afterwards";
  }

  void judge(std::span<const Call> calls, std::vector<Fault>& faults) const override {
    const auto watched = watchedCall(calls);
    if (!watched || !watched->call->isRefused() || isAboutTransport(watched->call->status())) return;
    const auto effect = effectOf(*watched);
    if (!effect || mayBeOfAnother(calls, *watched->call)) return;
    const Call& refused = *watched->call;
    Fault fault = faultOf(
        *this, calls, std::to_string(refused.status()),
        fmt::format("{} answers {}, but {} shows afterwards that it was carried out: {}.", subject(refused),
                    refused.status(), subject(*watched->after), effectText(*effect)));
    blame(refused, fault);
    if (*effect == Effect::Made) {
      // A declined payment is kept, and its answer says so.
      if (refused.json && showsWhatWasSent(refused, *refused.json)) return;
      fault.place = *placeOfMade(*watched);
      fault.isAnywhereInList = true;
      fault.isHint = refused.status() == 402 || isAnsweredAsMade(refused);
    }
    faults.push_back(std::move(fault));
  }

 private:
  /// The document has the refusal give what a success gives.
  static bool isAnsweredAsMade(const Call& refused) {
    const ResponseDeclaration* refusal = declarationFor(refused);
    if (refusal == nullptr) return false;
    const auto schemaOf = [](const ResponseDeclaration& one) {
      const bool isObject = !one.content.empty() && one.content.front().schema != nullptr;
      return isObject ? one.content.front().schema->location : "";
    };
    const std::string given = schemaOf(*refusal);
    return !given.empty() &&
           std::ranges::any_of(refused.operation->responses, [&](const ResponseDeclaration& one) {
             return one.status.starts_with('2') && schemaOf(one) == given;
           });
  }

  /// The same was asked for before, and was not refused: that may have taken until now.
  static bool mayBeOfAnother(std::span<const Call> calls, const Call& refused) {
    return std::ranges::any_of(calls, [&](const Call& one) {
      return &one != &refused && one.request == refused.request && !one.isRefused();
    });
  }
};

}  // namespace

std::unique_ptr<const Oracle> makeRefusedButDone() { return std::make_unique<RefusedButDone>(); }

}  // namespace covolve::rest
