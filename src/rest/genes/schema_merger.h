// Several schemas that must hold together as one, so that a generator sees all
// that is said about a value in one place: allOf folded in, an alternative of
// oneOf together with what stands beside it.
//
// A merged schema accepts exactly what all of its parts accept. What has no common
// form (two patterns, two `not`) stays behind as leftovers in its allOf, each with
// one keyword.
//
// Easy to get wrong: recursive schemas. A merged schema is known by its parts
// before it is filled in, so that it can contain itself.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "rest/openapi/schema.h"

namespace covolve::rest {

class SchemaMerger {
 public:
  using Parts = std::vector<const Schema*>;

  /// The schema with its allOf folded in; itself where it has none. References stay valid as long as this.
  const Schema& mergeAllOf(const Schema& schema);
  /// All of them as one.
  const Schema& merge(const Parts& parts);

  /// The schema, or anything where there is none, but only these values of it.
  const Schema& restrictedTo(const Schema* schema, std::vector<Json> values);

  /// What a value has to choose from, once in each list: oneOf, anyOf, the ways through if. `merged` comes
  /// from this class.
  std::vector<Parts> choices(const Schema& merged);
  /// The schema together with one of each of its choices, and without them.
  const Schema& withChoices(const Schema& merged, const Parts& chosen);

 private:
  Parts flattened(const Parts& parts) const;
  /// `host` is the part that all others belong to: its allOf, its alternatives; null: there is none.
  const Schema& merge(const Parts& parts, const Schema* host);
  void addTo(Schema& merged, const Schema& part);
  void addAnnotations(Schema& merged, const Schema& part) const;
  void addScalarKeywords(Schema& merged, const Schema& part);
  void addArrayKeywords(Schema& merged, const Schema& part);
  void addObjectKeywords(Schema& merged, const Schema& part);
  void addCombinations(Schema& merged, const Schema& part);
  void addUnevaluated(Schema& merged, const Schema& part, bool isHost);
  const Schema* both(const Schema* one, const Schema* other);
  Schema& make();
  /// Keeps a keyword that cannot be merged.
  Schema& leftover(Schema& merged);
  /// What selects an alternative by its discriminator; null where nothing does.
  const Schema* selector(const Schema& parent, const Schema& alternative);

  std::deque<Schema> made_;
  std::map<std::pair<Parts, const Schema*>, const Schema*> known_;  // by parts and host
  std::map<const Schema*, Parts> partsOf_;                          // of merged ones
  std::map<const Schema*, const Schema*> bare_;                     // without choices
  std::map<std::pair<const Schema*, const Schema*>, const Schema*> selectors_;
  std::map<std::pair<const Schema*, int>, const Schema*> ways_;  // through if: 0 then, 1 else
};

/// Types that both sets allow: integers are numbers.
uint8_t commonTypes(uint8_t one, uint8_t other);

/// The names that a discriminator gives to a schema; none where neither its mapping nor the schema's own name
/// says one.
std::vector<std::string> discriminatorNames(const Schema::Discriminator& discriminator, const Schema& schema);

}  // namespace covolve::rest
