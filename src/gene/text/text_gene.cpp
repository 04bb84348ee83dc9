#include "gene/text/text_gene.h"

#include <algorithm>
#include <cassert>
#include <iterator>

#include "gene/draw.h"

namespace covolve::gene {

namespace {

bool isPlain(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

char otherCase(char c) {
  if (c >= 'a' && c <= 'z') return static_cast<char>(c - 'a' + 'A');
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

struct Range {
  size_t begin;
  size_t size;
};

/// The word around a place, or what stands between words: what structured texts are made of.
Range wordAround(std::string_view text, size_t place) {
  if (place >= text.size()) return {text.size(), 0};
  const bool isWord = isPlain(text[place]);
  size_t begin = place;
  while (begin > 0 && isPlain(text[begin - 1]) == isWord) --begin;
  size_t end = place;
  while (end < text.size() && isPlain(text[end]) == isWord) ++end;
  return {begin, end - begin};
}

}  // namespace

TextGene::TextGene(bool mayHoldNul, size_t longest, size_t shortest)
    : mayHoldNul_(mayHoldNul), longest_(longest), shortest_(shortest), text_(shortest, 'a') {
  assert(shortest <= longest);
}

bool TextGene::set(std::string text) {
  if (text.size() > longest_ || text.size() < shortest_) return false;
  if (!mayHoldNul_ && text.find('\0') != std::string::npos) return false;
  text_ = std::move(text);
  return true;
}

char TextGene::anyCharacter(Rng& rng) const {
  const uint64_t dice = rng.below(16);
  if (dice < 6) return static_cast<char>('a' + rng.below(26));
  if (dice < 9) return static_cast<char>('0' + rng.below(10));
  if (dice < 15) return static_cast<char>(rng.between(' ', '~'));
  return static_cast<char>(mayHoldNul_ ? rng.below(256) : 1 + rng.below(255));
}

void TextGene::sample(Source& source) {
  draw(source);
  source.texts.add(text_);
}

void TextGene::draw(Source& source) {
  Rng& rng = source.rng;
  const uint64_t dice = rng.below(64);
  if (dice < 30) {
    if (auto text = drawText(source, true); text && set(std::move(*text))) return;
  }
  if (dice >= 57 && !source.texts.empty() && set(source.texts.pick(rng))) return;
  // Lengths 0 to 3 half of the time, up to 16 otherwise, seldom longer.
  const uint64_t span = rng.below(64);
  const size_t length = span < 32 ? rng.below(4) : span < 63 ? rng.below(17) : rng.below(200);
  text_.resize(std::min(shortest_ + length, longest_));
  for (char& c : text_) c = anyCharacter(rng);
}

/// Near what is there, of the text's own alphabet or that of the code's texts, else any.
char TextGene::newCharacter(Source& source, char present) const {
  Rng& rng = source.rng;
  const uint64_t kind = rng.below(8);
  if (kind == 0) return static_cast<char>(present + 1);
  if (kind == 1) return static_cast<char>(present - 1);
  if (kind < 4 && !text_.empty()) return text_[rng.below(text_.size())];
  if (kind < 6) {
    if (const auto character = drawCharacter(source)) return *character;
  }
  return anyCharacter(rng);
}

std::string TextGene::changedInOneCharacter(Source& source) const {
  Rng& rng = source.rng;
  std::string text = text_;
  const uint64_t kind = rng.below(8);
  if (text.empty() || kind < 2) {
    const char near = text.empty() ? 'a' : text[rng.below(text.size())];
    const auto place = static_cast<std::ptrdiff_t>(rng.below(text.size() + 1));
    text.insert(text.begin() + place, newCharacter(source, near));
    return text;
  }
  char& character = text[rng.below(text.size())];
  if (kind < 4) {
    text.erase(text.begin() + (&character - text.data()));
  } else if (kind == 4) {
    character = otherCase(character);
  } else if (kind == 5) {
    std::swap(character, text[rng.below(text.size())]);
  } else {
    character = newCharacter(source, character);
  }
  return text;
}

/// Before or behind the word at a place, with a delimiter of the text's own or of the code's in between:
/// lists and sentences grow by one.
std::string TextGene::withFurtherWord(Source& source, size_t place, std::string_view word) const {
  Rng& rng = source.rng;
  std::string delimiters;
  std::ranges::copy_if(text_, std::back_inserter(delimiters), [](char c) { return !isPlain(c); });
  const bool isOfCode = delimiters.empty() || rng.below(2) == 0;
  const char delimiter = isOfCode ? drawDelimiter(source) : delimiters[rng.below(delimiters.size())];
  const Range neighbour = wordAround(text_, place);
  std::string text = text_;
  if (neighbour.begin + neighbour.size == 0 || rng.below(4) == 0) {
    text.insert(neighbour.begin, 1, delimiter);
    text.insert(neighbour.begin, word);
  } else {
    text.insert(neighbour.begin + neighbour.size, word);
    text.insert(neighbour.begin + neighbour.size, 1, delimiter);
  }
  return text;
}

std::string TextGene::changed(Source& source) const {
  Rng& rng = source.rng;
  const uint64_t kind = rng.below(16);
  if (kind < 8) return changedInOneCharacter(source);
  const size_t position = rng.below(text_.size() + 1);
  const size_t length = rng.below(text_.size() - position + 1);
  std::string text = text_;
  if (kind < 13) {
    auto drawn = drawText(source, false);
    if (!drawn && !source.texts.empty()) drawn = source.texts.pick(rng);
    if (!drawn) return changedInOneCharacter(source);
    switch (kind) {
      case 8:
        return withFurtherWord(source, position, *drawn);
      case 9:
        return *drawn;
      case 10:
        return text.replace(position, length, *drawn);
      case 11: {
        const Range word = wordAround(text_, position);
        return text.replace(word.begin, word.size, *drawn);
      }
      default:
        return text.insert(position, *drawn);
    }
  }
  switch (kind) {
    case 13:  // a part twice
      return text.insert(position, text_, position, length);
    case 14:
      return (rng.bits() >> 63) != 0 ? text_.substr(0, position) : text_.substr(position);
    default: {
      TextGene other(*this);
      other.draw(source);
      return other.text_;
    }
  }
}

void TextGene::mutate(Source& source) {
  if (!isMutable()) return;
  const auto take = [&](std::string text) { return text != text_ && set(std::move(text)); };
  bool done = false;
  for (int attempt = 0; attempt < 8 && !done; ++attempt) done = take(changed(source));
  if (!done) {
    std::string text = text_;
    if (text.empty()) {
      text = "a";
    } else {
      text.back() = text.back() == 'a' ? 'b' : 'a';
    }
    done = take(std::move(text));
  }
  assert(done);
  source.texts.add(text_);
}

std::vector<std::unique_ptr<Gene>> TextGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  const auto offer = [&](std::string text) {
    auto changed = std::make_unique<TextGene>(*this);
    if (changed->set(std::move(text))) candidates.push_back(std::move(changed));
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
