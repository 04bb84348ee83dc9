#include "unit/suite/telling_values.h"

#include <algorithm>
#include <iterator>

#include "gene/leaf.h"
#include "unit/scenario/encoding.h"
#include "unit/suite/inspections.h"

namespace covolve::unit {

namespace {

using search::Individual;

/// Larger tests have enough that differs.
constexpr size_t kMostNumbers = 40;
/// Neither 1 nor 0: both are what multiplying and adding leave as it is.
constexpr int kFirst = 2;
constexpr int kNumbers = 8;
/// Of a buffer, for a message.
constexpr size_t kRoom = 128;

bool isPlain(const gene::Leaf& leaf) {
  if (leaf.readChoice() || leaf.readText()) return false;
  if (const auto integer = leaf.readInteger()) {
    constexpr unsigned kCharacter = 8;
    return integer->bits > kCharacter && (integer->value == 0 || integer->value == 1);
  }
  const auto floating = leaf.readFloating();
  return floating && (floating->value == 0 || floating->value == 1);
}

/// Something of a test that could tell more: a number, as a leaf of the test, or a buffer, as a gene of an
/// action.
struct Slot {
  size_t leaf = 0;
  size_t action = 0;
  size_t gene = 0;
  bool isBuffer = false;
};

/// char* errbuf, int errbufsz: the call may write there.
bool isWritableText(const program::Model& model, const program::Callable& callable, size_t parameter) {
  const program::Type& type = model.types[callable.parameters[parameter].type];
  const bool hasEnd = parameter + 1 < callable.parameters.size() && callable.parameters[parameter + 1].isEnd;
  if (type.kind != program::TypeKind::Elements || !type.isText || type.pointeeConst || hasEnd) return false;
  constexpr unsigned kEnough = 16;  // bits, to count the room
  return std::ranges::none_of(callable.parameters, [&](const program::Parameter& count) {
    const program::Type& counting = model.types[count.type];
    return std::ranges::find(count.countsOf, parameter) != count.countsOf.end() && counting.bits < kEnough &&
           counting.kind != program::TypeKind::Pointer;
  });
}

std::vector<Slot> buffers(const program::Model& model, const Individual& test) {
  std::vector<Slot> places;
  for (size_t action = 0; action < test.actions.size(); ++action) {
    const program::Callable& callable = model.callables[test.actions[action].kind];
    for (size_t i = 0; i < callable.parameters.size(); ++i) {
      const size_t gene = argumentIndex(callable, i);
      if (gene < test.actions[action].genes.size() && isWritableText(model, callable, i))
        places.push_back({.action = action, .gene = gene, .isBuffer = true});
    }
  }
  return places;
}

std::vector<Slot> plainNumbers(const Individual& test) {
  std::vector<Slot> places;
  size_t index = 0;
  search::visitLeaves(test, [&](const gene::Leaf& leaf) {
    if (isPlain(leaf) && places.size() < kMostNumbers) places.push_back({.leaf = index});
    ++index;
  });
  return places;
}

/// Buffers last: the numbers' places are counted with what stands in them now.
std::vector<Slot> placesOf(const program::Model& model, const Individual& test) {
  std::vector<Slot> places = plainNumbers(test);
  std::ranges::move(buffers(model, test), std::back_inserter(places));
  return places;
}

/// False where it is not of the domain, or there is no such thing.
bool change(Individual& test, const Slot& place, int number) {
  if (place.isBuffer) {
    const Value room = Value::present(Value::string(std::string(kRoom, '\0')));
    return test.actions[place.action].genes[place.gene]->assign(room);
  }
  return search::setLeaf(test, place.leaf, [&](gene::Leaf& leaf) {
    return leaf.readInteger() ? leaf.setInteger(number) : leaf.setFloating(number);
  });
}

/// A test on the way, and what was seen of it as it is.
struct Current {
  std::vector<Slot> places;
  size_t next = 0;
  int changes = 0;
  std::vector<Observation> observations;
  std::vector<ThrownType> thrown;
};

struct Candidate {
  size_t test = 0;
  bool hasNewRoom = false;
  Individual changed;
};

/// Zero, false, empty: what code without any effect would give as well.
bool isDefault(const Value& value) {
  switch (value.kind) {
    case Value::Kind::Present:
      return false;
    case Value::Kind::Text:
      return value.text.find_first_not_of('\0') == std::string::npos;
    case Value::Kind::Floating:
      return value.floating == 0;
    default:
      return value.integer == 0 && std::ranges::all_of(value.children, isDefault);
  }
}

size_t countDefaults(const std::vector<Observation>& observations) {
  return static_cast<size_t>(std::ranges::count_if(
      observations, [](const Observation& observation) { return isDefault(observation.value); }));
}

bool cameToItsEnd(const Rerun& run, const Individual& test) {
  return !run.death && run.outcome != abi::Outcome::Invalid &&
         run.executed.actions.size() == test.actions.size();
}

}  // namespace

Result<void> chooseTellingValues(UnitProblem& problem, std::vector<Individual>& tests,
                                 std::span<const std::set<search::TargetId>> targets,
                                 const std::function<bool()>& goOn) {
  const Inspector inspector(problem.catalog());
  // The state of the objects counts, too.
  const auto looks = plainLooks(inspector, problem, tests, goOn);
  if (!looks) return std::unexpected(looks.error());
  const auto watched = [&](size_t i, const Individual& test) {
    return inspector.extended(test, test.actions.size(), (*looks)[i]);
  };
  std::vector<Individual> batch;
  for (size_t i = 0; i < tests.size(); ++i) batch.push_back(watched(i, tests[i]));
  auto first = problem.rerun(batch, true);
  if (!first) return std::unexpected(first.error());
  std::vector<Current> current(tests.size());
  for (size_t i = 0; i < tests.size(); ++i) {
    auto observations = decodeObservations((*first)[i].observations);
    if (!cameToItsEnd((*first)[i], batch[i]) || !observations) continue;
    current[i] = {placesOf(problem.catalog().model(), tests[i]), 0, 0, std::move(*observations),
                  std::move((*first)[i].thrown)};
  }

  while (goOn()) {
    batch.clear();
    std::vector<Candidate> candidates;
    for (size_t i = 0; i < tests.size(); ++i) {
      Current& state = current[i];
      if (state.next == state.places.size()) continue;
      Individual candidate = tests[i];
      const int number = kFirst + state.changes % kNumbers;
      const Slot& place = state.places[state.next++];
      if (!change(candidate, place, number)) continue;
      batch.push_back(watched(i, candidate));
      candidates.push_back({i, place.isBuffer, std::move(candidate)});
    }
    const bool isOver =
        std::ranges::all_of(current, [](const Current& state) { return state.next == state.places.size(); });
    // What the looks cover is not the test's own.
    for (const Candidate& candidate : candidates) batch.push_back(candidate.changed);
    // Many a larger number makes a long loop: it is not worth the wait.
    auto runs = problem.rerun(batch, true, execute::Steps::CutEarly);
    if (!runs) return std::unexpected(runs.error());
    for (size_t k = 0; k < candidates.size(); ++k) {
      auto& [i, hasNewRoom, candidate] = candidates[k];
      const Rerun& run = (*runs)[k];
      if (!cameToItsEnd(run, batch[k]) || run.thrown != current[i].thrown) continue;
      if (!std::ranges::includes((*runs)[candidates.size() + k].covered, targets[i])) continue;
      auto observations = decodeObservations(run.observations);
      if (!observations || *observations == current[i].observations) continue;
      const size_t defaults = countDefaults(*observations);
      const size_t before = countDefaults(current[i].observations);
      // Room that is still empty afterwards tells nothing.
      if (hasNewRoom ? defaults >= before : defaults > before) continue;
      tests[i] = std::move(candidate);
      current[i].observations = std::move(*observations);
      ++current[i].changes;
    }
    if (isOver) break;
  }
  return {};
}

}  // namespace covolve::unit
