#include "gene/choice/suggested_gene.h"

#include <algorithm>
#include <cassert>

#include "gene/value_builder.h"

namespace covolve::gene {

SuggestedGene::SuggestedGene(std::vector<Value> suggestions, std::unique_ptr<Gene> general,
                             double probability)
    : suggestions_(std::make_shared<const std::vector<Value>>(std::move(suggestions))),
      probability_(probability) {
  assert(!suggestions_->empty());
  general_.push_back(std::move(general));
}

SuggestedGene::SuggestedGene(const SuggestedGene& other)
    : Gene(other),
      suggestions_(other.suggestions_),
      probability_(other.probability_),
      chosen_(other.chosen_),
      general_(copyAll(other.general_)) {}

void SuggestedGene::sample(Source& source) {
  if (source.rng.chance(probability_)) {
    chosen_ = source.rng.below(suggestions_->size());
  } else {
    chosen_ = kGeneral;
    general_[0]->sample(source);
  }
}

std::unique_ptr<Gene> SuggestedGene::generalised() const {
  auto general = general_[0]->copy();
  if (isSuggestion() && !general->assign((*suggestions_)[chosen_])) return nullptr;
  return general;
}

void SuggestedGene::change(Source& source) {
  constexpr double kSwitch = 0.1;
  Rng& rng = source.rng;
  if (!isSuggestion()) {
    if (!general_[0]->isMutable() || rng.chance(kSwitch)) {
      chosen_ = rng.below(suggestions_->size());
    } else {
      general_[0]->mutate(source);
    }
    return;
  }
  if (rng.below(4) == 0) return sample(source);
  auto near = generalised();
  if (near == nullptr) return sample(source);
  general_[0] = std::move(near);
  chosen_ = kGeneral;
  if (general_[0]->isMutable()) general_[0]->mutate(source);
}

void SuggestedGene::mutate(Source& source) {
  if (!isMutable()) return;
  const Value before = valueOf(*this);
  constexpr int kAttempts = 8;  // a suggestion may be what the general gene says already
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    change(source);
    if (valueOf(*this) != before) return;
  }
  for (chosen_ = 0; isSuggestion(); ++chosen_) {
    if ((*suggestions_)[chosen_] != before) return;
  }
  chosen_ = kGeneral;
  general_[0]->mutate(source);
}

bool SuggestedGene::mutateShape(Source& source) {
  const Value before = valueOf(*this);
  if (isSuggestion()) {
    mutate(source);
  } else {
    chosen_ = source.rng.below(suggestions_->size());
  }
  return valueOf(*this) != before;
}

void SuggestedGene::write(ValueSink& sink) const {
  if (isSuggestion()) return writeValue((*suggestions_)[chosen_], sink);
  general_[0]->write(sink);
}

bool SuggestedGene::assign(const Value& value) {
  const auto found = std::ranges::find(*suggestions_, value);
  if (found != suggestions_->end()) {
    chosen_ = static_cast<size_t>(found - suggestions_->begin());
    return true;
  }
  chosen_ = kGeneral;
  return general_[0]->assign(value);
}

Leaf* SuggestedGene::asLeaf() {
  if (!isSuggestion()) return general_[0]->asLeaf();
  return general_[0]->asLeaf() != nullptr ? this : nullptr;
}

// In the units of the general gene's leaf: of a multiple its factor, of base64 its bytes.

std::optional<Leaf::Integer> SuggestedGene::readInteger() const {
  const auto general = generalised();
  return general != nullptr ? general->asLeaf()->readInteger() : std::nullopt;
}

std::optional<Leaf::Floating> SuggestedGene::readFloating() const {
  const auto general = generalised();
  return general != nullptr ? general->asLeaf()->readFloating() : std::nullopt;
}

std::optional<Leaf::Text> SuggestedGene::readText() const {
  const auto general = generalised();
  return general != nullptr ? general->asLeaf()->readText() : std::nullopt;
}

bool SuggestedGene::setGeneral(const std::function<bool(Leaf&)>& set) {
  auto general = generalised();
  if (general == nullptr || !set(*general->asLeaf())) return false;
  general_[0] = std::move(general);
  chosen_ = kGeneral;
  return true;
}

bool SuggestedGene::equals(const Gene& other) const { return valueOf(*this) == valueOf(other); }

std::vector<std::unique_ptr<Gene>> SuggestedGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  const auto general = generalised();
  if (general == nullptr) {
    if (chosen_ > 0) {
      auto first = std::make_unique<SuggestedGene>(*this);
      first->chosen_ = 0;
      if (!first->equals(*this)) candidates.push_back(std::move(first));
    }
    return candidates;
  }
  for (auto& value : general->simpler()) {
    auto changed = std::make_unique<SuggestedGene>(*this);
    changed->chosen_ = kGeneral;
    changed->general_[0] = std::move(value);
    candidates.push_back(std::move(changed));
  }
  return candidates;
}

}  // namespace covolve::gene
