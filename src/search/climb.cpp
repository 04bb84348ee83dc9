#include "search/climb.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "distance/branch_distance.h"
#include "gene/number/floating_gene.h"
#include "gene/number/integer_gene.h"
#include "gene/text/text_gene.h"

namespace covolve::search {

namespace {

// Beyond these a climb costs more than it is worth.
constexpr size_t kMostVariables = 400;
constexpr size_t kMostCharacters = 48;
constexpr uint32_t kMostDecimals = 12;
constexpr size_t kMostPaired = 8;  // integers
constexpr size_t kMostRounds = 1000;

struct Collector final : gene::LeafVisitor {
  std::vector<Variable> integers, texts, floats;
  size_t leaf = 0;

  void integer(gene::IntegerGene&) override { integers.push_back({leaf++, Variable::Kind::Integer, 0}); }
  void text(gene::TextGene& gene) override {
    texts.push_back({leaf, Variable::Kind::Length, 0});
    for (uint32_t i = 0; i < std::min(gene.text().size(), kMostCharacters); ++i) {
      texts.push_back({leaf, Variable::Kind::Character, i});
    }
    ++leaf;
  }
  void floating(gene::FloatingGene&) override {
    for (uint32_t places = 0; places <= kMostDecimals; ++places) {
      floats.push_back({leaf, Variable::Kind::Decimal, places});
    }
    floats.push_back({leaf++, Variable::Kind::Ordinal, 0});
  }
};

double stepDecimal(double value, uint32_t places, __int128 step) {
  const double unit = std::pow(10.0, static_cast<double>(places));
  const double moved = (std::round(value * unit) + static_cast<double>(step)) / unit;
  // Beyond the precision of a double, rounding to places would only lose what is there.
  return std::isfinite(moved) ? moved : value;
}

double stepOrdinal(double value, __int128 step) {
  const __int128 position = distance::position(value) + step;
  const __int128 last = distance::position(std::numeric_limits<double>::max());
  if (position > last || position < -last) return value;
  const auto magnitude = static_cast<uint64_t>(position < 0 ? -position : position);
  return std::bit_cast<double>(magnitude | (position < 0 ? uint64_t{1} << 63 : 0));
}

struct Changer final : gene::LeafVisitor {
  const Variable& variable;
  __int128 step;
  size_t leaf = 0;
  bool changed = false;
  bool refused = false;  // one of two could not follow

  Changer(const Variable& which, __int128 by) : variable(which), step(by) {}

  void integer(gene::IntegerGene& gene) override {
    const bool isPair = variable.kind == Variable::Kind::Together || variable.kind == Variable::Kind::Opposed;
    const bool isOther = isPair && leaf == variable.detail;
    if (leaf++ != variable.leaf && !isOther) return;
    const __int128 by = isOther && variable.kind == Variable::Kind::Opposed ? -step : step;
    __int128 moved = 0;
    if (__builtin_add_overflow(gene.value(), by, &moved) || !gene.set(moved)) {
      refused = true;
      return;
    }
    changed = true;
  }

  void floating(gene::FloatingGene& gene) override {
    if (leaf++ != variable.leaf || std::isnan(gene.value())) return;
    const double before = gene.value();
    gene.set(variable.kind == Variable::Kind::Decimal ? stepDecimal(before, variable.detail, step)
                                                      : stepOrdinal(before, step));
    changed = gene.value() != before;
  }

  void text(gene::TextGene& gene) override {
    if (leaf++ != variable.leaf) return;
    std::string text = gene.text();
    if (variable.kind == Variable::Kind::Length) {
      const auto size = static_cast<__int128>(text.size()) + step;
      if (size < 0 || size > static_cast<__int128>(gene.longest())) return;
      text.resize(static_cast<size_t>(size), text.empty() ? 'a' : text.back());
    } else {
      if (variable.detail >= text.size()) return;
      const __int128 character = static_cast<unsigned char>(text[variable.detail]) + step;
      if (character < 0 || character > 255) return;
      text[variable.detail] = static_cast<char>(character);
    }
    changed = gene.set(std::move(text));
  }
};

}  // namespace

std::vector<Variable> variablesOf(const Individual& individual) {
  Collector collector;
  visitLeaves(individual, collector);
  std::vector<Variable> variables = std::move(collector.integers);
  const size_t integers = variables.size();
  for (size_t i = 0; i < integers && integers <= kMostPaired; ++i) {
    for (size_t j = i + 1; j < integers; ++j) {
      for (const auto kind : {Variable::Kind::Together, Variable::Kind::Opposed}) {
        variables.push_back({variables[i].leaf, kind, static_cast<uint32_t>(variables[j].leaf)});
      }
    }
  }
  variables.insert(variables.end(), collector.texts.begin(), collector.texts.end());
  variables.insert(variables.end(), collector.floats.begin(), collector.floats.end());
  if (variables.size() > kMostVariables) variables.resize(kMostVariables);
  return variables;
}

bool vary(Individual& individual, const Variable& variable, __int128 step) {
  Changer changer(variable, step);
  visitLeaves(individual, changer);
  return changer.changed && !changer.refused;
}

Climb::Climb(EvaluatedTest start, TargetId target, Fitness fitness)
    : current_(std::move(start)),
      target_(target),
      fitness_(fitness),
      variables_(variablesOf(current_->individual)) {}

bool Climb::offer(__int128 step, std::vector<Individual>& candidates) {
  Individual candidate = current_->individual;
  if (!vary(candidate, variables_[variable_], step)) return false;
  candidates.push_back(std::move(candidate));
  steps_.push_back(step);
  return true;
}

std::vector<Individual> Climb::next() {
  if (hasAsked_) moveOn();
  hasAsked_ = true;
  std::vector<Individual> candidates;
  ++rounds_;
  while (candidates.empty() && fruitless_ < variables_.size() && !fitness_.isCovered() &&
         rounds_ < kMostRounds) {
    steps_.clear();
    if (phase_ == Phase::Explore) {
      offer(-1, candidates);
      offer(1, candidates);
    } else if (phase_ == Phase::Leap) {
      offer(leap_ * direction_, candidates);
    } else {
      for (unsigned k = 1; k <= 126 && offer((static_cast<__int128>(1) << k) * direction_, candidates); ++k) {
      }
    }
    if (candidates.empty()) moveOn();
  }
  best_ = nullptr;
  bestFitness_ = fitness_;
  return candidates;
}

void Climb::result(size_t index, const EvaluatedTest& test, Fitness fitness) {
  if (!(fitness < bestFitness_)) return;
  bestFitness_ = fitness;
  best_ = test;
  bestStep_ = steps_[index];
}

/// What the candidates' results mean for the next step.
void Climb::moveOn() {
  const bool improved = best_ != nullptr;
  if (improved) {
    // Most decisions compare what is linear in a datum: then two points tell where the distance ends.
    const bool isSameLevel = bestFitness_.level == fitness_.level;
    const uint64_t gain = isSameLevel ? fitness_.distance - bestFitness_.distance : 0;
    leap_ = phase_ == Phase::Explore && gain > 0 ? bestFitness_.distance / gain : 0;
    current_ = std::move(best_);
    fitness_ = bestFitness_;
    const std::vector<Variable> variables = variablesOf(current_->individual);
    if (variables != variables_) {  // a text has become longer or shorter, or the test ended earlier
      variables_ = variables;
      variable_ = variables_.empty() ? 0 : std::min(variable_, variables_.size() - 1);
    }
    fruitless_ = 0;
    direction_ = bestStep_ > 0 ? 1 : -1;
    phase_ = leap_ > 1 ? Phase::Leap : phase_ == Phase::Explore ? Phase::Stride : Phase::Explore;
    return;
  }
  if (phase_ == Phase::Leap) {
    phase_ = Phase::Stride;
    return;
  }
  if (phase_ == Phase::Stride) {
    phase_ = Phase::Explore;  // one more look around the present place
    return;
  }
  ++fruitless_;
  if (!variables_.empty()) variable_ = (variable_ + 1) % variables_.size();
}

}  // namespace covolve::search
