// A number written as text, as code that parses its arguments expects it: "-12",
// or "3.50" with two decimals. Local search sees the number, not the characters.
#pragma once

#include <string>

#include "gene/gene.h"
#include "gene/number/integer_gene.h"

namespace covolve::gene {

class NumericStringGene final : public Gene {
 public:
  /// The number without its point is in [low, high]: with two decimals, 350 is 3.50. At most 18 decimals.
  NumericStringGene(__int128 low, __int128 high, unsigned decimals = 0);

  std::string text() const;

  std::unique_ptr<Gene> copy() const override { return std::make_unique<NumericStringGene>(*this); }
  void sample(Source& source) override { number_.sample(source); }
  void mutate(Source& source) override { number_.mutate(source); }
  void write(ValueSink& sink) const override { sink.text(text()); }
  /// Only what text() writes: no sign of plus, no further zeros.
  bool assign(const Value& value) override;
  bool equals(const Gene& other) const override {
    return number_.equals(static_cast<const NumericStringGene&>(other).number_);
  }
  Leaf* asLeaf() override { return &number_; }
  bool isMutable() const override { return number_.isMutable(); }
  std::vector<std::unique_ptr<Gene>> simpler() const override;

 private:
  IntegerGene number_;
  unsigned decimals_;
};

}  // namespace covolve::gene
