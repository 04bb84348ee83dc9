#include "search/refine/text_matches.h"

#include <algorithm>
#include <cctype>

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

/// With what stands beside it; kBorder where the text begins or ends.
struct Word {
  static constexpr int kBorder = -1;

  std::string_view text;
  int left;
  int right;

  bool standsLike(const Word& other) const { return left == other.left && right == other.right; }
};

std::vector<Word> wordsOf(std::string_view text) {
  std::vector<Word> words;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = begin;
    while (end < text.size() && isWordCharacter(text[end])) ++end;
    if (end > begin) {
      words.push_back({text.substr(begin, end - begin), begin > 0 ? text[begin - 1] : Word::kBorder,
                       end < text.size() ? text[end] : Word::kBorder});
    }
    begin = end + 1;
  }
  return words;
}

/// What a word may be exchanged by: the one of the same rank, if there are as many, and those that stand
/// between the same delimiters.
std::vector<std::string_view> counterpartsOf(size_t rank, const std::vector<Word>& words,
                                             const std::vector<Word>& others) {
  std::vector<std::string_view> counterparts;
  const auto add = [&](std::string_view word) {
    const bool isNew =
        word != words[rank].text && std::ranges::find(counterparts, word) == counterparts.end();
    if (isNew && counterparts.size() < kMostPlaces) counterparts.push_back(word);
  };
  if (words.size() == others.size()) add(others[rank].text);
  for (const Word& other : others) {
    if (other.standsLike(words[rank])) add(other.text);
  }
  return counterparts;
}

/// The code may have put parts of several inputs together: "server" and "port" to "server.port". Those that
/// stand here are exchanged, each alone and, where they correspond one to one, all together.
void matchWords(std::string_view text, std::string_view found, std::string_view wanted,
                std::vector<std::string>& changed) {
  const auto words = wordsOf(found);
  const auto others = wordsOf(wanted);
  std::string together(text);
  size_t exchanged = 0;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i].text;
    const auto places = placesOf(word, text);
    if (places.empty()) continue;
    for (const std::string_view by : counterpartsOf(i, words, others))
      changed.push_back(replaced(text, places[0], word.size(), by));
    if (words.size() != others.size() || word == others[i].text) continue;
    if (const auto still = placesOf(word, together); !still.empty()) {
      together = replaced(together, still[0], word.size(), others[i].text);
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

}  // namespace covolve::search
