// Universally unique identifiers (RFC 9562) in their text form, mostly of
// version 4, seldom the nil one.
#pragma once

#include <string>
#include <string_view>

#include "gene/gene.h"

namespace covolve::gene {

class UuidGene final : public Gene, public Leaf {
 public:
  const std::string& text() const { return text_; }
  /// Hexadecimal digits of either case; false, and unchanged, for what is none.
  bool set(std::string_view text);

  std::unique_ptr<Gene> copy() const override { return std::make_unique<UuidGene>(*this); }
  void sample(Source& source) override;
  void mutate(Source& source) override;
  void write(ValueSink& sink) const override { sink.text(text_); }
  bool assign(const Value& value) override { return value.kind == Value::Kind::Text && set(value.text); }
  bool equals(const Gene& other) const override { return text_ == static_cast<const UuidGene&>(other).text_; }
  Leaf* asLeaf() override { return this; }
  std::optional<Text> readText() const override { return Text{text_, kNil.size()}; }
  bool setText(std::string_view text) override { return set(text); }
  std::vector<std::unique_ptr<Gene>> simpler() const override;

 private:
  void draw(Source& source);

  std::string text_{kNil};

  static constexpr std::string_view kNil = "00000000-0000-0000-0000-000000000000";
};

}  // namespace covolve::gene
