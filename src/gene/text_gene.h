// Strings of bytes, mostly short and printable.
#pragma once

#include <string>

#include "gene/gene.h"

namespace covolve::gene {

class TextGene final : public Gene {
 public:
  /// C strings end at their first NUL, so they must not hold one.
  explicit TextGene(bool mayHoldNul, size_t longest = 200) : mayHoldNul_(mayHoldNul), longest_(longest) {}

  std::unique_ptr<Gene> copy() const override { return std::make_unique<TextGene>(*this); }
  void sample(Rng& rng) override;
  void write(ValueSink& sink) const override { sink.text(text_); }
  bool equals(const Gene& other) const override { return text_ == static_cast<const TextGene&>(other).text_; }
  size_t weight() const override { return 1 + text_.size(); }
  std::vector<std::unique_ptr<Gene>> simpler() const override;

 private:
  char anyCharacter(Rng& rng) const;

  bool mayHoldNul_;
  size_t longest_;
  std::string text_;
};

}  // namespace covolve::gene
