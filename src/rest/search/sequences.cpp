#include "rest/search/sequences.h"

#include <algorithm>
#include <unordered_map>

#include "gene/structure/optional_gene.h"
#include "gene/value_builder.h"
#include "rest/search/slot_genes.h"

namespace covolve::rest {

namespace {

using gene::AlternativeGene;
using gene::Gene;
using search::Action;
using search::Individual;

constexpr int kDeepestNeed = 4;
constexpr double kSeenShare = 0.2;
constexpr double kFollowUpShare = 0.6;
constexpr double kLostShare = 0.15;
constexpr double kRemoteShare = 0.8;  // of identifiers that are made up
constexpr double kProvenShare = 0.5;  // of calls that shall succeed: with data that did
constexpr int kAttempts = 6;          // to find data in which one thing can be changed
// Of calls of an operation: with a value that the document names, until each had so many turns.
constexpr double kChoiceShare = 0.6;
constexpr size_t kChoiceRounds = 2;
// Of the tests that are made anew:
constexpr double kUnsupportedShare = 0.08;
constexpr double kDeletionShare = 0.12;
constexpr double kViolatingTestShare = 0.35;
constexpr double kScenarioShare = 0.04;
constexpr double kScenarioShareOfUsers = 0.2;  // where there are several
constexpr double kWatchedShare = 0.5;          // of tests that break a rule and could change something

bool isInPath(const Slots::Slot& slot) {
  return slot.parameter != nullptr && slot.parameter->place == Parameter::Place::Path;
}

bool isPrefix(const std::vector<std::string>& prefix, const std::vector<std::string>& path, size_t length) {
  if (prefix.size() < length || path.size() < length) return false;
  for (size_t i = 0; i < length; ++i) {
    const bool bothParameters = isParameterSegment(prefix[i]) && isParameterSegment(path[i]);
    if (!bothParameters && prefix[i] != path[i]) return false;
  }
  return true;
}

}  // namespace

Sequences::Sequences(const ActionCatalog& catalog, const gene::Constants& constants, const ValuePool& seen,
                     size_t longest)
    : catalog_(catalog),
      constants_(constants),
      seen_(seen),
      longest_(longest),
      isCalled_(catalog.operationCount()),
      uncalled_(catalog.operationCount()),
      looks_(looksOf(catalog.api())),
      scenarios_(scenariosOf(catalog.api(), catalog.userCount())),
      operationRound_(catalog.operationCount()),
      scenarioRound_(scenarios_.size()),
      unsupportedRound_(catalog.size() - catalog.operationCount()),
      deletionRound_(0),
      ruleRound_(0) {
  const auto& operations = catalog.api().operations;
  for (const Operation& operation : operations) paths_.push_back(segmentsOf(operation.path));
  below_.resize(operations.size());
  successes_.resize(operations.size());
  // Operations by the shapes of their paths' beginnings: with tens of thousands of them, not each is compared
  // with each.
  std::unordered_map<std::string, std::vector<uint32_t>> beginningWith;
  for (uint32_t i = 0; i < operations.size(); ++i) {
    for (size_t length = 0; length <= paths_[i].size(); ++length)
      beginningWith[shapeOf(std::span(paths_[i]).first(length))].push_back(i);
  }
  for (uint32_t i = 0; i < operations.size(); ++i) {
    const bool isCollection = paths_[i].empty() || !isParameterSegment(paths_[i].back());
    const size_t least = paths_[i].size() + (isCollection ? 1 : 0);
    for (const uint32_t k : beginningWith[shapeOf(paths_[i])]) {
      if (paths_[k].size() >= least) below_[i].push_back(k);
    }
    if (operations[i].method == "DELETE" && !isCollection) {
      for (const uint32_t use : below_[i]) usesAfterDeletion_.push_back({i, use});
    }
    for (const ResponseDeclaration& response : operations[i].responses) {
      for (const Link& link : response.links) links_.push_back({i, &link});
    }
    for (uint32_t rule = 0; rule < catalog.ruleCount(i); ++rule) rules_.push_back({i, rule});
    if (!operations[i].needsAuthentication()) continue;
    for (const bool pretends : {false, true}) rules_.push_back({i, std::nullopt, pretends});
  }
  deletionRound_ = Round(usesAfterDeletion_.size());
  ruleRound_ = Round(rules_.size());
}

void Sequences::learnSuccess(std::span<const Action> actions) {
  constexpr size_t kMost = 4;
  auto& known = successes_[catalog_.operationOf(actions.back().kind)];
  const auto length = [](const Individual& test) { return test.actions.size(); };
  const size_t shortest = known.empty() ? actions.size() : std::ranges::min(known, {}, length).actions.size();
  if (actions.size() > shortest) return;
  std::erase_if(known, [&](const Individual& test) { return length(test) > actions.size(); });
  if (known.size() == kMost) known.pop_front();
  known.emplace_back().actions.assign(actions.begin(), actions.end());
}

Individual Sequences::sample(Rng& rng) {
  gene::Source source(rng, constants_);
  if (isOpening()) return firstCall(source);
  if (!links_.empty()) {
    const FollowedLink followed = links_.front();
    links_.pop_front();
    return followLink(followed, source);
  }
  if (!furtherExamples_.empty()) {
    const auto [operation, set] = furtherExamples_.front();
    furtherExamples_.pop_front();
    return exampleCall(operation, set, source);
  }
  const double scenarioShare = catalog_.userCount() > 1 ? kScenarioShareOfUsers : kScenarioShare;
  if (!scenarios_.empty() && rng.chance(scenarioShare)) return scenario(source);
  const double dice = rng.unit();
  if (dice < kUnsupportedShare && !unsupportedRound_.empty()) return unsupportedMethod(source);
  if (dice > 1 - kViolatingTestShare && !ruleRound_.empty()) return violation(source);
  Individual test;
  if (dice < kUnsupportedShare + kDeletionShare && !deletionRound_.empty()) {
    test = useAfterDeletion(source);
  } else {
    const auto operation = static_cast<uint32_t>(operationRound_.next(rng));
    if (auto chosen = nextChoice(operation, source)) {
      test = std::move(*chosen);
    } else {
      append(operation, test, source, 0, Role::Judged);
    }
  }
  while (test.actions.size() < longest_ && rng.chance(kFollowUpShare)) followUp(test, source);
  // What a call needs may itself need something: too many in the end.
  if (test.actions.size() > longest_) repair(test, source);
  return test;
}

void Sequences::append(uint32_t kind, Individual& test, gene::Source& source, int depth, Role role) {
  Action action = catalog_.make(kind);
  sampleData(action, source, role);
  // Now and then something that is not there is asked for.
  const double boundShare = role == Role::Judged && source.rng.chance(kLostShare) ? 0.5 : 1;
  if (depth < kDeepestNeed) {
    for (const auto& gene : action.genes) {
      forEachSlot(*gene, [&](AlternativeGene& alternative, uint32_t slot) {
        const bool isIdentifier = isInPath(catalog_.slots()[slot]);
        const bool isWanted = isIdentifier ? source.rng.chance(boundShare) : isReference(alternative);
        if (!isWanted) return;
        if (!fillers(test, test.actions.size(), slot).empty() || test.actions.size() + 1 >= longest_) return;
        const auto& producers = catalog_.slots()[slot].producers;
        // Mostly the one that fits best: what creates the resource.
        const size_t producer = source.rng.chance(0.8) ? producers.front() : source.rng.pick(producers);
        if (producer != catalog_.operationOf(kind) || isIdentifier) {
          append(static_cast<uint32_t>(producer), test, source, depth + 1, Role::Preparing);
        }
      });
    }
  }
  test.actions.push_back(std::move(action));
  bind(test, test.actions.size() - 1, source, boundShare);
}

void Sequences::followUp(Individual& test, gene::Source& source) {
  const size_t anchor =
      source.rng.chance(0.7) ? test.actions.size() - 1 : source.rng.below(test.actions.size());
  const auto& candidates = below_[catalog_.operationOf(test.actions[anchor].kind)];
  // A test may also repeat itself, or go elsewhere.
  const bool staysHere = !candidates.empty() && source.rng.chance(0.9);
  const auto elsewhere = [&] { return static_cast<uint32_t>(operationRound_.next(source.rng)); };
  append(staysHere ? source.rng.pick(candidates) : elsewhere(), test, source, 1, Role::Judged);
}

Individual Sequences::useAfterDeletion(gene::Source& source) {
  Individual test;
  const auto [deletion, use] = usesAfterDeletion_[deletionRound_.next(source.rng)];
  append(deletion, test, source, 0, Role::Preparing);
  if (test.actions.size() < longest_) append(use, test, source, kDeepestNeed, Role::Judged);
  return test;
}

Individual Sequences::unsupportedMethod(gene::Source& source) {
  Individual test;
  const size_t kind = catalog_.operationCount() + unsupportedRound_.next(source.rng);
  append(static_cast<uint32_t>(kind), test, source, 0, Role::Judged);
  return test;
}

Individual Sequences::firstCall(gene::Source& source) {
  size_t operation = operationRound_.next(source.rng);
  while (isCalled_[operation]) operation = operationRound_.next(source.rng);
  // What people gave as an example mostly works.
  Individual test = exampleCall(static_cast<uint32_t>(operation), 0, source);
  const auto noteCalled = [&](size_t called) {
    if (isCalled_[called]) return;
    --uncalled_;
    isCalled_[called] = true;
    const size_t sets = examplesOf(catalog_.api().operations[called]).size();
    for (size_t set = 1; set < sets; ++set) furtherExamples_.emplace_back(static_cast<uint32_t>(called), set);
  };
  noteCalled(operation);
  // What prepares the call is called as well.
  for (const Action& action : test.actions) noteCalled(catalog_.operationOf(action.kind));
  return test;
}

bool Sequences::useExamples(Individual& test, size_t index, size_t set, gene::Source& source) const {
  search::Action& action = test.actions[index];
  const Operation& called = catalog_.api().operations[catalog_.operationOf(action.kind)];
  const auto sets = examplesOf(called);
  if (set >= sets.size()) return false;
  bool hasAny = false;
  for (const Choice& example : sets[set]) {
    const bool isParameter = example.datum < called.parameters.size();
    const auto& gene = action.genes[ActionCatalog::kFirstParameter + example.datum];
    // What an earlier call makes is surely there.
    const bool isTaken = isParameter && slotOf(*gene) && isReference(static_cast<AlternativeGene&>(*gene));
    if (!isTaken && choose(example, called, action, source)) hasAny = true;
  }
  return hasAny;
}

Individual Sequences::exampleCall(uint32_t operation, size_t set, gene::Source& source) {
  Individual test;
  append(operation, test, source, 0, Role::Preparing);
  if (test.actions.size() > longest_) repair(test, source);
  for (size_t i = 0; i < test.actions.size(); ++i) {
    const bool isLast = i + 1 == test.actions.size();
    if (useExamples(test, i, isLast ? set : 0, source)) test.seedNote = kMadeOfExamples;
  }
  if (test.seedNote != 0) repair(test, source);
  return test;
}

Individual Sequences::followLink(const FollowedLink& followed, gene::Source& source) {
  Individual test;
  append(followed.from, test, source, 0, Role::Preparing);
  const size_t origin = test.actions.size() - 1;
  append(static_cast<uint32_t>(followed.link->operation), test, source, 0, Role::Preparing);
  if (test.actions.size() > longest_) {
    repair(test, source);
    return test;
  }
  for (size_t i = 0; i < test.actions.size(); ++i) useExamples(test, i, 0, source);
  const Operation& target = catalog_.api().operations[followed.link->operation];
  for (size_t i = 0; i < target.parameters.size(); ++i) {
    if (expressionFor(*followed.link, target.parameters[i].name) == nullptr) continue;
    Gene& gene = *test.actions.back().genes[ActionCatalog::kFirstParameter + i];
    if (auto* optional = dynamic_cast<gene::OptionalGene*>(&gene))
      optional->hold(gene::valueOf(optional->held()));
    forEachSlot(gene, [&](AlternativeGene& alternative, uint32_t slot) {
      if (!catalog_.slots().canFill(slot, followed.from)) return;
      refer(alternative, static_cast<uint32_t>(origin));
      test.seedNote = kMadeOfLinks;
    });
  }
  repair(test, source);
  return test;
}

Individual Sequences::ground(uint32_t operation, int attempt, gene::Source& source) {
  const auto& successes = successes_[operation];
  // Where other data fail for a reason of their own, the turn of what is tried is wasted.
  if (!successes.empty() && attempt < kAttempts / 2) return source.rng.pick(successes);
  Individual test;
  append(operation, test, source, 0, Role::Preparing);
  return test;
}

Individual Sequences::violation(gene::Source& source) {
  const auto [operation, rule, pretends] = rules_[ruleRound_.next(source.rng)];
  const auto nothing = [](uint32_t, uint32_t) { return std::nullopt; };
  Individual test;
  // What is to be broken may not be there in the first data that come to hand.
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    test = ground(operation, attempt, source);
    search::Action& action = test.actions.back();
    if (!rule) {
      catalog_.withholdCredentials(action, pretends);
      break;
    }
    catalog_.breakRule(action, *rule);
    if (catalog_.dataOf(action, nothing).violation) break;
  }
  watch(test, source);
  return test;
}

Individual Sequences::scenario(gene::Source& source) {
  const Scenario& calls = scenarios_[scenarioRound_.next(source.rng)];
  Individual test;
  std::vector<size_t> places;  // in the test, by call of the scenario
  for (const ScenarioCall& call : calls) {
    if (call.repeats) {
      test.actions.push_back(Action(test.actions[places[*call.repeats]]));
    } else {
      append(call.operation, test, source, places.empty() ? 0 : kDeepestNeed, Role::Preparing);
      tell(test.actions.back(), source);
    }
    Action& action = test.actions.back();
    if (call.isByStranger) {
      catalog_.withholdCredentials(action, false);
    } else {
      catalog_.callAs(action, call.user);
    }
    places.push_back(test.actions.size() - 1);
  }
  if (test.actions.size() > longest_) repair(test, source);
  return test;
}

void Sequences::tell(Action& action, gene::Source& source) const {
  const Operation& operation = catalog_.api().operations[action.kind];
  const auto choices = tellingChoices(operation, source.rng);
  if (!choices.empty()) choose(source.rng.pick(choices), operation, action, source);
}

void Sequences::watch(Individual& test, gene::Source& source) {
  const std::string& method = catalog_.api().operations[test.actions.back().kind].method;
  const auto look = looks_[test.actions.back().kind];
  if (!look || method == "GET" || !source.rng.chance(kWatchedShare)) return;
  // What a call changes must have been the same twice. A list only has to have one more.
  const size_t looksBefore = method == "POST" ? 1 : 2;
  if (test.actions.size() + looksBefore + 1 > longest_) return;
  tell(test.actions.back(), source);
  Action watched = std::move(test.actions.back());
  test.actions.pop_back();
  append(*look, test, source, kDeepestNeed, Role::Preparing);
  const Action again = test.actions.back();
  if (looksBefore == 2) test.actions.push_back(again);
  test.actions.push_back(std::move(watched));
  test.actions.push_back(again);
}

std::optional<Individual> Sequences::nextChoice(uint32_t operation, gene::Source& source) {
  const Operation& called = catalog_.api().operations[operation];
  auto known = choices_.find(operation);
  if (known == choices_.end()) {
    auto all = choicesOf(called);
    Round round(all.size());
    known = choices_.emplace(operation, Choices{std::move(all), std::move(round)}).first;
  }
  Choices& choices = known->second;
  if (choices.drawn >= kChoiceRounds * choices.all.size()) {
    choices.all.clear();  // documents may have tens of thousands of operations
    return std::nullopt;
  }
  if (!source.rng.chance(kChoiceShare)) return std::nullopt;
  ++choices.drawn;
  const Choice& choice = choices.all[choices.round.next(source.rng)];
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    Individual test = ground(operation, attempt, source);
    if (test.actions.size() > longest_) continue;  // repairing would cut off the call that this is about
    if (!choose(choice, called, test.actions.back(), source)) continue;
    repair(test, source);
    return test;
  }
  return std::nullopt;
}

void Sequences::sampleData(Action& action, gene::Source& source, Role role) {
  const bool isOperation = catalog_.unsupportedMethod(action.kind) == nullptr;
  if (isOperation && role == Role::Preparing && source.rng.chance(kProvenShare)) {
    if (const auto& successes = successes_[action.kind]; !successes.empty()) {
      action = source.rng.pick(successes).actions.back();
      return;
    }
  }
  for (const auto& gene : action.genes) {
    gene->sample(source);
    // Small numbers are taken soon: what a test relies on not to be there is far away.
    if (source.rng.chance(kRemoteShare) && slotOf(*gene) &&
        !isReference(static_cast<AlternativeGene&>(*gene)))
      assignAbsentIdentifier(static_cast<AlternativeGene&>(*gene),
                             static_cast<int>(source.rng.between(100'000, 999'999'999)));
  }
  if (!isOperation) return;
  if (role == Role::Preparing) {
    catalog_.makeOrdinary(action);
  } else {
    useSeenValues(action, source);
  }
}

void Sequences::useSeenValues(Action& action, gene::Source& source) {
  const Operation& operation = catalog_.api().operations[catalog_.operationOf(action.kind)];
  for (size_t i = 0; i < operation.parameters.size(); ++i) {
    if (!source.rng.chance(kSeenShare)) continue;
    const Value* value = seen_.pick(operation.parameters[i].name, source.rng);
    if (value == nullptr) continue;
    Gene& gene = *action.genes[ActionCatalog::kFirstParameter + i];
    if (operation.parameters[i].required) {
      auto copy = gene.copy();
      if (copy->assign(*value)) action.genes[ActionCatalog::kFirstParameter + i] = std::move(copy);
    } else {
      static_cast<gene::OptionalGene&>(gene).hold(*value);
    }
  }
}

bool Sequences::addressesSame(uint32_t slot, uint32_t kind) const {
  const Slots::Slot& wanted = catalog_.slots()[slot];
  if (!isInPath(wanted)) return false;
  const auto& own = paths_[wanted.operation];
  const auto& theirs = paths_[catalog_.operationOf(kind)];
  return isPrefix(own, theirs, wanted.segment + 1) && isParameterSegment(theirs[wanted.segment]);
}

std::vector<uint32_t> Sequences::fillers(const Individual& test, size_t before, uint32_t slot) const {
  std::vector<uint32_t> found;
  for (uint32_t i = 0; i < before; ++i) {
    const uint32_t kind = test.actions[i].kind;
    const bool isProducer =
        catalog_.unsupportedMethod(kind) == nullptr && catalog_.slots().canFill(slot, kind);
    if (isProducer || addressesSame(slot, kind)) found.push_back(i);
  }
  return found;
}

void Sequences::bind(Individual& test, size_t index, gene::Source& source, double boundShare) {
  for (const auto& gene : test.actions[index].genes) {
    forEachSlot(*gene, [&](AlternativeGene& alternative, uint32_t slot) {
      const bool isBound = isReference(alternative);
      if (!isBound && !(isInPath(catalog_.slots()[slot]) && source.rng.chance(boundShare))) return;
      const auto candidates = fillers(test, index, slot);
      if (candidates.empty()) return isBound ? sampleOwnValue(alternative, source) : void();
      if (isBound) {
        const uint32_t present = alternative.children()[0]->asReference()->action();
        if (std::ranges::find(candidates, present) != candidates.end()) return;
      }
      // Calls that belong together mostly speak of the same thing: the one made or addressed last.
      refer(alternative, source.rng.chance(0.8) ? candidates.back() : source.rng.pick(candidates));
    });
  }
}

void Sequences::repair(Individual& test, gene::Source& source) {
  if (test.actions.size() > longest_) test.actions.erase(test.actions.begin() + longest_, test.actions.end());
  for (size_t i = 0; i < test.actions.size(); ++i) bind(test, i, source, 0);
}

void Sequences::repair(Individual& test, Rng& rng) {
  gene::Source source(rng, constants_);
  repair(test, source);
}

search::StructureChange Sequences::mutate(Individual& test, Rng& rng, bool must) {
  constexpr double kDataShare = 0.6;
  constexpr double kFollowUp = 0.5;  // of the other changes
  constexpr double kRemoval = 0.25;
  const bool hasRoom = test.actions.size() < longest_;
  const bool isFixed = !hasRoom && test.actions.size() == 1;
  if (!must && (isFixed || rng.chance(kDataShare))) return {false, true};
  gene::Source source(rng, constants_);
  const double dice = rng.unit();
  if (dice < kFollowUp && hasRoom) {
    followUp(test, source);
  } else if (test.actions.size() > 1 && (dice < kFollowUp + kRemoval || !hasRoom)) {
    const size_t index = rng.below(test.actions.size());
    if (!search::removeAction(test, index)) test.actions.pop_back();
  } else if (hasRoom) {
    append(static_cast<uint32_t>(operationRound_.next(rng)), test, source, 0, Role::Judged);
  } else {
    test = sample(rng);
  }
  repair(test, source);
  return {true, false};
}

bool Sequences::crossOver(Individual& one, Individual& other, Rng& rng) {
  if (one.actions.empty() || other.actions.empty()) return false;
  const double place = rng.unit();
  const auto cut = [&](const Individual& test) {
    return static_cast<size_t>(place * static_cast<double>(test.actions.size()));
  };
  const size_t first = cut(one);
  const size_t second = cut(other);
  std::vector<Action> tailOfOne(std::make_move_iterator(one.actions.begin() + first),
                                std::make_move_iterator(one.actions.end()));
  std::vector<Action> tailOfOther(std::make_move_iterator(other.actions.begin() + second),
                                  std::make_move_iterator(other.actions.end()));
  one.actions.erase(one.actions.begin() + first, one.actions.end());
  other.actions.erase(other.actions.begin() + second, other.actions.end());
  std::ranges::move(tailOfOther, std::back_inserter(one.actions));
  std::ranges::move(tailOfOne, std::back_inserter(other.actions));
  gene::Source source(rng, constants_);
  for (Individual* test : {&one, &other}) {
    if (test->actions.empty()) *test = sample(rng);
    repair(*test, source);
  }
  return true;
}

}  // namespace covolve::rest
