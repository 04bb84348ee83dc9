// A table, and how each format prints it. Texts in it are plain: every printer
// escapes what its format would take for markup.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace covolve::campaign::results {

enum class Align { Left, Right };

/// A hint by colour, where there is colour; the text says the same.
enum class Tone { Plain, Good, Bad };

struct Cell {
  std::string text;
  std::string aside = {};  // after the text, never bold: a rank
  bool isStrong = false;
  Tone tone = Tone::Plain;
};

struct Column {
  std::string title;
  Align align = Align::Right;
};

struct Row {
  enum class Kind { Body, Group, Summary };  // a group has one cell: its name. Summaries stand below a line

  std::vector<Cell> cells;
  Kind kind = Kind::Body;
};

struct Table {
  std::string identifier;  // unique in a document: "averages-1"
  std::string caption;
  std::vector<Column> columns;
  std::vector<Row> rows;
  std::vector<std::string> notes;  // below, a sentence each
};

/// With its caption and notes as paragraphs; columns are aligned for those who read the source.
std::string toMarkdown(const Table& table);
/// For \input: a float with booktabs' rules, or a longtable when no page could hold it.
std::string toLatex(const Table& table);
std::string toHtml(const Table& table);
/// Titles and body rows only.
std::string toCsv(const Table& table);

std::string escapedForMarkdown(std::string_view text);
std::string escapedForLatex(std::string_view text);
/// RFC 4180, but with the line ends of this system, as R and pandas write it.
std::string csvField(std::string_view text);
std::string csvLine(const std::vector<std::string>& fields);

}  // namespace covolve::campaign::results
