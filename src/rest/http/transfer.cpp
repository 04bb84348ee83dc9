#include "rest/http/transfer.h"

#include <fmt/format.h>

#include "rest/http/url.h"

namespace covolve::rest {

bool isWithoutBody(std::string_view method) {
  return method == "GET" || method == "DELETE" || method == "OPTIONS" || method == "TRACE" ||
         method == "CONNECT";
}

void appendTarget(std::string& line, const std::string& pathPrefix, const std::string& target) {
  appendSendable(line, pathPrefix);
  const bool beginsPath = target.starts_with('/');
  const bool continuesPath = target.empty() || target.starts_with('?');
  if (!beginsPath && !(continuesPath && !pathPrefix.empty())) line += '/';
  appendSendable(line, target);
}

std::string inSeconds(std::chrono::milliseconds duration) {
  return fmt::format("{:g} s", std::chrono::duration<double>(duration).count());
}

}  // namespace covolve::rest
