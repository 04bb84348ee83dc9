// A YAML document as a plain tree: parsed once, checked for what no reader
// wants to meet (keys given twice, aliases that unfold to more than memory
// holds, control characters), and free of the parser's own types afterwards.
//
// Easy to get wrong: of the plain words only true and false are truth values.
// on, off, yes and no stay words, as in YAML 1.2: they are values of options.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace covolve::yaml {

struct Key {
  std::string text;
  size_t line = 0;
};

struct Value {
  enum class Kind { Nothing, Text, List, Mapping };

  Kind kind = Kind::Nothing;
  size_t line = 0;            // from 1
  std::string text;           // of a Text, as written
  bool isPlain = false;       // not in quotes
  std::vector<Key> keys;      // of a Mapping, each once; << is resolved
  std::vector<Value> values;  // of a List, or of a Mapping's keys

  bool isTrue() const { return isWord("true"); }
  bool isFalse() const { return isWord("false"); }

 private:
  bool isWord(std::string_view word) const { return kind == Kind::Text && isPlain && text == word; }
};

/// The text of a file that somebody wrote: more than 10 MB is an Error, for it may be a device that never
/// ends.
Result<std::string> readDocument(const std::filesystem::path& file);

/// The one document in the text. An Error is one sentence that begins with the place: "algorithms.yaml:12: ",
/// or "line 12: " where the document has no name.
Result<Value> parse(const std::string& text, const std::string& document);

/// "algorithms.yaml:12: " and the sentence.
std::string atLine(const std::string& document, size_t line, std::string_view sentence);

}  // namespace covolve::yaml
