#include "gene/text/uuid_gene.h"

#include <cctype>

#include "gene/draw.h"

namespace covolve::gene {

namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

bool isHyphenPlace(size_t i) { return i == 8 || i == 13 || i == 18 || i == 23; }

}  // namespace

bool UuidGene::set(std::string_view text) {
  if (text.size() != kNil.size()) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (isHyphenPlace(i) ? text[i] != '-' : std::isxdigit(static_cast<unsigned char>(text[i])) == 0)
      return false;
  }
  text_ = text;
  return true;
}

void UuidGene::draw(Source& source) {
  Rng& rng = source.rng;
  const uint64_t kind = rng.below(16);
  if (kind < 5) {
    if (const auto known = recallText(source); known && set(*known)) return;
  }
  text_ = kNil;
  if (kind == 15) return;
  for (size_t i = 0; i < text_.size(); ++i) {
    if (!isHyphenPlace(i)) text_[i] = kHexDigits[rng.below(16)];
  }
  text_[14] = '4';
  text_[19] = kHexDigits[8 + rng.below(4)];
}

void UuidGene::sample(Source& source) {
  draw(source);
  source.texts.add(text_);
}

void UuidGene::mutate(Source& source) {
  const std::string before = text_;
  while (text_ == before) {
    if (source.rng.below(2) == 0) {
      draw(source);
    } else {
      const size_t place = source.rng.below(text_.size());
      if (!isHyphenPlace(place)) text_[place] = kHexDigits[source.rng.below(16)];
    }
  }
  source.texts.add(text_);
}

std::vector<std::unique_ptr<Gene>> UuidGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  if (text_ != kNil) candidates.push_back(std::make_unique<UuidGene>());
  return candidates;
}

}  // namespace covolve::gene
