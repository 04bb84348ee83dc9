// Writes one test from a plan: objects from the innermost outwards, then the call
// that they are for. Every choice (which maker, which setter, how often, which
// value) is drawn, so that two tests of one plan seldom are the same.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "unit/problem/object_templates.h"

namespace covolve::unit {

class TemplateWriter {
 public:
  TemplateWriter(ObjectTemplates& templates, SequenceBuilder& builder, gene::Source& source);

  /// False where the last call could not be made.
  bool write(const ObjectPlan& plan);
  /// One field of one object that is there gets set. False where none of what the plan asks for can be.
  bool writeSetter(const ObjectPlan& plan);

 private:
  /// An object that a call leaves.
  struct Object {
    uint32_t action = 0;
    program::TypeId type = 0;
  };
  /// What a call shall be given: by gene an object, or what a datum is compared with.
  struct Slot {
    uint32_t gene = 0;
    std::optional<Object> object = {};
    const analysis::Comparing* comparing = nullptr;
  };

  std::optional<Object> make(program::TypeId type, const StateTree& need, unsigned depth);
  std::optional<Object> makeFor(program::TypeId type, const StateTree& need, unsigned depth);
  std::optional<program::CallableId> pickMaker(program::TypeId type, const StateTree& need);
  /// The object itself, where it is a smart pointer to it.
  std::optional<Object> held(const Object& object);
  program::TypeId heldType(program::TypeId type) const;
  void setState(const Object& object, const StateTree& need, unsigned depth);
  void setField(const Object& object, analysis::FieldId field, const StateTree& need, unsigned depth);
  const FieldSetter* pickSetter(const Object& object, analysis::FieldId field, const StateTree& need);
  bool callSetter(const Object& object, const FieldSetter& setter, const StateTree& need, unsigned depth);
  void bringAbout(const Object& object, const StateTree& before, unsigned depth);
  void countTimes(const StateTree& need);
  void setThroughGetter(const Object& object, analysis::FieldId field, const StateTree& need, unsigned depth);
  Slot slotFor(program::CallableId call, uint32_t gene, const StateTree& need, unsigned depth);
  std::optional<Object> call(program::CallableId id, const std::vector<Slot>& slots);
  void fill(gene::Gene& gene, const analysis::Comparing* comparing);
  void fill(gene::Leaf& leaf, const analysis::Comparing* comparing);
  void fillNumber(gene::Leaf& leaf);
  __int128 near(const analysis::Comparing& comparing, bool isChoice);
  size_t timesFor(const analysis::StateWrite& write, const analysis::Comparing& comparing);

  ObjectTemplates& templates_;
  SequenceBuilder& builder_;
  gene::Source& source_;
  Rng& rng_;
  std::vector<Object> made_;
  std::set<std::tuple<uint32_t, analysis::FieldId, std::set<int64_t>>> broughtAbout_;  // as guards, by object
  unsigned guards_ = 0;                                                                // on the way
  size_t times_ = 2;               // that something is added at most
  double sameValue_ = 0;           // chance that a slot has a value of another one
  size_t values_ = 1;              // that are shared
  std::vector<__int128> numbers_;  // those
  std::vector<std::string> texts_;
};

}  // namespace covolve::unit
