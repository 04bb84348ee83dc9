#include "rest/openapi/api.h"

#include <algorithm>
#include <string>

namespace covolve::rest {

const ResponseDeclaration* Operation::response(int status) const {
  const std::string exact = std::to_string(status);
  for (const std::string& wanted : {exact, exact.substr(0, 1) + "XX", std::string("default")}) {
    const auto found = std::ranges::find(responses, wanted, &ResponseDeclaration::status);
    if (found != responses.end()) return &*found;
  }
  return nullptr;
}

bool Operation::needsAuthentication() const {
  return !security.empty() &&
         std::ranges::none_of(security, [](const auto& schemes) { return schemes.empty(); });
}

}  // namespace covolve::rest
