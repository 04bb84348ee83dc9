// Strings of bytes, mostly short and printable.
#pragma once

#include <string>

#include "gene/gene.h"

namespace covolve::gene {

class TextGene final : public Gene, public Leaf {
 public:
  /// C strings end at their first NUL, so they must not hold one.
  explicit TextGene(bool mayHoldNul, size_t longest = 200, size_t shortest = 0);

  const std::string& text() const { return text_; }
  /// False, and unchanged, outside of the domain.
  bool set(std::string text);
  bool mayHold(char c) const { return mayHoldNul_ || c != '\0'; }
  size_t longest() const { return longest_; }
  size_t shortest() const { return shortest_; }

  std::unique_ptr<Gene> copy() const override { return std::make_unique<TextGene>(*this); }
  void sample(Source& source) override;
  void mutate(Source& source) override;
  void write(ValueSink& sink) const override { sink.text(text_); }
  bool assign(const Value& value) override { return value.kind == Value::Kind::Text && set(value.text); }
  bool equals(const Gene& other) const override { return text_ == static_cast<const TextGene&>(other).text_; }
  size_t weight() const override { return 1 + text_.size(); }
  Leaf* asLeaf() override { return this; }
  std::optional<Text> readText() const override { return Text{text_, longest_}; }
  bool setText(std::string_view text) override { return set(std::string(text)); }
  bool isMutable() const override { return longest_ > 0; }
  std::vector<std::unique_ptr<Gene>> simpler() const override;

 private:
  void draw(Source& source);
  char anyCharacter(Rng& rng) const;
  char newCharacter(Source& source, char present) const;
  std::string changed(Source& source) const;
  std::string changedInOneCharacter(Source& source) const;
  std::string withFurtherWord(Source& source, size_t place, std::string_view word) const;

  bool mayHoldNul_;
  size_t longest_;
  size_t shortest_;
  std::string text_;
};

}  // namespace covolve::gene
