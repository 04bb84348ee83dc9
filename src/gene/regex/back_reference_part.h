// What a group captured, once more.
//
// Easy to get wrong: a group that took no part matches nothing in std::regex and
// the empty text in ECMAScript. Such texts are left out, so that both agree.
#pragma once

#include "gene/regex/part.h"

namespace covolve::gene::regex {

class BackReferencePart final : public Part {
 public:
  explicit BackReferencePart(size_t number) : number_(number) {}

  std::unique_ptr<Part> copy() const override { return std::make_unique<BackReferencePart>(*this); }
  void sample(Source&) override {}
  void spell(Spelling& out) const override {
    const auto captured = out.captures[number_];
    if (!captured) {
      out.possible = false;
      return;
    }
    out.text += out.text.substr(captured->begin, captured->end - captured->begin);
  }
  bool match(Match& match, size_t position, Next next) override {
    const auto captured = match.captures[number_];
    if (!match.step() || !captured) return false;
    const auto again = match.text.substr(captured->begin, captured->end - captured->begin);
    return match.text.substr(position).starts_with(again) && next(position + again.size());
  }

 private:
  size_t number_;
};

}  // namespace covolve::gene::regex
