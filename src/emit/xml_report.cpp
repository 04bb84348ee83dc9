#include "emit/xml_report.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

namespace covolve::emit {

namespace {

/// A tag of the report: <name attributes>, </name>.
struct Tag {
  std::string_view name;
  std::string_view attributes;
  bool closes = false;
  bool isEmpty = false;  // <name/>

  std::string_view attribute(std::string_view wanted) const {
    const std::string start = " " + std::string(wanted) + "=\"";
    const size_t at = attributes.find(start);
    if (at == std::string_view::npos) return {};
    const std::string_view value = attributes.substr(at + start.size());
    return value.substr(0, value.find('"'));
  }
};

/// Takes the next tag off the text; nothing at its end. In texts and attributes < is written &lt;.
std::optional<Tag> nextTag(std::string_view& text) {
  const size_t start = text.find('<');
  if (start == std::string_view::npos) return std::nullopt;
  const size_t end = text.find('>', start);
  if (end == std::string_view::npos) return std::nullopt;
  std::string_view inside = text.substr(start + 1, end - start - 1);
  text.remove_prefix(end + 1);
  Tag tag;
  tag.closes = inside.starts_with('/');
  if (tag.closes) inside.remove_prefix(1);
  tag.isEmpty = inside.ends_with('/');
  tag.name = inside.substr(0, inside.find_first_of(" /\t\n"));
  tag.attributes = inside.substr(tag.name.size());
  return tag;
}

unsigned lineOf(const Tag& tag) {
  const std::string_view text = tag.attribute("line");
  unsigned line = 0;
  std::from_chars(text.data(), text.data() + text.size(), line);
  return line;
}

/// As it is outside XML.
std::string plain(std::string_view text) {
  static constexpr std::pair<std::string_view, char> kEntities[] = {
      {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}};
  std::string result;
  while (!text.empty()) {
    const auto entity =
        std::ranges::find_if(kEntities, [&](const auto& one) { return text.starts_with(one.first); });
    const bool isEntity = entity != std::end(kEntities);
    result += isEntity ? entity->second : text.front();
    text.remove_prefix(isEntity ? entity->first.size() : 1);
  }
  return result;
}

/// What stands up to the next tag, on one line.
std::string textBefore(std::string_view rest) {
  std::string line;
  for (const char c : plain(rest.substr(0, rest.find('<')))) {
    const bool isBlank = c == ' ' || c == '\n';
    if (!isBlank || (!line.empty() && !line.ends_with(' '))) line += isBlank ? ' ' : c;
  }
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

}  // namespace

Said readXmlReport(std::string_view report, std::string_view root) {
  Said said;
  FailedTest current;
  bool crashed = false;
  bool inExpression = false;
  bool inFailure = false;
  while (const std::optional<Tag> tag = nextTag(report)) {
    // The first failure's: what an expression came to, or what was thrown.
    const bool isOfFirst = inFailure ? current.lines.size() == 1 : !inExpression && current.lines.empty();
    const bool tells = (tag->name == "Expanded" && current.found.empty()) || tag->name == "Exception";
    if (isOfFirst && tells && !tag->closes) current.found = textBefore(report);
    if (tag->name == root && tag->closes) said.finished = true;
    if (tag->name == "TestCase" && !tag->closes && !tag->isEmpty) {
      current = {std::string(tag->attribute("name")), {}, {}};
      crashed = false;
    } else if (tag->name == "TestCase" && tag->closes) {
      said.ran.push_back(plain(current.name));
      if (!current.lines.empty()) said.failed.push_back(current);
      if (!crashed) current = {};
    } else if (tag->name == "Expression") {
      inExpression = !tag->closes && !tag->isEmpty;
      inFailure = inExpression && tag->attribute("success") == "false";
      if (inFailure) current.lines.push_back(lineOf(*tag));
    } else if (tag->name == "Exception" && !tag->closes && !inExpression) {
      current.lines.push_back(0);
      crashed = crashed || tag->attribute("crash") == "true";
    } else if (tag->name == "FatalErrorCondition") {
      crashed = true;
    }
  }
  said.lastStarted = current.name;  // of a test that came to its end nothing is left
  if (crashed) said.finished = false;
  return said;
}

}  // namespace covolve::emit
