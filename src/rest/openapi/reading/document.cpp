#include "rest/openapi/reading/document.h"

#include <algorithm>
#include <array>

#include "base/json_pointer.h"
#include "rest/openapi/reading/uri.h"

namespace covolve::rest::openapi {

namespace {

template <size_t Size>
bool isOneOf(std::string_view text, const std::array<std::string_view, Size>& words) {
  return std::ranges::find(words, text) != words.end();
}

/// Whether there is anything to find; most documents have no such names.
bool mentionsNames(const Node& node) {
  if (node.is_array()) return std::ranges::any_of(node.get_ref<const Node::array_t&>(), mentionsNames);
  if (!node.is_object()) return false;
  return std::ranges::any_of(node.get_ref<const Node::object_t&>(), [](const auto& member) {
    constexpr std::array<std::string_view, 3> kNaming{"$id", "$anchor", "$dynamicAnchor"};
    return isOneOf(member.first, kNaming) || mentionsNames(member.second);
  });
}

/// Finds $id and $anchor wherever a schema may stand.
class ResourceSearch {
 public:
  explicit ResourceSearch(Document& document) : document_(document) {}

  /// `isNames`: the node's keys are names that somebody chose, not keywords.
  void visit(const Node& node, const std::string& pointer, Resource& around, bool isNames) {
    if (node.is_array()) {
      size_t index = 0;
      for (const Node& item : node.get_ref<const Node::array_t&>()) {
        if (isContainer(item)) visit(item, pointer + '/' + std::to_string(index), around, false);
        ++index;
      }
      return;
    }
    Resource& resource = isNames ? around : enter(node, pointer, around);
    for (const auto& [key, child] : node.get_ref<const Node::object_t&>()) {
      if (!isContainer(child) || (!isNames && isData(key))) continue;
      visit(child, pointerTo(pointer, key), resource, !isNames && namesFollow(key));
    }
  }

 private:
  static bool isContainer(const Node& node) { return node.is_object() || node.is_array(); }

  static bool isData(std::string_view key) {
    constexpr std::array<std::string_view, 5> kData{"enum", "const", "default", "example", "examples"};
    return isOneOf(key, kData);
  }

  static bool namesFollow(std::string_view key) {
    constexpr std::array<std::string_view, 11> kNames{
        "properties", "patternProperties", "$defs",   "definitions", "dependentSchemas", "schemas",
        "responses",  "parameters",        "headers", "pathItems",   "requestBodies"};
    return isOneOf(key, kNames);
  }

  Resource& enter(const Node& node, const std::string& pointer, Resource& around) {
    Resource* resource = &around;
    const SplitReference id = splitReference(textOr(memberOf(node, "$id"), ""));
    if (!id.fragment.empty()) around.anchors.emplace(id.fragment, Resource::Anchor{&node, pointer});
    if (!id.document.empty()) {
      auto own = std::make_unique<Resource>();
      own->uri = resolveLocation(around.uri, id.document);
      own->root = &node;
      own->pointer = pointer;
      resource = own.get();
      document_.embedded[&node] = std::move(own);
    }
    for (const std::string_view keyword : {"$anchor", "$dynamicAnchor"}) {
      const std::string* anchor = textOf(memberOf(node, keyword));
      if (anchor != nullptr) resource->anchors.emplace(*anchor, Resource::Anchor{&node, pointer});
    }
    return *resource;
  }

  Document& document_;
};

}  // namespace

Document::Document(Node content, std::string where, bool isTheMain)
    : location(std::move(where)), isMain(isTheMain), root(std::move(content)) {
  whole.uri = location;
  whole.root = &root;
  if (mentionsNames(root)) ResourceSearch(*this).visit(root, "", whole, false);
}

Site Site::rootOf(const Document& document) { return rootOf(document, document.whole); }

Site Site::rootOf(const Document& document, const Resource& resource) {
  Site site{&document, &resource, resource.root, resource.pointer};
  // The whole may have a name, too.
  const auto own = document.embedded.find(resource.root);
  if (own != document.embedded.end()) site.resource = own->second.get();
  return site;
}

Site Site::enter(std::string_view key, const Node& child) const {
  Site site{document, resource, &child, pointerTo(pointer, key)};
  if (!document->embedded.empty()) {
    const auto own = document->embedded.find(&child);
    if (own != document->embedded.end()) site.resource = own->second.get();
  }
  return site;
}

std::optional<Site> Site::member(std::string_view key) const {
  const Node* child = memberOf(*node, key);
  if (child == nullptr) return std::nullopt;
  return enter(key, *child);
}

std::optional<Site> Site::given(std::string_view key) const {
  const Node* child = memberOf(*node, key);
  if (child == nullptr || child->is_null()) return std::nullopt;
  return enter(key, *child);
}

std::string Site::describe() const { return (document->isMain ? "#" : document->location + '#') + pointer; }

}  // namespace covolve::rest::openapi
