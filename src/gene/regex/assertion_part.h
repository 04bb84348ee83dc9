// Conditions on a position that take up no characters: ^ $ \b \B.
#pragma once

#include "gene/regex/part.h"
#include "regex/syntax_tree.h"

namespace covolve::gene::regex {

class AssertionPart final : public Part {
 public:
  using Kind = covolve::regex::Assertion;

  explicit AssertionPart(Kind kind) : kind_(kind) {}

  std::unique_ptr<Part> copy() const override { return std::make_unique<AssertionPart>(*this); }
  void sample(Source&) override {}
  void spell(Spelling& out) const override { out.conditions.push_back({this, out.text.size()}); }
  bool holdsAt(std::string_view text, size_t position) const override {
    const bool after = position > 0 && isWord(text[position - 1]);
    const bool before = position < text.size() && isWord(text[position]);
    switch (kind_) {
      case Kind::Begin:
        return position == 0;
      case Kind::End:
        return position == text.size();
      case Kind::WordBoundary:
        return after != before;
      case Kind::NoWordBoundary:
        return after == before;
    }
    return false;
  }
  bool match(Match& match, size_t position, Next next) override {
    return match.step() && holdsAt(match.text, position) && next(position);
  }

 private:
  static bool isWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }

  Kind kind_;
};

}  // namespace covolve::gene::regex
