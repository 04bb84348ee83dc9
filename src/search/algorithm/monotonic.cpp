#include "search/algorithm/monotonic.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace covolve::search {

void Monotonic::breed(size_t count, std::vector<Individual>& batch) {
  for (size_t i = 0; i < count; ++i) {
    while (waiting_.empty()) makeSuites();
    batch.push_back(std::move(waiting_.front().first));
    underWay_.push_back(std::move(waiting_.front().second));
    waiting_.pop_front();
  }
}

void Monotonic::receive(EvaluatedTest test) {
  const Slot slot = std::move(underWay_.front());
  underWay_.pop_front();
  // What died leaves its slot empty.
  if (!test->individual.actions.empty()) {
    slot.family->children[slot.child]->tests[slot.index] = std::move(test);
  }
  if (--slot.family->missing == 0) finish(*slot.family);
}

void Monotonic::adopt(const EvaluatedTest& test) {
  if (population_.empty() || population_.front()->tests.size() >= context_.parameters.suiteLongest) return;
  auto extended = std::make_shared<Suite>(*population_.front());
  extended->tests.push_back(test);
  extended->actions += test->length.actions;
  extended->scoredFor = ~uint64_t{0};
  population_.front() = std::move(extended);
}

void Monotonic::makeSuites() {
  if (population_.empty()) {
    makeFirstSuite();
  } else {
    makeChildren();
  }
}

void Monotonic::makeFirstSuite() {
  auto family = std::make_shared<Family>();
  const size_t size = 1 + context_.rng.below(context_.parameters.suiteTests);
  family->children.push_back(std::make_shared<Suite>());
  for (size_t i = 0; i < size; ++i)
    request(context_.problem.sample(context_.openGoal(), context_.rng), {family, 0, i});
}

void Monotonic::makeChildren() {
  auto family = std::make_shared<Family>();
  const auto& one = family->parents.emplace_back(pickByRank())->tests;
  const auto& other = family->parents.emplace_back(pickByRank())->tests;
  const bool crosses = context_.rng.chance(context_.parameters.crossoverRate);
  const double cut = crosses ? context_.rng.unit() : 1;
  const auto append = [&](Suite& child, const auto& head, const auto& tail) {
    const auto headSize = static_cast<std::ptrdiff_t>(cut * static_cast<double>(head.size()));
    const auto tailFrom = static_cast<std::ptrdiff_t>(cut * static_cast<double>(tail.size()));
    child.tests.assign(head.begin(), head.begin() + headSize);
    child.tests.insert(child.tests.end(), tail.begin() + tailFrom, tail.end());
    if (child.tests.size() > context_.parameters.suiteLongest) {
      child.tests.resize(context_.parameters.suiteLongest);
    }
  };
  append(*family->children.emplace_back(std::make_shared<Suite>()), one, other);
  append(*family->children.emplace_back(std::make_shared<Suite>()), other, one);
  for (size_t child = 0; child < 2; ++child) change(family, child);
}

/// Each test changes with 1/n, at least one; then new ones are added, each further one less likely.
void Monotonic::change(const std::shared_ptr<Family>& family, size_t child) {
  std::vector<EvaluatedTest>& tests = family->children[child]->tests;
  const size_t size = tests.size();
  const auto changeAt = [&](size_t index) {
    request(mutator_.mutant(offspring_.goalOf(tests[index])), {family, child, index});
  };
  bool hasChanged = false;
  for (size_t index = 0; index < size; ++index) {
    if (context_.rng.below(size) != 0) continue;
    changeAt(index);
    hasChanged = true;
  }
  if (!hasChanged && size > 0) changeAt(context_.rng.below(size));
  double chance = size == 0 ? 1 : context_.parameters.suiteInsertion;
  while (tests.size() < context_.parameters.suiteLongest && context_.rng.chance(chance)) {
    request(offspring_.fresh(), {family, child, tests.size()});
    chance *= context_.parameters.suiteInsertion;
  }
}

void Monotonic::request(Individual test, Slot slot) {
  auto& tests = slot.family->children[slot.child]->tests;
  if (tests.size() <= slot.index) tests.resize(slot.index + 1);
  tests[slot.index] = nullptr;
  ++slot.family->missing;
  waiting_.emplace_back(std::move(test), std::move(slot));
}

void Monotonic::finish(const Family& family) {
  for (const SharedSuite& child : family.children) {
    child->born = ++born_;
    std::erase(child->tests, nullptr);
    for (const EvaluatedTest& test : child->tests) child->actions += test->length.actions;
  }
  bool areKept = family.parents.empty();
  if (!areKept) {
    const SharedSuite parent = bestOf(family.parents);
    const SharedSuite child = bestOf(family.children);
    areKept = child->gain != parent->gain ? child->gain > parent->gain : child->actions <= parent->actions;
  }
  for (const SharedSuite& suite : areKept ? family.children : family.parents) {
    if (!suite->tests.empty()) next_.push_back(suite);
  }
  if (next_.size() >= context_.parameters.population) nextGeneration();
}

void Monotonic::nextGeneration() {
  const size_t elite = std::min(context_.parameters.elite, population_.size());
  next_.insert(next_.end(), population_.begin(), population_.begin() + static_cast<std::ptrdiff_t>(elite));
  for (const SharedSuite& suite : next_) score(*suite);
  std::ranges::sort(next_, {}, [](const SharedSuite& suite) {
    return std::tuple(-suite->gain, suite->actions, ~suite->born);
  });
  next_.resize(context_.parameters.population);
  population_.swap(next_);
  next_.clear();
}

Monotonic::SharedSuite Monotonic::bestOf(const std::vector<SharedSuite>& suites) {
  for (const SharedSuite& suite : suites) score(*suite);
  return *std::ranges::min_element(
      suites, {}, [](const SharedSuite& suite) { return std::tuple(-suite->gain, suite->actions); });
}

void Monotonic::score(Suite& suite) {
  const Archive& archive = context_.archive;
  const uint64_t state = archive.coveredCount();
  if (suite.scoredFor == state) return;
  suite.scoredFor = state;
  if (reaches_.size() < archive.targetCount()) reaches_.resize(archive.targetCount());
  ++scored_;
  reached_.clear();
  for (const EvaluatedTest& test : suite.tests) {
    for (const auto [target, distance] : test->reached) {
      if (archive.isCovered(target)) continue;
      Reach& reach = reaches_[target];
      if (reach.suite != scored_) {
        reach = {scored_, 0, kNotReached};
        reached_.push_back(target);
      }
      ++reach.tests;
      reach.nearest = std::min(reach.nearest, distance);
    }
  }
  suite.gain = 0;
  for (const TargetId target : reached_) {
    const Reach& reach = reaches_[target];
    if (reach.tests >= 2) suite.gain += 1 / (1 + static_cast<double>(reach.nearest));
  }
}

/// The better, the likelier: with bias 1.7 the best suite is chosen 1.7 times as often as the middle one.
const Monotonic::SharedSuite& Monotonic::pickByRank() {
  const double bias = context_.parameters.rankBias;
  double share = context_.rng.unit();
  if (bias > 1) share = (bias - std::sqrt(bias * bias - 4 * (bias - 1) * share)) / 2 / (bias - 1);
  const auto index = static_cast<size_t>(share * static_cast<double>(population_.size()));
  return population_[std::min(index, population_.size() - 1)];
}

}  // namespace covolve::search
