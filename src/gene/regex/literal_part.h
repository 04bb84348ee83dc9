// A block of characters that stand for themselves.
#pragma once

#include "gene/regex/part.h"

namespace covolve::gene::regex {

class LiteralPart final : public Part {
 public:
  explicit LiteralPart(std::string text) : text_(std::move(text)) {}

  void extend(std::string_view text) { text_ += text; }

  std::unique_ptr<Part> copy() const override { return std::make_unique<LiteralPart>(*this); }
  void sample(Source&) override {}
  void spell(Spelling& out) const override { out.text += text_; }
  bool match(Match& match, size_t position, Next next) override {
    return match.step() && match.text.substr(position).starts_with(text_) && next(position + text_.size());
  }
  size_t leastLength() const override { return text_.size(); }

 private:
  std::string text_;
};

}  // namespace covolve::gene::regex
