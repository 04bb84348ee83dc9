#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "campaign/results/table.h"
#include "markup/text.h"

namespace covolve::campaign::results {

namespace {

std::string htmlText(const std::string& text) {
  if (text == "-") return "–";
  const bool isNegative =
      text.size() > 1 && text[0] == '-' && std::isdigit(static_cast<unsigned char>(text[1])) != 0;
  return isNegative ? "−" + markup::escapedForXml(text.substr(1)) : markup::escapedForXml(text);
}

std::string htmlCell(const Cell& cell) {
  std::string text = htmlText(cell.text);
  if (cell.isStrong && !text.empty()) text = "<b>" + text + "</b>";
  return cell.aside.empty() ? text : text + " <small>" + markup::escapedForXml(cell.aside) + "</small>";
}

/// Figures without a rank stand below those with one, not below the ranks.
bool hasAsides(const Table& table, size_t column) {
  return std::ranges::any_of(table.rows, [&](const Row& row) {
    return column < row.cells.size() && !row.cells[column].aside.empty();
  });
}

std::string classOf(const Column& column, Tone tone) {
  std::string names = column.align == Align::Right ? "n" : "";
  if (tone != Tone::Plain) names += tone == Tone::Good ? " good" : " bad";
  return names.empty() ? "" : fmt::format(" class=\"{}\"", names);
}

std::string rowText(const Table& table, const Row& row, const std::vector<bool>& withAsides) {
  if (row.kind == Row::Kind::Group) {
    return fmt::format(
        "<tr class=\"group\"><th colspan=\"{}\" scope=\"colgroup\"><span>{}</span></th></tr>\n",
        table.columns.size(), markup::escapedForXml(row.cells[0].text));
  }
  std::string text = row.kind == Row::Kind::Summary ? "<tr class=\"sum\">" : "<tr>";
  for (size_t i = 0; i < row.cells.size(); ++i) {
    const Cell& cell = row.cells[i];
    if (i == 0) {
      text += fmt::format("<th scope=\"row\">{}</th>", htmlCell(cell));
      continue;
    }
    text += fmt::format("<td{}>{}{}</td>", classOf(table.columns[i], cell.tone), htmlCell(cell),
                        withAsides[i] && cell.aside.empty() ? " <small></small>" : "");
  }
  return text + "</tr>\n";
}

}  // namespace

std::string toHtml(const Table& table) {
  std::string text = fmt::format(
      "<figure class=\"table\" id=\"{}\">\n<figcaption>{}</figcaption>\n<div class=\"scroll\" tabindex=\"0\">"
      "<table>\n<thead><tr>",
      markup::escapedForXml(table.identifier), markup::escapedForXml(table.caption));
  for (const Column& column : table.columns) {
    text += fmt::format("<th scope=\"col\"{}>{}</th>", classOf(column, Tone::Plain),
                        markup::escapedForXml(column.title));
  }
  text += "</tr></thead>\n<tbody>\n";
  std::vector<bool> withAsides;
  for (size_t i = 0; i < table.columns.size(); ++i) withAsides.push_back(hasAsides(table, i));
  for (const Row& row : table.rows) text += rowText(table, row, withAsides);
  text += "</tbody></table></div>\n";
  for (const std::string& note : table.notes)
    text += "<p class=\"note\">" + markup::escapedForXml(note) + "</p>\n";
  return text + "</figure>\n";
}

}  // namespace covolve::campaign::results
