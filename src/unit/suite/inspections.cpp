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

/// A test that looks at more is about none of it.
constexpr size_t kMostInspections = 4;

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
using Seen = std::map<Look, Value>;
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

/// Right after each object was made, and before the last call, which the test is about.
std::vector<Earlier> earlierStates(size_t test, const Individual& individual,
                                   const std::vector<Look>& looks) {
  std::map<size_t, std::vector<Look>> byLength;
  for (const Look& look : looks) byLength[look.object + 1].push_back(look);
  const size_t beforeLast = individual.actions.size() - 1;
  std::vector<Look> last;
  std::ranges::copy_if(looks, std::back_inserter(last),
                       [&](const Look& look) { return look.object < beforeLast; });
  std::vector<Earlier> states;
  for (auto& [length, own] : byLength) states.push_back({test, length, std::move(own)});
  if (!last.empty()) states.push_back({test, beforeLast, std::move(last)});
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

Result<std::vector<size_t>> appendInspections(const program::Model& model, UnitProblem& problem,
                                              std::vector<Individual>& tests) {
  const Inspector inspector(model);
  std::vector<std::vector<Look>> looks;
  std::vector<Individual> behind;
  for (const Individual& test : tests) {
    looks.push_back(inspector.looksAt(test, test.actions.size()));
    behind.push_back(inspector.extended(test, test.actions.size(), looks.back()));
  }
  const auto after = problem.rerun(behind, true);
  if (!after) return std::unexpected(after.error());

  std::vector<Earlier> earlier;
  std::vector<Individual> ahead;
  for (size_t i = 0; i < tests.size(); ++i) {
    for (Earlier& state : earlierStates(i, tests[i], looks[i])) {
      ahead.push_back(inspector.extended(tests[i], state.length, state.looks));
      earlier.push_back(std::move(state));
    }
  }
  const auto before = problem.rerun(ahead, true);
  if (!before) return std::unexpected(before.error());
  std::vector<std::vector<Seen>> seenBefore(tests.size());
  for (size_t i = 0; i < earlier.size(); ++i) {
    if (auto seen = seenIn((*before)[i], earlier[i].length, earlier[i].looks))
      seenBefore[earlier[i].test].push_back(std::move(*seen));
  }

  std::vector<size_t> counts(tests.size());
  for (size_t i = 0; i < tests.size(); ++i) {
    const auto seen = seenIn((*after)[i], tests[i].actions.size(), looks[i]);
    if (!seen) continue;
    std::vector<Look> changed;
    std::vector<Look> same;
    const Action& last = tests[i].actions.back();
    for (const Look& look : looks[i]) {
      const auto value = seen->find(look);
      if (value == seen->end()) continue;  // it threw
      // The test is about it already.
      if (last.kind == look.method && last.genes[0]->asReference()->action() == look.object) continue;
      size_t times = 0;
      const bool isSame = std::ranges::all_of(seenBefore[i], [&](const Seen& state) {
        const auto known = state.find(look);
        times += known != state.end();
        return known == state.end() || known->second == value->second;
      });
      (isSame && times > 0 ? same : changed).push_back(look);
    }
    if (changed.size() > kMostInspections) changed.resize(kMostInspections);
    if (changed.empty() && !same.empty() && !isSeen(model, (*after)[i], tests[i]))
      changed.push_back(same.front());
    counts[i] = changed.size();
    if (!changed.empty()) tests[i] = inspector.extended(tests[i], tests[i].actions.size(), changed);
  }
  return counts;
}

}  // namespace covolve::unit
