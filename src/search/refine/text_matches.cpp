#include "search/refine/text_matches.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace covolve::search {

namespace {

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

bool isSameLetter(char one, char other) {
  return std::tolower(static_cast<unsigned char>(one)) == std::tolower(static_cast<unsigned char>(other));
}

/// As it stands, else in any case.
std::vector<size_t> placesOf(std::string_view part, std::string_view text) {
  std::vector<size_t> places;
  if (part.empty()) return places;
  for (size_t at = text.find(part); at != std::string_view::npos && places.size() < kMostPlaces;
       at = text.find(part, at + 1)) {
    places.push_back(at);
  }
  if (!places.empty()) return places;
  const auto folded = std::search(text.begin(), text.end(), part.begin(), part.end(), isSameLetter);
  if (folded != text.end()) places.push_back(static_cast<size_t>(folded - text.begin()));
  return places;
}

std::string replaced(std::string_view text, size_t at, size_t size, std::string_view by) {
  std::string changed(text.substr(0, at));
  changed += by;
  changed += text.substr(at + size);
  return changed;
}

/// The words of a text and what stands between them. Between two delimiters there is a word, too, an empty
/// one.
struct Fields {
  std::vector<std::string_view> words;
  std::string delimiters;

  explicit Fields(std::string_view text) {
    size_t begin = 0;
    for (size_t i = 0; i <= text.size(); ++i) {
      if (i < text.size() && isWordCharacter(text[i])) continue;
      words.push_back(text.substr(begin, i - begin));
      if (i < text.size()) delimiters += text[i];
      begin = i + 1;
    }
  }

  void leaveOutEmptyOnes() {
    std::erase_if(words, [](std::string_view word) { return word.empty(); });
  }
};

/// Words by words that correspond to them: those between the same delimiters, or as many of any kind.
std::vector<std::pair<std::string_view, std::string_view>> correspondingWords(std::string_view found,
                                                                              std::string_view wanted) {
  Fields fields(found);
  Fields others(wanted);
  if (fields.delimiters != others.delimiters) {
    fields.leaveOutEmptyOnes();
    others.leaveOutEmptyOnes();
  }
  std::vector<std::pair<std::string_view, std::string_view>> pairs;
  if (fields.words.size() != others.words.size() || fields.words.size() < 2) return pairs;
  for (size_t i = 0; i < fields.words.size(); ++i) {
    const bool isExchangeable = !fields.words[i].empty() && !others.words[i].empty();
    if (isExchangeable && fields.words[i] != others.words[i])
      pairs.emplace_back(fields.words[i], others.words[i]);
  }
  return pairs;
}

/// The code may have put parts of several inputs together: "server" and "port" to "server.port". Those that
/// stand here are exchanged, each alone and all together.
void matchWords(std::string_view text, std::string_view found, std::string_view wanted,
                std::vector<std::string>& changed) {
  std::string together(text);
  size_t exchanged = 0;
  for (const auto& [word, by] : correspondingWords(found, wanted)) {
    const auto places = placesOf(word, text);
    if (places.empty()) continue;
    changed.push_back(replaced(text, places[0], word.size(), by));
    if (const auto still = placesOf(word, together); !still.empty()) {
      together = replaced(together, still[0], word.size(), by);
      ++exchanged;
    }
  }
  if (exchanged > 1) changed.push_back(std::move(together));
}

}  // namespace

void matchTexts(std::string_view text, std::string_view found, std::string_view wanted,
                std::vector<std::string>& changed) {
  if (found.empty()) {
    if (text.empty()) changed.emplace_back(wanted);
    return;
  }
  const auto places = placesOf(found, text);
  for (const size_t at : places) changed.push_back(replaced(text, at, found.size(), wanted));
  if (places.empty()) matchWords(text, found, wanted, changed);
  // The code may have put something around the test's own text before it compared: the same around the
  // other operand is left out.
  const size_t before = text.empty() ? std::string_view::npos : found.find(text);
  if (before == std::string_view::npos || text.size() == found.size()) return;
  const size_t behind = found.size() - before - text.size();
  if (wanted.size() < before + behind) return;
  changed.emplace_back(wanted.substr(before, wanted.size() - before - behind));
}

std::vector<Halves> cutAtDelimiters(std::string_view found, std::string_view wanted) {
  std::vector<Halves> cuts;
  for (size_t at = 1; at + 1 < found.size() && cuts.size() < kMostPlaces; ++at) {
    if (isWordCharacter(found[at])) continue;
    for (const size_t place : placesOf(found.substr(at, 1), wanted)) {
      cuts.push_back(
          {found.substr(0, at), found.substr(at + 1), wanted.substr(0, place), wanted.substr(place + 1)});
    }
  }
  return cuts;
}

std::optional<std::string> withPart(std::string_view text, std::string_view part, std::string_view by) {
  const auto places = placesOf(part, text);
  if (places.empty()) return std::nullopt;
  return replaced(text, places[0], part.size(), by);
}

void exchangeTexts(std::string_view text, std::span<const std::string> present,
                   std::span<const std::string> wanted, std::vector<std::string>& changed) {
  if (present.size() != wanted.size()) return;
  std::string exchanged;
  for (size_t i = 0; i < present.size(); ++i) {
    const auto places = placesOf(present[i], text);
    if (places.empty()) return;
    exchanged += text.substr(0, places[0]);
    exchanged += wanted[i];
    text.remove_prefix(places[0] + present[i].size());
  }
  exchanged += text;
  changed.push_back(std::move(exchanged));
}

void exchangeWords(std::string_view text, std::span<const std::string> wanted,
                   std::vector<std::string>& changed) {
  Fields fields(text);
  fields.leaveOutEmptyOnes();
  const size_t count = wanted.size();
  for (size_t first = 0; first + count <= fields.words.size() && first < kMostPlaces; ++first) {
    const std::span<const std::string_view> words(fields.words.data() + first, count);
    std::string exchanged(text.substr(0, static_cast<size_t>(words[0].data() - text.data())));
    for (size_t i = 0; i < count; ++i) {
      const auto end = static_cast<size_t>(words[i].data() + words[i].size() - text.data());
      const size_t next =
          i + 1 < count ? static_cast<size_t>(words[i + 1].data() - text.data()) : text.size();
      exchanged += wanted[i];
      exchanged += text.substr(end, next - end);
    }
    changed.push_back(std::move(exchanged));
  }
}

void joinTexts(std::string_view text, std::string_view found, std::string_view wanted, char delimiter,
               std::vector<std::string>& changed) {
  if (found.empty() || wanted.empty() || !placesOf(wanted, text).empty()) return;
  const auto places = placesOf(found, text);
  if (places.empty()) return;
  std::string further{delimiter};
  further += wanted;
  changed.push_back(replaced(text, places[0] + found.size(), 0, further));
}

}  // namespace covolve::search
