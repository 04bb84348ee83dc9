#include "gene/regex/quantifier_part.h"

#include <algorithm>

namespace covolve::gene::regex {

QuantifierPart::QuantifierPart(std::unique_ptr<Part> pattern, Bounds bounds)
    : pattern_(std::move(pattern)), bounds_(bounds) {
  while (rounds_.size() < bounds_.least) rounds_.push_back(pattern_->copy());
}

QuantifierPart::QuantifierPart(const QuantifierPart& other)
    : Part(other), pattern_(other.pattern_), bounds_(other.bounds_), rounds_(copyAll(other.rounds_)) {}

void QuantifierPart::sample(Source& source) {
  Rng& rng = source.rng;
  const size_t room = bounds_.most - bounds_.least;
  size_t more = 0;
  if (bounds_.most != kUnbounded && room <= bounds_.usual) {
    more = rng.below(room + 1);
  } else if (mayFill() && rng.below(32) == 0) {
    more = room;
  } else {
    while (more < bounds_.usual && rng.below(8) < 5) ++more;
  }
  const size_t count = bounds_.least + more;
  rounds_.resize(std::min(rounds_.size(), count));
  while (rounds_.size() < count) rounds_.push_back(pattern_->copy());
  for (const auto& round : rounds_) round->sample(source);
}

void QuantifierPart::mutate(Source& source) {
  Rng& rng = source.rng;
  const size_t count = rounds_.size();
  const auto position = [&](size_t places) {
    return rounds_.begin() + static_cast<std::ptrdiff_t>(rng.below(places));
  };
  const bool mayGrow = count < bounds_.most && (mayFill() || count < bounds_.least + 2 * bounds_.usual);
  const uint64_t kind = rng.below(8);
  if (kind < 2 && mayGrow) {
    auto round = pattern_->copy();
    if (kind == 0 && count > 0) {
      round = rng.pick(rounds_)->copy();
    } else {
      round->sample(source);
    }
    rounds_.insert(position(count + 1), std::move(round));
  } else if (kind < 4 && count > bounds_.least) {
    rounds_.erase(position(count));
  } else if (kind == 4 && count > 1) {
    std::swap(*position(count), *position(count));
  } else if (Part* round = chooseMutable(rounds_, rng)) {
    round->mutate(source);
  } else if (mayGrow) {
    rounds_.push_back(pattern_->copy());
    rounds_.back()->sample(source);
  } else if (count > bounds_.least) {
    rounds_.pop_back();
  }
}

bool QuantifierPart::isMutable() const {
  return bounds_.least < bounds_.most || (bounds_.least > 0 && pattern_->isMutable());
}

size_t QuantifierPart::weight() const {
  size_t sum = 1;
  for (const auto& round : rounds_) sum += round->weight();
  return sum;
}

void QuantifierPart::forget(Captures& captures) const {
  for (size_t group = bounds_.firstGroup; group < bounds_.endGroup; ++group) captures[group].reset();
}

void QuantifierPart::spell(Spelling& out) const {
  for (const auto& round : rounds_) {
    forget(out.captures);
    round->spell(out);
  }
}

bool QuantifierPart::matchRound(size_t round, Match& match, size_t position, Next next) {
  if (!match.step()) return false;
  const Captures before = match.captures;
  if (round < bounds_.most) {
    if (rounds_.size() == round) rounds_.push_back(pattern_->copy());
    auto again = [&](size_t reached) {
      // A round of nothing beyond what is asked for could go on for ever.
      if (reached == position && round >= bounds_.least) return false;
      return matchRound(round + 1, match, reached, next);
    };
    forget(match.captures);
    if (rounds_[round]->match(match, position, again)) return true;
    match.captures = before;
  }
  if (round < bounds_.least) return false;
  rounds_.resize(round);
  return next(position);
}

std::unique_ptr<QuantifierPart> QuantifierPart::without(size_t round) const {
  auto fewer = std::make_unique<QuantifierPart>(*this);
  fewer->rounds_.erase(fewer->rounds_.begin() + static_cast<std::ptrdiff_t>(round));
  return fewer;
}

std::vector<std::unique_ptr<Part>> QuantifierPart::simpler() const {
  PartList candidates;
  constexpr size_t kWorthTryingEach = 24;
  if (rounds_.size() > bounds_.least) {
    auto fewest = std::make_unique<QuantifierPart>(*this);
    fewest->rounds_.resize(bounds_.least);
    candidates.push_back(std::move(fewest));
    for (size_t i = 0; i < rounds_.size() && i < kWorthTryingEach; ++i) candidates.push_back(without(i));
  }
  for (size_t i = 0; i < rounds_.size() && i < kWorthTryingEach; ++i) {
    for (auto& simpler : rounds_[i]->simpler()) {
      auto changed = std::make_unique<QuantifierPart>(*this);
      changed->rounds_[i] = std::move(simpler);
      candidates.push_back(std::move(changed));
    }
  }
  return candidates;
}

size_t QuantifierPart::leastLength() const {
  const size_t once = pattern_->leastLength();
  if (once == 0 || bounds_.least == 0) return 0;
  return bounds_.least > kLongestText / once ? kLongestText + 1 : bounds_.least * once;
}

}  // namespace covolve::gene::regex
