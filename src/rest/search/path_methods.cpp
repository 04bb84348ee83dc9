#include "rest/search/path_methods.h"

#include <vector>

#include "rest/resource/slots.h"

namespace covolve::rest {

namespace {

/// Parameters are all alike; a segment may also have one within it: "{name}.json".
std::string keyOf(const std::string& segment) { return segment.contains('{') ? std::string() : segment; }

}  // namespace

void PathMethods::add(std::string_view path, const std::string& method) {
  Node* node = &root_;
  for (const std::string& segment : segmentsOf(path)) {
    auto& next = node->next[keyOf(segment)];
    if (next == nullptr) next = std::make_unique<Node>();
    node = next.get();
  }
  node->methods.insert(method);
}

std::set<std::string> PathMethods::of(std::string_view path) const {
  std::vector<const Node*> nodes{&root_};
  for (const std::string& segment : segmentsOf(path)) {
    const std::string key = keyOf(segment);
    std::vector<const Node*> reached;
    for (const Node* node : nodes) {
      for (const auto& [other, next] : node->next) {
        if (key.empty() || other.empty() || key == other) reached.push_back(next.get());
      }
    }
    nodes = std::move(reached);
  }
  std::set<std::string> methods;
  for (const Node* node : nodes) methods.insert(node->methods.begin(), node->methods.end());
  return methods;
}

}  // namespace covolve::rest
