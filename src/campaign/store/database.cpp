#include "campaign/store/database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cstring>
#include <utility>

namespace covolve::campaign {

namespace {

std::string damageText(const std::string& file, std::string_view detail) {
  return fmt::format(
      "{} is damaged ({}): put back a copy of it, save what can be saved with \"sqlite3 {} .recover\", or "
      "begin the campaign in another folder",
      file, detail, file);
}

/// " (Input/output error)", where the system said something.
std::string systemText(sqlite3* connection) {
  const int reason = sqlite3_system_errno(connection);
  return reason == 0 ? "" : fmt::format(" ({})", strerror(reason));
}

constexpr std::string_view kNothingLost = "what was stored before is kept, and --resume goes on with it";

}  // namespace

Error databaseError(Database database, int code) {
  const std::string file = database.file.string();
  const char* said = sqlite3_errmsg(database.connection);
  switch (code & 0xff) {
    case SQLITE_NOTADB:
      return {fmt::format("{} is not an SQLite database, or its beginning is damaged", file)};
    case SQLITE_CORRUPT:
      return {damageText(file, said)};
    case SQLITE_READONLY:
      return {fmt::format("{} cannot be changed: the file or its folder may only be read", file)};
    case SQLITE_FULL:
      return {fmt::format("the disk of {} is full: {}", file, kNothingLost)};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
      return {
          fmt::format("{} is in use by another process that does not let go of it: {}", file, kNothingLost)};
    case SQLITE_IOERR:
      if (code == SQLITE_IOERR_NOMEM) break;
      return {fmt::format("{} cannot be read or written{}: {}", file, systemText(database.connection),
                          kNothingLost)};
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_NOLFS:
      return {fmt::format("cannot open {} or its journal{}", file, systemText(database.connection))};
    default:
      break;
  }
  return {fmt::format("{} cannot be used: {} (SQLite's code {})", file, said, code), Error::Blame::Covolve};
}

std::unexpected<Error> damaged(Database database, std::string_view detail) {
  return userError(damageText(database.file.string(), detail));
}

Result<void> execute(Database database, const std::string& sql) {
  const int code = sqlite3_exec(database.connection, sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return std::unexpected(databaseError(database, code));
  return {};
}

void Statement::Finaliser::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement::Statement(Database database, std::string_view sql) : database_(database) {
  sqlite3_stmt* statement = nullptr;
  note(
      sqlite3_prepare_v2(database.connection, sql.data(), static_cast<int>(sql.size()), &statement, nullptr));
  statement_.reset(statement);
}

void Statement::note(int code) {
  if (failed_ == SQLITE_OK) failed_ = code;
}

// Its code is that of the last step, which was reported then.
void Statement::rewind() { sqlite3_reset(statement_.get()); }

void Statement::put(int position, int64_t value) {
  note(sqlite3_bind_int64(statement_.get(), position, value));
}

void Statement::put(int position, double value) {
  note(sqlite3_bind_double(statement_.get(), position, value));
}

void Statement::put(int position, const std::string& value) {
  note(sqlite3_bind_text64(statement_.get(), position, value.data(), value.size(), SQLITE_TRANSIENT,
                           SQLITE_UTF8));
}

void Statement::put(int position, std::nullptr_t) { note(sqlite3_bind_null(statement_.get(), position)); }

Result<bool> Statement::step() {
  if (failed_ != SQLITE_OK) return std::unexpected(databaseError(database_, failed_));
  if (auto sound = isSound(); !sound) return std::unexpected(sound.error());
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return std::unexpected(databaseError(database_, code));
}

Result<void> Statement::run() {
  const auto stepped = step();
  rewind();
  if (!stepped) return std::unexpected(stepped.error());
  return {};
}

bool Statement::isNull(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

// SQLite converts whatever is asked for: "many" to 0, nothing to "".
void Statement::expectType(int column, int type) const {
  if (sqlite3_column_type(statement_.get(), column) != type) isMisread_ = true;
}

Result<void> Statement::isSound() const {
  return isMisread_ ? damaged(database_, "a value has the wrong type") : Result<void>();
}

int64_t Statement::integer(int column) const {
  expectType(column, SQLITE_INTEGER);
  return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const {
  expectType(column, SQLITE_FLOAT);
  return sqlite3_column_double(statement_.get(), column);
}

std::string Statement::text(int column) const {
  expectType(column, SQLITE_TEXT);
  const auto* start = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  if (start == nullptr) return {};
  return {start, static_cast<size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

Result<Transaction> Transaction::read(Database database) {
  if (auto begun = execute(database, "BEGIN"); !begun) return std::unexpected(begun.error());
  return Transaction(database);
}

Result<Transaction> Transaction::write(Database database) {
  if (auto begun = execute(database, "BEGIN IMMEDIATE"); !begun) return std::unexpected(begun.error());
  return Transaction(database);
}

Transaction::Transaction(Transaction&& other) noexcept
    : database_(other.database_), isOpen_(std::exchange(other.isOpen_, false)) {}

Transaction::~Transaction() {
  // After some errors SQLite has undone it by itself.
  if (isOpen_ && sqlite3_get_autocommit(database_.connection) == 0) {
    sqlite3_exec(database_.connection, "ROLLBACK", nullptr, nullptr, nullptr);
  }
}

Result<void> Transaction::commit() {
  auto done = execute(database_, "COMMIT");
  // A commit that could not get its turn leaves the transaction open, to be undone.
  isOpen_ = !done;
  return done;
}

}  // namespace covolve::campaign
