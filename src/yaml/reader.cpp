#include "yaml/reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "base/command_line.h"
#include "base/edit_distance.h"
#include "base/utf8.h"

namespace covolve::yaml {

namespace {

constexpr size_t kMostListed = 20;

std::string didYouMean(const std::vector<std::string>& known, const std::string& name) {
  const std::string* nearest = nearestName(known, name);
  return nearest != nullptr ? fmt::format("; did you mean {}?", *nearest) : "";
}

/// A user's text in a sentence: one line, not the whole file.
std::string shortened(const std::string& text) {
  std::string shown = text.substr(0, text.find('\n'));
  if (shown.size() > 80) shown.resize(80);
  while (!isUtf8(shown)) shown.pop_back();
  return shown.size() < text.size() ? shown + " ..." : shown;
}

}  // namespace

std::string_view Reader::kind() const {
  switch (value_->kind) {
    case Value::Kind::Nothing:
      return "nothing";
    case Value::Kind::Text:
      return "a single value";
    case Value::Kind::List:
      return "a list";
    case Value::Kind::Mapping:
      return "a mapping";
  }
  return "something else";
}

bool Reader::expect(Value::Kind wanted, std::string_view description) const {
  if (value_->kind == wanted) return true;
  mistake(fmt::format("{} must be {}, not {}", name_, description, kind()));
  return false;
}

std::string Reader::text() const {
  if (!expect(Value::Kind::Text, "a single value")) return {};
  if (value_->text.empty()) {
    mistake(fmt::format("{} is empty", name_));
  } else if (hasControlCharacters(value_->text)) {
    mistake(fmt::format("{} has a line break or another control character in it", name_));
  }
  return value_->text;
}

uint64_t Reader::wholeNumber(uint64_t low, uint64_t high) const {
  const std::string written = text();
  const auto number = parseWholeNumber(written);
  if (number && *number >= low && *number <= high) return *number;
  mistake(
      fmt::format("{} must be a whole number from {} to {}, not {}", name_, low, high, shortened(written)));
  return low;
}

std::string Reader::oneOf(const std::vector<std::string>& words) const {
  const std::string word = text();
  if (std::ranges::find(words, word) == words.end()) {
    mistake(fmt::format("{} must be one of {}, not {}{}", name_, fmt::join(words, ", "), shortened(word),
                        didYouMean(words, word)));
  }
  return word;
}

std::vector<Reader> Reader::list() const {
  std::vector<Reader> items;
  if (!expect(Value::Kind::List, "a list")) return items;
  if (value_->values.empty()) mistake(fmt::format("{} is an empty list", name_));
  for (const Value& item : value_->values) items.emplace_back(item, "an item of " + name_, *mistakes_);
  return items;
}

std::vector<Reader> Reader::oneOrMore() const {
  if (isList()) return list();
  return {*this};
}

std::vector<std::string> Reader::words() const {
  std::vector<std::string> words;
  if (isList()) {
    for (const Value& item : value_->values) {
      words.push_back(Reader(item, "an item of " + name_, *mistakes_).text());
    }
    return words;
  }
  if (!expect(Value::Kind::Text, "a list or a text")) return words;
  words = splitCommandLine(value_->text);
  if (std::ranges::any_of(words, hasControlCharacters)) {
    mistake(fmt::format("{} has a control character in it", name_));
  }
  return words;
}

Mapping Reader::mapping() const {
  expect(Value::Kind::Mapping, "a mapping (key: value)");  // what is none has no keys
  return {*value_, name_, *mistakes_};
}

Mapping Reader::mapping(const std::vector<std::string>& knownKeys) const {
  for (const Key& key : value_->keys) {
    if (std::ranges::find(knownKeys, key.text) != knownKeys.end()) continue;
    const std::string suggestion = didYouMean(knownKeys, key.text);
    const bool isListed = suggestion.empty() && knownKeys.size() <= kMostListed;
    mistakes_->add(
        key.line,
        fmt::format("{} has no key {}{}", name_, shortened(key.text),
                    isListed ? fmt::format("; its keys are {}", fmt::join(knownKeys, ", ")) : suggestion));
  }
  return mapping();
}

std::optional<Reader> Mapping::find(std::string_view key) const {
  const auto found = std::ranges::find(value_->keys, key, &Key::text);
  if (found == value_->keys.end()) return std::nullopt;
  const auto at = static_cast<size_t>(found - value_->keys.begin());
  return Reader(value_->values[at], std::string(key), *mistakes_);
}

std::optional<Reader> Mapping::need(std::string_view key) const {
  auto found = find(key);
  if (!found) mistake(fmt::format("{} lacks {}", name_, key));
  return found;
}

std::string Mapping::textOr(std::string_view key, std::string otherwise) const {
  const auto found = find(key);
  return found ? found->text() : std::move(otherwise);
}

std::vector<Reader> Mapping::entries() const {
  std::vector<Reader> all;
  for (size_t i = 0; i < value_->keys.size(); ++i) {
    all.emplace_back(value_->values[i], value_->keys[i].text, *mistakes_);
  }
  return all;
}

std::optional<uint64_t> parseWholeNumber(const std::string& text) {
  uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, failed] = std::from_chars(text.data(), end, number);
  return failed == std::errc{} && rest == end ? std::optional(number) : std::nullopt;
}

bool hasControlCharacters(std::string_view text) {
  return std::ranges::any_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

}  // namespace covolve::yaml
