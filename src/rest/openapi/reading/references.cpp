#include "rest/openapi/reading/references.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json_pointer.h"
#include "base/percent_encoding.h"
#include "rest/openapi/reading/document_source.h"
#include "rest/openapi/reading/document_text.h"
#include "rest/openapi/reading/uri.h"

namespace covolve::rest::openapi {

namespace {

/// A chain of references that is longer goes round in a circle.
constexpr int kMostSteps = 100;
constexpr size_t kMostDocuments = 5000;
/// Each may take as long as the client waits.
constexpr int kMostFailedFetches = 10;
constexpr size_t kLargeObject = 64;

std::unexpected<Error> refersTo(const std::string& reference, std::string_view problem) {
  return userError(fmt::format("refers to {}, which {}", shown(reference), problem));
}

std::optional<size_t> indexOf(const std::string& token) {
  size_t index = 0;
  const char* end = token.data() + token.size();
  const auto [rest, failed] = std::from_chars(token.data(), end, index);
  return failed == std::errc{} && rest == end && !token.empty() ? std::optional(index) : std::nullopt;
}

}  // namespace

const std::string* referenceOf(const Node& node) { return textOf(memberOf(node, "$ref")); }

Site References::addMain(Node root, const std::string& location) {
  const std::string name = normalLocation(location);
  Loaded& entry = documents_[name];
  keep(entry, std::move(root), name, true);
  main_ = entry.document.get();
  return Site::rootOf(*main_);
}

void References::keep(Loaded& entry, Node root, const std::string& location, bool isMain) {
  entry.document = std::make_unique<Document>(std::move(root), location, isMain);
  const Document& document = *entry.document;
  std::vector<const Resource*> embedded;
  for (const auto& [node, resource] : document.embedded) embedded.push_back(resource.get());
  // Of several with the same name the outermost counts: what is deep may stand under a keyword nobody knows.
  std::ranges::sort(embedded, {}, [](const Resource* resource) {
    return std::pair(std::ranges::count(resource->pointer, '/'), std::string_view(resource->pointer));
  });
  for (const Resource* resource : embedded) resources_.emplace(resource->uri, Target{&document, resource});
}

References::Loaded& References::load(const std::string& location) {
  const auto known = documents_.find(location);
  if (known != documents_.end()) return known->second;
  const bool isTooMany = documents_.size() >= kMostDocuments;
  Loaded& entry = documents_[location];
  if (isTooMany) {
    entry.failure = "is one document too many";
    return entry;
  }
  if (isUrl(location) && failedFetches_ >= kMostFailedFetches) {
    entry.failure = fmt::format("is not fetched after {} others that failed", failedFetches_);
    return entry;
  }
  const Result<std::string> text = readReferred(location, fetch_);
  if (!text) {
    if (isUrl(location)) ++failedFetches_;
    entry.failure = "cannot be read: " + text.error().message;
    return entry;
  }
  Result<DocumentText> parsed = parseDocument(*text, location, budget_);
  if (!parsed) {
    entry.failure = "cannot be read: " + parsed.error().message;
    return entry;
  }
  for (const std::string& note : parsed->notes) notes_.add(fmt::format("{}: {}", location, note));
  keep(entry, std::move(parsed->root), location, false);
  return entry;
}

Result<Site> References::follow(const Site& from, const std::string& reference) {
  int steps = kMostSteps;
  return follow(from, reference, steps);
}

Result<Site> References::resolve(const Site& site) {
  int steps = kMostSteps;
  return resolve(site, steps);
}

Result<Site> References::resolve(const Site& site, int& steps) {
  Site current = site;
  while (const std::string* reference = referenceOf(*current.node)) {
    Result<Site> next = follow(current, *reference, steps);
    if (!next) return next;
    current = std::move(*next);
  }
  return current;
}

Result<Site> References::follow(const Site& from, const std::string& reference, int& steps) {
  if (--steps < 0) return refersTo(reference, "leads back to itself in a circle");
  const SplitReference parts = splitReference(reference);
  const Result<Target> target = findDocument(from, parts.document);
  if (!target) return refersTo(reference, target.error().message);
  Result<Site> found = findFragment(*target, parts.fragment, steps);
  if (!found && target->resource != &target->document->whole) {
    // Whoever pasted a schema with an $id into a document may still mean the document.
    found = findFragment({target->document, &target->document->whole}, parts.fragment, steps);
  }
  if (!found) return refersTo(reference, found.error().message);
  return found;
}

Result<References::Target> References::findDocument(const Site& from, const std::string& location) {
  if (location.empty()) return Target{from.document, from.resource};
  // By $id it is relative to the resource; as a file, it mostly lies beside the document.
  const std::string byName = resolveLocation(from.resource->uri, location);
  const std::string byPlace = resolveLocation(from.document->location, location);
  for (const std::string& candidate : {byName, byPlace}) {
    const auto resource = resources_.find(candidate);
    if (resource != resources_.end()) return resource->second;
  }
  std::string failure;
  for (const std::string& candidate : {byPlace, byName}) {
    const Loaded& loaded = load(candidate);
    if (loaded.document != nullptr) return Target{loaded.document.get(), &loaded.document->whole};
    if (failure.empty()) failure = loaded.failure;
  }
  return userError(failure);
}

Result<Site> References::findFragment(const Target& target, const std::string& fragment, int& steps) {
  const Site root = Site::rootOf(*target.document, *target.resource);
  if (fragment.empty()) return root;
  if (fragment.front() != '/') {
    const auto anchor = root.resource->anchors.find(percentDecoded(fragment));
    if (anchor == root.resource->anchors.end()) return userError("does not exist");
    Site site{root.document, root.resource, anchor->second.node, anchor->second.pointer};
    const auto own = root.document->embedded.find(site.node);
    if (own != root.document->embedded.end()) site.resource = own->second.get();
    return site;
  }
  Result<Site> found = walk(root, pointerTokens(percentDecoded(fragment)), steps);
  // A key may contain a percent sign that nobody escaped.
  if (!found && fragment.find('%') != std::string::npos) found = walk(root, pointerTokens(fragment), steps);
  return found;
}

Result<Site> References::walk(Site site, std::span<const std::string> tokens, int& steps) {
  for (const std::string& token : tokens) {
    std::optional<Site> child = childOf(site, token);
    if (!child && referenceOf(*site.node) != nullptr) {
      const Result<Site> behind = resolve(site, steps);
      if (!behind) return userError("does not exist");
      child = childOf(*behind, token);
    }
    if (!child) return userError("does not exist");
    site = std::move(*child);
  }
  return site;
}

std::optional<Site> References::childOf(const Site& site, const std::string& token) {
  const Node& node = *site.node;
  if (node.is_array()) {
    const std::optional<size_t> index = indexOf(token);
    if (!index || *index >= node.size()) return std::nullopt;
    return site.enter(token, node.get_ref<const Node::array_t&>()[*index]);
  }
  if (!node.is_object() || node.size() <= kLargeObject) return site.member(token);
  Index& index = indexes_[&node];
  if (index.empty()) {
    for (const auto& [key, value] : node.get_ref<const Node::object_t&>()) index.emplace(key, &value);
  }
  const auto found = index.find(token);
  if (found == index.end()) return std::nullopt;
  return site.enter(token, *found->second);
}

std::optional<Site> References::namedSchema(const Site& from, const std::string& name) {
  for (const Document* document : {from.document, main_}) {
    for (const char* place : {"/components/schemas", "/definitions"}) {
      int steps = kMostSteps;
      const std::string fragment = pointerTo(place, name);
      Result<Site> found = findFragment({document, &document->whole}, fragment, steps);
      if (found) return std::move(*found);
    }
  }
  return std::nullopt;
}

}  // namespace covolve::rest::openapi
