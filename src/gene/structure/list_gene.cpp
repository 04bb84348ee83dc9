#include "gene/structure/list_gene.h"

#include <algorithm>
#include <cassert>

namespace covolve::gene {

ListGene::ListGene(std::unique_ptr<Gene> element, size_t maximum, size_t minimum)
    : pattern_(std::move(element)), minimum_(minimum), maximum_(maximum) {
  assert(minimum <= maximum);
  while (elements_.size() < minimum_) elements_.push_back(pattern_->copy());
}

std::unique_ptr<ListGene> ListGene::fixed(std::unique_ptr<Gene> element, size_t length) {
  return std::make_unique<ListGene>(std::move(element), length, length);
}

ListGene::ListGene(const ListGene& other)
    : Gene(other),
      pattern_(other.pattern_),
      minimum_(other.minimum_),
      maximum_(other.maximum_),
      elements_(copyAll(other.elements_)) {}

void ListGene::sample(Source& source) {
  if (minimum_ < maximum_) {
    const size_t most = maximum_ - minimum_;
    const size_t length =
        minimum_ + source.rng.below((source.rng.chance(0.9) ? std::min<size_t>(most, 6) : most) + 1);
    elements_.resize(std::min(elements_.size(), length));
    while (elements_.size() < length) elements_.push_back(pattern_->copy());
  }
  for (const auto& element : elements_) element->sample(source);
}

void ListGene::insert(size_t position, std::unique_ptr<Gene> element) {
  elements_.insert(elements_.begin() + static_cast<std::ptrdiff_t>(position), std::move(element));
}

void ListGene::erase(size_t position) {
  elements_.erase(elements_.begin() + static_cast<std::ptrdiff_t>(position));
}

bool ListGene::isMutable() const { return minimum_ < maximum_ || anyMutable(elements_); }

bool ListGene::mutateShape(Source& source) {
  const size_t count = elements_.size();
  const bool grows = count == minimum_ || (count < maximum_ && source.rng.chance(0.5));
  if (!grows) {
    erase(source.rng.below(count));
    return true;
  }
  auto element = pattern_->copy();
  element->sample(source);
  insert(source.rng.below(count + 1), std::move(element));
  return true;
}

/// One attempt; false where it changed nothing.
bool ListGene::change(Source& source) {
  Rng& rng = source.rng;
  const size_t count = elements_.size();
  const uint64_t kind = rng.below(16);
  if (kind < 3 && count < maximum_) {
    auto element = pattern_->copy();
    element->sample(source);
    insert(rng.below(count + 1), std::move(element));
    return true;
  }
  if (kind < 5 && count > minimum_) {
    erase(rng.below(count));
    return true;
  }
  if (kind < 6 && count > 0 && count < maximum_) {
    const size_t place = rng.below(count + 1);
    insert(place, rng.pick(elements_)->copy());
    return true;
  }
  if (kind < 8 && count > 1) {
    auto& one = rng.pick(elements_);
    auto& other = rng.pick(elements_);
    if (one->equals(*other)) return false;
    std::swap(one, other);
    return true;
  }
  // Elements have the same chance: a long text in one must not keep the others from changing.
  if (count == 0) return false;
  Gene& element = *rng.pick(elements_);
  if (!element.isMutable()) return false;
  element.mutate(source);
  return true;
}

void ListGene::mutate(Source& source) {
  if (!isMutable()) return;
  for (int attempt = 0; attempt < 16; ++attempt) {
    if (change(source)) return;
  }
  if (elements_.size() < maximum_) {
    elements_.push_back(pattern_->copy());
    elements_.back()->sample(source);
  } else if (elements_.size() > minimum_) {
    elements_.pop_back();
  } else {
    chooseMutable(elements_, source.rng)->mutate(source);
  }
}

void ListGene::write(ValueSink& sink) const {
  sink.list(elements_.size(), minimum_ == maximum_);
  for (const auto& element : elements_) element->write(sink);
}

bool ListGene::assign(const Value& value) {
  const size_t count = value.children.size();
  if (value.kind != Value::Kind::List || count < minimum_ || count > maximum_) return false;
  elements_.resize(std::min(elements_.size(), count));
  while (elements_.size() < count) elements_.push_back(pattern_->copy());
  for (size_t i = 0; i < count; ++i) {
    if (!elements_[i]->assign(value.children[i])) return false;
  }
  return true;
}

std::vector<std::unique_ptr<Gene>> ListGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  if (elements_.size() > minimum_) {
    auto shortest = std::make_unique<ListGene>(*this);
    shortest->elements_.resize(minimum_);
    candidates.push_back(std::move(shortest));
    for (size_t i = 0; i < elements_.size() && elements_.size() > 1; ++i) {
      auto shorter = std::make_unique<ListGene>(*this);
      shorter->erase(i);
      candidates.push_back(std::move(shorter));
    }
  }
  forEachSimpler(elements_, [&](size_t i, std::unique_ptr<Gene> element) {
    auto changed = std::make_unique<ListGene>(*this);
    changed->elements_[i] = std::move(element);
    candidates.push_back(std::move(changed));
  });
  return candidates;
}

}  // namespace covolve::gene
