// (?=...) and (?!...): what follows must, or must not, begin like this. The
// inner part holds an example of what a positive one asks for.
//
// Easy to get wrong: libstdc++ takes the place of a lookahead for the begin of
// the text, so ^ \b \B inside mean another thing there than by the standard. What
// is true by one reading only is left out.
#pragma once

#include "gene/regex/part.h"

namespace covolve::gene::regex {

class LookaheadPart final : public Part {
 public:
  /// `seesBegin`: there is a ^ \b or \B inside.
  LookaheadPart(std::unique_ptr<Part> inner, bool positive, bool seesBegin, size_t groups)
      : inner_(std::move(inner)), positive_(positive), seesBegin_(seesBegin), groups_(groups) {}

  std::unique_ptr<Part> copy() const override {
    return std::make_unique<LookaheadPart>(inner_->copy(), positive_, seesBegin_, groups_);
  }
  void sample(Source& source) override {
    if (positive_) inner_->sample(source);
  }
  void spell(Spelling& out) const override { out.conditions.push_back({this, out.text.size()}); }
  bool holdsAt(std::string_view text, size_t position) const override {
    return isAsWanted(text, position) && (!seesBegin_ || isAsWanted(text.substr(position), 0));
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
  bool isAsWanted(std::string_view text, size_t position) const {
    constexpr size_t kSteps = 20'000;
    Match inner{text, Captures(groups_), kSteps};
    auto accept = [](size_t) { return true; };
    const bool found = inner_->copy()->match(inner, position, accept);
    // A match that was given up is no proof of either.
    return inner.stepsLeft > 0 && found == positive_;
  }

  std::unique_ptr<Part> inner_;
  bool positive_;
  bool seesBegin_;
  size_t groups_;
};

}  // namespace covolve::gene::regex
