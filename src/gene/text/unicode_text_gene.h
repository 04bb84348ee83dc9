// Texts of Unicode characters, mostly short and of plain letters, always valid
// UTF-8: what JSON may hold. Unlike in TextGene lengths are counted in characters,
// and some characters may be ruled out where they would not survive the way.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "gene/gene.h"

namespace covolve::gene {

class UnicodeTextGene final : public Gene, public Leaf {
 public:
  struct Rules {
    size_t shortest = 0;  // in characters
    size_t longest = 200;
    bool drawsLongest = false;   // the longest is a limit worth meeting exactly
    bool onlyPrintable = false;  // ASCII from space to tilde
    std::string forbidden;       // of ASCII; neither letters nor digits

    bool allow(char32_t character) const;
  };

  /// shortest <= longest.
  explicit UnicodeTextGene(Rules rules);

  std::string text() const;
  /// False, and unchanged, for what is no UTF-8 or outside of the domain.
  bool setText(std::string_view text) override;

  std::unique_ptr<Gene> copy() const override { return std::make_unique<UnicodeTextGene>(*this); }
  void sample(Source& source) override;
  void mutate(Source& source) override;
  void write(ValueSink& sink) const override { sink.text(text()); }
  bool assign(const Value& value) override { return value.kind == Value::Kind::Text && setText(value.text); }
  bool equals(const Gene& other) const override {
    return characters_ == static_cast<const UnicodeTextGene&>(other).characters_;
  }
  size_t weight() const override { return 1 + characters_.size(); }
  bool isMutable() const override { return rules_->longest > 0; }
  Leaf* asLeaf() override { return this; }
  std::optional<Text> readText() const override { return Text{text(), rules_->longest, true}; }
  std::vector<std::unique_ptr<Gene>> simpler() const override;

 private:
  bool set(std::u32string characters);
  void draw(Source& source);
  size_t drawLength(Rng& rng) const;
  char32_t anyCharacter(Rng& rng) const;
  std::u32string changed(Source& source) const;
  std::u32string changedInOneCharacter(Source& source) const;

  std::shared_ptr<const Rules> rules_;  // shared by all copies
  std::u32string characters_;
};

}  // namespace covolve::gene
