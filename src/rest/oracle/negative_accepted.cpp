// Data that break the document for certain, taken as good.
#include <fmt/format.h>

#include <algorithm>

#include "base/json_pointer.h"
#include "rest/oracle/call_text.h"
#include "rest/oracle/deletion.h"
#include "rest/oracle/general_place.h"
#include "rest/oracle/oracle_makers.h"

namespace covolve::rest {

namespace {

class NegativeAccepted final : public Oracle {
 public:
  std::string_view name() const override { return "negative-accepted"; }
  std::string_view description() const override { return "data that break the document are accepted"; }

  void judge(std::span<const Call> calls, std::vector<Fault>& faults) const override {
    const Call& call = calls.back();
    if (!call.violation || !call.succeeded()) return;
    // Accepted for later, or done in part: the refusal may come yet, or stand in the body.
    if (call.status() == 202 || call.status() == 207 || saysNotDone(call)) return;
    const std::string rule = call.violation->keyword + " " + generalPlaceOf(call);
    faults.push_back(faultOf(
        *this, calls, rule,
        fmt::format("{} answers {} although {}.", subject(call), call.status(), call.violation->text), rule));
  }

 private:
  static std::string generalPlaceOf(const Call& call) {
    const std::string& place = call.violation->place;
    const size_t start = place.find(" /");
    if (start == std::string::npos) return place;
    const std::string pointer = place.substr(start + 1);
    const auto body =
        std::ranges::find_if(call.arguments, [](const Argument& one) { return one.parameter == nullptr; });
    if (place.starts_with("body ") && body != call.arguments.end() && call.bodyType != nullptr &&
        call.bodyType->schema != nullptr) {
      return "body " + generalPlace(pointer, body->value, *call.bodyType->schema);
    }
    return place.substr(0, start + 1) + withoutIndices(pointer);
  }
};

}  // namespace

std::unique_ptr<const Oracle> makeNegativeAccepted() { return std::make_unique<NegativeAccepted>(); }

}  // namespace covolve::rest
