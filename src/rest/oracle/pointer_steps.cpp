#include "rest/oracle/pointer_steps.h"

#include <algorithm>
#include <charconv>

namespace covolve::rest {

const Json* childOf(const Json& value, const std::string& token) {
  if (value.is_object()) {
    const auto found = value.find(token);
    return found == value.end() ? nullptr : &*found;
  }
  if (!value.is_array() || !isIndex(token)) return nullptr;
  size_t index = 0;
  const auto [end, problem] = std::from_chars(token.data(), token.data() + token.size(), index);
  if (problem != std::errc() || index >= value.size()) return nullptr;
  return &value[index];
}

bool isIndex(std::string_view token) {
  return !token.empty() && std::ranges::all_of(token, [](char one) { return one >= '0' && one <= '9'; });
}

}  // namespace covolve::rest
