// Builds the gene of a schema, datum by datum, from the outside in.
//
// What a keyword says is built in where that is possible (ranges, lengths,
// patterns, required fields). What remains (not, if, conditions between fields)
// is guarded by the validator. Sizes are bounded: each object shares its budget of
// data among its fields, and where a schema comes back to itself on the way down
// for the second time, nothing is built. A null gene says so: whoever can do
// without the datum leaves it out.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gene/children.h"
#include "gene/gene.h"
#include "rest/genes/data_rules.h"
#include "rest/genes/gene_factory.h"
#include "rest/genes/schema_merger.h"

namespace covolve::rest {

class GeneBuilder {
 public:
  GeneBuilder(const SlotOf& slotOf, DataRules rules);

  /// `examples` are further ones than the schema's own. Always gives a gene: of a schema that nothing seems
  /// to conform to, it holds a value that does not either.
  std::unique_ptr<gene::Gene> build(const Schema& schema, const std::string& name,
                                    const std::vector<Json>& examples);

 private:
  using GenePointer = std::unique_ptr<gene::Gene>;
  using StandIns = std::map<std::string, Json>;

  /// A datum that is being built.
  struct Place {
    std::string pointer;  // elements of arrays all have index 0
    std::string name;
    size_t depth = 0;    // of objects and arrays around it
    size_t budget = 0;   // data that may be made for it, itself included
    size_t choices = 0;  // made on the way to it, at the same place
    bool mayBeSlot = true;
    bool isAddressable = true;  // its pointer is known before it is sampled
  };
  static Place insideOf(const Place& place, std::string_view segment, std::string name, size_t budget);

  // gene_builder.cpp
  GenePointer datum(const Schema& schema, const Place& place, const std::vector<Json>& examples = {});
  GenePointer general(const Schema& schema, const Schema& merged, const Place& place);
  GenePointer alternatives(const Schema& merged, const std::vector<SchemaMerger::Parts>& choices,
                           const Place& place);
  GenePointer byType(const Schema& schema, const Schema& merged, const Place& place);
  GenePointer ofType(Schema::Type type, const Schema& schema, const Schema& merged, const Place& place);
  GenePointer anything(const Place& place) const;
  GenePointer guarded(GenePointer gene, const Schema& schema, const Place& place);
  GenePointer withSuggestions(GenePointer gene, const Schema& merged,
                              const std::vector<Json>& examples) const;
  GenePointer asSlot(GenePointer gene, const Schema& schema, const Place& place);
  bool isScalar(const Schema& merged) const;
  bool isExact(const Schema& merged) const;
  bool conforms(const Json& value, const Schema& schema) const;
  std::vector<Value> conforming(const std::vector<Json>& values, const Schema& schema) const;

  // gene_builder_structures.cpp
  GenePointer array(const Schema& merged, const Place& place);
  GenePointer object(const Schema& schema, const Schema& merged, const Place& place);
  struct Member {
    std::string name;
    const Schema* schema = nullptr;  // null: anything
    bool required = false;
    GenePointer gene;
  };
  std::vector<Member> membersOf(const Schema& schema, const Schema& merged);
  bool buildMembers(std::vector<Member>& members, const Place& place);
  GenePointer entries(const Schema& merged, const std::vector<Member>& members, const Place& place);
  GenePointer entryName(const Schema& merged, const std::vector<Member>& members) const;
  const Schema* entrySchema(const Schema& merged, bool isAlone) const;
  const Schema* namedBy(const Schema& schema, const Schema& merged, const std::string& property);

  const SlotOf& slotOf_;
  DataRules rules_;
  std::shared_ptr<SchemaMerger> merger_;  // guards keep it: merged schemas live there
  std::shared_ptr<StandIns> standIns_;    // what guards see in the place of references
  std::vector<const Schema*> way_;        // schemas being built, outermost first
  size_t made_ = 0;                       // data
};

}  // namespace covolve::rest
