// A JSON body that is not what the document says about it, or no JSON at all.
#include <fmt/format.h>

#include "rest/openapi/media_type.h"
#include "rest/openapi/validation/validator.h"
#include "rest/oracle/call_text.h"
#include "rest/oracle/declared_response.h"
#include "rest/oracle/general_place.h"
#include "rest/oracle/oracle_makers.h"

namespace covolve::rest {

namespace {

class ResponseSchema final : public Oracle {
 public:
  std::string_view name() const override { return "schema"; }
  std::string_view description() const override { return "a JSON body that its declared schema refuses"; }

  void judge(std::span<const Call> calls, std::vector<Fault>& faults) const override {
    const Call& call = calls.back();
    const ResponseDeclaration* declaration = declarationFor(call);
    if (declaration == nullptr || !hasWholeBody(call)) return;
    const std::string* type = call.response()->header("Content-Type");
    if (type == nullptr || !isJson(*type)) return;
    const MediaType* declared = findMediaType(declaration->content, *type);
    if (declared == nullptr) return;
    if (!call.json) {
      faults.push_back(
          faultOf(*this, calls, fmt::format("{} not JSON", call.status()),
                  fmt::format("{} answers {} with a body that is no JSON, though its Content-Type is {}.",
                              subject(call), call.status(), bareMediaType(*type))));
    } else if (declared->schema != nullptr) {
      validateBody(calls, *declared->schema, faults);
    }
  }

 private:
  static bool hasWholeBody(const Call& call) {
    const int status = call.status();
    if (call.isBeyondReading) return false;
    return call.request.method != "HEAD" && !call.response()->isTruncated && status >= 200 && status != 204 &&
           status != 205 && status != 206 && status != 304;
  }

  /// Operations that answer with the same resource have the same wrong field, wherever it stands.
  static std::string causeOf(const std::string& keyword, std::string_view place) {
    while (place.ends_with("/*")) place.remove_suffix(2);
    if (place.empty()) return "";
    return fmt::format("{} {}", keyword, place.substr(place.rfind('/') + 1));
  }

  void validateBody(std::span<const Call> calls, const Schema& schema, std::vector<Fault>& faults) const {
    const Call& call = calls.back();
    const std::optional<Mismatch> mismatch = validate(*call.json, schema, Direction::Response);
    if (!mismatch) return;
    std::string detail = fmt::format("{} {}", call.status(), mismatch->keyword);
    const std::string place = generalPlace(mismatch->place, *call.json, schema);
    if (!place.empty()) detail += " " + place;
    Fault fault = faultOf(*this, calls, std::move(detail),
                          fmt::format("{} answers {} with a body that breaks its schema: {}.", subject(call),
                                      call.status(), mismatch->message),
                          causeOf(mismatch->keyword, place));
    fault.place = mismatch->place;
    faults.push_back(std::move(fault));
  }
};

}  // namespace

std::unique_ptr<const Oracle> makeResponseSchema() { return std::make_unique<ResponseSchema>(); }

}  // namespace covolve::rest
