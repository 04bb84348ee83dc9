#include "program/name_parts.h"

#include <algorithm>
#include <cctype>

namespace covolve::program {

std::vector<std::string> wordsOfName(std::string_view name) {
  const auto isUpper = [](char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; };
  std::vector<std::string> words(1);
  for (size_t i = 0; i < name.size(); ++i) {
    const bool startsWord = name[i] == '_' || (isUpper(name[i]) && i > 0 && !isUpper(name[i - 1]));
    if (startsWord && !words.back().empty()) words.emplace_back();
    if (name[i] != '_') words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
  }
  return words;
}

std::string_view ownPart(std::string_view name, std::string_view type) {
  const bool leads = !type.empty() && name.size() > type.size() && name.starts_with(type);
  return leads ? name.substr(type.size()) : name;
}

std::string withoutInterfacePrefix(const std::string& name) {
  const auto isUpper = [&](size_t i) { return std::isupper(static_cast<unsigned char>(name[i])) != 0; };
  const bool hasPrefix = name.size() > 2 && name[0] == 'I' && isUpper(1) && !isUpper(2);
  return hasPrefix ? name.substr(1) : name;
}

std::string withoutGaps(std::string spelling) {
  for (const char* gap : {" *", " &"}) {
    for (size_t at = spelling.find(gap); at != std::string::npos; at = spelling.find(gap))
      spelling.erase(at, 1);
  }
  return spelling;
}

bool holdsWord(std::string_view name, const std::set<std::string>& words) {
  return std::ranges::any_of(wordsOfName(name),
                             [&](const std::string& word) { return words.contains(word); });
}

}  // namespace covolve::program
