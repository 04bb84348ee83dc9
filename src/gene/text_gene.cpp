#include "gene/text_gene.h"

#include <algorithm>

namespace covolve::gene {

namespace {

bool isPlain(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

}  // namespace

char TextGene::anyCharacter(Rng& rng) const {
  const uint64_t dice = rng.below(16);
  if (dice < 6) return static_cast<char>('a' + rng.below(26));
  if (dice < 9) return static_cast<char>('0' + rng.below(10));
  if (dice < 15) return static_cast<char>(rng.between(' ', '~'));
  return static_cast<char>(mayHoldNul_ ? rng.below(256) : 1 + rng.below(255));
}

void TextGene::sample(Rng& rng) {
  // Lengths 0 to 3 half of the time, up to 16 otherwise, seldom longer.
  const uint64_t dice = rng.below(64);
  const size_t length = dice < 32 ? rng.below(4) : dice < 63 ? rng.below(17) : rng.below(200);
  text_.resize(std::min(length, longest_));
  for (char& c : text_) c = anyCharacter(rng);
}

std::vector<std::unique_ptr<Gene>> TextGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  const auto offer = [&](std::string text) {
    auto changed = std::make_unique<TextGene>(*this);
    changed->text_ = std::move(text);
    candidates.push_back(std::move(changed));
  };
  if (text_.empty()) return candidates;
  offer("");
  if (text_.size() > 1) {
    offer(text_.substr(0, text_.size() / 2));
    offer(text_.substr(text_.size() / 2));
  }
  // Letters that do not matter should look like it.
  if (const std::string plain(text_.size(), 'a'); text_ != plain) offer(plain);
  // Long texts are halved only: one candidate a character would cost more runs than it is worth.
  if (text_.size() > 24) return candidates;
  for (size_t i = 0; i < text_.size(); ++i) offer(text_.substr(0, i) + text_.substr(i + 1));
  for (size_t i = 0; i < text_.size(); ++i) {
    if (isPlain(text_[i])) continue;
    std::string plain = text_;
    plain[i] = 'a';
    offer(std::move(plain));
  }
  return candidates;
}

}  // namespace covolve::gene
