#include "rest/resource/names.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace covolve::rest {

namespace {

/// Longer ones first, as what stands before the ending tells what is identified.
constexpr auto kEndings =
    std::to_array<std::string_view>({"references", "reference", "uuids", "uuid", "guids", "guid", "slugs",
                                     "slug", "keys", "key", "refs", "ref", "ids", "id"});

/// Words that end like that and identify nothing.
constexpr auto kOtherWords = std::to_array<std::string_view>(
    {"acid",   "aid",   "aids",    "android", "avoid",   "bid",    "bids",   "donkey", "fluid",  "forbid",
     "grid",   "grids", "hockey",  "hybrid",  "invalid", "jockey", "kid",    "kids",   "liquid", "mid",
     "monkey", "paid",  "prepaid", "rapid",   "solid",   "turkey", "unpaid", "valid",  "void"});

bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool isAlphanumeric(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// "Id" of petId, "valid" of is_valid, "ID" of petID.
std::string_view lastWord(std::string_view name) {
  while (!name.empty() && !isAlphanumeric(name.back())) name.remove_suffix(1);
  size_t begin = name.size();
  while (begin > 0 && isAlphanumeric(name[begin - 1])) {
    --begin;
    const bool beginsWord = isUpper(name[begin]) && (begin == 0 || !isUpper(name[begin - 1]));
    if (beginsWord) break;
  }
  return name.substr(begin);
}

}  // namespace

std::string likeName(std::string_view name) {
  std::string result;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return result;
}

std::string singular(std::string_view word) {
  const auto without = [&](size_t count, std::string_view ending) {
    return std::string(word.substr(0, word.size() - count)) + std::string(ending);
  };
  if (word.size() > 3 && word.ends_with("ies")) return without(3, "y");
  for (const std::string_view ending : {"sses", "xes", "ches", "shes"}) {
    if (word.size() > ending.size() && word.ends_with(ending)) return without(2, "");
  }
  if (word.size() > 2 && word.ends_with("s") && !word.ends_with("ss") && !word.ends_with("us")) {
    return without(1, "");
  }
  return std::string(word);
}

std::string_view identifierEnding(std::string_view likeName) {
  for (const std::string_view ending : kEndings) {
    if (likeName.ends_with(ending)) return ending;
  }
  return {};
}

bool isIdentifierName(std::string_view name) {
  const std::string word = likeName(lastWord(name));
  return !identifierEnding(word).empty() && std::ranges::find(kOtherWords, word) == kOtherWords.end();
}

std::vector<std::string> segmentsOf(std::string_view path) {
  std::vector<std::string> segments;
  while (!path.empty()) {
    const size_t slash = path.find('/');
    if (slash != 0) segments.emplace_back(path.substr(0, slash));
    if (slash == std::string_view::npos) break;
    path.remove_prefix(slash + 1);
  }
  return segments;
}

std::string shapeOf(std::span<const std::string> segments) {
  std::string shape;
  for (const std::string& segment : segments) {
    shape += '/';
    shape += isParameterSegment(segment) ? "{}" : segment;
  }
  return shape;
}

}  // namespace covolve::rest
