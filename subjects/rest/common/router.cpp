#include "router.h"

#include <algorithm>

#include "text.h"

namespace service {

void Router::add(const std::string& method, const std::string& path, Handler handler) {
  auto known = std::find_if(paths_.begin(), paths_.end(), [&](const Path& one) { return one.text == path; });
  if (known == paths_.end()) known = paths_.insert(known, Path{path, split(path, '/'), {}});
  known->handlers[method] = std::move(handler);
}

std::optional<std::map<std::string, std::string>> Router::match(const Path& path,
                                                                const std::vector<std::string>& segments) {
  if (segments.size() != path.segments.size()) return std::nullopt;
  std::map<std::string, std::string> parameters;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const std::string& wanted = path.segments[i];
    if (wanted.starts_with('{')) {
      parameters[wanted.substr(1, wanted.size() - 2)] = percentDecoded(segments[i], false);
    } else if (wanted != segments[i] && wanted != percentDecoded(segments[i], false)) {
      return std::nullopt;
    }
  }
  return parameters;
}

Answer Router::answer(const httplib::Request& message) const {
  const std::vector<std::string> segments = split(message.target.substr(0, message.target.find('?')), '/');
  for (const Path& path : paths_) {
    auto parameters = match(path, segments);
    if (!parameters) continue;
    const auto handler = path.handlers.find(message.method);
    if (handler == path.handlers.end()) {
      std::string methods;
      for (const auto& [method, unused] : path.handlers) methods += (methods.empty() ? "" : ", ") + method;
      return error(405, "the resource does not have this method").with("Allow", methods);
    }
    try {
      return handler->second(Request(message, std::move(*parameters)));
    } catch (const Refusal& refusal) {
      return error(refusal.status(), refusal.what());
    } catch (const std::exception& failure) {
      return error(500, failure.what());
    }
  }
  return error(404, "there is no such resource");
}

}  // namespace service
