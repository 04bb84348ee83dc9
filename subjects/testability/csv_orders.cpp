// Adds up the orders of a table whose columns are separated by commas, with a line of names above them.
//
// What makes it hard: what a column means is said by its name in the first line; quoted cells may hold
// commas and quotes; prices have a currency from a table; and lines after the first count only if every cell
// before was right.
// Expected: every other branch can be covered; no fault.
// Infeasible: 1: the missing default of the switch over the columns.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace testability::csv {

class OrderTable {
 public:
  /// Throws for a line that is none.
  void line(const std::string& text) {
    const std::vector<std::string> cells = split(text);
    if (columns_.empty()) {
      readNames(cells);
    } else if (cells.size() != columns_.size()) {
      throw std::invalid_argument("another number of cells than of names");
    } else {
      readOrder(cells);
    }
  }

  /// In cents, less a rebate of a tenth for those who ordered three times and more.
  long total() const { return orders_ >= 3 ? cents_ - cents_ / 10 : cents_; }

 private:
  enum class Column { Article, Count, Price, Ignored };

  static std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> cells(1);
    bool isQuoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (isQuoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
        cells.back() += '"';
        ++i;
      } else if (c == '"') {
        isQuoted = !isQuoted;
      } else if (c == ',' && !isQuoted) {
        cells.emplace_back();
      } else {
        cells.back() += c;
      }
    }
    if (isQuoted) throw std::invalid_argument("a quote is open");
    return cells;
  }

  void readNames(const std::vector<std::string>& names) {
    std::vector<Column> columns;
    for (const std::string& name : names) {
      if (name == "article") {
        columns.push_back(Column::Article);
      } else if (name == "count" || name == "quantity") {
        columns.push_back(Column::Count);
      } else if (name == "price") {
        columns.push_back(Column::Price);
      } else {
        columns.push_back(Column::Ignored);
      }
    }
    const auto has = [&](Column column) {
      return std::find(columns.begin(), columns.end(), column) != columns.end();
    };
    if (!has(Column::Count) || !has(Column::Price)) throw std::invalid_argument("a column is missing");
    columns_ = columns;
  }

  void readOrder(const std::vector<std::string>& cells) {
    long count = 0;
    long price = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      switch (columns_[i]) {
        case Column::Article:
          if (cells[i].empty()) throw std::invalid_argument("no article");
          break;
        case Column::Count:
          count = std::strtol(cells[i].c_str(), nullptr, 10);
          if (count < 1 || count > 999) throw std::out_of_range("not a count");
          break;
        case Column::Price:
          price = priceOf(cells[i]);
          break;
        case Column::Ignored:
          break;
      }
    }
    cents_ += count * price;
    ++orders_;
  }

  /// "12.50 EUR"; of other currencies the rate of the day is taken.
  static long priceOf(const std::string& cell) {
    struct Currency {
      std::string_view name;
      long rate;
    };
    static constexpr std::array<Currency, 3> currencies{{{"EUR", 100}, {"USD", 92}, {"CHF", 104}}};
    char* end = nullptr;
    const double amount = std::strtod(cell.c_str(), &end);
    if (end == cell.c_str() || !(amount >= 0 && amount < 1e6)) throw std::invalid_argument("not a price");
    if (*end != ' ') throw std::invalid_argument("no currency");
    const std::string_view name = end + 1;
    const auto found = std::find_if(currencies.begin(), currencies.end(),
                                    [&](const Currency& currency) { return currency.name == name; });
    if (found == currencies.end()) throw std::invalid_argument("no such currency");
    return static_cast<long>(amount * 100) * found->rate / 100;
  }

  std::vector<Column> columns_;
  long cents_ = 0;
  int orders_ = 0;
};

}  // namespace testability::csv
