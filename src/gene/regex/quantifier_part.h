// A part several times: * + ? {n} {n,} {n,m}. Lazy ones match the same texts.
//
// Easy to get wrong: ECMAScript forgets what the groups inside captured at the
// start of each round, std::regex may not. Here it is forgotten, and a back
// reference to what was forgotten is refused, so that both agree.
#pragma once

#include <optional>

#include "gene/regex/part.h"
#include "regex/syntax_tree.h"

namespace covolve::gene::regex {

class QuantifierPart final : public Part {
 public:
  struct Bounds {
    size_t least;
    size_t most;        // of the pattern; kUnbounded for none
    size_t usual;       // rounds beyond `least` that are drawn at most, fewer the more quantifiers are inside
    size_t firstGroup;  // groups [firstGroup, endGroup) are inside
    size_t endGroup;
  };
  static constexpr size_t kUnbounded = covolve::regex::Quantifier::kUnbounded;
  static constexpr size_t kUsual = 8;

  QuantifierPart(std::unique_ptr<Part> pattern, Bounds bounds);
  QuantifierPart(const QuantifierPart& other);

  std::unique_ptr<Part> copy() const override { return std::make_unique<QuantifierPart>(*this); }
  void sample(Source& source) override;
  void mutate(Source& source) override;
  bool isMutable() const override;
  size_t weight() const override;
  void spell(Spelling& out) const override;
  bool match(Match& match, size_t position, Next next) override {
    return matchRound(0, match, position, next);
  }
  std::vector<std::unique_ptr<Part>> simpler() const override;
  size_t leastLength() const override;

 private:
  bool mayFill() const { return bounds_.most <= kMostFilled && bounds_.usual == kUsual; }
  void forget(Captures& captures) const;
  bool matchRound(size_t round, Match& match, size_t position, Next next);
  std::unique_ptr<QuantifierPart> without(size_t round) const;

  /// A limit up to here is worth reaching, as code may well test for it.
  static constexpr size_t kMostFilled = 300;

  std::shared_ptr<const Part> pattern_;
  Bounds bounds_;
  PartList rounds_;
};

}  // namespace covolve::gene::regex
