// A group that captures: back references repeat what it holds.
#pragma once

#include "gene/regex/part.h"

namespace covolve::gene::regex {

class GroupPart final : public Part {
 public:
  GroupPart(std::unique_ptr<Part> inner, size_t number) : inner_(std::move(inner)), number_(number) {}

  std::unique_ptr<Part> copy() const override { return std::make_unique<GroupPart>(inner_->copy(), number_); }
  void sample(Source& source) override { inner_->sample(source); }
  void mutate(Source& source) override { inner_->mutate(source); }
  bool isMutable() const override { return inner_->isMutable(); }
  size_t weight() const override { return inner_->weight(); }
  void spell(Spelling& out) const override {
    const size_t begin = out.text.size();
    inner_->spell(out);
    out.captures[number_] = Slice{begin, out.text.size()};
  }
  bool match(Match& match, size_t position, Next next) override {
    auto captured = [&](size_t reached) {
      const auto before = match.captures[number_];
      match.captures[number_] = Slice{position, reached};
      if (next(reached)) return true;
      match.captures[number_] = before;
      return false;
    };
    return inner_->match(match, position, captured);
  }
  std::vector<std::unique_ptr<Part>> simpler() const override {
    PartList candidates;
    for (auto& inner : inner_->simpler())
      candidates.push_back(std::make_unique<GroupPart>(std::move(inner), number_));
    return candidates;
  }
  size_t leastLength() const override { return inner_->leastLength(); }

 private:
  std::unique_ptr<Part> inner_;
  size_t number_;
};

}  // namespace covolve::gene::regex
