#include "yaml/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <set>

#include "base/utf8.h"
#include "yaml/events.h"

namespace covolve::yaml {

namespace fs = std::filesystem;

namespace {

constexpr size_t kLargestFile = 10 << 20;
constexpr size_t kMostValues = 1'000'000;
constexpr size_t kMostText = 64 << 20;
constexpr size_t kDeepest = 32;

/// Makes a tree of events. Aliases become copies.
class TreeBuilder : public EventHandler {
 public:
  TreeBuilder() { root_.line = 1; }

  Value takeRoot() { return std::move(root_); }

  void null(size_t line, Anchor anchor) override {
    Value value;
    value.line = line;
    count(value);
    add(std::move(value), anchor);
  }

  void scalar(size_t line, const Scalar& scalar, Anchor anchor) override {
    Value value;
    value.line = line;
    value.kind = Value::Kind::Text;
    value.text = scalar.text;
    value.isPlain = scalar.tag == "?";
    count(value);
    add(std::move(value), anchor);
  }

  void alias(size_t line, Anchor anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) throw Mistake{line, "this alias stands for something that it is a part of"};
    countAll(found->second, open_.size());
    add(found->second, 0);
  }

  void beginList(size_t line, Anchor anchor) override { begin(line, anchor, Value::Kind::List); }
  void beginMapping(size_t line, Anchor anchor) override { begin(line, anchor, Value::Kind::Mapping); }

  void end() override {
    Open ended = std::move(open_.back());
    open_.pop_back();
    if (ended.value.kind == Value::Kind::Mapping) mergeInto(ended.value);
    add(std::move(ended.value), ended.anchor);
  }

 private:
  struct Open {
    Value value;
    Anchor anchor = 0;
  };

  bool wantsKey() const {
    return !open_.empty() && open_.back().value.kind == Value::Kind::Mapping &&
           open_.back().value.keys.size() == open_.back().value.values.size();
  }

  void begin(size_t line, Anchor anchor, Value::Kind kind) {
    Open open;
    open.value.line = line;
    open.value.kind = kind;
    open.anchor = anchor;
    count(open.value);
    open_.push_back(std::move(open));
  }

  void add(Value value, Anchor anchor) {
    if (anchor != 0) {
      countAll(value, open_.size());  // a copy
      anchors_[anchor] = value;
    }
    if (open_.empty()) {
      root_ = std::move(value);
      return;
    }
    Value& holder = open_.back().value;
    if (!wantsKey()) {
      holder.values.push_back(std::move(value));
      return;
    }
    // Not before it ended: a bracket that is not closed looks like a key.
    if (value.kind != Value::Kind::Text) throw Mistake{value.line, "a key must be a word"};
    holder.keys.push_back({std::move(value.text), value.line});
  }

  void count(const Value& value) { countAt(value, open_.size()); }

  void countAt(const Value& value, size_t depth) {
    if (depth > kDeepest) throw Mistake{value.line, "this is nested too deeply"};
    if (++values_ > kMostValues) throw Mistake{value.line, "this document has more than a million values"};
    text_ += value.text.size();
    if (text_ > kMostText) throw Mistake{value.line, "this document unfolds to more than 64 MB"};
  }

  void countAll(const Value& value, size_t depth) {
    countAt(value, depth);
    for (const Key& key : value.keys) text_ += key.text.size();
    for (const Value& inner : value.values) countAll(inner, depth + 1);
  }

  /// Each key once, with << resolved: what the other mapping has and this one does not.
  static void mergeInto(Value& mapping) {
    Value all;
    all.kind = Value::Kind::Mapping;
    all.line = mapping.line;
    std::set<std::string> known;
    std::vector<Value> merged;
    for (size_t i = 0; i < mapping.keys.size(); ++i) {
      Key& key = mapping.keys[i];
      if (!known.insert(key.text).second) throw Mistake{key.line, fmt::format("{} is given twice", key.text)};
      if (key.text == "<<") {
        merged.push_back(std::move(mapping.values[i]));
      } else {
        all.keys.push_back(std::move(key));
        all.values.push_back(std::move(mapping.values[i]));
      }
    }
    for (Value& from : merged) merge(from, all, known);
    mapping = std::move(all);
  }

  static void merge(Value& from, Value& into, std::set<std::string>& known) {
    if (from.kind == Value::Kind::List) {
      for (Value& each : from.values) {
        if (each.kind != Value::Kind::Mapping) throw Mistake{each.line, "<< takes mappings only"};
        merge(each, into, known);
      }
      return;
    }
    if (from.kind != Value::Kind::Mapping) throw Mistake{from.line, "<< takes mappings only"};
    for (size_t i = 0; i < from.keys.size(); ++i) {
      if (!known.insert(from.keys[i].text).second) continue;
      into.keys.push_back(std::move(from.keys[i]));
      into.values.push_back(std::move(from.values[i]));
    }
  }

  Value root_;
  std::vector<Open> open_;
  std::map<Anchor, Value> anchors_;  // complete ones
  size_t values_ = 0;
  size_t text_ = 0;
};

/// Beyond what no YAML has.
void checkPlainText(const std::string& text) {
  if (!isUtf8(text)) throw Mistake{1, "this is not UTF-8 text"};
  const size_t found = text.find('\x7f');
  if (found == std::string::npos) return;
  const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(found), '\n') + 1;
  throw Mistake{static_cast<size_t>(line), "there is a control character in this line"};
}

}  // namespace

Result<std::string> readDocument(const fs::path& file) {
  std::error_code ignored;
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream || fs::is_directory(file, ignored)) {
    return userError(
        fmt::format("cannot read {}: {}", file.string(), errno != 0 ? strerror(errno) : "not a file"));
  }
  std::string text(kLargestFile + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(stream.gcount()));
  if (text.size() > kLargestFile) {
    return userError(fmt::format("{} is larger than 10 MB: nobody wrote that", file.string()));
  }
  return text;
}

Result<Value> parse(const std::string& text, const std::string& document) {
  try {
    checkPlainText(text);
    TreeBuilder builder;
    parseEvents(text, builder);
    return builder.takeRoot();
  } catch (const Mistake& mistake) {
    return userError(atLine(document, std::max<size_t>(mistake.line, 1), mistake.sentence));
  } catch (const std::exception& error) {
    return userError(atLine(document, 1, fmt::format("this cannot be read as YAML: {}", error.what())));
  }
}

std::string atLine(const std::string& document, size_t line, std::string_view sentence) {
  return document.empty() ? fmt::format("line {}: {}", line, sentence)
                          : fmt::format("{}:{}: {}", document, line, sentence);
}

}  // namespace covolve::yaml
