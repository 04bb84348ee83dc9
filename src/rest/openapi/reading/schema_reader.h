// Schemas by where they stand: each place is read once, so that recursive ones
// become a graph. Whoever asks for a schema gets its address at once; it is
// filled in by readAll, without recursion, however long the chains are.
//
// What cannot be read stands for a schema that accepts everything, and whoever
// needs it is known to have a defect (schema_defects.h): responses can still be
// judged by the rest, but no request can be made.
#pragma once

#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "rest/openapi/reading/document.h"
#include "rest/openapi/reading/memory_budget.h"
#include "rest/openapi/reading/notes.h"
#include "rest/openapi/reading/references.h"
#include "rest/openapi/reading/subclasses.h"
#include "rest/openapi/schema.h"

namespace covolve::rest::openapi {

class SchemaReader {
 public:
  /// `siblingsCount`: what stands beside a $ref holds, too, as of OpenAPI 3.1.
  SchemaReader(References& references, Notes& notes, MemoryBudget& budget, bool siblingsCount,
               std::deque<Schema>& schemas);

  const Schema* at(const Site& site);
  /// What a reference leads to that stands at the site.
  const Schema* referred(const Site& site, const std::string& reference);
  /// One of our own making.
  Schema* make(std::string location);
  const Schema* null();
  const Schema* text(std::string location);

  /// Fills in all that was asked for and what they contain, and looks for defects.
  void readAll();
  /// After readAll: why the schema cannot be made data of; null: it can.
  const std::string* defectOf(const Schema* schema) const;

  References& references() { return references_; }
  Notes& notes() { return notes_; }
  MemoryBudget& budget() { return budget_; }
  Subclasses& subclasses() { return subclasses_; }

 private:
  struct Pending {
    Site site;
    Schema* schema;
  };

  Schema* begin(const Site& site);
  Schema* broken(const Site& site, const std::string& reason);
  /// Stands for all schemas that there is no memory for.
  Schema* tooMuch();
  /// The $ref where it says all there is to say.
  const std::string* onlyReference(const Site& site) const;
  bool siblingsCountIn(const Document& document) const;

  References& references_;
  Notes& notes_;
  MemoryBudget& budget_;
  bool siblingsCount_;
  std::deque<Schema>& schemas_;
  Subclasses subclasses_;
  std::unordered_map<const Node*, const Schema*> byNode_;
  std::vector<Pending> pending_;
  std::unordered_map<const Schema*, std::string> broken_;
  std::unordered_map<const Schema*, const std::string*> defects_;
  const Schema* null_ = nullptr;
  Schema* tooMuch_ = nullptr;
};

}  // namespace covolve::rest::openapi
