// (?=...) and (?!...): what follows must, or must not, begin like this. The
// inner part holds an example of what a positive one asks for.
#pragma once

#include "gene/regex/part.h"

namespace covolve::gene::regex {

class LookaheadPart final : public Part {
 public:
  LookaheadPart(std::unique_ptr<Part> inner, bool positive, size_t groups)
      : inner_(std::move(inner)), positive_(positive), groups_(groups) {}

  std::unique_ptr<Part> copy() const override {
    return std::make_unique<LookaheadPart>(inner_->copy(), positive_, groups_);
  }
  void sample(Source& source) override {
    if (positive_) inner_->sample(source);
  }
  void spell(Spelling& out) const override { out.conditions.push_back({this, out.text.size()}); }
  bool holdsAt(std::string_view text, size_t position) const override {
    constexpr size_t kSteps = 20'000;
    Match inner{text, Captures(groups_), kSteps};
    auto accept = [](size_t) { return true; };
    const bool found = inner_->copy()->match(inner, position, accept);
    // A match that was given up is no proof of either.
    return inner.stepsLeft > 0 && found == positive_;
  }
  bool match(Match& match, size_t position, Next next) override {
    return match.step() && holdsAt(match.text, position) && next(position);
  }
  std::optional<std::string> example() const override {
    if (!positive_) return std::nullopt;
    Spelling spelling;
    spelling.captures.resize(groups_);
    inner_->spell(spelling);
    if (!spelling.possible) return std::nullopt;
    return std::move(spelling.text);
  }

 private:
  std::unique_ptr<Part> inner_;
  bool positive_;
  size_t groups_;
};

}  // namespace covolve::gene::regex
