// Bytes written in base64 (RFC 4648, with padding). Local search sees the bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gene/gene.h"
#include "gene/text/text_gene.h"

namespace covolve::gene {

std::string encodeBase64(std::string_view bytes);
/// Nothing for what encodeBase64() does not write.
std::optional<std::string> decodeBase64(std::string_view text);

class Base64Gene final : public Gene {
 public:
  /// At most `longest` bytes before they are encoded.
  explicit Base64Gene(size_t longest = 200) : bytes_(true, longest) {}

  std::unique_ptr<Gene> copy() const override { return std::make_unique<Base64Gene>(*this); }
  void sample(Source& source) override { bytes_.sample(source); }
  void mutate(Source& source) override { bytes_.mutate(source); }
  void write(ValueSink& sink) const override { sink.text(encodeBase64(bytes_.text())); }
  bool assign(const Value& value) override {
    if (value.kind != Value::Kind::Text) return false;
    auto bytes = decodeBase64(value.text);
    return bytes && bytes_.set(std::move(*bytes));
  }
  bool equals(const Gene& other) const override {
    return bytes_.equals(static_cast<const Base64Gene&>(other).bytes_);
  }
  size_t weight() const override { return bytes_.weight(); }
  Leaf* asLeaf() override { return &bytes_; }
  bool isMutable() const override { return bytes_.isMutable(); }
  std::vector<std::unique_ptr<Gene>> simpler() const override {
    std::vector<std::unique_ptr<Gene>> candidates;
    for (const auto& bytes : bytes_.simpler()) {
      auto changed = std::make_unique<Base64Gene>(*this);
      changed->bytes_ = static_cast<const TextGene&>(*bytes);
      candidates.push_back(std::move(changed));
    }
    return candidates;
  }

 private:
  TextGene bytes_;
};

}  // namespace covolve::gene
