#include "gene/choice/guarded_gene.h"

namespace covolve::gene {

GuardedGene::GuardedGene(std::unique_ptr<Gene> inner, Check check)
    : check_(std::make_shared<const Check>(std::move(check))) {
  inner_.push_back(std::move(inner));
}

GuardedGene::GuardedGene(const GuardedGene& other)
    : Gene(other), check_(other.check_), first_(other.first_), inner_(copyAll(other.inner_)) {}

bool GuardedGene::start() {
  // Choices of our own: whether there is a value must not depend on the seed of the search.
  Rng rng(1);
  const Constants none;
  Source source(rng, none);
  constexpr int kAttempts = 500;
  bool passes = (*check_)(*inner_[0]);
  for (int attempt = 0; attempt < kAttempts && !passes; ++attempt) {
    inner_[0]->sample(source);
    passes = (*check_)(*inner_[0]);
  }
  if (passes) first_ = inner_[0]->copy();
  return passes;
}

void GuardedGene::draw(Source& source, int attempts) {
  for (int attempt = 0; attempt < attempts; ++attempt) {
    inner_[0]->sample(source);
    if ((*check_)(*inner_[0])) return;
  }
  inner_[0] = first_->copy();
}

void GuardedGene::sample(Source& source) {
  constexpr int kAttempts = 50;
  draw(source, kAttempts);
}

void GuardedGene::mutate(Source& source) {
  if (!isMutable()) return;
  constexpr int kAttempts = 16;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    auto changed = inner_[0]->copy();
    changed->mutate(source);
    if (!(*check_)(*changed) || changed->equals(*inner_[0])) continue;
    inner_[0] = std::move(changed);
    return;
  }
  draw(source, kAttempts);
}

bool GuardedGene::assign(const Value& value) {
  auto assigned = inner_[0]->copy();
  if (!assigned->assign(value) || !(*check_)(*assigned)) return false;
  inner_[0] = std::move(assigned);
  return true;
}

std::vector<std::unique_ptr<Gene>> GuardedGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  forEachSimpler(inner_, [&](size_t, std::unique_ptr<Gene> inner) {
    if (!(*check_)(*inner)) return;
    auto changed = std::make_unique<GuardedGene>(*this);
    changed->inner_[0] = std::move(inner);
    candidates.push_back(std::move(changed));
  });
  return candidates;
}

}  // namespace covolve::gene
