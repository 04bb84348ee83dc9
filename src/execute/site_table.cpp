#include "execute/site_table.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace covolve::execute {

namespace {

constexpr size_t kFields = 8;
constexpr std::string_view kKinds = "FBCTSDXOK";

template <class Number>
bool readNumber(std::string_view text, Number& number, int base = 10) {
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return failure == std::errc() && end == text.data() + text.size() && !text.empty();
}

bool readLines(std::string_view text, std::vector<uint32_t>& lines) {
  if (text == "-") return true;
  for (size_t at = 0; at <= text.size();) {
    const size_t comma = std::min(text.find(',', at), text.size());
    uint32_t line = 0;
    if (!readNumber(text.substr(at, comma - at), line)) return false;
    lines.push_back(line);
    at = comma + 1;
  }
  return true;
}

std::optional<std::array<std::string_view, kFields>> split(std::string_view line) {
  std::array<std::string_view, kFields> fields;
  for (size_t i = 0; i < kFields; ++i) {
    // The last field is the file: it may contain anything but a newline.
    const size_t tab = i + 1 < kFields ? line.find('\t') : line.size();
    if (tab == std::string_view::npos) return std::nullopt;
    fields[i] = line.substr(0, tab);
    line.remove_prefix(std::min(tab + 1, line.size()));
  }
  return fields;
}

std::optional<Site> readSite(std::string_view line) {
  const auto fields = split(line);
  if (!fields) return std::nullopt;
  const auto& [kind, id, sourceLine, column, value, lines, function, file] = *fields;
  if (kind.size() != 1 || kKinds.find(kind[0]) == std::string_view::npos) return std::nullopt;
  Site site;
  site.kind = static_cast<abi::SiteKind>(kind[0]);
  if (id.size() != 16 || !readNumber(id, site.id, 16)) return std::nullopt;
  if (!readNumber(sourceLine, site.line) || !readNumber(column, site.column)) return std::nullopt;
  if (value != "-") {
    int64_t number = 0;
    if (!readNumber(value, number)) return std::nullopt;
    site.value = number;
  }
  if (site.kind == abi::SiteKind::Output) {
    if (!site.value || lines.empty() || lines == "-") return std::nullopt;
    site.output = lines;
  } else if (site.kind == abi::SiteKind::KnownCall) {
    site.callee = lines;
  } else if (!readLines(lines, site.lines)) {
    return std::nullopt;
  }
  site.function = function;
  site.file = file;
  return site;
}

}  // namespace

Result<SiteTable> SiteTable::parse(std::string_view text) {
  SiteTable table;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    std::optional<Site> site;
    if (end != std::string_view::npos) site = readSite(text.substr(0, end));
    if (!site)
      return ownError(fmt::format("line {} of the harness's site table is malformed", table.size() + 1));
    table.sites_.push_back(std::move(*site));
    text.remove_prefix(end + 1);
  }
  return table;
}

}  // namespace covolve::execute
