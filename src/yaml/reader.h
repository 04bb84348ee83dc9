// Typed access to a YAML document for readers that say in one sentence what is
// wrong with it and where.
//
// The first mistake is kept and later ones are not, so a reader goes on with
// harmless values after one and asks once, at the end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "yaml/tree.h"

namespace covolve::yaml {

class Mistakes {
 public:
  /// The document's name in messages; may be empty.
  explicit Mistakes(std::string document) : document_(std::move(document)) {}

  void add(size_t line, std::string_view sentence) {
    if (!first_) first_ = atLine(document_, line, sentence);
  }
  bool any() const { return first_.has_value(); }
  std::unexpected<Error> asError() const { return userError(first_.value_or("")); }

 private:
  std::string document_;
  std::optional<std::string> first_;
};

class Mapping;

/// A value and what it is called in sentences: "budgets". Refers to the tree and the mistakes.
class Reader {
 public:
  Reader(const Value& value, std::string name, Mistakes& mistakes)
      : value_(&value), name_(std::move(name)), mistakes_(&mistakes) {}

  const Value& value() const { return *value_; }
  const std::string& name() const { return name_; }
  /// The same value under another name.
  Reader as(std::string name) const { return {*value_, std::move(name), *mistakes_}; }
  size_t line() const { return value_->line; }
  bool isText() const { return value_->kind == Value::Kind::Text; }
  bool isList() const { return value_->kind == Value::Kind::List; }
  bool isMapping() const { return value_->kind == Value::Kind::Mapping; }
  void mistake(std::string_view sentence) const { mistakes_->add(line(), sentence); }

  /// A text that is not empty and has no control characters.
  std::string text() const;
  /// In [low, high]; low after a mistake.
  uint64_t wholeNumber(uint64_t low, uint64_t high) const;
  /// One of the words.
  std::string oneOf(const std::vector<std::string>& words) const;
  /// At least one item.
  std::vector<Reader> list() const;
  /// A list, or one value that stands alone.
  std::vector<Reader> oneOrMore() const;
  /// A list of words as they are, or one text that is split as a shell does. May be empty.
  std::vector<std::string> words() const;
  /// With these keys at most.
  Mapping mapping(const std::vector<std::string>& knownKeys) const;
  /// With any keys.
  Mapping mapping() const;

 private:
  /// "a list", "a text" ...
  std::string_view kind() const;
  bool expect(Value::Kind wanted, std::string_view description) const;

  const Value* value_;
  std::string name_;
  Mistakes* mistakes_;
};

class Mapping {
 public:
  Mapping(const Value& value, std::string name, Mistakes& mistakes)
      : value_(&value), name_(std::move(name)), mistakes_(&mistakes) {}

  size_t line() const { return value_->line; }
  std::optional<Reader> find(std::string_view key) const;
  bool has(std::string_view key) const { return find(key).has_value(); }
  /// A mistake if it is not there.
  std::optional<Reader> need(std::string_view key) const;
  /// The text of a key that may be left out; empty then.
  std::string textOr(std::string_view key, std::string otherwise) const;
  std::vector<Reader> entries() const;
  void mistake(std::string_view sentence) const { mistakes_->add(line(), sentence); }

 private:
  const Value* value_;
  std::string name_;
  Mistakes* mistakes_;
};

/// All characters of the string are digits, and the number fits.
std::optional<uint64_t> parseWholeNumber(const std::string& text);

bool hasControlCharacters(std::string_view text);

}  // namespace covolve::yaml
