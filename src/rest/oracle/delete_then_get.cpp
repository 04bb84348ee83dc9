// A resource that can still be read after it was deleted.
#include <fmt/format.h>

#include "rest/oracle/call_text.h"
#include "rest/oracle/declared_response.h"
#include "rest/oracle/deletion.h"
#include "rest/oracle/oracle_makers.h"

namespace covolve::rest {

namespace {

class DeleteThenGet final : public Oracle {
 public:
  std::string_view name() const override { return "delete-then-get"; }
  std::string_view description() const override { return "a deleted resource that can still be read"; }

  void judge(std::span<const Call> calls, std::vector<Fault>& faults) const override {
    const Call& call = calls.back();
    if (call.request.method != "GET" && call.request.method != "HEAD") return;
    if (!showsSomething(call)) return;
    // What is never missing may have been emptied or set back: a cart, settings.
    if (!declaresStatus(*call.operation, "404") && !declaresStatus(*call.operation, "410")) return;
    const Call* deletion = deletionOf(calls);
    if (deletion == nullptr) return;
    faults.push_back(
        faultOf(*this, calls, "found",
                fmt::format("{} still answers {} after DELETE of the same resource was answered {}.",
                            subject(call), call.status(), deletion->status())));
  }
};

}  // namespace

std::unique_ptr<const Oracle> makeDeleteThenGet() { return std::make_unique<DeleteThenGet>(); }

}  // namespace covolve::rest
