#include "gene/choice/alternative_gene.h"

#include <cassert>

#include "gene/value_builder.h"

namespace covolve::gene {

AlternativeGene::AlternativeGene(GeneList alternatives, Form form)
    : alternatives_(std::move(alternatives)), form_(form) {
  assert(!alternatives_.empty());
}

AlternativeGene::AlternativeGene(const AlternativeGene& other)
    : Gene(other), alternatives_(copyAll(other.alternatives_)), chosen_(other.chosen_), form_(other.form_) {}

void AlternativeGene::write(ValueSink& sink) const {
  if (form_ == Form::Indexed) {
    sink.list(2, true);
    sink.integer(static_cast<__int128>(chosen_), 64);
  }
  alternatives_[chosen_]->write(sink);
}

void AlternativeGene::sample(Source& source) {
  chosen_ = source.rng.below(alternatives_.size());
  alternatives_[chosen_]->sample(source);
}

void AlternativeGene::mutate(Source& source) {
  constexpr double kSwitch = 0.1;
  const size_t count = alternatives_.size();
  if (alternatives_[chosen_]->isMutable() && (count == 1 || !source.rng.chance(kSwitch))) {
    return alternatives_[chosen_]->mutate(source);
  }
  if (count == 1 || mutateShape(source)) return;
  if (alternatives_[chosen_]->isMutable()) alternatives_[chosen_]->mutate(source);
}

bool AlternativeGene::mutateShape(Source& source) {
  const size_t count = alternatives_.size();
  constexpr int kAttempts = 8;  // another alternative may give the same value
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (chooseShape((chosen_ + 1 + source.rng.below(count - 1)) % count, source)) return true;
  }
  return false;
}

bool AlternativeGene::chooseShape(size_t alternative, Source& source) {
  const Value before = valueOf(*this);
  const size_t former = chosen_;
  chosen_ = alternative;
  alternatives_[chosen_]->sample(source);
  if (valueOf(*this) != before) return true;
  chosen_ = former;
  return false;
}

bool AlternativeGene::assign(const Value& value) {
  if (form_ == Form::Indexed) return assignIndexed(value);
  const size_t present = chosen_;
  if (alternatives_[present]->assign(value)) return true;
  for (chosen_ = 0; chosen_ < alternatives_.size(); ++chosen_) {
    if (chosen_ != present && alternatives_[chosen_]->assign(value)) return true;
  }
  chosen_ = present;
  return false;
}

bool AlternativeGene::assignIndexed(const Value& value) {
  if (value.kind != Value::Kind::List || value.children.size() != 2) return false;
  const Value& index = value.children[0];
  const auto count = static_cast<__int128>(alternatives_.size());
  if (index.kind != Value::Kind::Integer || index.integer < 0 || index.integer >= count) return false;
  const auto alternative = static_cast<size_t>(index.integer);
  if (!alternatives_[alternative]->assign(value.children[1])) return false;
  chosen_ = alternative;
  return true;
}

bool AlternativeGene::equals(const Gene& other) const {
  const auto& alternative = static_cast<const AlternativeGene&>(other);
  if (chosen_ == alternative.chosen_)
    return alternatives_[chosen_]->equals(*alternative.alternatives_[chosen_]);
  return valueOf(*this) == valueOf(other);
}

std::vector<std::unique_ptr<Gene>> AlternativeGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  if (chosen_ > 0) {
    auto first = std::make_unique<AlternativeGene>(*this);
    first->chosen_ = 0;
    if (!first->equals(*this)) candidates.push_back(std::move(first));
  }
  for (auto& value : alternatives_[chosen_]->simpler()) {
    auto changed = std::make_unique<AlternativeGene>(*this);
    changed->alternatives_[chosen_] = std::move(value);
    candidates.push_back(std::move(changed));
  }
  return candidates;
}

}  // namespace covolve::gene
