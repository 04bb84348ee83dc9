// YAML text to nodes, event by event. Aliases become copies;
// what they unfold to is bounded by the budget.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "rest/openapi/reading/document_text.h"
#include "rest/openapi/reading/tree_builder.h"
#include "yaml/events.h"

namespace covolve::rest::openapi {

namespace {

size_t depthOf(const Node& node) {
  size_t deepest = 0;
  if (node.is_array() || node.is_object()) {
    for (const Node& child : node) deepest = std::max(deepest, depthOf(child));
    return deepest + 1;
  }
  return 0;
}

Node scalarOf(const std::string& tag, const std::string& text) {
  static const std::string kStandard = "tag:yaml.org,2002:";
  if (tag == kStandard + "null") return nullptr;
  const bool isPlain =
      tag == "?" || tag == kStandard + "int" || tag == kStandard + "float" || tag == kStandard + "bool";
  return isPlain ? plainScalar(text) : Node(text);
}

class YamlNodes : public yaml::EventHandler {
 public:
  explicit YamlNodes(MemoryBudget& budget)
      : budget_(budget), builder_(budget, TreeBuilder::MergeKeys::Merge) {}

  TreeBuilder& builder() { return builder_; }

  void null(size_t, yaml::Anchor anchor) override { addScalar(nullptr, "null", anchor); }

  void scalar(size_t, const yaml::Scalar& scalar, yaml::Anchor anchor) override {
    const std::string& text = scalar.text;
    addScalar(builder_.wantsKey() ? Node(text) : scalarOf(scalar.tag, text), text, anchor);
  }

  void alias(size_t, yaml::Anchor anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) throw Mistake{0, "this alias stands for something that it is a part of"};
    const Anchored& original = found->second;
    if (!builder_.wantsKey()) {
      builder_.checkDepth(builder_.depth() + original.depth);
      builder_.add(original.node, original.weight);
      return;
    }
    if (original.depth > 0) throw Mistake{0, "a key must be a text"};
    builder_.key(scalarText(original.node));
  }

  void beginList(size_t, yaml::Anchor anchor) override {
    begin(anchor);
    builder_.beginList();
  }
  void beginMapping(size_t, yaml::Anchor anchor) override {
    begin(anchor);
    builder_.beginObject();
  }
  void end() override {
    const yaml::Anchor anchor = openAnchors_.back();
    openAnchors_.pop_back();
    remember(anchor, builder_.end());
  }

 private:
  struct Anchored {
    Node node;
    size_t weight = 0;
    size_t depth = 0;
  };

  void addScalar(Node value, const std::string& text, yaml::Anchor anchor) {
    remember(anchor, value);
    if (builder_.wantsKey()) {
      builder_.key(text);
    } else {
      builder_.add(std::move(value), 64 + text.size());
    }
  }

  void begin(yaml::Anchor anchor) {
    if (builder_.wantsKey()) throw Mistake{0, "a key must be a text"};
    openAnchors_.push_back(anchor);
  }

  void remember(yaml::Anchor anchor, const Node& node) {
    if (anchor == 0) return;
    Anchored anchored{{}, weightOf(node), depthOf(node)};
    if (!budget_.spend(anchored.weight)) throw Mistake{0, "this document is too large"};
    anchored.node = node;
    anchors_[anchor] = std::move(anchored);
  }

  MemoryBudget& budget_;
  TreeBuilder builder_;
  std::map<yaml::Anchor, Anchored> anchors_;
  std::vector<yaml::Anchor> openAnchors_;
};

bool isWholeNumber(std::string_view digits) {
  return !digits.empty() && std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
}

template <class T>
bool parsesAs(std::string_view text, T& number, int base) {
  const char* end = text.data() + text.size();
  const auto [rest, failed] = std::from_chars(text.data(), end, number, base);
  return failed == std::errc{} && rest == end;
}

}  // namespace

Node plainScalar(const std::string& text) {
  if (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL") return nullptr;
  if (text == "true" || text == "True" || text == "TRUE") return true;
  if (text == "false" || text == "False" || text == "FALSE") return false;
  std::string_view number = text;
  const bool isNegative = number.front() == '-';
  if (isNegative || number.front() == '+') number.remove_prefix(1);
  if (number.empty() || !(number.front() == '.' || isWholeNumber(number.substr(0, 1)))) return text;

  int64_t whole = 0;
  uint64_t large = 0;
  if (number.starts_with("0x") && parsesAs(number.substr(2), large, 16))
    return isNegative ? Node(text) : Node(large);
  if (number.starts_with("0o") && parsesAs(number.substr(2), large, 8))
    return isNegative ? Node(text) : Node(large);
  if (number.size() > 1 && number[0] == '0' && isWholeNumber(number.substr(1, 1))) return text;
  if (isWholeNumber(number)) {
    if (isNegative && parsesAs(text, whole, 10)) return whole;
    if (!isNegative && parsesAs(number, large, 10)) return large;
  }
  double real = 0;
  const char* end = number.data() + number.size();
  const auto [rest, failed] = std::from_chars(number.data(), end, real);
  if (failed != std::errc{} || rest != end || !std::isfinite(real)) return text;
  return isNegative ? -real : real;
}

DocumentText parseYamlText(const std::string& text, MemoryBudget& budget) {
  YamlNodes nodes(budget);
  yaml::parseEvents(text, nodes);
  DocumentText parsed;
  for (const std::string& key : nodes.builder().repeatedKeys()) {
    parsed.notes.push_back(fmt::format("{} is given twice; the last one counts", shown(key)));
  }
  parsed.root = nodes.builder().takeRoot();
  return parsed;
}

}  // namespace covolve::rest::openapi
