#include "gene/text/unicode_text_gene.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>

#include "base/utf8.h"
#include "gene/draw.h"

namespace covolve::gene {

namespace {

bool isPlain(char32_t c) {
  return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z') || (c >= U'0' && c <= U'9');
}

char32_t otherCase(char32_t c) {
  if (c >= U'a' && c <= U'z') return c - U'a' + U'A';
  return c >= U'A' && c <= U'Z' ? c - U'A' + U'a' : c;
}

/// Where texts of ASCII go wrong: other letters and scripts, several code units, marks that combine or hide.
constexpr std::array<char32_t, 16> kRemarkable{
    U'\u00E9', U'\u00DF', U'\u00F1', U'\u0130', U'\u0416', U'\u03A9', U'\u4E2D',     U'\u3042',
    U'\u05D0', U'\u20AC', U'\u0301', U'\u200B', U'\u00A0', U'\u2019', U'\U0001F642', U'\U00010348'};

std::optional<std::u32string> decoded(std::string_view text) {
  if (!isUtf8(text)) return std::nullopt;
  std::u32string characters;
  while (!text.empty()) characters += takeCharacter(text);
  return characters;
}

}  // namespace

bool UnicodeTextGene::Rules::allow(char32_t character) const {
  if (onlyPrintable && (character < U' ' || character > U'~')) return false;
  // NUL ends C strings, and half the databases refuse it.
  if (character == 0 || (character >= 0xD800 && character < 0xE000) || character > 0x10FFFF) return false;
  return character > 0x7F || forbidden.find(static_cast<char>(character)) == std::string::npos;
}

UnicodeTextGene::UnicodeTextGene(Rules rules)
    : rules_(std::make_shared<const Rules>(std::move(rules))), characters_(rules_->shortest, U'a') {
  assert(rules_->shortest <= rules_->longest);
}

std::string UnicodeTextGene::text() const {
  std::string text;
  text.reserve(characters_.size());
  for (const char32_t character : characters_) appendCharacter(text, character);
  return text;
}

bool UnicodeTextGene::set(std::u32string characters) {
  if (characters.size() < rules_->shortest || characters.size() > rules_->longest) return false;
  if (!std::ranges::all_of(characters, [&](char32_t c) { return rules_->allow(c); })) return false;
  characters_ = std::move(characters);
  return true;
}

bool UnicodeTextGene::setText(std::string_view text) {
  auto characters = decoded(text);
  return characters && set(std::move(*characters));
}

char32_t UnicodeTextGene::anyCharacter(Rng& rng) const {
  const auto drawn = [&]() -> char32_t {
    const uint64_t dice = rng.below(64);
    if (dice < 40) return U'a' + static_cast<char32_t>(rng.below(26));
    if (dice < 48) return U'0' + static_cast<char32_t>(rng.below(10));
    if (dice < 54) return U'A' + static_cast<char32_t>(rng.below(26));
    if (dice < 60) return static_cast<char32_t>(rng.between(' ', '~'));
    if (dice < 63) return rng.pick(kRemarkable);
    return rng.below(2) == 0 ? U'\n' : U'\t';
  }();
  return rules_->allow(drawn) ? drawn : U'a' + static_cast<char32_t>(rng.below(26));
}

/// 0 to 3 more than the shortest half of the time, up to 16 otherwise, seldom longer; and often the limits.
size_t UnicodeTextGene::drawLength(Rng& rng) const {
  const uint64_t dice = rng.below(64);
  if (dice < 7) return rules_->shortest;
  if (dice < 18 && rules_->drawsLongest) return rules_->longest;
  const size_t more = dice < 38 ? rng.below(4) : dice < 63 ? rng.below(17) : rng.below(200);
  return std::min(rules_->shortest + more, rules_->longest);
}

void UnicodeTextGene::draw(Source& source) {
  Rng& rng = source.rng;
  const uint64_t dice = rng.below(64);
  if (dice < 20) {
    if (const auto text = drawText(source, true); text && setText(*text)) return;
  }
  if (dice >= 58 && !source.texts.empty() && setText(source.texts.pick(rng))) return;
  characters_.resize(drawLength(rng));
  for (char32_t& character : characters_) character = anyCharacter(rng);
}

void UnicodeTextGene::sample(Source& source) {
  draw(source);
  source.texts.add(text());
}

std::u32string UnicodeTextGene::changedInOneCharacter(Source& source) const {
  Rng& rng = source.rng;
  std::u32string text = characters_;
  const uint64_t kind = rng.below(8);
  if (text.empty() || kind < 2) {
    const auto place = static_cast<std::ptrdiff_t>(rng.below(text.size() + 1));
    text.insert(text.begin() + place, anyCharacter(rng));
    return text;
  }
  const size_t place = rng.below(text.size());
  if (kind < 4) {
    text.erase(place, 1);
  } else if (kind == 4) {
    text[place] = otherCase(text[place]);
  } else if (kind == 5) {
    std::swap(text[place], text[rng.below(text.size())]);
  } else if (kind == 6) {
    text[place] += rng.below(2) == 0 ? 1 : ~char32_t{0};  // one up or down
  } else {
    text[place] = anyCharacter(rng);
  }
  return text;
}

std::u32string UnicodeTextGene::changed(Source& source) const {
  Rng& rng = source.rng;
  const uint64_t kind = rng.below(16);
  if (kind < 9) return changedInOneCharacter(source);
  const size_t position = rng.below(characters_.size() + 1);
  const size_t length = rng.below(characters_.size() - position + 1);
  std::u32string text = characters_;
  if (kind < 12) {
    const auto drawn = recallText(source);
    const auto characters = drawn ? decoded(*drawn) : std::nullopt;
    if (!characters) return changedInOneCharacter(source);
    if (kind == 9) return *characters;
    return kind == 10 ? text.replace(position, length, *characters) : text.insert(position, *characters);
  }
  if (kind == 12) return text.insert(position, characters_, position, length);  // a part twice
  if (kind == 13) {
    return rng.below(2) == 0 ? characters_.substr(0, position) : characters_.substr(position);
  }
  if (kind == 14) {  // to a limit, with what is there
    text.resize(rules_->drawsLongest && rng.below(2) == 0 ? rules_->longest : rules_->shortest, U'a');
    return text;
  }
  UnicodeTextGene other(*this);
  other.draw(source);
  return other.characters_;
}

void UnicodeTextGene::mutate(Source& source) {
  if (!isMutable()) return;
  const auto take = [&](std::u32string text) { return text != characters_ && set(std::move(text)); };
  bool done = false;
  for (int attempt = 0; attempt < 8 && !done; ++attempt) done = take(changed(source));
  if (!done) {
    std::u32string text = characters_;
    if (text.empty()) {
      text = U"a";
    } else {
      text.back() = text.back() == U'a' ? U'b' : U'a';
    }
    done = take(std::move(text));
  }
  assert(done);
  source.texts.add(text());
}

std::vector<std::unique_ptr<Gene>> UnicodeTextGene::simpler() const {
  std::vector<std::unique_ptr<Gene>> candidates;
  const size_t size = characters_.size();
  const auto offer = [&](std::u32string text) {
    auto simpler = std::make_unique<UnicodeTextGene>(*this);
    if (simpler->set(std::move(text))) candidates.push_back(std::move(simpler));
  };
  if (size > rules_->shortest) {
    offer(characters_.substr(0, rules_->shortest));
    if (size > 1) {
      offer(characters_.substr(0, size / 2));
      offer(characters_.substr(size / 2));
    }
  }
  // Letters that do not matter should look like it.
  if (const std::u32string plain(size, U'a'); characters_ != plain) offer(plain);
  // Long texts are halved only: one candidate a character would cost more runs than it is worth.
  if (size > 24) return candidates;
  for (size_t i = 0; i < size; ++i) offer(characters_.substr(0, i) + characters_.substr(i + 1));
  for (size_t i = 0; i < size; ++i) {
    if (isPlain(characters_[i])) continue;
    std::u32string plain = characters_;
    plain[i] = U'a';
    offer(std::move(plain));
  }
  return candidates;
}

}  // namespace covolve::gene
