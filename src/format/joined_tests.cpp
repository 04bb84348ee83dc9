#include "format/joined_tests.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "format/test_blocks.h"

namespace covolve::format {

namespace {

using Lines = std::vector<std::string>;

constexpr std::string_view kInclude = "#include ";

Lines linesOf(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string textOf(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

/// What stands above the first test.
struct Head {
  Lines includes;
  Lines ofC;                         // within extern "C"
  Lines declarations;                // what else there is, of one line or more
  std::vector<std::string> helpers;  // classes of the unnamed namespace
};

class HeadReader {
 public:
  Head read(std::string_view text) {
    for (const std::string& line : linesOf(text)) take(line);
    return std::move(head_);
  }

 private:
  void take(const std::string& line) {
    if (line == "extern \"C\" {") {
      place_ = Place::InC;
    } else if (line == "namespace {") {
      place_ = Place::InNamespace;
      isBehindBlank_ = true;
    } else if (place_ == Place::InC) {
      if (line == "}")
        place_ = Place::Outside;
      else
        head_.ofC.push_back(line);
    } else if (place_ == Place::InNamespace) {
      takeOfNamespace(line);
    } else if (line.starts_with(kInclude)) {
      head_.includes.push_back(line);
    } else if (!line.empty() && !line.starts_with("//")) {
      head_.declarations.push_back(line);
    }
  }

  /// A class begins behind an empty line and is not indented.
  void takeOfNamespace(const std::string& line) {
    if (line.starts_with("}  // namespace")) {
      place_ = Place::Outside;
    } else if (line.empty()) {
      isBehindBlank_ = true;
      return;
    } else {
      const bool isNext =
          isBehindBlank_ && line.front() != ' ' && line.front() != '\t' && line.front() != '}';
      if (isNext || head_.helpers.empty())
        head_.helpers.emplace_back();
      else if (isBehindBlank_)
        head_.helpers.back() += '\n';
      head_.helpers.back() += line + '\n';
    }
    isBehindBlank_ = false;
  }

  enum class Place { Outside, InC, InNamespace };
  Place place_ = Place::Outside;
  bool isBehindBlank_ = false;
  Head head_;
};

/// Behind the last one of its kind, and among those of the C++ library in their order.
void addInclude(const std::string& include, Lines& head) {
  const auto isQuoted = [](const std::string& line) { return line.ends_with('"'); };
  size_t last = head.size();
  bool isOfC = false;
  for (size_t i = 0; i < head.size(); ++i) {
    if (head[i] == "extern \"C\" {") isOfC = true;
    if (head[i].starts_with('}')) isOfC = false;
    if (!head[i].starts_with(kInclude) || isOfC) continue;
    const bool isBetter = last == head.size() || isQuoted(head[i]) == isQuoted(include);
    if (isBetter || isQuoted(head[last]) != isQuoted(include)) last = i;
  }
  if (last == head.size()) {
    head.insert(head.end(), {include, ""});
    return;
  }
  const auto isOfLibrary = [](const std::string& line) {
    return line.starts_with("#include <") && !line.ends_with(".h>") && !line.ends_with(".hpp>");
  };
  const auto at = [&](size_t i) { return head.begin() + static_cast<ptrdiff_t>(i); };
  size_t place = last + 1;
  while (place > 0 && isOfLibrary(head[place - 1]) && isOfLibrary(include) && head[place - 1] > include)
    --place;
  const bool beginsGroup = isOfLibrary(include) && !isOfLibrary(head[last]);
  head.insert(at(place), include);
  if (beginsGroup) head.insert(at(place), "");
}

/// All of them, so that nothing is lost on the way to those of Unix and back.
bool hasLineEndsOfWindows(const std::string& text) {
  size_t at = text.find('\n');
  if (at == std::string::npos) return false;
  for (; at != std::string::npos; at = text.find('\n', at + 1)) {
    if (at == 0 || text[at - 1] != '\r') return false;
  }
  return true;
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  for (size_t at = text.find(from); at != std::string_view::npos; at = text.find(from)) {
    result.append(text.substr(0, at)).append(to);
    text.remove_prefix(at + from.size());
  }
  return result.append(text);
}

std::string joinedLines(const std::string& earlier, const std::string& page) {
  const std::vector<TestBlock> added = testBlocks(page);
  if (added.empty()) return earlier;
  const std::vector<TestBlock> present = testBlocks(earlier);
  const size_t endOfHead = present.empty() ? earlier.size() : present.front().begin;
  Lines head = linesOf(std::string_view(earlier).substr(0, endOfHead));
  const std::set<std::string> known(head.begin(), head.end());
  const auto isMissing = [&](const std::string& line) { return !known.contains(line); };
  const Head wanted = HeadReader().read(std::string_view(page).substr(0, added.front().begin));

  for (const std::string& include : wanted.includes) {
    if (isMissing(include)) addInclude(include, head);
  }
  std::string text = textOf(head);
  const auto add = [&](const std::string& part) {
    if (!text.empty() && !text.ends_with("\n\n")) text += '\n';
    text += part + '\n';
  };
  // What was declared before may be declared again.
  if (std::ranges::any_of(wanted.ofC, isMissing)) add("extern \"C\" {\n" + textOf(wanted.ofC) + "}\n");
  if (std::ranges::any_of(wanted.declarations, isMissing)) add(textOf(wanted.declarations));
  std::string helpers;
  for (const std::string& helper : wanted.helpers) {
    if (!earlier.contains(helper)) helpers += '\n' + helper;
  }
  if (!helpers.empty()) add("namespace {\n" + helpers + "\n}  // namespace\n");

  text += earlier.substr(endOfHead);
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  for (const TestBlock& block : added) {
    if (!text.empty() && !text.ends_with("\n\n")) text += '\n';
    text += page.substr(block.begin, block.end - block.begin);
  }
  return text;
}

}  // namespace

std::string joinedTests(const std::string& earlier, const std::string& page) {
  if (!hasLineEndsOfWindows(earlier)) return joinedLines(earlier, page);
  return replaced(joinedLines(replaced(earlier, "\r\n", "\n"), page), "\n", "\r\n");
}

}  // namespace covolve::format
