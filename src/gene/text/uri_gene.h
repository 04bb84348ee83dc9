// Absolute URIs (RFC 3986) with an authority: scheme://host:port/path?query#part.
// Characters outside of what a component may hold do not come up; what is
// percent-encoded is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gene/gene.h"

namespace covolve::gene {

class UriGene final : public Gene, public Leaf {
 public:
  std::string text() const;
  /// False, and unchanged, for what is no URI of this form.
  bool setText(std::string_view text) override;

  std::unique_ptr<Gene> copy() const override { return std::make_unique<UriGene>(*this); }
  void sample(Source& source) override;
  void mutate(Source& source) override;
  void write(ValueSink& sink) const override { sink.text(text()); }
  bool assign(const Value& value) override { return value.kind == Value::Kind::Text && setText(value.text); }
  bool equals(const Gene& other) const override { return uri_ == static_cast<const UriGene&>(other).uri_; }
  size_t weight() const override { return 1 + text().size(); }
  Leaf* asLeaf() override { return this; }
  std::optional<Text> readText() const override { return Text{text(), kLongest}; }
  std::vector<std::unique_ptr<Gene>> simpler() const override;

 private:
  static constexpr size_t kLongest = 2000;  // what servers and browsers take at least

  /// Each component as it is written, without what sets it off.
  struct Uri {
    std::string scheme = "http";
    std::string host = "a";
    std::optional<std::string> port;  // digits
    std::string path;                 // empty, or begins with a slash
    std::optional<std::string> query;
    std::optional<std::string> fragment;

    bool operator==(const Uri&) const = default;
  };

  void draw(Source& source);
  void change(Source& source);

  Uri uri_;
};

}  // namespace covolve::gene
