// Keys and values, every key once. Written as an object where keys are names, as
// a list of pairs otherwise.
#pragma once

#include <string>
#include <vector>

#include "gene/children.h"
#include "gene/gene.h"

namespace covolve::gene {

class MapGene final : public Gene {
 public:
  /// Names: the key gene writes texts.
  enum class Form { Pairs, Names };

  /// From `minimum` to `maximum` entries, if there are as many keys.
  MapGene(std::unique_ptr<Gene> key, std::unique_ptr<Gene> value, size_t maximum, Form form,
          size_t minimum = 0);
  MapGene(const MapGene& other);

  /// These are no keys of it: fields beside the map have these names.
  void reserve(std::vector<std::string> names);

  std::unique_ptr<Gene> copy() const override { return std::make_unique<MapGene>(*this); }
  void sample(Source& source) override;
  void mutate(Source& source) override;
  void write(ValueSink& sink) const override;
  bool assign(const Value& value) override;
  bool equals(const Gene& other) const override {
    return allEqual(entries_, static_cast<const MapGene&>(other).entries_);
  }
  size_t weight() const override { return 1 + weightOf(entries_); }
  std::span<const std::unique_ptr<Gene>> children() const override { return entries_; }
  double mutationWeight() const override { return 1 + mutationWeightOf(entries_); }
  bool holds() const override;
  bool hasShape() const override { return minimum_ < maximum_; }
  bool mutateShape(Source& source) override;
  bool isMutable() const override { return maximum_ > 0; }
  std::vector<std::unique_ptr<Gene>> simpler() const override;

 private:
  static constexpr size_t kNone = ~size_t{0};

  size_t count() const { return entries_.size() / 2; }
  /// Whether a key other than that of entry `except` is the same, or it is reserved.
  bool isTaken(const Gene& key, size_t except = kNone) const;
  bool isReserved(const Gene& key) const;
  bool insert(Source& source);
  bool append(const Value& entry);
  void fill(Source& source, size_t wanted);
  bool change(Source& source);
  void erase(size_t entry);

  std::shared_ptr<const Gene> key_;
  std::shared_ptr<const Gene> value_;
  size_t minimum_;
  size_t maximum_;
  Form form_;
  std::shared_ptr<const std::vector<std::string>> reserved_;
  GeneList entries_;  // key, value, key, value, ...
};

}  // namespace covolve::gene
