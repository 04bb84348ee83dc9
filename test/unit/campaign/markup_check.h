// Whether a text is well-formed XML, as far as drawings and pages need it: tags
// match, attributes are quoted and not repeated, nothing stands unescaped.
#pragma once

#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace covolve::campaign::example {

class MarkupCheck {
 public:
  /// Elements without an end, as HTML has them.
  explicit MarkupCheck(std::set<std::string> voids = {}) : voids_(std::move(voids)) {}

  /// Empty when all is well, else the first thing that is wrong.
  std::string problemOf(std::string_view text) {
    rest_ = text;
    open_.clear();
    if (rest_.starts_with("<!DOCTYPE html>")) rest_.remove_prefix(15);
    while (!rest_.empty()) {
      const std::string problem = rest_.front() == '<' ? tag() : content();
      if (!problem.empty()) return problem + " before: " + std::string(rest_.substr(0, 60));
    }
    return open_.empty() ? "" : "<" + open_.back() + "> is not closed";
  }

 private:
  std::string take(std::string_view until) {
    const size_t end = std::min(rest_.find_first_of(until), rest_.size());
    std::string taken(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return taken;
  }

  static std::string problemOfText(std::string_view text) {
    for (size_t i = 0; i < text.size(); ++i) {
      if (static_cast<unsigned char>(text[i]) < 0x20 && text[i] != '\n' && text[i] != '\t')
        return "a control character";
      if (text[i] != '&') continue;
      const std::string_view entity = text.substr(i, text.find(';', i) - i + 1);
      if (!std::set<std::string_view>{"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"}.contains(entity))
        return "a bare &";
    }
    return {};
  }

  std::string content() {
    const std::string text = take("<");
    // A style sheet is no text.
    if (!open_.empty() && open_.back() == "style") return {};
    if (text.contains('>')) return "a bare >";
    return problemOfText(text);
  }

  std::string tag() {
    rest_.remove_prefix(1);
    if (rest_.starts_with('/')) {
      rest_.remove_prefix(1);
      const std::string name = take(">");
      rest_.remove_prefix(1);
      if (open_.empty() || open_.back() != name) return "an unexpected </" + name + ">";
      open_.pop_back();
      return {};
    }
    const std::string name = take(" />\n");
    std::set<std::string> seen;
    while (true) {
      while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())) != 0)
        rest_.remove_prefix(1);
      if (rest_.starts_with("/>")) {
        rest_.remove_prefix(2);
        return {};
      }
      if (rest_.starts_with('>')) {
        rest_.remove_prefix(1);
        if (!voids_.contains(name)) open_.push_back(name);
        return {};
      }
      if (rest_.empty()) return "<" + name + " does not end";
      const std::string key = take("= />");
      if (!seen.insert(key).second) return "attribute " + key + " twice";
      if (rest_.starts_with('>') && key == "open") continue;  // HTML's flag
      if (!rest_.starts_with("=\"")) return "attribute " + key + " without quotes";
      rest_.remove_prefix(2);
      const std::string value = take("\"");
      if (rest_.empty() || value.contains('<')) return "attribute " + key + " does not end";
      if (const std::string problem = problemOfText(value); !problem.empty()) return problem;
      rest_.remove_prefix(1);
    }
  }

  std::set<std::string> voids_;
  std::string_view rest_;
  std::vector<std::string> open_;
};

}  // namespace covolve::campaign::example
