// Finds the handler of a request. For all services alike: 404 for an unknown path,
// 405 with an Allow header for an unknown method of a known one, and a JSON body
// {"error": ...} for whatever goes wrong.
//
// Easy to get wrong: segments are decoded one by one, after the path was split, so
// that an encoded slash stays inside its segment.
#pragma once

#include <httplib.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer.h"
#include "request.h"

namespace service {

using Handler = std::function<Answer(const Request&)>;

/// Thrown by a handler that closes the connection instead of answering.
struct ConnectionDropped {};

class Router {
 public:
  /// `path` is a template: "/news/{id}". The first path that fits is taken; an empty segment fits a
  /// parameter.
  void add(const std::string& method, const std::string& path, Handler handler);

  Answer answer(const httplib::Request& message) const;

 private:
  struct Path {
    std::string text;
    std::vector<std::string> segments;
    std::map<std::string, Handler> handlers;  // by method
  };

  static std::optional<std::map<std::string, std::string>> match(const Path& path,
                                                                 const std::vector<std::string>& segments);

  std::vector<Path> paths_;
};

}  // namespace service
