// A body of another media type than those the document has for the status.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "rest/openapi/media_type.h"
#include "rest/oracle/call_text.h"
#include "rest/oracle/declared_response.h"
#include "rest/oracle/oracle_makers.h"

namespace covolve::rest {

namespace {

class ContentType final : public Oracle {
 public:
  std::string_view name() const override { return "content-type"; }
  std::string_view description() const override { return "a body of a media type that is not declared"; }

  void judge(std::span<const Call> calls, std::vector<Fault>& faults) const override {
    const Call& call = calls.back();
    const ResponseDeclaration* declaration = declarationFor(call);
    if (declaration == nullptr || declaration->content.empty() || call.response()->body.empty()) return;
    const std::string* type = call.response()->header("Content-Type");
    const std::string bare = type == nullptr ? "" : bareMediaType(*type);
    if (!bare.empty() && findMediaType(declaration->content, *type) != nullptr) return;
    faults.push_back(
        faultOf(*this, calls, fmt::format("{} {}", call.status(), bare.empty() ? "none" : bare),
                fmt::format("{} answers {} with {}; the document has {}.", subject(call), call.status(),
                            bare.empty() ? "a body but no Content-Type" : bare, namesOf(*declaration)),
                fmt::format("{} {} {}", call.status(), bare, namesOf(*declaration))));
  }

 private:
  static std::string namesOf(const ResponseDeclaration& declaration) {
    std::vector<std::string> names;
    for (const MediaType& type : declaration.content) names.push_back(type.name);
    return fmt::format("{}", fmt::join(names, ", "));
  }
};

}  // namespace

std::unique_ptr<const Oracle> makeContentType() { return std::make_unique<ContentType>(); }

}  // namespace covolve::rest
