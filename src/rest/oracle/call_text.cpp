#include "rest/oracle/call_text.h"

#include <fmt/format.h>

#include <utility>

#include "rest/oracle/conformity.h"

namespace covolve::rest {

std::string subject(const Call& call) { return call.request.method + " " + call.operation->path; }

std::string requestText(const Call& call) {
  if (call.isUnsupportedMethod) return "a method that the document does not have";
  if (call.violation) return fmt::format("a request that breaks the document ({})", call.violation->text);
  return fmt::format("a request that {} to the document", conforms(call) ? "conforms" : "does not conform");
}

Fault faultOf(const Oracle& oracle, std::span<const Call> calls, std::string detail, std::string message,
              std::string cause) {
  const Call& call = calls.back();
  return {.kind = std::string(oracle.name()),
          .operation = call.operation->id,
          .detail = std::move(detail),
          .message = std::move(message),
          .call = calls.size() - 1,
          .cause = std::move(cause),
          .subject = subject(call)};
}

void blame(const Call& call, Fault& fault) {
  fault.operation = call.operation->id;
  fault.subject = subject(call);
}

}  // namespace covolve::rest
