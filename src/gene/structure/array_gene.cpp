#include "gene/structure/array_gene.h"

#include <algorithm>
#include <cassert>

#include "gene/value_builder.h"

namespace covolve::gene {

ArrayGene::ArrayGene(Shape shape) : shape_(std::make_shared<const Shape>(std::move(shape))) {
  assert(shape_->minimum <= shape_->maximum);
  assert(shape_->further != nullptr || shape_->maximum <= shape_->first.size());
  while (elements_.size() < shape_->minimum) elements_.push_back(pattern(elements_.size()).copy());
  if (!shape_->distinct || elements_.size() < 2) return;
  // Unsampled elements are all the same.
  Rng rng(1);
  const Constants none;
  Source source(rng, none);
  elements_.clear();
  while (elements_.size() < shape_->minimum && add(source)) {
  }
}

bool ArrayGene::repeats(const Gene& element, size_t except) const {
  if (!shape_->distinct) return false;
  const Value value = valueOf(element);
  for (size_t i = 0; i < elements_.size(); ++i) {
    if (i != except && valueOf(*elements_[i]) == value) return true;
  }
  return false;
}

/// Appends one; false where all that were drawn are there already.
bool ArrayGene::add(Source& source) {
  auto element = pattern(elements_.size()).copy();
  constexpr int kAttempts = 64;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    element->sample(source);
    if (repeats(*element)) continue;
    elements_.push_back(std::move(element));
    return true;
  }
  return false;
}

/// The same, anywhere among the further ones.
bool ArrayGene::insert(Source& source) {
  if (!add(source)) return false;
  if (furtherCount() > 1) {
    const size_t place = shape_->first.size() + source.rng.below(furtherCount());
    std::rotate(elements_.begin() + static_cast<std::ptrdiff_t>(place), elements_.end() - 1, elements_.end());
  }
  return true;
}

void ArrayGene::removeAny(Rng& rng) {
  remove(furtherCount() > 0 ? shape_->first.size() + rng.below(furtherCount()) : elements_.size() - 1);
}

bool ArrayGene::mutateShape(Source& source) {
  const size_t count = elements_.size();
  const bool grows = count <= shape_->minimum || (count < shape_->maximum && source.rng.chance(0.5));
  if (grows) return insert(source);
  removeAny(source.rng);
  return true;
}

bool ArrayGene::holds() const {
  for (size_t i = 0; i < elements_.size(); ++i) {
    if (repeats(*elements_[i], i) || !elements_[i]->holds()) return false;
  }
  return true;
}

void ArrayGene::remove(size_t position) {
  elements_.erase(elements_.begin() + static_cast<std::ptrdiff_t>(position));
}

void ArrayGene::sample(Source& source) {
  const uint64_t dice = source.rng.below(10);
  const size_t room = shape_->maximum - shape_->minimum;
  const size_t more = dice == 0 ? 0 : dice == 1 ? room : source.rng.below(std::min(room, shape_->usual) + 1);
  ArrayGene drawn(*this);
  drawn.elements_.clear();
  while (drawn.elements_.size() < shape_->minimum + more && drawn.add(source)) {
  }
  // Of a small domain there may not be enough different ones.
  if (drawn.elements_.size() >= shape_->minimum) elements_ = std::move(drawn.elements_);
}

bool ArrayGene::changeElement(Source& source) {
  if (elements_.empty()) return false;
  const size_t position = source.rng.below(elements_.size());
  if (!elements_[position]->isMutable()) return false;
  auto element = elements_[position]->copy();
  element->mutate(source);
  if (repeats(*element, position)) return false;
  elements_[position] = std::move(element);
  return true;
}

/// One attempt; false where it changed nothing.
bool ArrayGene::change(Source& source) {
  Rng& rng = source.rng;
  const size_t first = shape_->first.size();
  const size_t count = elements_.size();
  const uint64_t kind = rng.below(16);
  if (kind < 3 && count < shape_->maximum) return insert(source);
  if (kind < 5 && count > shape_->minimum) {
    removeAny(rng);
    return true;
  }
  if (kind < 6 && !shape_->distinct && furtherCount() > 0 && count < shape_->maximum) {
    elements_.push_back(elements_[first + rng.below(furtherCount())]->copy());
    return true;
  }
  if (kind < 8 && furtherCount() > 1) {
    auto& one = elements_[first + rng.below(furtherCount())];
    auto& other = elements_[first + rng.below(furtherCount())];
    if (one->equals(*other)) return false;
    std::swap(one, other);
    return true;
  }
  return changeElement(source);
}

void ArrayGene::mutate(Source& source) {
  if (!isMutable()) return;
  constexpr int kAttempts = 16;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (change(source)) return;
  }
  if (elements_.size() < shape_->maximum && add(source)) return;
  if (elements_.size() > shape_->minimum) elements_.pop_back();
}

void ArrayGene::write(ValueSink& sink) const {
  sink.list(elements_.size(), false);
  for (const auto& element : elements_) element->write(sink);
}

bool ArrayGene::assign(const Value& value) {
  const size_t count = value.children.size();
  if (value.kind != Value::Kind::List || count < shape_->minimum || count > shape_->maximum) return false;
  ArrayGene read(*this);
  read.elements_.clear();
  for (const Value& child : value.children) {
    auto element = pattern(read.elements_.size()).copy();
    if (!element->assign(child) || read.repeats(*element)) return false;
    read.elements_.push_back(std::move(element));
  }
  elements_ = std::move(read.elements_);
  return true;
}

std::vector<std::unique_ptr<Gene>> ArrayGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  const size_t count = elements_.size();
  if (count > shape_->minimum) {
    auto shortest = std::make_unique<ArrayGene>(*this);
    shortest->elements_.resize(shape_->minimum);
    candidates.push_back(std::move(shortest));
    const size_t movable = furtherCount() > 0 ? shape_->first.size() : count - 1;
    for (size_t i = movable; i < count && count > 1; ++i) {
      auto shorter = std::make_unique<ArrayGene>(*this);
      shorter->remove(i);
      candidates.push_back(std::move(shorter));
    }
  }
  forEachSimpler(elements_, [&](size_t i, std::unique_ptr<Gene> element) {
    if (repeats(*element, i)) return;
    auto changed = std::make_unique<ArrayGene>(*this);
    changed->elements_[i] = std::move(element);
    candidates.push_back(std::move(changed));
  });
  return candidates;
}

}  // namespace covolve::gene
