// Building JSON pointers (RFC 6901).
#pragma once

#include <string>
#include <string_view>

namespace covolve::rest {

/// The pointer to a member of what `parent` points to.
inline std::string pointerTo(std::string parent, std::string_view name) {
  parent += '/';
  for (const char c : name) {
    if (c == '~') {
      parent += "~0";
    } else if (c == '/') {
      parent += "~1";
    } else {
      parent += c;
    }
  }
  return parent;
}

}  // namespace covolve::rest
