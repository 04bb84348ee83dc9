#include "search/minimise.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <map>
#include <ranges>

#include "gene/value_builder.h"

namespace covolve::search {

namespace {

// Rounds are cheap (one batch), but a value of many digits could go on for long.
constexpr int kMostRounds = 200;

/// The archive's tests, each once, shortest first, in the order of their targets where equally long.
std::vector<Individual> distinctTests(const Archive& archive) {
  std::map<std::pair<Length, TargetId>, const Individual*> ordered;
  std::set<const Individual*> seen;
  for (TargetId target = 0; target < archive.targetCount(); ++target) {
    const Individual* best = archive.best(target).get();
    if (best != nullptr && seen.insert(best).second) ordered.emplace(std::pair(best->length(), target), best);
  }
  std::vector<Individual> tests;
  for (const auto& [order, test] : ordered) tests.push_back(*test);
  return tests;
}

std::vector<Individual> withoutOneStep(const Individual& test) {
  std::vector<Individual> candidates;
  for (size_t i = test.actions.size(); i-- > 0;) {
    Individual shorter = test;
    if (removeAction(shorter, i)) candidates.push_back(std::move(shorter));
  }
  return candidates;
}

/// A gene of a test: action and number.
using Place = std::pair<size_t, size_t>;

/// With the place that is simpler. At most so many for each, the simplest first.
std::vector<std::pair<Place, Individual>> withOneSimplerValue(const Individual& test, size_t most) {
  std::vector<std::pair<Place, Individual>> candidates;
  for (size_t a = 0; a < test.actions.size(); ++a) {
    for (size_t g = 0; g < test.actions[a].genes.size(); ++g) {
      auto values = test.actions[a].genes[g]->simpler();
      if (values.size() > most) values.resize(most);
      for (auto& simpler : values) {
        Individual changed = test;
        changed.actions[a].genes[g] = std::move(simpler);
        candidates.emplace_back(Place{a, g}, std::move(changed));
      }
    }
  }
  return candidates;
}

/// Where one value stands in several places, only changing all of them may keep the test's point (a == b).
std::vector<Individual> withOneSimplerSharedValue(const Individual& test) {
  struct Group {
    Value value;
    std::vector<Place> places;
  };
  std::vector<Group> groups;
  const auto geneAt = [&](Place place) -> const gene::Gene& {
    return *test.actions[place.first].genes[place.second];
  };
  for (size_t a = 0; a < test.actions.size(); ++a) {
    for (size_t g = 0; g < test.actions[a].genes.size(); ++g) {
      Value value = gene::valueOf(geneAt({a, g}));  // not equals(): domains may differ
      const auto group = std::ranges::find(groups, value, &Group::value);
      if (group == groups.end()) {
        groups.push_back({std::move(value), {{a, g}}});
      } else {
        group->places.emplace_back(a, g);
      }
    }
  }
  std::vector<Individual> candidates;
  for (const Group& group : groups) {
    if (group.places.size() < 2) continue;
    const size_t count = geneAt(group.places.front()).simpler().size();
    for (size_t i = 0; i < count; ++i) {
      Individual changed = test;
      for (const auto& [a, g] : group.places) {
        // Domains may differ in width; then the lists of simpler values may, too.
        if (auto simpler = test.actions[a].genes[g]->simpler(); i < simpler.size()) {
          changed.actions[a].genes[g] = std::move(simpler[i]);
        }
      }
      candidates.push_back(std::move(changed));
    }
  }
  return candidates;
}

using Propose = std::vector<Individual> (*)(const Individual&);

/// In each round every test still open tries all its candidates in one batch and takes the first that will
/// do.
Result<void> simplifyBy(Propose propose, std::vector<MinimisedTest>& tests, const Cover& cover,
                        const std::function<bool()>& goOn) {
  std::vector<bool> isDone(tests.size(), false);
  for (int round = 0; round < kMostRounds && goOn(); ++round) {
    std::vector<Individual> batch;
    std::vector<size_t> owners;
    for (size_t i = 0; i < tests.size(); ++i) {
      if (isDone[i]) continue;
      isDone[i] = true;
      for (Individual& candidate : propose(tests[i].individual)) {
        batch.push_back(std::move(candidate));
        owners.push_back(i);
      }
    }
    if (batch.empty()) break;
    auto covered = cover(batch);
    if (!covered) return std::unexpected(covered.error());
    for (size_t k = 0; k < batch.size(); ++k) {
      MinimisedTest& test = tests[owners[k]];
      if (!isDone[owners[k]] || !std::ranges::includes((*covered)[k], test.targets)) continue;
      test.individual = std::move(batch[k]);
      isDone[owners[k]] = false;
    }
  }
  return {};
}

/// Tests with one simpler value, and for each which test it is made of and where it is simpler.
struct SimplerValues {
  std::vector<Individual> tests;
  std::vector<size_t> owners;
  std::vector<Place> places;
};

/// The test with these values, each of a place of its own.
Individual withSimplerValues(Individual test, const SimplerValues& values, std::span<const size_t> chosen) {
  for (const size_t k : chosen) {
    const auto [a, g] = values.places[k];
    test.actions[a].genes[g] = values.tests[k].actions[a].genes[g]->copy();
  }
  return test;
}

/// Most values have nothing to do with each other, so those that can be simpler by themselves become it
/// together: all of them, else half of them, and so on. One by one a test of thirty values took thirty
/// rounds.
Result<void> simplifyValuesTogether(std::vector<MinimisedTest>& tests, const Cover& cover,
                                    const std::function<bool()>& goOn) {
  std::vector<bool> isDone(tests.size(), false);
  for (int round = 0; round < kMostRounds && goOn(); ++round) {
    SimplerValues proposed;
    for (size_t i = 0; i < tests.size(); ++i) {
      if (isDone[i]) continue;
      isDone[i] = round > 0;
      // Most values matter for nothing: the simplest will do, and is tried before all others.
      const size_t most = round == 0 ? 1 : std::numeric_limits<size_t>::max();
      for (auto& [place, test] : withOneSimplerValue(tests[i].individual, most)) {
        proposed.tests.push_back(std::move(test));
        proposed.owners.push_back(i);
        proposed.places.push_back(place);
      }
    }
    if (proposed.tests.empty()) break;  // nor is there anything simpler than the simplest
    const auto covered = cover(proposed.tests);
    if (!covered) return std::unexpected(covered.error());
    std::map<size_t, std::vector<size_t>> accepted;  // of a test, at most one for each place
    for (size_t k = 0; k < proposed.tests.size(); ++k) {
      const size_t owner = proposed.owners[k];
      if (!std::ranges::includes((*covered)[k], tests[owner].targets)) continue;
      std::vector<size_t>& values = accepted[owner];
      if (values.empty() || proposed.places[values.back()] != proposed.places[k]) values.push_back(k);
    }
    std::vector<Individual> together;
    std::vector<size_t> owners;
    for (const auto& [i, values] : accepted) {
      isDone[i] = false;
      for (size_t count = values.size(); count > 1; count /= 2) {
        together.push_back(withSimplerValues(tests[i].individual, proposed, std::span(values).first(count)));
        owners.push_back(i);
      }
    }
    for (const auto& [i, values] : accepted) tests[i].individual = std::move(proposed.tests[values.front()]);
    if (together.empty()) continue;
    const auto coveredTogether = cover(together);
    if (!coveredTogether) return std::unexpected(coveredTogether.error());
    for (size_t k = together.size(); k-- > 0;) {  // the most at once last
      if (std::ranges::includes((*coveredTogether)[k], tests[owners[k]].targets))
        tests[owners[k]].individual = std::move(together[k]);
    }
  }
  return {};
}

/// A test that does several things that have nothing to do with each other becomes several tests, where these
/// still cover all that it must.
Result<void> separate(std::vector<MinimisedTest>& tests, const Cover& cover) {
  std::vector<Individual> batch;
  std::vector<size_t> owners;
  for (size_t i = 0; i < tests.size(); ++i) {
    std::vector<Individual> parts = independentParts(tests[i].individual);
    if (parts.size() < 2) continue;
    owners.insert(owners.end(), parts.size(), i);
    std::ranges::move(parts, std::back_inserter(batch));
  }
  if (batch.empty()) return {};
  const auto covered = cover(batch);
  if (!covered) return std::unexpected(covered.error());
  std::vector<MinimisedTest> separated;
  size_t next = 0;
  for (size_t i = 0; i < tests.size(); ++i) {
    std::vector<MinimisedTest> parts;
    std::set<TargetId> open = tests[i].targets;
    for (; next < owners.size() && owners[next] == i; ++next) {
      MinimisedTest part{std::move(batch[next]), {}};
      for (const TargetId target : (*covered)[next]) {
        if (open.erase(target) > 0) part.targets.insert(target);
      }
      if (!part.targets.empty()) parts.push_back(std::move(part));
    }
    if (parts.empty() || !open.empty()) {
      separated.push_back(std::move(tests[i]));
    } else {
      std::ranges::move(parts, std::back_inserter(separated));
    }
  }
  tests = std::move(separated);
  return {};
}

}  // namespace

Result<std::vector<MinimisedTest>> selectTests(const Archive& archive, const Cover& cover) {
  std::vector<Individual> tests = distinctTests(archive);
  auto covered = cover(tests);
  if (!covered) return std::unexpected(covered.error());
  std::map<TargetId, size_t> coverers;
  for (const auto& targets : *covered) {
    for (const TargetId target : targets) ++coverers[target];
  }
  // Longest first: what shorter tests cover anyway needs no long one.
  std::vector<bool> isKept(tests.size(), true);
  for (size_t i = tests.size(); i-- > 0;) {
    const auto& targets = (*covered)[i];
    isKept[i] = !std::ranges::all_of(targets, [&](TargetId target) { return coverers[target] > 1; });
    if (isKept[i]) continue;
    for (const TargetId target : targets) --coverers[target];
  }
  // Each target is the duty of the first test that covers it.
  std::vector<MinimisedTest> kept;
  std::set<TargetId> assigned;
  for (size_t i = 0; i < tests.size(); ++i) {
    if (!isKept[i]) continue;
    MinimisedTest test{std::move(tests[i]), {}};
    for (const TargetId target : (*covered)[i]) {
      if (assigned.insert(target).second) test.targets.insert(target);
    }
    if (!test.targets.empty()) kept.push_back(std::move(test));
  }
  return kept;
}

Result<void> simplifyTests(std::vector<MinimisedTest>& tests, const Cover& cover,
                           const std::function<bool()>& goOn) {
  if (auto separated = separate(tests, cover); !separated) return separated;
  if (auto simplified = simplifyBy(withoutOneStep, tests, cover, goOn); !simplified) return simplified;
  if (auto simplified = simplifyValuesTogether(tests, cover, goOn); !simplified) return simplified;
  return simplifyBy(withOneSimplerSharedValue, tests, cover, goOn);
}

Result<std::vector<MinimisedTest>> separateAt(std::span<const size_t> steps, MinimisedTest test,
                                              const Cover& cover) {
  std::vector<MinimisedTest> parts;
  // Backwards: a test without a step has all before it where they were.
  for (const size_t step : std::views::reverse(steps)) {
    if (step + 1 >= test.individual.actions.size()) continue;
    std::array<Individual, 2> candidates{test.individual, test.individual};
    auto& [ending, goingOn] = candidates;
    ending.actions.resize(step + 1);
    if (!removeAction(goingOn, step)) continue;
    const auto covered = cover(candidates);
    if (!covered) return std::unexpected(covered.error());
    std::set<TargetId> lost;
    std::ranges::set_difference(test.targets, (*covered)[1], std::inserter(lost, lost.end()));
    if (lost == test.targets || !std::ranges::includes((*covered)[0], lost)) continue;
    for (const TargetId target : lost) test.targets.erase(target);
    test.individual = std::move(goingOn);
    if (!lost.empty()) parts.push_back({std::move(ending), std::move(lost)});
  }
  parts.push_back(std::move(test));
  return parts;
}

void dropActions(Individual& test, const Accept& accept) {
  if (test.actions.empty()) return;
  // What the last takes nothing from is seldom needed: one run instead of one for each.
  Individual needed = test;
  for (size_t i = needed.actions.size() - 1; i-- > 0;) removeAction(needed, i);
  if (needed.actions.size() + 1 < test.actions.size() && accept(needed)) test = std::move(needed);
  for (size_t i = test.actions.size() - 1; i-- > 0;) {
    Individual shorter = test;
    const bool isGone = removeAction(shorter, i) || bypassAction(shorter, i);
    if (isGone && accept(shorter)) test = std::move(shorter);
  }
}

void simplifyValues(Individual& test, const Accept& accept,
                    const std::function<bool(gene::Gene&)>& mayChange) {
  const auto simplifies = [&](size_t action, size_t gene) {
    if (!mayChange(*test.actions[action].genes[gene])) return false;
    for (auto& simpler : test.actions[action].genes[gene]->simpler()) {
      Individual changed = test;
      changed.actions[action].genes[gene] = std::move(simpler);
      if (!accept(changed)) continue;
      test = std::move(changed);
      return true;
    }
    return false;
  };
  bool isSimpler = true;
  while (isSimpler) {
    isSimpler = false;
    for (size_t a = 0; a < test.actions.size(); ++a) {
      for (size_t g = 0; g < test.actions[a].genes.size(); ++g) isSimpler |= simplifies(a, g);
    }
  }
}

}  // namespace covolve::search
