#include "database.h"

#include <sqlite3.h>

#include <stdexcept>
#include <utility>

namespace service {

namespace {

void expect(int code, sqlite3* database) {
  if (code != SQLITE_OK) throw std::runtime_error(sqlite3_errmsg(database));
}

}  // namespace

Rows::~Rows() { sqlite3_finalize(statement_); }

Rows::Rows(Rows&& other) noexcept : statement_(std::exchange(other.statement_, nullptr)) {}

bool Rows::next() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  throw std::runtime_error(sqlite3_errmsg(sqlite3_db_handle(statement_)));
}

std::int64_t Rows::integer(int column) const { return sqlite3_column_int64(statement_, column); }

double Rows::number(int column) const { return sqlite3_column_double(statement_, column); }

std::string Rows::text(int column) const {
  const void* bytes = sqlite3_column_blob(statement_, column);
  const int size = sqlite3_column_bytes(statement_, column);
  if (bytes == nullptr) return "";
  return {static_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

std::optional<std::int64_t> Rows::optionalInteger(int column) const {
  if (sqlite3_column_type(statement_, column) == SQLITE_NULL) return std::nullopt;
  return integer(column);
}

std::optional<std::string> Rows::optionalText(int column) const {
  if (sqlite3_column_type(statement_, column) == SQLITE_NULL) return std::nullopt;
  return text(column);
}

Database::Database() { expect(sqlite3_open(":memory:", &database_), database_); }

Database::~Database() { sqlite3_close(database_); }

void Database::run(const std::string& sql) {
  expect(sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr), database_);
}

std::int64_t Database::lastIdentifier() const { return sqlite3_last_insert_rowid(database_); }

Rows Database::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  expect(sqlite3_prepare_v2(database_, sql.data(), static_cast<int>(sql.size()), &statement, nullptr),
         database_);
  return Rows(statement);
}

std::int64_t Database::changes() const { return sqlite3_changes(database_); }

void Database::bind(Rows& rows, int place, std::int64_t value) {
  expect(sqlite3_bind_int64(rows.statement_, place, value), sqlite3_db_handle(rows.statement_));
}

void Database::bind(Rows& rows, int place, double value) {
  expect(sqlite3_bind_double(rows.statement_, place, value), sqlite3_db_handle(rows.statement_));
}

void Database::bind(Rows& rows, int place, const std::string& value) {
  // Copied: the value may be gone before the rows are read.
  expect(sqlite3_bind_text(rows.statement_, place, value.data(), static_cast<int>(value.size()),
                           SQLITE_TRANSIENT),
         sqlite3_db_handle(rows.statement_));
}

void Database::bindNull(Rows& rows, int place) {
  expect(sqlite3_bind_null(rows.statement_, place), sqlite3_db_handle(rows.statement_));
}

}  // namespace service
