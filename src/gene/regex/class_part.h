// One character of a set: a class, a range, or any.
#pragma once

#include "gene/draw.h"
#include "gene/regex/character_set.h"
#include "gene/regex/part.h"

namespace covolve::gene::regex {

class ClassPart final : public Part {
 public:
  /// `set` must not be empty.
  explicit ClassPart(const CharacterSet& set)
      : alphabet_(std::make_shared<const Alphabet>(set)), character_(alphabet_->simplest()) {}

  std::unique_ptr<Part> copy() const override { return std::make_unique<ClassPart>(*this); }
  void sample(Source& source) override {
    if (source.rng.below(8) == 0) {
      if (const auto known = drawCharacter(source); known && alphabet_->holds(*known)) {
        character_ = *known;
        return;
      }
    }
    character_ = alphabet_->pick(source.rng);
  }
  void mutate(Source& source) override {
    const char before = character_;
    if (source.rng.below(4) == 0) {
      const char neighbour = static_cast<char>(character_ + ((source.rng.bits() >> 63) != 0 ? 1 : -1));
      if (alphabet_->holds(neighbour)) character_ = neighbour;
    }
    for (int attempt = 0; attempt < 4 && character_ == before; ++attempt) sample(source);
  }
  bool isMutable() const override { return alphabet_->size() > 1; }
  void spell(Spelling& out) const override { out.text += character_; }
  bool match(Match& match, size_t position, Next next) override {
    if (!match.step() || position >= match.text.size() || !alphabet_->holds(match.text[position]))
      return false;
    character_ = match.text[position];
    return next(position + 1);
  }
  std::vector<std::unique_ptr<Part>> simpler() const override {
    PartList candidates;
    const size_t rank = alphabet_->rank(character_);
    if (rank == 0) return candidates;
    auto simplest = std::make_unique<ClassPart>(*this);
    simplest->character_ = alphabet_->simplest();
    candidates.push_back(std::move(simplest));
    return candidates;
  }
  size_t leastLength() const override { return 1; }

 private:
  std::shared_ptr<const Alphabet> alphabet_;
  char character_;
};

}  // namespace covolve::gene::regex
