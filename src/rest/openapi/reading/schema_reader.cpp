#include "rest/openapi/reading/schema_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "rest/openapi/reading/schema_defects.h"
#include "rest/openapi/reading/schema_keywords.h"

namespace covolve::rest::openapi {

namespace {

/// Keywords beside a $ref that change nothing about which values are valid, nor about how to make some.
bool saysNothing(std::string_view keyword) {
  constexpr std::array<std::string_view, 14> kSilent{
      "$ref",     "$id",   "$anchor", "$dynamicAnchor", "$defs",      "definitions",  "$schema",
      "$comment", "title", "summary", "description",    "deprecated", "externalDocs", "xml"};
  return keyword.starts_with("x-") || std::ranges::find(kSilent, keyword) != kSilent.end();
}

}  // namespace

SchemaReader::SchemaReader(References& references, Notes& notes, MemoryBudget& budget, bool siblingsCount,
                           std::deque<Schema>& schemas)
    : references_(references),
      notes_(notes),
      budget_(budget),
      siblingsCount_(siblingsCount),
      schemas_(schemas),
      subclasses_(references) {}

const Schema* SchemaReader::at(const Site& start) {
  Site site = start;
  std::vector<const Node*> passed;
  const Schema* found = nullptr;
  while (found == nullptr) {
    const auto [entry, isNew] = byNode_.emplace(site.node, nullptr);
    if (!isNew) {  // null: passed on this very way
      found = entry->second != nullptr ? entry->second : broken(start, "refers to itself in a circle");
      break;
    }
    passed.push_back(site.node);
    const std::string* reference = onlyReference(site);
    if (reference == nullptr) {
      found = begin(site);
      break;
    }
    Result<Site> next = references_.follow(site, *reference);
    if (next) {
      site = std::move(*next);
    } else {
      found = broken(site, next.error().message);
    }
  }
  for (const Node* node : passed) byNode_[node] = found;
  return found;
}

const Schema* SchemaReader::referred(const Site& site, const std::string& reference) {
  const Result<Site> target = references_.follow(site, reference);
  return target ? at(*target) : broken(site, target.error().message);
}

Schema* SchemaReader::make(std::string location) {
  budget_.spend(sizeof(Schema) + location.size());  // begin() and broken() heed what is left
  Schema& schema = schemas_.emplace_back();
  schema.location = std::move(location);
  return &schema;
}

const Schema* SchemaReader::null() {
  if (null_ == nullptr) {
    Schema* schema = make("");
    schema->types = Schema::Null;
    null_ = schema;
  }
  return null_;
}

const Schema* SchemaReader::text(std::string location) {
  Schema* schema = make(std::move(location));
  schema->types = Schema::String;
  return schema;
}

Schema* SchemaReader::begin(const Site& site) {
  const Node& node = *site.node;
  if (!node.is_object() && !node.is_boolean() && !node.is_null()) {
    return broken(site, fmt::format("is {}, not a schema", kindOf(node)));
  }
  if (!budget_.spend(1)) return tooMuch();
  Schema* schema = make(site.describe());
  if (node.is_boolean()) schema->acceptsNothing = !node.get<bool>();
  if (node.is_object()) pending_.push_back({site, schema});
  return schema;
}

Schema* SchemaReader::tooMuch() {
  if (tooMuch_ == nullptr) {
    tooMuch_ = &schemas_.emplace_back();
    broken_.emplace(tooMuch_, "the document has more schemas than can be read");
    notes_.add(broken_.at(tooMuch_));
  }
  return tooMuch_;
}

Schema* SchemaReader::broken(const Site& site, const std::string& reason) {
  if (!budget_.spend(1)) return tooMuch();
  Schema* schema = make(site.describe());
  const std::string sentence = fmt::format("{} {}", shown(schema->location), reason);
  notes_.add(sentence);
  broken_.emplace(schema, sentence);
  return schema;
}

const std::string* SchemaReader::onlyReference(const Site& site) const {
  const std::string* reference = referenceOf(*site.node);
  if (reference == nullptr || !siblingsCountIn(*site.document)) return reference;
  for (const auto& [keyword, value] : site.node->get_ref<const Node::object_t&>()) {
    if (!saysNothing(keyword)) return nullptr;
  }
  return reference;
}

bool SchemaReader::siblingsCountIn(const Document& document) const {
  const std::string* dialect = textOf(memberOf(document.root, "$schema"));
  if (dialect == nullptr) return siblingsCount_;
  return dialect->find("draft-0") == std::string::npos;  // 04, 06, 07
}

void SchemaReader::readAll() {
  while (!pending_.empty()) {
    const Pending next = std::move(pending_.back());
    pending_.pop_back();
    readKeywords(next.site, *next.schema, *this);
  }
  if (!broken_.empty()) defects_ = spreadDefects(schemas_, broken_);
}

const std::string* SchemaReader::defectOf(const Schema* schema) const {
  const auto found = defects_.find(schema);
  return found != defects_.end() ? found->second : nullptr;
}

}  // namespace covolve::rest::openapi
