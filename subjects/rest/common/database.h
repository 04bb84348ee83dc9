// SQLite in memory, as far as the services need it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace service {

/// The rows of a statement. Columns count from 0.
class Rows {
 public:
  ~Rows();
  Rows(Rows&& other) noexcept;
  Rows& operator=(Rows&&) = delete;

  bool next();
  std::int64_t integer(int column) const;
  double number(int column) const;
  std::string text(int column) const;
  std::optional<std::int64_t> optionalInteger(int column) const;
  std::optional<std::string> optionalText(int column) const;

 private:
  friend class Database;
  explicit Rows(sqlite3_stmt* statement) : statement_(statement) {}

  sqlite3_stmt* statement_;
};

/// What goes wrong here is a mistake of the service: it throws std::runtime_error, which becomes a 500.
class Database {
 public:
  Database();
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// One or more statements without values.
  void run(const std::string& sql);

  /// Each ? takes a value, in their order.
  template <typename... Values>
  Rows query(std::string_view sql, const Values&... values) {
    Rows rows = prepare(sql);
    [[maybe_unused]] int place = 0;
    (bind(rows, ++place, values), ...);
    return rows;
  }

  /// A statement that gives no rows. Returns how many it changed.
  template <typename... Values>
  std::int64_t change(std::string_view sql, const Values&... values) {
    Rows rows = query(sql, values...);
    while (rows.next()) {
    }
    return changes();
  }

  std::int64_t lastIdentifier() const;

 private:
  Rows prepare(std::string_view sql);
  std::int64_t changes() const;
  static void bind(Rows& rows, int place, std::int64_t value);
  static void bind(Rows& rows, int place, int value) { bind(rows, place, std::int64_t{value}); }
  static void bind(Rows& rows, int place, bool value) { bind(rows, place, std::int64_t{value}); }
  static void bind(Rows& rows, int place, double value);
  static void bind(Rows& rows, int place, const std::string& value);
  static void bindNull(Rows& rows, int place);
  template <typename Value>
  static void bind(Rows& rows, int place, const std::optional<Value>& value) {
    if (value) {
      bind(rows, place, *value);
    } else {
      bindNull(rows, place);
    }
  }

  sqlite3* database_ = nullptr;
};

}  // namespace service
