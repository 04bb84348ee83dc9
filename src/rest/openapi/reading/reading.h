// What all who read parts of one document share.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "rest/openapi/reading/document.h"
#include "rest/openapi/reading/memory_budget.h"
#include "rest/openapi/reading/notes.h"
#include "rest/openapi/reading/references.h"
#include "rest/openapi/reading/schema_reader.h"

namespace covolve::rest::openapi {

enum class Version { V2, V30, V31 };

struct Reading {
  Version version = Version::V30;
  Site root;
  References& references;
  SchemaReader& schemas;
  Notes& notes;
  MemoryBudget& budget;

  /// A member that may be a $ref to what is meant, as some write for whole lists and objects. None where it
  /// is not given, or null.
  Result<std::optional<Site>> part(const Site& owner, std::string_view key) {
    std::optional<Site> site = owner.given(key);
    if (!site || referenceOf(*site->node) == nullptr) return site;
    Result<Site> target = references.resolve(*site);
    if (target) return std::optional(std::move(*target));
    return userError(shown(site->describe()) + ' ' + target.error().message);
  }

  /// The same where a broken one is as good as none, but for a note.
  std::optional<Site> partOrNote(const Site& owner, std::string_view key) {
    Result<std::optional<Site>> found = part(owner, key);
    if (found) return std::move(*found);
    notes.add(found.error().message);
    return std::nullopt;
  }

  /// To be asked before something is made that many operations may have in common.
  Result<void> charge(size_t bytes) {
    if (budget.spend(bytes)) return {};
    return userError("the document unfolds to more than can be read");
  }
};

}  // namespace covolve::rest::openapi
