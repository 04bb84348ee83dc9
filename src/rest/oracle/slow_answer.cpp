// An answer that takes longer than whoever runs the tests allows.
//
// Easy to get wrong: any answer is late now and then. A fault is one that is late
// whenever its test is run again.
#include <fmt/format.h>

#include "rest/oracle/call_text.h"
#include "rest/oracle/oracle_makers.h"

namespace covolve::rest {

namespace {

class SlowAnswer final : public Oracle {
 public:
  std::string_view name() const override { return "slow-answer"; }
  std::string_view description() const override {
    return "an answer takes longer than --max-response-time, again and again";
  }

  void judge(std::span<const Call> calls, std::vector<Fault>& faults) const override {
    const Call& call = calls.back();
    if (!call.exceeded || call.response() == nullptr) return;
    const double seconds = std::chrono::duration<double>(*call.exceeded).count();
    faults.push_back(faultOf(*this, calls, "too slow",
                             fmt::format("{} takes longer to answer {} than the {:g} s that are allowed.",
                                         subject(call), call.status(), seconds)));
  }
};

}  // namespace

std::unique_ptr<const Oracle> makeSlowAnswer() { return std::make_unique<SlowAnswer>(); }

}  // namespace covolve::rest
