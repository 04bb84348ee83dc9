// A document that was read, and places in it.
//
// A part of a document may have a name of its own (`$id` of JSON Schema): such a
// Resource is what references inside of it are relative to.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "rest/openapi/reading/node.h"

namespace covolve::rest::openapi {

struct Resource {
  struct Anchor {
    const Node* node = nullptr;
    std::string pointer;
  };

  std::string uri;
  const Node* root = nullptr;
  std::string pointer;  // of the root, in the document
  std::map<std::string, Anchor> anchors;
};

/// Never moved: sites point into it.
struct Document {
  /// Finds its resources.
  Document(Node content, std::string location, bool isMain);
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  std::string location;
  bool isMain = false;
  Node root;
  Resource whole;
  std::unordered_map<const Node*, std::unique_ptr<Resource>> embedded;
};

/// A node and where it stands.
struct Site {
  const Document* document = nullptr;
  const Resource* resource = nullptr;
  const Node* node = nullptr;
  std::string pointer;  // into the document

  static Site rootOf(const Document& document);
  static Site rootOf(const Document& document, const Resource& resource);

  /// A child of the node: `key` is its name, or its index in a list.
  Site enter(std::string_view key, const Node& child) const;
  std::optional<Site> member(std::string_view key) const;
  /// The member where it is there and not null.
  std::optional<Site> given(std::string_view key) const;

  /// "#/components/schemas/Pet"; with the document's location in front if it is not the main one.
  std::string describe() const;
};

}  // namespace covolve::rest::openapi
