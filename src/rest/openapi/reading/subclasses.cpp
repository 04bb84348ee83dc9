#include "rest/openapi/reading/subclasses.h"

#include <unordered_set>

namespace covolve::rest::openapi {

namespace {

/// Long lines of ancestors would otherwise take time by the square of their length.
constexpr size_t kMostSubclasses = 1000;

}  // namespace

std::vector<const Subclasses::Subclass*> Subclasses::of(const Node* base) {
  findAll();
  std::vector<const Subclass*> all;
  std::unordered_set<const Node*> visited{base};
  std::vector<const Node*> open{base};
  for (size_t next = 0; next < open.size() && all.size() < kMostSubclasses; ++next) {
    const auto found = direct_.find(open[next]);
    if (found == direct_.end()) continue;
    for (const Subclass& subclass : found->second) {
      if (!visited.insert(subclass.site.node).second) continue;
      all.push_back(&subclass);
      open.push_back(subclass.site.node);
    }
  }
  return all;
}

void Subclasses::findAll() {
  if (isKnown_) return;
  isKnown_ = true;
  const Site root = Site::rootOf(references_.main());
  for (const char* place : {"#/components/schemas", "#/definitions"}) {
    const Result<Site> schemas = references_.follow(root, place);
    const Result<Site> resolved = schemas ? references_.resolve(*schemas) : schemas;
    if (resolved) find(*resolved);
  }
}

void Subclasses::find(const Site& schemas) {
  if (!schemas.node->is_object()) return;
  for (const auto& [name, node] : schemas.node->get_ref<const Node::object_t&>()) {
    const Result<Site> site = references_.resolve(schemas.enter(name, node));
    const std::optional<Site> parts = site ? site->member("allOf") : std::nullopt;
    if (!parts || !parts->node->is_array()) continue;
    size_t index = 0;
    for (const Node& part : parts->node->get_ref<const Node::array_t&>()) {
      const Site place = parts->enter(std::to_string(index++), part);
      if (referenceOf(part) == nullptr) continue;
      const Result<Site> base = references_.resolve(place);
      if (base) direct_[base->node].push_back({name, *site});
    }
  }
}

}  // namespace covolve::rest::openapi
