#include "rest/openapi/api.h"

#include <algorithm>
#include <array>
#include <string>

namespace covolve::rest {

namespace {

/// The declarations that it may fall under.
std::array<std::string, 3> namesOf(int status) {
  const std::string exact = std::to_string(status);
  return {exact, exact.substr(0, 1) + "XX", "default"};
}

}  // namespace

const ResponseDeclaration* Operation::response(int status) const {
  for (const std::string& wanted : namesOf(status)) {
    const auto found = std::ranges::find(responses, wanted, &ResponseDeclaration::status);
    if (found != responses.end()) return &*found;
  }
  return nullptr;
}

bool Operation::isDeclaredNowhere(int status) const {
  return declaredSomewhere != nullptr && std::ranges::none_of(namesOf(status), [&](const std::string& name) {
           return declaredSomewhere->contains(name);
         });
}

bool Operation::needsAuthentication() const {
  return !security.empty() &&
         std::ranges::none_of(security, [](const auto& schemes) { return schemes.empty(); });
}

}  // namespace covolve::rest
