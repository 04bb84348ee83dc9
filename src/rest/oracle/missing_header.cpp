// A response without a header that the document requires of it.
#include <fmt/format.h>

#include "rest/oracle/call_text.h"
#include "rest/oracle/declared_response.h"
#include "rest/oracle/oracle_makers.h"

namespace covolve::rest {

namespace {

class MissingHeader final : public Oracle {
 public:
  std::string_view name() const override { return "missing-header"; }
  std::string_view description() const override { return "a required header that an answer does not have"; }

  void judge(std::span<const Call> calls, std::vector<Fault>& faults) const override {
    const Call& call = calls.back();
    const ResponseDeclaration* declaration = declarationFor(call);
    if (declaration == nullptr) return;
    for (const ResponseHeader& header : declaration->headers) {
      if (!header.required || call.response()->header(header.name) != nullptr) continue;
      faults.push_back(
          faultOf(*this, calls, fmt::format("{} {}", call.status(), header.name),
                  fmt::format("{} answers {} without the header {}, which the document requires.",
                              subject(call), call.status(), header.name),
                  header.name));
    }
  }
};

}  // namespace

std::unique_ptr<const Oracle> makeMissingHeader() { return std::make_unique<MissingHeader>(); }

}  // namespace covolve::rest
