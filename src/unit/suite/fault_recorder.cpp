#include "unit/suite/fault_recorder.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/contains_word.h"
#include "base/type_name.h"
#include "gene/reference_gene.h"
#include "search/minimise.h"
#include "unit/scenario/encoding.h"
#include "unit/suite/fault_description.h"
#include "unit/suite/fault_rank.h"

namespace covolve::unit {

using search::Individual;
using search::TargetId;

namespace {

/// How many runs simplifying a fault may cost: each ends a process, and a hang waits for the clock.
size_t runsFor(abi::Ending ending) {
  switch (ending) {
    case abi::Ending::OutOfTime:
      return 0;
    case abi::Ending::OutOfMemory:
      return 40;
    default:
      return 400;
  }
}

/// Whether a run shows that fault.
bool shows(const FaultyTest& faulty, const Rerun& run) {
  return run.death && isSameFault(faulty, {run.executed, *run.death});
}

/// Whether it does without asking for more than the faulty test, of which less is asked in the end.
bool showsAsWell(const FaultyTest& faulty, const Rerun& run, const program::Model& model) {
  return shows(faulty, run) && doubtsAbout(stepsOf(run.executed), model).areAmong(faulty.doubts);
}

/// "Covers" the one pretended target 0 when the test still shows the same fault.
search::Cover diesLike(const FaultyTest& faulty, const program::Model& model, UnitProblem& problem,
                       size_t& runsLeft) {
  return [&](std::span<const Individual> tests) -> Result<std::vector<std::set<TargetId>>> {
    std::vector<std::set<TargetId>> covered(tests.size());
    const auto tried = tests.first(std::min(tests.size(), runsLeft));
    runsLeft -= tried.size();
    // A hang shows early, too; whether it is one is asked in the end.
    auto runs = problem.rerun(tried, false, execute::Steps::CutEarly);
    if (!runs) return std::unexpected(runs.error());
    for (size_t i = 0; i < runs->size(); ++i) {
      if (showsAsWell(faulty, (*runs)[i], model)) covered[i].insert(0);
    }
    return covered;
  };
}

/// The calls that threw on the way to a death: more is not observed of it.
std::vector<Observation> thrownOnTheWay(const std::vector<ThrownType>& thrown) {
  std::vector<Observation> observations;
  for (const ThrownType& call : thrown) {
    Observation observation;
    observation.step = call.action;
    observation.what = Observation::What::Threw;
    observation.exceptionType = nameableType(call.type);
    observations.push_back(std::move(observation));
  }
  return observations;
}

/// An object of the class that the test has made before.
std::optional<uint32_t> objectBefore(const Individual& test, size_t action, program::TypeId wanted,
                                     const program::Model& model) {
  for (size_t i = action; i-- > 0;) {
    const program::Callable& callable = model.callables[test.actions[i].kind];
    const bool isMade = callable.resultBy == program::PassBy::Value &&
                        model.types[callable.result].kind == program::TypeKind::Class;
    if (isMade && program::standsFor(model.types, callable.result, wanted)) return static_cast<uint32_t>(i);
  }
  return std::nullopt;
}

/// The simplest that could stand where null does.
std::optional<Value> insteadOfNull(const Individual& test, size_t action, program::TypeId id,
                                   const program::Model& model) {
  using program::TypeKind;
  const program::Type& type = model.types[id];
  if (type.kind == TypeKind::CString || type.kind == TypeKind::Buffer)
    return Value::present(Value::string("a"));
  if (type.kind == TypeKind::Elements)
    return Value::present(type.isText ? Value::string("") : Value::list({}));
  if (type.kind != TypeKind::Pointer) return std::nullopt;
  const program::TypeId pointee = type.parts[0];
  switch (model.types[pointee].kind) {
    case TypeKind::Class:
      if (const auto object = objectBefore(test, action, pointee, model))
        return Value::present(Value::reference(*object));
      return std::nullopt;
    case TypeKind::Boolean:
      return Value::present(Value::boolean(false));
    case TypeKind::Character:
    case TypeKind::Integer:
      return Value::present(Value::number(0));
    case TypeKind::Floating:
      return Value::present(Value::real(0));
    default:
      return std::nullopt;
  }
}

/// Null is the simplest value, and may have nothing to do with the fault: what is there in its place keeps a
/// bug from looking like a careless call.
Result<void> fillNulls(Individual& test, const program::Model& model, const search::Cover& dies,
                       const std::function<bool()>& mayGoOn) {
  for (size_t i = 0; i < test.actions.size(); ++i) {
    const program::Callable& callable = model.callables[test.actions[i].kind];
    for (size_t parameter = 0; parameter < callable.parameters.size(); ++parameter) {
      const size_t index = argumentIndex(callable, parameter);
      if (stepsOf(test)[i].arguments[index].kind != Value::Kind::Absent) continue;
      const auto value = insteadOfNull(test, i, callable.parameters[parameter].type, model);
      if (!value || !mayGoOn()) continue;
      Individual filled = test;
      if (!filled.actions[i].genes[index]->assign(*value)) continue;
      const auto covered = dies({&filled, 1});
      if (!covered) return std::unexpected(covered.error());
      if (!covered->front().empty()) test = std::move(filled);
    }
  }
  return {};
}

/// A smart pointer that a call returned empty: where it is used, that is as null is.
Result<bool> usesEmptyPointer(const Individual& test, const program::Model& model, UnitProblem& problem) {
  const auto mayBeEmpty = [&](uint32_t action) {
    if (action >= test.actions.size()) return false;
    const program::Callable& callable = model.callables[test.actions[action].kind];
    return !callable.isOfSmartPointer && callable.resultBy == program::PassBy::Value &&
           program::isComparableWithNull(model.types[callable.result]);
  };
  std::set<uint32_t> doubtful;
  for (const search::Action& action : test.actions) {
    for (const auto& gene : action.genes) {
      gene::forEachReference(gene, [&](const gene::ReferenceGene& reference) {
        if (mayBeEmpty(reference.action())) doubtful.insert(reference.action());
      });
    }
  }
  if (doubtful.empty()) return false;
  Individual before = test;
  before.actions.pop_back();
  const auto runs = problem.rerun({&before, 1}, true);
  if (!runs) return std::unexpected(runs.error());
  const auto observations = decodeObservations(runs->front().observations);
  return observations && std::ranges::any_of(*observations, [&](const Observation& observation) {
           return observation.what == Observation::What::Returned && doubtful.contains(observation.step) &&
                  observation.value.kind == Value::Kind::Absent;
         });
}

/// shop::order of shop::order<int>.
bool isFunction(const std::string& running, const std::string& called) {
  const bool isWhole =
      running.size() == called.size() ||
      (running.size() > called.size() && std::string_view("(<[:").contains(running[called.size()]));
  return running.starts_with(called) && isWhole;
}

/// Only the code itself calls it (static, private), and what it asserts is about one of its parameters: not
/// what the object must be like whoever calls.
bool isHiddenAndAsserts(const std::string& running, const std::string& asserted,
                        const program::Model& model) {
  const auto isIt = [&](const std::string& name) {
    return name == running || name.ends_with("::" + running);
  };
  const auto isNamed = [&](const std::string& name) { return containsWord(asserted, name); };
  return std::ranges::any_of(model.callables,
                             [&](const program::Callable& callable) {
                               return callable.isStaticLinkage && isIt(callable.qualifiedName) &&
                                      std::ranges::any_of(callable.parameters, isNamed,
                                                          &program::Parameter::name);
                             }) ||
         std::ranges::any_of(model.skipped, [&](const program::Skipped& skipped) {
           return skipped.reason.find("reached only through") != std::string::npos &&
                  std::ranges::any_of(skipped.names, isIt) &&
                  std::ranges::any_of(skipped.parameters, isNamed);
         });
}

/// An assertion that failed in the very function that was called last, or about a parameter of one of its
/// own that it called, tells what that asks of its callers.
bool assertsItself(const FaultyTest& faulty, const Fault& fault, const std::vector<std::string>& running,
                   const program::Model& model) {
  const auto call = faulty.lastCall();
  const bool isAssertion =
      fault.kind == "abort" && !faulty.death.text.empty() && faulty.death.text != abi::kAbortCalled;
  if (!call || !isAssertion) return false;
  const std::string& called = model.callables[*call].qualifiedName;
  if (isFunction(fault.function, called)) return true;
  return running.size() > 1 && isHiddenAndAsserts(running[0], faulty.death.text, model) &&
         isFunction(running[1], called);
}

/// By the code of the function that was called last. Where a helper or an invariant's check does, that may be
/// told of a mistake; so may what a header of the library does in place of an exception.
bool abortsItself(const FaultyTest& faulty, const std::filesystem::path& harness,
                  const program::Model& model) {
  const auto call = faulty.lastCall();
  if (!call || faulty.death.text != abi::kAbortCalled) return false;
  const auto aborting = abortingFunction(faulty.death, harness);
  return aborting && isFunction(*aborting, model.callables[*call].qualifiedName);
}

}  // namespace

Result<std::vector<RecordedTest>> FaultRecorder::record() const {
  // The same kind in the same function has the same cause; which line it shows in differs with the optimiser.
  std::map<std::pair<std::string, std::string>, RecordedTest> faults;
  for (const FaultyTest& faulty : problem.faults()) {
    if (faulty.individual.actions.empty()) continue;
    const auto test = simplest(faulty);
    if (!test) return std::unexpected(test.error());
    if (test->individual.actions.empty()) continue;
    RecordedTest recorded = describe(*test);
    const Fault& fault = *recorded.fault;
    const std::string where =
        !fault.function.empty() ? fault.function : fault.file + ":" + std::to_string(fault.line);
    const auto worth = [](const RecordedTest& one) { return std::pair(one.fault->rank, one.steps.size()); };
    const auto [known, isNew] = faults.try_emplace({fault.kind, where}, recorded);
    if (!isNew && worth(recorded) < worth(known->second)) known->second = std::move(recorded);
  }
  // Which limit a loop meets first that allocates without end depends on the machine.
  std::erase_if(faults, [&](const auto& one) {
    const auto& [kind, where] = one.first;
    return kind == "out of time" && faults.contains({"out of memory", where});
  });
  std::vector<RecordedTest> tests;
  for (const FaultRank rank : kFaultRanks) {
    for (const auto& [cause, test] : faults) {
      if (test.fault->rank == rank) tests.push_back(test);
    }
  }
  return tests;
}

Result<FaultyTest> FaultRecorder::simplest(const FaultyTest& faulty) const {
  size_t runsLeft = runsFor(faulty.death.ending);
  if (runsLeft == 0 || !goOn()) return faulty;
  std::vector<search::MinimisedTest> one{{faulty.individual, {0}}};
  const auto mayGoOn = [&] { return runsLeft > 0 && goOn(); };
  const search::Cover dies = diesLike(faulty, model, problem, runsLeft);
  if (auto simplified = search::simplifyTests(one, dies, mayGoOn); !simplified)
    return std::unexpected(simplified.error());
  if (auto filled = fillNulls(one[0].individual, model, dies, mayGoOn); !filled)
    return std::unexpected(filled.error());
  // With the full limit: what was no hang in the end does not count.
  auto runs = problem.rerun({&one[0].individual, 1}, false);
  if (!runs) return std::unexpected(runs.error());
  Rerun& run = runs->front();
  if (!shows(faulty, run)) return faulty;
  ContractDoubts doubts = doubtsAbout(stepsOf(run.executed), model);
  const auto usesEmpty = usesEmptyPointer(run.executed, model, problem);
  if (!usesEmpty) return std::unexpected(usesEmpty.error());
  if (*usesEmpty) doubts.add(ContractDoubt::Null);
  return FaultyTest{std::move(run.executed), *run.death, std::move(run.thrown), doubts};
}

RecordedTest FaultRecorder::describe(const FaultyTest& faulty) const {
  RecordedTest recorded{stepsOf(faulty.individual), thrownOnTheWay(faulty.thrown),
                        describeFault(faulty, model, harness, sites)};
  Fault& fault = *recorded.fault;
  const bool assertsIt = assertsItself(faulty, fault, runningFunctions(faulty.death, harness), model);
  const HowItDied died{.ending = faulty.death.ending,
                       .assertsItself = assertsIt,
                       .freesForeign = faulty.death.text == abi::kForeignMemoryFreed,
                       .abortsItself = abortsItself(faulty, harness, model)};
  ContractDoubts doubts = faulty.doubts;
  if (died.freesForeign && lendsObject(recorded.steps, model)) doubts.add(ContractDoubt::LentMemory);
  const FaultJudgement judgement = judgeFault(died, doubts);
  fault.rank = judgement.rank;
  fault.rankReason = judgement.reason;
  return recorded;
}

}  // namespace covolve::unit
