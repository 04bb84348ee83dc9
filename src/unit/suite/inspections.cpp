#include "unit/suite/inspections.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "gene/reference_gene.h"
#include "unit/problem/gene_factory.h"
#include "unit/scenario/encoding.h"

namespace covolve::unit {

namespace {

using program::Callable;
using program::CallableId;
using program::CallableKind;
using program::TypeKind;
using search::Action;
using search::Individual;

constexpr size_t kMostInspections = 4;  // a test that looks at more is about none of it

/// Values that can be compared, and hold nothing that may be gone.
bool isComparable(const program::Model& model, program::TypeId id) {
  const program::Type& type = model.types[id];
  switch (type.kind) {
    case TypeKind::Boolean:
    case TypeKind::Character:
    case TypeKind::Integer:
    case TypeKind::Enumeration:
    case TypeKind::Floating:
    case TypeKind::String:
    case TypeKind::StringView:
    case TypeKind::CString:
      return true;
    case TypeKind::Optional:
    case TypeKind::Sequence:
    case TypeKind::Set:
    case TypeKind::Map:
    case TypeKind::Array:
    case TypeKind::Tuple:
      return std::ranges::all_of(type.parts, [&](program::TypeId part) { return isComparable(model, part); });
    default:
      return false;
  }
}

bool isConsumed(const Individual& test, uint32_t object) {
  bool consumed = false;
  for (const Action& action : test.actions) {
    for (const auto& gene : action.genes) {
      gene::forEachReference(gene, [&](const gene::ReferenceGene& reference) {
        consumed |= reference.action() == object && reference.demand().consumes;
      });
    }
  }
  return consumed;
}

/// What the looks behind the first `length` calls saw; nothing where they ended the test.
std::optional<Seen> seenIn(const Rerun& run, size_t length, const std::vector<Look>& looks) {
  if (run.death || run.outcome == abi::Outcome::Invalid) return std::nullopt;
  const auto observations = decodeObservations(run.observations);
  if (!observations) return std::nullopt;
  Seen seen;
  for (const Observation& observation : *observations) {
    if (observation.step < length || observation.step >= length + looks.size() ||
        observation.what != Observation::What::Returned)
      continue;
    if (observation.value.kind != Value::Kind::Opaque)
      seen[looks[observation.step - length]] = observation.value;
  }
  return seen;
}

/// Looks at an earlier state of a test: behind its first `length` calls.
struct Earlier {
  size_t test;
  size_t length;
  std::vector<Look> looks;
};

/// Right after each object was made; and last, before the call that the test is about.
std::vector<Earlier> earlierStates(size_t test, const Individual& individual,
                                   const std::vector<Look>& looks) {
  if (looks.empty()) return {};
  std::map<size_t, std::vector<Look>> byLength;
  for (const Look& look : looks) byLength[look.object + 1].push_back(look);
  std::vector<Earlier> states;
  for (auto& [length, own] : byLength) states.push_back({test, length, std::move(own)});
  states.push_back({test, individual.actions.size() - 1, {}});
  std::ranges::copy_if(looks, std::back_inserter(states.back().looks),
                       [&](const Look& look) { return look.object < states.back().length; });
  return states;
}

/// Whether something is expected of the test's last call without looking.
bool isSeen(const program::Model& model, const Rerun& run, const Individual& test) {
  const auto last = static_cast<uint32_t>(test.actions.size() - 1);
  const bool threw =
      std::ranges::any_of(run.thrown, [&](const ThrownType& thrown) { return thrown.action == last; });
  const Callable& callable = model.callables[test.actions[last].kind];
  return threw || model.types[callable.result].kind != TypeKind::Void;
}

}  // namespace

Inspector::Inspector(const program::Model& model) : model_(model), methods_(model.types.size()) {
  for (CallableId id = 0; id < model.callables.size(); ++id) {
    const Callable& callable = model.callables[id];
    const bool isGetter = callable.kind == CallableKind::Method && callable.isConst &&
                          callable.parameters.empty() && !callable.isOperator &&
                          !callable.isRvalueQualified && !callable.isOfSmartPointer && callable.stub == 0 &&
                          (callable.underTest || callable.supports);
    if (isGetter && isComparable(model, callable.result)) methods_[callable.owner].push_back(id);
  }
}

std::vector<Look> Inspector::looksAt(const Individual& test, size_t length) const {
  std::vector<Look> looks;
  for (uint32_t i = 0; i < length; ++i) {
    const Callable& maker = model_.callables[test.actions[i].kind];
    const bool makes = maker.stub == 0 && maker.resultBy == program::PassBy::Value &&
                       model_.types[maker.result].kind == TypeKind::Class;
    if (!makes || isConsumed(test, i)) continue;
    for (const CallableId method : methods_[maker.result]) looks.push_back({method, i});
  }
  return looks;
}

Individual Inspector::extended(const Individual& test, size_t length, const std::vector<Look>& looks) const {
  Individual longer;
  longer.assumptions = test.assumptions;
  longer.actions.assign(test.actions.begin(), test.actions.begin() + static_cast<ptrdiff_t>(length));
  for (const Look& look : looks) {
    Action action(look.method);
    action.genes = makeGenes(model_, model_.callables[look.method]);
    action.genes.at(0)->asReference()->refer(look.object);
    longer.actions.push_back(std::move(action));
  }
  return longer;
}

ChosenLooks chooseLooks(const std::vector<Look>& looks, const Seen& after, const std::vector<Seen>& before,
                        bool isSeenOtherwise) {
  const auto differs = [&](const Look& look, const Seen& state) {
    const auto known = state.find(look);
    return known != state.end() && known->second != after.at(look);
  };
  ChosenLooks chosen;
  std::vector<Look> changedEarlier;
  std::vector<Look> same;
  for (const Look& look : looks) {
    if (!after.contains(look)) continue;  // it threw, or told nothing
    if (!before.empty() && differs(look, before.back())) {
      chosen.looks.push_back(look);
    } else if (std::ranges::any_of(before, [&](const Seen& state) { return differs(look, state); }) ||
               std::ranges::none_of(before, [&](const Seen& state) { return state.contains(look); })) {
      changedEarlier.push_back(look);
    } else {
      same.push_back(look);
    }
  }
  chosen.showsEffect = !chosen.looks.empty();
  chosen.looks.insert(chosen.looks.end(), changedEarlier.begin(), changedEarlier.end());
  if (chosen.looks.size() > kMostInspections) chosen.looks.resize(kMostInspections);
  if (chosen.looks.empty() && !same.empty() && !isSeenOtherwise) chosen.looks.push_back(same.front());
  return chosen;
}

Result<std::vector<Inspected>> appendInspections(const program::Model& model, UnitProblem& problem,
                                                 std::vector<Individual>& tests) {
  const Inspector inspector(model);
  std::vector<std::vector<Look>> looks;
  std::vector<Individual> behind;
  std::vector<Individual> ahead;
  std::vector<Earlier> earlier;
  for (size_t i = 0; i < tests.size(); ++i) {
    const Individual& test = tests[i];
    looks.push_back(inspector.looksAt(test, test.actions.size()));
    // What the test is about already.
    std::erase_if(looks.back(), [&](const Look& look) {
      const Action& last = test.actions.back();
      return last.kind == look.method && last.genes[0]->asReference()->action() == look.object;
    });
    behind.push_back(inspector.extended(test, test.actions.size(), looks.back()));
    for (Earlier& state : earlierStates(i, test, looks.back())) {
      ahead.push_back(inspector.extended(test, state.length, state.looks));
      earlier.push_back(std::move(state));
    }
  }
  const auto after = problem.rerun(behind, true);
  if (!after) return std::unexpected(after.error());
  const auto before = problem.rerun(ahead, true);
  if (!before) return std::unexpected(before.error());
  std::vector<std::vector<Seen>> seenBefore(tests.size());
  for (size_t i = 0; i < earlier.size(); ++i) {
    seenBefore[earlier[i].test].push_back(
        seenIn((*before)[i], earlier[i].length, earlier[i].looks).value_or(Seen()));
  }
  std::vector<Inspected> inspected(tests.size());
  for (size_t i = 0; i < tests.size(); ++i) {
    const auto seen = seenIn((*after)[i], tests[i].actions.size(), looks[i]);
    if (!seen) continue;
    const ChosenLooks chosen =
        chooseLooks(looks[i], *seen, seenBefore[i], isSeen(model, (*after)[i], tests[i]));
    inspected[i] = {chosen.looks.size(), chosen.showsEffect};
    if (!chosen.looks.empty()) tests[i] = inspector.extended(tests[i], tests[i].actions.size(), chosen.looks);
  }
  return inspected;
}

}  // namespace covolve::unit
