// Which methods a document declares for what a path may lead to. A call of
// /pets/search may well be taken for one of /pets/{petId}, so its methods count,
// too.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>

namespace covolve::rest {

class PathMethods {
 public:
  void add(std::string_view path, const std::string& method);
  /// Those of all declared paths that a call of this path may be taken for.
  std::set<std::string> of(std::string_view path) const;

 private:
  struct Node {
    std::map<std::string, std::unique_ptr<Node>> next;  // by segment; that of all parameters is empty
    std::set<std::string> methods;                      // of the path that ends here
  };

  Node root_;
};

}  // namespace covolve::rest
