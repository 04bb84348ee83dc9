// YAML text to nodes, by the events of yaml-cpp's parser. Aliases become copies;
// what they unfold to is bounded by the budget.
#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <sstream>

#include "rest/openapi/reading/document_text.h"
#include "rest/openapi/reading/tree_builder.h"

namespace covolve::rest::openapi {

namespace {

size_t lineOf(const YAML::Mark& mark) { return mark.is_null() ? 0 : static_cast<size_t>(mark.line) + 1; }

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

class YamlEvents : public YAML::EventHandler {
 public:
  explicit YamlEvents(Budget& budget) : budget_(budget), builder_(budget, TreeBuilder::MergeKeys::Merge) {}

  TreeBuilder& builder() { return builder_; }
  size_t line() const { return line_; }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    line_ = lineOf(mark);
    addScalar(nullptr, "null", anchor);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    line_ = lineOf(mark);
    addScalar(builder_.wantsKey() ? Node(text) : scalarOf(tag, text), text, anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    line_ = lineOf(mark);
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

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    begin(mark, anchor);
    builder_.beginList();
  }
  void OnSequenceEnd() override { end(); }

  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    begin(mark, anchor);
    builder_.beginObject();
  }
  void OnMapEnd() override { end(); }

 private:
  struct Anchored {
    Node node;
    size_t weight = 0;
    size_t depth = 0;
  };

  void addScalar(Node value, const std::string& text, YAML::anchor_t anchor) {
    remember(anchor, value);
    if (builder_.wantsKey()) {
      builder_.key(text);
    } else {
      builder_.add(std::move(value), 64 + text.size());
    }
  }

  void begin(const YAML::Mark& mark, YAML::anchor_t anchor) {
    line_ = lineOf(mark);
    if (builder_.wantsKey()) throw Mistake{0, "a key must be a text"};
    openAnchors_.push_back(anchor);
  }

  void end() {
    const YAML::anchor_t anchor = openAnchors_.back();
    openAnchors_.pop_back();
    remember(anchor, builder_.end());
  }

  void remember(YAML::anchor_t anchor, const Node& node) {
    if (anchor == YAML::NullAnchor) return;
    Anchored anchored{{}, weightOf(node), depthOf(node)};
    if (!budget_.spend(anchored.weight)) throw Mistake{0, "this document is too large"};
    anchored.node = node;
    anchors_[anchor] = std::move(anchored);
  }

  Budget& budget_;
  TreeBuilder builder_;
  std::map<YAML::anchor_t, Anchored> anchors_;
  std::vector<YAML::anchor_t> openAnchors_;
  size_t line_ = 0;
};

/// Knows only where the last document began.
class DocumentStarts : public YAML::EventHandler {
 public:
  size_t line() const { return line_; }

  void OnDocumentStart(const YAML::Mark& mark) override { line_ = lineOf(mark); }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
  }
  void OnMapEnd() override {}

 private:
  size_t line_ = 0;
};

/// The parser takes some control characters for the end of the text.
void checkCharacters(const std::string& text) {
  const auto isWrong = [](unsigned char c) { return c < 0x20 && c != '\n' && c != '\r' && c != '\t'; };
  const auto found = std::ranges::find_if(text, isWrong);
  if (found == text.end()) return;
  const auto line = static_cast<size_t>(std::count(text.begin(), found, '\n')) + 1;
  throw Mistake{line, "there is a control character in this line"};
}

std::string reasonOf(const YAML::Exception& error) {
  std::string reason = error.msg.empty() ? "wrong" : shown(error.msg);
  // "summary: *all* pets" is an alias to YAML.
  if (reason.find("anchor") != std::string::npos || reason.find("alias") != std::string::npos) {
    reason += " (a text that begins with * or & must be in quotes)";
  }
  return reason;
}

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

DocumentText parseYamlText(const std::string& text, Budget& budget) {
  checkCharacters(text);
  YamlEvents events(budget);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    parser.HandleNextDocument(events);
    DocumentStarts others;
    if (parser.HandleNextDocument(others)) {
      throw Mistake{others.line(), "this is outside of the document, which ends before it"};
    }
  } catch (const Mistake& mistake) {
    throw Mistake{mistake.line == 0 ? events.line() : mistake.line, mistake.sentence};
  } catch (const YAML::DeepRecursion& error) {
    throw Mistake{lineOf(error.mark), "this is nested too deeply"};
  } catch (const YAML::Exception& error) {
    throw Mistake{lineOf(error.mark), "this is not YAML: " + reasonOf(error)};
  }
  DocumentText parsed;
  for (const std::string& key : events.builder().repeatedKeys()) {
    parsed.notes.push_back(fmt::format("{} is given twice; the last one counts", shown(key)));
  }
  parsed.root = events.builder().takeRoot();
  return parsed;
}

}  // namespace covolve::rest::openapi
