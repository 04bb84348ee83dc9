#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "campaign/results/table.h"
#include "markup/text.h"

namespace covolve::campaign::results {

namespace {

/// More rows than a page has lines for.
constexpr size_t kMostRowsOfFloat = 40;

/// ASCII that LaTeX takes for commands or that its old fonts show as something else, and characters of ours
/// that its fonts lack. Other letters are left to the document's fonts.
const std::map<char32_t, std::string_view>& commands() {
  static const std::map<char32_t, std::string_view> commands{
      {'\\', "\\textbackslash{}"},
      {'{', "\\{"},
      {'}', "\\}"},
      {'$', "\\$"},
      {'&', "\\&"},
      {'#', "\\#"},
      {'%', "\\%"},
      {'_', "\\_"},
      {'~', "\\textasciitilde{}"},
      {'^', "\\textasciicircum{}"},
      {'<', "$<$"},
      {'>', "$>$"},
      {'|', "\\textbar{}"},
      {'"', "''"},
      {'`', "\\textasciigrave{}"},
      {'[', "{[}"},  // after the end of a row it would begin an option
      {']', "{]}"},
      {'\n', " "},
      {'\t', " "},
      {U'χ', "$\\chi$"},
      {U'²', "$^{2}$"},
      {U'₁', "$_{1}$"},
      {U'₂', "$_{2}$"},
      {U'…', "\\ldots{}"},
      {U'–', "--"},
      {U'−', "$-$"},
      {0xFFFD, "?"},
  };
  return commands;
}

std::string latexText(const std::string& text) {
  if (text == "-") return "--";
  const bool isNegative =
      text.size() > 1 && text[0] == '-' && std::isdigit(static_cast<unsigned char>(text[1])) != 0;
  if (isNegative) return "$-$" + escapedForLatex(text.substr(1));
  return escapedForLatex(text);
}

std::string latexCell(const Cell& cell) {
  std::string text = latexText(cell.text);
  if (cell.isStrong && !text.empty()) text = "\\textbf{\\boldmath " + text + "}";
  return cell.aside.empty() ? text : text + " " + escapedForLatex(cell.aside);
}

std::string titles(const Table& table) {
  std::string text;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    text += (i > 0 ? " & " : "") + escapedForLatex(table.columns[i].title);
  }
  return text + " \\\\\n\\midrule\n";
}

std::string body(const Table& table) {
  std::string text;
  bool afterBody = false;
  for (const Row& row : table.rows) {
    if (row.kind == Row::Kind::Group) {
      if (afterBody) text += "\\addlinespace\n";
      text += fmt::format("\\multicolumn{{{}}}{{l}}{{\\textit{{{}}}}} \\\\\n", table.columns.size(),
                          escapedForLatex(row.cells[0].text));
      continue;
    }
    if (row.kind == Row::Kind::Summary && afterBody) text += "\\midrule\n";
    afterBody = row.kind == Row::Kind::Body;
    for (size_t i = 0; i < row.cells.size(); ++i) text += (i > 0 ? " & " : "") + latexCell(row.cells[i]);
    text += " \\\\\n";
  }
  return text;
}

std::string notes(const Table& table) {
  std::string text;
  for (const std::string& note : table.notes) text += (text.empty() ? "" : " ") + escapedForLatex(note);
  return text.empty() ? "" : "{\\footnotesize " + text + "\\par}\n";
}

}  // namespace

std::string escapedForLatex(std::string_view text) {
  std::string result;
  const std::string clean = markup::cleaned(text);
  std::string_view rest = clean;
  while (!rest.empty()) {
    const char32_t character = takeCharacter(rest);
    const auto command = commands().find(character);
    if (command != commands().end()) {
      result += command->second;
    } else if (character == '-' && result.ends_with('-')) {
      result += "{}-";  // two hyphens are not a dash
    } else {
      appendCharacter(result, character);
    }
  }
  return result;
}

std::string toLatex(const Table& table) {
  std::string alignment;
  for (const Column& column : table.columns) alignment += column.align == Align::Left ? 'l' : 'r';
  const std::string caption =
      fmt::format("\\caption{{{}}}\n\\label{{tab:{}}}", escapedForLatex(table.caption), table.identifier);
  if (table.rows.size() > kMostRowsOfFloat) {
    return fmt::format(
        "\\begin{{longtable}}{{{}}}\n{}\\\\\n\\toprule\n{}\\endfirsthead\n\\toprule\n{}\\endhead\n"
        "\\bottomrule\n\\endfoot\n{}\\end{{longtable}}\n{}",
        alignment, caption, titles(table), titles(table), body(table), notes(table));
  }
  return fmt::format(
      "\\begin{{table}}\n\\centering\n{}\n\\begin{{tabular}}{{{}}}\n\\toprule\n{}{}\\bottomrule\n"
      "\\end{{tabular}}\n{}\\end{{table}}\n",
      caption, alignment, titles(table), body(table),
      notes(table).empty() ? "" : "\n\\smallskip\n" + notes(table));
}

}  // namespace covolve::campaign::results
