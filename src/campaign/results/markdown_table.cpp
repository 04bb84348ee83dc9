#include <algorithm>
#include <cctype>

#include "campaign/results/table.h"
#include "markup/text.h"

namespace covolve::campaign::results {

namespace {

bool isWordAt(std::string_view text, size_t index) {
  if (index >= text.size()) return false;
  const auto character = static_cast<unsigned char>(text[index]);
  return character >= 0x80 || std::isalnum(character) != 0;
}

/// Underscores inside a word are no emphasis, and names are full of them.
bool isInsideWord(std::string_view text, size_t index) {
  size_t before = index;
  while (before > 0 && text[before - 1] == '_') --before;
  size_t after = index;
  while (after < text.size() && text[after] == '_') ++after;
  return before > 0 && isWordAt(text, before - 1) && isWordAt(text, after);
}

bool needsBackslash(std::string_view text, size_t index) {
  const char character = text[index];
  if (character == '_') return !isInsideWord(text, index);
  if (character == '&') return isWordAt(text, index + 1) || text.substr(index + 1).starts_with('#');
  if (character == '<') return !text.substr(index + 1).starts_with(' ');  // "< 0.001" is no tag
  return std::string_view("\\`*[]|~$").contains(character);
}

std::string markdownCell(const Cell& cell) {
  std::string text = escapedForMarkdown(cell.text);
  if (cell.isStrong && !text.empty()) text = "**" + text + "**";
  return cell.aside.empty() ? text : text + " " + escapedForMarkdown(cell.aside);
}

std::string padded(const std::string& text, size_t width, Align align) {
  const std::string spaces(width - std::min(width, markup::lengthOf(text)), ' ');
  return align == Align::Left ? text + spaces : spaces + text;
}

std::string line(const std::vector<std::string>& cells, const std::vector<size_t>& widths,
                 const std::vector<Column>& columns) {
  std::string text = "|";
  for (size_t i = 0; i < cells.size(); ++i)
    text += " " + padded(cells[i], widths[i], columns[i].align) + " |";
  return text + "\n";
}

}  // namespace

std::string escapedForMarkdown(std::string_view text) {
  std::string result;
  const std::string clean = markup::cleaned(text);
  for (size_t i = 0; i < clean.size(); ++i) {
    if (clean[i] == '\n' || clean[i] == '\t') {
      result += ' ';
      continue;
    }
    if (needsBackslash(clean, i)) result += '\\';
    result += clean[i];
  }
  return result;
}

std::string toMarkdown(const Table& table) {
  std::vector<std::vector<std::string>> lines(1);
  for (const Column& column : table.columns) lines[0].push_back(escapedForMarkdown(column.title));
  for (const Row& row : table.rows) {
    std::vector<std::string>& cells = lines.emplace_back();
    for (const Cell& cell : row.cells) cells.push_back(markdownCell(cell));
    if (row.kind == Row::Kind::Group) cells[0] = "*" + cells[0] + "*";
    cells.resize(table.columns.size());
  }
  std::vector<size_t> widths(table.columns.size(), 3);
  for (const auto& cells : lines) {
    for (size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], markup::lengthOf(cells[i]));
  }

  std::string text = escapedForMarkdown(table.caption) + "\n\n" + line(lines[0], widths, table.columns) + "|";
  for (size_t i = 0; i < widths.size(); ++i) {
    const bool isLeft = table.columns[i].align == Align::Left;
    text += isLeft ? ":" + std::string(widths[i] + 1, '-') + "|" : std::string(widths[i] + 1, '-') + ":|";
  }
  text += "\n";
  for (size_t i = 1; i < lines.size(); ++i) text += line(lines[i], widths, table.columns);
  for (const std::string& note : table.notes) text += "\n" + escapedForMarkdown(note) + "\n";
  return text;
}

}  // namespace covolve::campaign::results
