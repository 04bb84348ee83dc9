// SQLite with Results instead of codes: statements, transactions, and one clear
// sentence for each thing that can go wrong with the file.
//
// Easy to get wrong: nothing else in the process may open the file. Closing any
// descriptor of it drops the locks that SQLite holds (that is POSIX).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"

struct sqlite3;
struct sqlite3_stmt;

namespace covolve::campaign {

/// A connection that someone else owns, and the file's name for messages.
struct Database {
  sqlite3* connection;
  const std::filesystem::path& file;
};

/// For a code that SQLite gave just now on this connection.
Error databaseError(Database database, int code);
/// SQLite did not notice, but this cannot be.
std::unexpected<Error> damaged(Database database, std::string_view detail);

/// One or several statements without values and rows.
Result<void> execute(Database database, const std::string& sql);

/// A statement to be executed once or several times. What goes wrong with preparing or binding it is reported
/// by step() and run(), so that these can be chained.
class Statement {
 public:
  Statement(Database database, std::string_view sql);

  /// All values at once, from the first parameter on; also makes it ready to be executed again.
  template <class... Values>
  Statement& bind(const Values&... values) {
    rewind();
    int position = 0;
    (put(++position, values), ...);
    return *this;
  }
  /// To the next row; false: there is none.
  Result<bool> step();
  /// For a statement without rows.
  Result<void> run();
  /// For one whose only row was read.
  Result<void> isSound() const;

  bool isNull(int column) const;
  /// A value of another type than asked for is damage: the next step(), or isSound(), reports it.
  int64_t integer(int column) const;
  /// SQLite has no unsigned numbers: those from 2^63 on are stored as negative ones.
  uint64_t number(int column) const { return static_cast<uint64_t>(integer(column)); }
  double real(int column) const;
  std::string text(int column) const;

 private:
  struct Finaliser {
    void operator()(sqlite3_stmt* statement) const;
  };
  void rewind();
  void put(int position, int64_t value);
  void put(int position, uint64_t value) { put(position, static_cast<int64_t>(value)); }
  void put(int position, unsigned value) { put(position, static_cast<int64_t>(value)); }
  void put(int position, bool value) { put(position, static_cast<int64_t>(value)); }
  void put(int position, double value);
  void put(int position, const std::string& value);
  void put(int position, std::nullptr_t);
  void note(int code);
  void expectType(int column, int type) const;

  Database database_;
  std::unique_ptr<sqlite3_stmt, Finaliser> statement_;
  int failed_ = 0;                  // the first code that was not good
  mutable bool isMisread_ = false;  // noticed while reading, which changes nothing else
};

/// Undone when it ends without commit().
class Transaction {
 public:
  /// Sees one state of the database, whatever others add meanwhile.
  static Result<Transaction> read(Database database);
  /// Waits for its turn at once: two that first read and then want to write would wait for each other.
  static Result<Transaction> write(Database database);
  Transaction(Transaction&& other) noexcept;
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();

  Result<void> commit();

 private:
  explicit Transaction(Database database) : database_(database) {}

  Database database_;
  bool isOpen_ = true;
};

}  // namespace covolve::campaign
