#include <charconv>

#include "campaign/results/table.h"

namespace covolve::campaign::results {

namespace {

bool isNumber(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double ignored = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ignored);
  return error == std::errc() && end == text.data() + text.size();
}

/// Also where the standard does not ask for it: spreadsheets drop spaces at the ends, and take such
/// beginnings for formulas unless they are quoted text.
bool needsQuotes(std::string_view text) {
  if (text.find_first_of(",\"\r\n") != std::string_view::npos) return true;
  if (text.empty()) return false;
  if (text.front() == ' ' || text.back() == ' ' || text.front() == '\t') return true;
  return std::string_view("=+-@").contains(text.front()) && !isNumber(text);
}

}  // namespace

std::string csvField(std::string_view text) {
  if (!needsQuotes(text)) return std::string(text);
  std::string quoted = "\"";
  for (const char character : text) {
    if (character == '"') quoted += '"';
    quoted += character;
  }
  return quoted + '"';
}

std::string csvLine(const std::vector<std::string>& fields) {
  std::string line;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) line += ',';
    line += csvField(fields[i]);
  }
  return line + '\n';
}

std::string toCsv(const Table& table) {
  std::vector<std::string> fields;
  for (const Column& column : table.columns) fields.push_back(column.title);
  std::string text = csvLine(fields);
  for (const Row& row : table.rows) {
    if (row.kind != Row::Kind::Body) continue;
    fields.clear();
    for (const Cell& cell : row.cells) fields.push_back(cell.text);
    text += csvLine(fields);
  }
  return text;
}

}  // namespace covolve::campaign::results
