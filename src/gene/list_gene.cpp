#include "gene/list_gene.h"

namespace covolve::gene {

ListGene::ListGene(std::unique_ptr<Gene> element, size_t maximum)
    : pattern_(std::move(element)), maximum_(maximum) {}

std::unique_ptr<ListGene> ListGene::fixed(std::unique_ptr<Gene> element, size_t length) {
  auto list = std::make_unique<ListGene>(std::move(element), length);
  list->minimum_ = length;
  for (size_t i = 0; i < length; ++i) list->elements_.push_back(list->pattern_->copy());
  return list;
}

ListGene::ListGene(const ListGene& other)
    : Gene(other), pattern_(other.pattern_), minimum_(other.minimum_), maximum_(other.maximum_) {
  elements_.reserve(other.elements_.size());
  for (const auto& element : other.elements_) elements_.push_back(element->copy());
}

void ListGene::sample(Rng& rng) {
  if (minimum_ < maximum_) {
    const size_t length =
        minimum_ +
        rng.below((rng.chance(0.9) ? std::min<size_t>(maximum_ - minimum_, 6) : maximum_ - minimum_) + 1);
    elements_.resize(std::min(elements_.size(), length));
    while (elements_.size() < length) elements_.push_back(pattern_->copy());
  }
  for (const auto& element : elements_) element->sample(rng);
}

void ListGene::write(ValueSink& sink) const {
  sink.list(elements_.size(), minimum_ == maximum_);
  for (const auto& element : elements_) element->write(sink);
}

bool ListGene::equals(const Gene& other) const {
  const auto& list = static_cast<const ListGene&>(other);
  if (elements_.size() != list.elements_.size()) return false;
  for (size_t i = 0; i < elements_.size(); ++i) {
    if (!elements_[i]->equals(*list.elements_[i])) return false;
  }
  return true;
}

size_t ListGene::weight() const {
  size_t sum = 1;
  for (const auto& element : elements_) sum += element->weight();
  return sum;
}

std::vector<std::unique_ptr<Gene>> ListGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  if (elements_.size() > minimum_) {
    if (minimum_ == 0)
      candidates.push_back(std::make_unique<ListGene>(*this)),
          static_cast<ListGene&>(*candidates.back()).elements_.clear();
    for (size_t i = 0; i < elements_.size() && elements_.size() > 1; ++i) {
      auto shorter = std::make_unique<ListGene>(*this);
      shorter->elements_.erase(shorter->elements_.begin() + static_cast<std::ptrdiff_t>(i));
      candidates.push_back(std::move(shorter));
    }
  }
  for (size_t i = 0; i < elements_.size(); ++i) {
    for (auto& element : elements_[i]->simpler()) {
      auto changed = std::make_unique<ListGene>(*this);
      changed->elements_[i] = std::move(element);
      candidates.push_back(std::move(changed));
    }
  }
  return candidates;
}

}  // namespace covolve::gene
