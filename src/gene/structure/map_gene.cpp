#include "gene/structure/map_gene.h"

#include <algorithm>
#include <cassert>

#include "gene/value_builder.h"

namespace covolve::gene {

MapGene::MapGene(std::unique_ptr<Gene> key, std::unique_ptr<Gene> value, size_t maximum, Form form,
                 size_t minimum)
    : key_(std::move(key)), value_(std::move(value)), minimum_(minimum), maximum_(maximum), form_(form) {
  assert(minimum <= maximum);
  if (minimum == 0) return;
  // Keys that were not sampled are all the same.
  Rng rng(1);
  const Constants none;
  Source source(rng, none);
  fill(source, minimum_);
}

MapGene::MapGene(const MapGene& other)
    : Gene(other),
      key_(other.key_),
      value_(other.value_),
      minimum_(other.minimum_),
      maximum_(other.maximum_),
      form_(other.form_),
      reserved_(other.reserved_),
      entries_(copyAll(other.entries_)) {}

void MapGene::reserve(std::vector<std::string> names) {
  reserved_ = std::make_shared<const std::vector<std::string>>(std::move(names));
  for (size_t i = count(); i-- > 0;) {
    if (isReserved(*entries_[2 * i])) erase(i);
  }
  Rng rng(2);
  const Constants none;
  Source source(rng, none);
  for (int attempt = 0; attempt < 8 && count() < minimum_; ++attempt) insert(source);
}

bool MapGene::isReserved(const Gene& key) const {
  return reserved_ != nullptr && std::ranges::find(*reserved_, valueOf(key).text) != reserved_->end();
}

bool MapGene::isTaken(const Gene& key, size_t except) const {
  for (size_t i = 0; i < count(); ++i) {
    if (i != except && entries_[2 * i]->equals(key)) return true;
  }
  return isReserved(key);
}

/// Keys of a small domain may all be taken: then nothing is added.
bool MapGene::insert(Source& source) {
  auto key = key_->copy();
  constexpr int kAttempts = 8;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    key->sample(source);
    if (isTaken(*key)) continue;
    entries_.push_back(std::move(key));
    entries_.push_back(value_->copy());
    entries_.back()->sample(source);
    return true;
  }
  return false;
}

void MapGene::erase(size_t entry) {
  const auto first = entries_.begin() + static_cast<std::ptrdiff_t>(2 * entry);
  entries_.erase(first, first + 2);
}

bool MapGene::mutateShape(Source& source) {
  const bool grows = count() <= minimum_ || (count() < maximum_ && source.rng.chance(0.5));
  if (grows) return insert(source);
  erase(source.rng.below(count()));
  return true;
}

bool MapGene::holds() const {
  for (size_t i = 0; i < count(); ++i) {
    if (isTaken(*entries_[2 * i], i)) return false;
  }
  return Gene::holds();
}

void MapGene::sample(Source& source) {
  constexpr size_t kUsual = 5;
  fill(source, minimum_ + source.rng.below(std::min(maximum_ - minimum_, kUsual) + 1));
}

void MapGene::fill(Source& source, size_t wanted) {
  entries_.clear();
  for (size_t attempt = 0; attempt < wanted || (count() < minimum_ && attempt < 8 * wanted); ++attempt)
    insert(source);
}

/// One attempt; false where it changed nothing.
bool MapGene::change(Source& source) {
  Rng& rng = source.rng;
  const uint64_t kind = rng.below(8);
  if (kind < 2 || count() == 0) return count() < maximum_ && insert(source);
  const size_t entry = rng.below(count());
  if (kind == 2) {
    if (count() <= minimum_) return false;
    erase(entry);
    return true;
  }
  if (kind < 5) {
    auto key = entries_[2 * entry]->copy();
    if (!key->isMutable()) return false;
    key->mutate(source);
    if (isTaken(*key)) return false;
    entries_[2 * entry] = std::move(key);
    return true;
  }
  Gene& value = *entries_[2 * entry + 1];
  if (value.isMutable()) value.mutate(source);
  return value.isMutable();
}

void MapGene::mutate(Source& source) {
  if (!isMutable()) return;
  constexpr int kAttempts = 16;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (change(source)) return;
  }
  if (count() > minimum_) erase(count() - 1);
}

void MapGene::write(ValueSink& sink) const {
  if (form_ == Form::Names) {
    sink.object(count());
  } else {
    sink.list(count(), false);
  }
  for (size_t i = 0; i < count(); ++i) {
    if (form_ == Form::Names) {
      sink.field(valueOf(*entries_[2 * i]).text);
    } else {
      sink.list(2, true);
      entries_[2 * i]->write(sink);
    }
    entries_[2 * i + 1]->write(sink);
  }
}

bool MapGene::assign(const Value& value) {
  const bool named = form_ == Form::Names;
  if (value.kind != (named ? Value::Kind::Object : Value::Kind::List) || value.children.size() > maximum_)
    return false;
  if (value.children.size() < minimum_) return false;
  GeneList before = std::move(entries_);
  entries_.clear();
  for (const Value& entry : value.children) {
    if (append(entry)) continue;
    entries_ = std::move(before);
    return false;
  }
  return true;
}

bool MapGene::append(const Value& entry) {
  const bool named = form_ == Form::Names;
  if (entry.children.size() != (named ? 1 : 2)) return false;
  auto key = key_->copy();
  auto held = value_->copy();
  if (!key->assign(named ? Value::string(entry.text) : entry.children[0]) || isTaken(*key)) return false;
  if (!held->assign(entry.children.back())) return false;
  entries_.push_back(std::move(key));
  entries_.push_back(std::move(held));
  return true;
}

std::vector<std::unique_ptr<Gene>> MapGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  if (count() > minimum_) {
    auto fewest = std::make_unique<MapGene>(*this);
    fewest->entries_.resize(2 * minimum_);
    candidates.push_back(std::move(fewest));
  }
  for (size_t i = 0; i < count() && count() > std::max<size_t>(minimum_, 1); ++i) {
    auto fewer = std::make_unique<MapGene>(*this);
    fewer->erase(i);
    candidates.push_back(std::move(fewer));
  }
  forEachSimpler(entries_, [&](size_t i, std::unique_ptr<Gene> gene) {
    if (i % 2 == 0 && isTaken(*gene, i / 2)) return;
    auto changed = std::make_unique<MapGene>(*this);
    changed->entries_[i] = std::move(gene);
    candidates.push_back(std::move(changed));
  });
  return candidates;
}

}  // namespace covolve::gene
