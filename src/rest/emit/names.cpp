#include "rest/emit/names.h"

#include <algorithm>
#include <utility>

namespace covolve::rest::emit {

namespace {

bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool isLower(char c) { return c >= 'a' && c <= 'z'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::string capitalised(std::string word) {
  if (!word.empty() && isLower(word.front())) word.front() = static_cast<char>(word.front() - 'a' + 'A');
  return word;
}

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string name;
  for (const std::string& word : words) {
    if (!name.empty()) name += separator;
    name += word;
  }
  return name;
}

/// The words of something that can be a name: not empty, and beginning with a letter.
std::vector<std::string> nameableWordsOf(std::string_view name) {
  std::vector<std::string> words = wordsOf(name);
  if (words.empty() || isDigit(words.front().front())) words.insert(words.begin(), "value");
  return words;
}

}  // namespace

std::vector<std::string> wordsOf(std::string_view name) {
  std::vector<std::string> words;
  bool isInside = false;
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!isUpper(c) && !isLower(c) && !isDigit(c)) {
      isInside = false;
      continue;
    }
    const bool isAfterSmall = i > 0 && (isLower(name[i - 1]) || isDigit(name[i - 1]));
    // HTTPCode is an HTTP code.
    const bool isBeforeSmall = i + 1 < name.size() && isLower(name[i + 1]);
    if (!isInside || (isUpper(c) && (isAfterSmall || isBeforeSmall))) words.emplace_back();
    words.back() += isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
    isInside = true;
  }
  return words;
}

std::string snakeCase(std::string_view name) { return joined(nameableWordsOf(name), "_"); }

std::string camelCase(std::string_view name) {
  std::string result;
  for (const std::string& word : nameableWordsOf(name)) result += result.empty() ? word : capitalised(word);
  return result;
}

std::string pascalCase(std::string_view name) {
  std::string result;
  for (const std::string& word : nameableWordsOf(name)) result += capitalised(word);
  return result;
}

std::string plainWords(std::string_view name) { return joined(wordsOf(name), " "); }

NameTable::NameTable(std::string_view reserved, std::string suffix, std::string joint)
    : suffix_(std::move(suffix)), joint_(std::move(joint)) {
  while (!reserved.empty()) {
    const size_t end = std::min(reserved.find(' '), reserved.size());
    reserved_.emplace(reserved.substr(0, end));
    reserved.remove_prefix(std::min(end + 1, reserved.size()));
  }
}

std::string NameTable::add(const std::string& wanted) {
  const std::string allowed = reserved_.contains(wanted) ? wanted + suffix_ : wanted;
  std::string name = allowed;
  for (int number = 2; !taken_.insert(name).second; ++number)
    name = allowed + joint_ + std::to_string(number);
  return name;
}

}  // namespace covolve::rest::emit
