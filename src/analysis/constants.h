// Constants that the code under test knows: what it compares with, switches
// on, computes with and hands over. Search starts from them.
#pragma once

#include <compare>
#include <string>
#include <vector>

namespace covolve::analysis {

/// A row of a constant table, as far as it gives texts a meaning: {"text", "html", kHtml}.
struct TableRow {
  std::vector<std::string> texts;
  std::vector<__int128> integers;

  auto operator<=>(const TableRow&) const = default;
};

/// Sorted and unique. Integers are there as signed numbers, and as unsigned ones too where code may mean
/// that.
struct Constants {
  std::vector<__int128> integers;
  std::vector<double> floats;
  std::vector<std::string> texts;  // without the NUL
  std::vector<TableRow> rows;      // with texts and integers
};

}  // namespace covolve::analysis
