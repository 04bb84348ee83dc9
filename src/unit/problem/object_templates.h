// Tests that start with the objects a target needs: for a decision that no test
// got right yet, the calls that make those objects, put them into each other and
// set the fields which the decision reads, and the call that gets there at the
// end (algorithm 1 of Lin et al., "Graph-Based Seed Object Synthesis for
// Search-Based Unit Testing"). The arguments are slots: genes like all others.
//
// What a target needs is found out once, when it is first asked for. Which of
// several setters is called is drawn anew for each test, in proportion to
// equation 1.
//
// Easy to get wrong: an object that is handed on by value, or by a unique_ptr, is
// gone then. So it gets its state first, and what it holds before that.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/object_state.h"
#include "base/rng.h"
#include "guidance/target_map.h"
#include "search/target_graph.h"
#include "unit/problem/call_catalog.h"
#include "unit/problem/plan_experience.h"
#include "unit/problem/sequence_builder.h"

namespace covolve::unit {

/// What is needed of an object: its fields, and the fields of what they hold.
struct StateTree {
  std::map<analysis::FieldId, StateTree> fields;
  analysis::Comparing comparing;  // of the whole, where a decision looks at that

  void add(std::span<const analysis::FieldId> path, const analysis::Comparing& compared);
};

/// A call that gets to a target, and what it needs of its arguments (by gene).
struct ObjectPlan {
  program::CallableId call = 0;
  std::map<uint32_t, StateTree> arguments;

  struct Part {
    uint32_t gene;
    std::vector<analysis::FieldId> path;
  };
  /// Every field, from the outermost in.
  std::vector<Part> parts() const;
  void remove(const Part& part);
};

/// A call that changes a field of an object that it is given, or makes.
struct FieldSetter {
  program::CallableId call = 0;
  uint32_t object = 0;  // its gene; of a maker none
  const analysis::StateWrite* write = nullptr;
};

/// A call that lends what a field of its object holds.
struct FieldGetter {
  program::CallableId call = 0;
  std::vector<analysis::FieldId> path;
};

class ObjectTemplates {
 public:
  struct Parts {
    const CallCatalog& catalog;
    const guidance::TargetMap& targets;
    const search::TargetGraph& graph;
    analysis::ObjectState state;
  };
  explicit ObjectTemplates(Parts parts);

  /// Appends a test for the target. The note to hand to learn(); none where it needs no objects, or none that
  /// can be made.
  std::optional<uint32_t> build(search::TargetId target, SequenceBuilder& builder, gene::Source& source);
  /// How near such a test came to its target.
  void learn(uint32_t note, std::span<const search::TargetDistance> reached);

  /// Appends a call that sets, on an object that is there, some of the state that the target needs. False
  /// where there is none.
  bool buildSetter(search::TargetId target, SequenceBuilder& builder, gene::Source& source);

  const std::vector<ObjectPlan>& plansFor(search::TargetId target);

  // What templates are made of.
  const CallCatalog& catalog() const { return catalog_; }
  const analysis::ObjectState& state() const { return state_; }
  /// Methods of the class, and functions that are given one of its objects, that store to its fields.
  const std::vector<FieldSetter>& settersOf(program::TypeId type);
  const std::vector<FieldGetter>& gettersOf(program::TypeId type);
  /// What a maker stores to the object that it makes.
  std::span<const analysis::StateWrite> writesOfMaker(program::CallableId maker) const;
  /// get() of a smart pointer.
  std::optional<program::CallableId> accessorOf(program::TypeId smartPointer) const;
  /// The gene of a parameter as analyses count them; none: the object that the call makes.
  std::optional<uint32_t> geneOf(program::CallableId call, uint32_t root) const;

 private:
  void indexCallables();
  void addAggregate(program::CallableId id);
  std::vector<ObjectPlan> makePlans(search::TargetId target);
  void addPlansOf(uint64_t site, std::vector<ObjectPlan>& plans) const;
  void addPlans(const std::string& function, const analysis::StateNeeds& needs,
                std::vector<ObjectPlan>& plans) const;

  const CallCatalog& catalog_;
  const search::TargetGraph& graph_;
  analysis::ObjectState state_;
  std::map<search::TargetId, std::vector<uint64_t>> sitesOf_;
  std::map<std::string, std::vector<program::CallableId>> byLinkage_;
  std::map<program::CallableId, std::vector<analysis::StateWrite>> aggregates_;
  std::map<program::TypeId, program::CallableId> accessors_;
  /// A plan, and what is left of it.
  struct UsedPlan {
    std::vector<ObjectPlan::Part> parts;
    ObjectPlan trimmed;
    PlanExperience experience;
  };
  struct Note {
    search::TargetId target;
    size_t plan;
    std::optional<size_t> omitted;
  };
  UsedPlan& usedPlan(search::TargetId target, size_t plan);

  std::map<search::TargetId, std::vector<ObjectPlan>> plans_;
  std::map<std::pair<search::TargetId, size_t>, UsedPlan> used_;
  std::unordered_map<uint32_t, Note> notes_;
  uint32_t lastNote_ = 0;
  std::map<program::TypeId, std::vector<FieldSetter>> setters_;
  std::map<program::TypeId, std::vector<FieldGetter>> getters_;
};

}  // namespace covolve::unit
