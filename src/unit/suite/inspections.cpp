#include "unit/suite/inspections.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>

#include "gene/reference_gene.h"
#include "program/disposal.h"
#include "unit/problem/gene_factory.h"
#include "unit/problem/sequence_builder.h"
#include "unit/scenario/encoding.h"

namespace covolve::unit {

namespace {

using program::Callable;
using program::CallableId;
using program::CallableKind;
using program::Parameter;
using program::PassBy;
using program::Type;
using program::TypeKind;
using search::Action;
using search::Individual;

constexpr size_t kMostInspections = 4;  // a test that looks at more is about none of it
/// That are tried behind one test.
constexpr size_t kMostTried = 512;
/// Of one getter at one object, beside the simplest.
constexpr size_t kMostArguments = 2;
/// Looks that run together: objects that were not lent count as exceptions, of which a test may have few.
constexpr size_t kPortion = 8;
/// Of these, between two looks at the clock.
constexpr size_t kAtOnce = 32;

/// Values that can be compared, and hold nothing that may be gone.
bool isComparable(const program::Model& model, program::TypeId id) {
  const Type& type = model.types[id];
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
    case TypeKind::Wrapped:
      return !type.accessor.empty() && isComparable(model, type.parts[1]);
    default:
      return false;
  }
}

/// What is returned can be expected. Of a pointer, whether it is null: unless it would have to be freed.
bool tellsByResult(const program::Model& model, const Callable& callable) {
  if (isComparable(model, callable.result)) return true;
  return model.types[callable.result].kind == TypeKind::Pointer && callable.kind == CallableKind::Method &&
         callable.resultBy == PassBy::Value && !program::soundsLikeMaking(callable);
}

/// A stream that it writes to, whose text can be expected.
bool isWrittenTo(const Type& type, const Parameter& parameter) {
  return type.kind == TypeKind::Stream && !type.isRead && !type.accessor.empty() &&
         parameter.passBy == PassBy::Reference;
}

/// A value that a test may have at hand.
bool isPlainValue(const Type& type, const Parameter& parameter) {
  const bool isText = type.kind == TypeKind::StringView || type.kind == TypeKind::CString;
  return (program::isPlain(type.kind) || isText) && parameter.countsOf.empty() &&
         (parameter.passBy == PassBy::Value || parameter.passBy == PassBy::ConstReference);
}

/// The class that the call only reads an object of, by this argument.
std::optional<program::TypeId> onlyReads(const program::Model& model, const Parameter& parameter) {
  const Type& type = model.types[parameter.type];
  if (type.kind == TypeKind::Class && parameter.passBy == PassBy::ConstReference) return parameter.type;
  const bool byPointer =
      type.kind == TypeKind::Pointer && type.pointeeConst && parameter.passBy == PassBy::Value;
  if (byPointer && model.types[type.parts[0]].kind == TypeKind::Class) return type.parts[0];
  return std::nullopt;
}

/// What one look tells: the value that it returned, or the text that it wrote. Nothing where it threw.
std::optional<Value> toldBy(const std::vector<Observation>& observations, size_t step) {
  std::optional<Value> told;
  for (const Observation& observation : observations) {
    if (observation.step != step || observation.what == Observation::What::Freed) continue;
    if (observation.what == Observation::What::Threw) return std::nullopt;
    if (observation.value.kind != Value::Kind::Opaque) told = observation.value;
  }
  return told;
}

bool isAlive(const Rerun& run) { return !run.death && run.outcome != abi::Outcome::Invalid; }

/// Looks at a state of a test: behind its first `length` calls.
struct State {
  size_t test;
  size_t length;
  std::vector<Look> looks;
};

/// Right after each object was made, unless that is the test's last call; and last, before that.
std::vector<State> earlierStates(size_t test, const Individual& individual, const std::vector<Look>& looks) {
  if (looks.empty()) return {};
  const size_t last = individual.actions.size() - 1;
  const auto isThere = [](const Look& look, size_t length) {
    return look.object < length && (look.lender == Look::kSimplest || look.lender < length);
  };
  std::map<size_t, std::vector<Look>> byLength;
  for (const Look& look : looks) {
    if (look.object < last && isThere(look, look.object + 1)) byLength[look.object + 1].push_back(look);
  }
  std::vector<State> states;
  for (auto& [length, own] : byLength) states.push_back({test, length, std::move(own)});
  states.push_back({test, last, {}});
  std::ranges::copy_if(looks, std::back_inserter(states.back().looks),
                       [&](const Look& look) { return isThere(look, last); });
  return states;
}

/// Looks at states of tests, a few looks at a time: one that ends the test takes only itself away. Where
/// there is no time for all, the last tests' states are not looked at.
class Watching {
 public:
  Watching(const Inspector& inspector, UnitProblem& problem, const std::vector<Individual>& tests,
           const std::function<bool()>& goOn)
      : inspector_(inspector), problem_(problem), tests_(tests), goOn_(goOn) {}

  /// By state.
  Result<std::vector<Seen>> see(const std::vector<State>& states) {
    std::vector<Seen> seen(states.size());
    std::vector<Portion> portions;
    for (size_t i = 0; i < states.size(); ++i) {
      const std::vector<Look>& looks = states[i].looks;
      for (size_t first = 0; first < looks.size(); first += kPortion) {
        const size_t count = std::min(kPortion, looks.size() - first);
        const auto begin = looks.begin() + static_cast<ptrdiff_t>(first);
        portions.push_back({i, {begin, begin + static_cast<ptrdiff_t>(count)}});
      }
    }
    while (!portions.empty()) {
      std::vector<Portion> broken;
      for (std::span<const Portion> left = portions; !left.empty() && goOn_();) {
        const auto some = left.first(std::min(left.size(), kAtOnce));
        left = left.subspan(some.size());
        if (auto seenSome = see(states, some, seen, broken); !seenSome)
          return std::unexpected(seenSome.error());
      }
      portions = std::move(broken);
    }
    return seen;
  }

 private:
  struct Portion {
    size_t state;
    std::vector<Look> looks;
  };

  /// Adds to `broken` what must be tried again one by one.
  Result<void> see(const std::vector<State>& states, std::span<const Portion> portions,
                   std::vector<Seen>& seen, std::vector<Portion>& broken) {
    std::vector<Individual> batch;
    for (const Portion& portion : portions) {
      const State& state = states[portion.state];
      batch.push_back(inspector_.extended(tests_[state.test], state.length, portion.looks));
    }
    // A look that takes thousands of times as long as the tests is not worth the wait.
    const auto runs = problem_.rerun(batch, true, execute::Steps::CutEarly);
    if (!runs) return std::unexpected(runs.error());
    for (size_t i = 0; i < portions.size(); ++i) {
      const Portion& portion = portions[i];
      const auto observations = decodeObservations((*runs)[i].observations);
      if (isAlive((*runs)[i]) && observations) {
        for (size_t k = 0; k < portion.looks.size(); ++k) {
          if (auto told = toldBy(*observations, states[portion.state].length + k))
            seen[portion.state][portion.looks[k]] = std::move(*told);
        }
      } else if (portion.looks.size() > 1) {
        for (const Look& look : portion.looks) broken.push_back({portion.state, {look}});
      }
    }
    return {};
  }

  const Inspector& inspector_;
  UnitProblem& problem_;
  const std::vector<Individual>& tests_;
  const std::function<bool()>& goOn_;
};

/// By test, whether something is expected of its last call without looking.
Result<std::vector<bool>> areSeen(UnitProblem& problem, const std::vector<Individual>& tests) {
  const auto runs = problem.rerun(tests, true);
  if (!runs) return std::unexpected(runs.error());
  std::vector<bool> seen(tests.size());
  for (size_t i = 0; i < tests.size(); ++i) {
    const auto observations = decodeObservations((*runs)[i].observations);
    seen[i] = observations && std::ranges::any_of(*observations, [&](const Observation& observation) {
                return observation.step + 1 == tests[i].actions.size() &&
                       (observation.what == Observation::What::Threw ||
                        observation.value.kind != Value::Kind::Opaque);
              });
  }
  return seen;
}

/// Only whether there is something.
bool isPresence(const Value& value) {
  return value.kind == Value::Kind::Absent ||
         (value.kind == Value::Kind::Present &&
          (value.children.empty() || value.children[0].kind == Value::Kind::Opaque));
}

/// The test is as long as it was meant to be, and comes to its end.
bool isWhole(const Rerun& run, const Individual& test) {
  return isAlive(run) && run.executed.actions.size() == test.actions.size();
}

}  // namespace

Inspector::Inspector(const CallCatalog& catalog)
    : catalog_(catalog), model_(catalog.model()), getters_(model_.types.size()) {
  for (CallableId id = 0; id < model_.callables.size(); ++id) {
    const auto getter = getterOf(id);
    if (!getter) continue;
    const Callable& callable = model_.callables[id];
    const bool isMethod = callable.kind == CallableKind::Method;
    getters_[isMethod ? callable.owner : *onlyReads(model_, callable.parameters[getter->object])].push_back(
        *getter);
  }
}

std::optional<Inspector::Getter> Inspector::getterOf(CallableId id) const {
  const Callable& callable = model_.callables[id];
  if (!(callable.underTest || callable.supports || callable.isLook)) return std::nullopt;
  if (callable.isRvalueQualified || callable.isOfSmartPointer || callable.stub != 0) return std::nullopt;
  const bool isMethod = callable.kind == CallableKind::Method;
  const bool isFunction =
      callable.kind == CallableKind::Function || callable.kind == CallableKind::StaticMethod;
  if (!(isMethod ? callable.isConst : isFunction)) return std::nullopt;
  std::optional<size_t> object;
  if (isMethod) object = 0;
  std::optional<size_t> argument;
  bool writes = false;
  for (size_t i = 0; i < callable.parameters.size(); ++i) {
    const Parameter& parameter = callable.parameters[i];
    const Type& type = model_.types[parameter.type];
    if (!object && onlyReads(model_, parameter)) {
      object = i;
    } else if (!argument && isPlainValue(type, parameter)) {
      argument = argumentIndex(callable, i);
    } else if (!writes && isWrittenTo(type, parameter)) {
      writes = true;
    } else {
      return std::nullopt;
    }
  }
  // a == b and a < b are about two objects; of the others only conversions and << show one.
  const bool isShown = !callable.isOperator || writes || callable.name.starts_with("operator ");
  if (!object || !isShown || !(writes || tellsByResult(model_, callable))) return std::nullopt;
  return Getter{id, *object, argument};
}

/// A function that reads objects of a base reads these, too; of the base's methods they have their own.
std::vector<const Inspector::Getter*> Inspector::gettersOf(program::TypeId type) const {
  std::vector<const Getter*> getters;
  for (const Getter& getter : getters_[type]) getters.push_back(&getter);
  for (const program::TypeId base : model_.types[type].bases) {
    for (const Getter& getter : getters_[base]) {
      if (model_.callables[getter.call].kind != CallableKind::Method) getters.push_back(&getter);
    }
  }
  return getters;
}

void Inspector::addWithArguments(const Individual& test, size_t length, const Getter& getter, uint32_t object,
                                 std::vector<Look>& looks) const {
  const Callable& callable = model_.callables[getter.call];
  const program::TypeId wanted = callable.parameters[*getter.argument - argumentIndex(callable, 0)].type;
  std::vector<const gene::Gene*> known;
  for (uint32_t i = 0; i < length && known.size() < kMostArguments; ++i) {
    const Action& action = test.actions[i];
    const Callable& lender = model_.callables[action.kind];
    for (size_t p = 0; p < lender.parameters.size() && known.size() < kMostArguments; ++p) {
      const size_t index = argumentIndex(lender, p);
      if (lender.parameters[p].type != wanted || !lender.parameters[p].countsOf.empty()) continue;
      const gene::Gene* given = action.genes[index].get();
      if (std::ranges::any_of(known, [&](const gene::Gene* other) { return other->equals(*given); }))
        continue;
      known.push_back(given);
      looks.push_back({getter.call, object, i, static_cast<uint32_t>(index)});
    }
  }
  // The simplest text is none at all, which says nothing about any object.
  const TypeKind kind = model_.types[wanted].kind;
  if (kind == TypeKind::Integer || kind == TypeKind::Enumeration || kind == TypeKind::Boolean)
    looks.push_back({getter.call, object});
}

std::vector<Look> Inspector::looksAt(const Individual& test, size_t length) const {
  Rng unused(0);
  const gene::Constants none;
  gene::Source source(unused, none);
  SequenceOptions options;
  options.longestTest = kMostActions;
  SequenceBuilder builder(catalog_, options, source);
  for (size_t i = 0; i < length; ++i) {
    if (!builder.takeOver(Action(test.actions[i]), i, SequenceBuilder::Missing::GiveUp)) return {};
  }
  std::vector<Look> looks;
  std::vector<Look> withArguments;
  for (const auto& [action, type] : builder.objectsInScope()) {
    if (model_.callables[test.actions[action].kind].stub != 0) continue;
    for (const Getter* getter : gettersOf(type)) {
      if (repeatsAssignment(test, length, {getter->call, action})) continue;
      if (getter->argument) {
        addWithArguments(test, length, *getter, action, withArguments);
      } else {
        looks.push_back({getter->call, action});
      }
    }
  }
  looks.insert(looks.end(), withArguments.begin(), withArguments.end());
  if (looks.size() > kMostTried) looks.resize(kMostTried);
  return looks;
}

Individual Inspector::extended(const Individual& test, size_t length, const std::vector<Look>& looks) const {
  Individual longer;
  longer.assumptions = test.assumptions;
  longer.actions.assign(test.actions.begin(), test.actions.begin() + static_cast<ptrdiff_t>(length));
  for (const Look& look : looks) {
    const Getter getter = *getterOf(look.call);
    Action action(look.call);
    action.genes = makeGenes(model_, model_.callables[look.call]);
    gene::Gene& object = *action.genes.at(getter.object);
    const Value reference = Value::reference(look.object);
    if (!object.assign(reference)) object.assign(Value::present(reference));
    if (look.lender != Look::kSimplest)
      action.genes.at(*getter.argument) = test.actions[look.lender].genes[look.argument]->copy();
    longer.actions.push_back(std::move(action));
  }
  return longer;
}

bool Inspector::repeatsLastCall(const Individual& test, const Look& look) const {
  const Action& last = test.actions.back();
  if (last.kind != look.call) return false;
  const size_t object = getterOf(look.call)->object;
  const Individual longer = extended(test, test.actions.size(), {look});
  return longer.actions.back().genes[object]->equals(*last.genes[object]);
}

ChosenLooks chooseLooks(const std::vector<Look>& looks, const Seen& after, const std::vector<Seen>& before,
                        const LastCall& last) {
  const auto differs = [&](const Look& look, const Seen& state) {
    const auto known = state.find(look);
    return known != state.end() && known->second != after.at(look);
  };
  ChosenLooks chosen;
  std::vector<Look> earlier;  // changed by an earlier call, or of an object that was not there
  std::vector<Look> same;
  for (const Look& look : looks) {
    if (!after.contains(look)) continue;  // it threw, or told nothing, or there was no time
    if (!before.empty() && differs(look, before.back())) {
      chosen.looks.push_back(look);
    } else if (std::ranges::any_of(before, [&](const Seen& state) { return differs(look, state); }) ||
               std::ranges::none_of(before, [&](const Seen& state) { return state.contains(look); })) {
      earlier.push_back(look);
    } else {
      same.push_back(look);
    }
  }
  // That something is there tells least; then what only the call's arguments are like.
  for (std::vector<Look>* some : {&chosen.looks, &earlier, &same}) {
    std::ranges::sort(*some, {}, [&, order = *some](const Look& look) {
      return std::tuple(isPresence(after.at(look)), look.object != last.subject,
                        std::ranges::find(order, look) - order.begin());
    });
  }
  chosen.showsEffect = !chosen.looks.empty();
  for (const Look& look : earlier) {
    if (!isPresence(after.at(look)) || chosen.looks.empty()) chosen.looks.push_back(look);
  }
  if (chosen.looks.size() > kMostInspections) chosen.looks.resize(kMostInspections);
  if (chosen.looks.empty() && !same.empty() && !last.isSeenOtherwise) chosen.looks.push_back(same.front());
  return chosen;
}

bool Inspector::repeatsAssignment(const Individual& test, size_t length, const Look& look) const {
  const Callable& reader = model_.callables[look.call];
  if (!reader.isField) return false;
  // Who may change the object later, called on something else: who was given it, or who lent it.
  bool isKnownElsewhere = model_.callables[test.actions[look.object].kind].kind != CallableKind::Constructor;
  bool isAsAssigned = false;
  for (const Action& action : std::span(test.actions).first(length).subspan(look.object + 1)) {
    const Callable& callable = model_.callables[action.kind];
    bool changes = false;
    for (const auto& gene : action.genes) {
      gene::forEachReference(gene, [&](const gene::ReferenceGene& reference) {
        changes = changes || (reference.action() == look.object && reference.demand().mutates);
      });
    }
    if (!callable.setsField) {
      isKnownElsewhere = isKnownElsewhere || changes;
      isAsAssigned = isAsAssigned && !isKnownElsewhere;
    } else if (changes && callable.qualifiedName == reader.qualifiedName) {
      isAsAssigned = true;
    }
  }
  return isAsAssigned;
}

Result<std::vector<std::vector<Look>>> plainLooks(const Inspector& inspector, UnitProblem& problem,
                                                  const std::vector<Individual>& tests,
                                                  const std::function<bool()>& goOn) {
  std::vector<State> states;
  for (size_t i = 0; i < tests.size(); ++i) {
    states.push_back({i, tests[i].actions.size(), inspector.looksAt(tests[i], tests[i].actions.size())});
    std::erase_if(states.back().looks, [&](const Look& look) { return inspector.takesArgument(look); });
  }
  const auto seen = Watching(inspector, problem, tests, goOn).see(states);
  if (!seen) return std::unexpected(seen.error());
  std::vector<std::vector<Look>> looks(tests.size());
  for (size_t i = 0; i < tests.size(); ++i) {
    for (const auto& [look, value] : (*seen)[i]) {
      if (tests[i].actions.size() + looks[i].size() < kMostActions) looks[i].push_back(look);
    }
  }
  return looks;
}

namespace {

/// What the last call is called on; itself where it is called on nothing, and perhaps makes something.
uint32_t subjectOf(const Individual& test, const CallCatalog& catalog) {
  const Action& last = test.actions.back();
  const bool isMethod = catalog.model().callables[last.kind].kind == CallableKind::Method;
  return isMethod ? last.genes[0]->asReference()->action() : static_cast<uint32_t>(test.actions.size() - 1);
}

}  // namespace

Result<std::vector<Inspected>> appendInspections(UnitProblem& problem, std::vector<Individual>& tests,
                                                 const std::function<bool()>& goOn) {
  const Inspector inspector(problem.catalog());
  std::vector<State> last;
  for (size_t i = 0; i < tests.size(); ++i) {
    const Individual& test = tests[i];
    std::vector<Look> looks = inspector.looksAt(test, test.actions.size());
    // What the test is about already.
    std::erase_if(looks, [&](const Look& look) { return inspector.repeatsLastCall(test, look); });
    last.push_back({i, test.actions.size(), std::move(looks)});
  }
  Watching watching(inspector, problem, tests, goOn);
  const auto after = watching.see(last);
  if (!after) return std::unexpected(after.error());
  std::vector<State> earlier;
  for (size_t i = 0; i < tests.size(); ++i) {
    std::erase_if(last[i].looks, [&](const Look& look) { return !(*after)[i].contains(look); });
    std::ranges::move(earlierStates(i, tests[i], last[i].looks), std::back_inserter(earlier));
  }
  const auto before = watching.see(earlier);
  if (!before) return std::unexpected(before.error());
  const auto seenOtherwise = areSeen(problem, tests);
  if (!seenOtherwise) return std::unexpected(seenOtherwise.error());
  std::vector<std::vector<Seen>> seenBefore(tests.size());
  for (size_t i = 0; i < earlier.size(); ++i) seenBefore[earlier[i].test].push_back((*before)[i]);

  std::vector<Inspected> inspected(tests.size());
  std::vector<Individual> longer;
  for (size_t i = 0; i < tests.size(); ++i) {
    const LastCall call{(*seenOtherwise)[i], subjectOf(tests[i], problem.catalog())};
    const ChosenLooks chosen = chooseLooks(last[i].looks, (*after)[i], seenBefore[i], call);
    inspected[i] = {chosen.looks.size(), chosen.showsEffect};
    longer.push_back(inspector.extended(tests[i], tests[i].actions.size(), chosen.looks));
  }
  // Together they may be too much: then the test does without.
  const auto runs = problem.rerun(longer, true);
  if (!runs) return std::unexpected(runs.error());
  for (size_t i = 0; i < tests.size(); ++i) {
    if (isWhole((*runs)[i], longer[i])) {
      tests[i] = std::move(longer[i]);
    } else {
      inspected[i] = {};
    }
  }
  return inspected;
}

}  // namespace covolve::unit
