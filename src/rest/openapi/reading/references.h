// Follows references, inside of a document and to others, which are read once.
//
// What goes wrong is an Error whose message continues a sentence about whoever
// refers: "refers to #/components/parameters/Limit, which does not exist".
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>

#include "base/error.h"
#include "rest/openapi/api.h"
#include "rest/openapi/reading/document.h"
#include "rest/openapi/reading/memory_budget.h"
#include "rest/openapi/reading/notes.h"

namespace covolve::rest::openapi {

class References {
 public:
  References(const FetchText& fetch, MemoryBudget& budget, Notes& notes)
      : fetch_(fetch), budget_(budget), notes_(notes) {}

  /// The document that all others are found from.
  Site addMain(Node root, const std::string& location);
  const Document& main() const { return *main_; }

  /// One step: where a reference leads that stands at `from`.
  Result<Site> follow(const Site& from, const std::string& reference);
  /// The site itself, or where its $ref leads in the end.
  Result<Site> resolve(const Site& site);
  /// A schema of the document's list of them (components/schemas, definitions), or of the main document's.
  std::optional<Site> namedSchema(const Site& from, const std::string& name);

 private:
  struct Loaded {
    std::unique_ptr<Document> document;
    std::string failure;  // where there is none
  };
  struct Target {
    const Document* document = nullptr;
    const Resource* resource = nullptr;
  };

  Result<Site> follow(const Site& from, const std::string& reference, int& steps);
  Result<Site> resolve(const Site& site, int& steps);
  Result<Target> findDocument(const Site& from, const std::string& location);
  Result<Site> findFragment(const Target& target, const std::string& fragment, int& steps);
  Result<Site> walk(Site site, std::span<const std::string> tokens, int& steps);
  std::optional<Site> childOf(const Site& site, const std::string& token);
  Loaded& load(const std::string& location);
  void keep(Loaded& entry, Node root, const std::string& location, bool isMain);

  using Index = std::unordered_map<std::string_view, const Node*>;

  const FetchText& fetch_;
  MemoryBudget& budget_;
  Notes& notes_;
  const Document* main_ = nullptr;
  std::map<std::string, Loaded> documents_;  // by location
  int failedFetches_ = 0;
  std::map<std::string, Target> resources_;         // by $id
  std::unordered_map<const Node*, Index> indexes_;  // of large objects
};

/// The text of the node's $ref; null where it has none.
const std::string* referenceOf(const Node& node);

}  // namespace covolve::rest::openapi
