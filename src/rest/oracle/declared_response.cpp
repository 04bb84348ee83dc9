#include "rest/oracle/declared_response.h"

#include <algorithm>
#include <string>

namespace covolve::rest {

const ResponseDeclaration* declarationFor(const Call& call) {
  if (call.response() == nullptr || call.isUnsupportedMethod) return nullptr;
  const ResponseDeclaration* declaration = call.operation->response(call.status());
  if (declaration == nullptr) return nullptr;
  if (call.status() >= 500 && declaration->status == "default") return nullptr;
  // A proxy's page about the load is not what "4XX" speaks about.
  if (isAboutTransport(call.status()) && declaration->status != std::to_string(call.status())) return nullptr;
  return declaration;
}

bool declaresStatus(const Operation& operation, std::string_view status) {
  return std::ranges::find(operation.responses, status, &ResponseDeclaration::status) !=
         operation.responses.end();
}

bool isAboutTransport(int status) {
  // Request timeout, content too large, URI too long, too many requests, header fields too large, overload.
  return status == 408 || status == 413 || status == 414 || status == 429 || status == 431 || status == 503;
}

}  // namespace covolve::rest
