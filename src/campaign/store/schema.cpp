#include "campaign/store/schema.h"

#include <fmt/format.h>
#include <sqlite3.h>

namespace covolve::campaign {

namespace {

constexpr int64_t kApplication = 0x636f766f;  // "covo", shown by the program file
constexpr int64_t kFormat = 1;
constexpr int kPatienceMilliseconds = 20'000;
constexpr int64_t kSmallDatabase = int64_t{32} << 20;

// SQLite keeps the comments inside a statement: ".schema" shows them to whoever opens the file. No STRICT
// tables: older versions of SQLite, which others may read the file with, do not know them. Instead
// checks keep texts out of numbers, which SQLite would read as 0.
constexpr const char* kTables = R"(
CREATE TABLE campaign (
  -- The definition as it was given last; one row.
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL,
  command TEXT NOT NULL,  -- unit or rest
  baseline TEXT NOT NULL,  -- a configuration
  planned INTEGER NOT NULL CHECK (typeof(planned) = 'integer')  -- runs that the definition asks for
);
CREATE TABLE target (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  -- In the definition; NULL: not in it, or no longer.
  position INTEGER CHECK (typeof(position) IN ('integer', 'null')),
  meaning TEXT,  -- what it stands for, JSON; the same for the next two
  "group" TEXT NOT NULL DEFAULT ''
);
CREATE TABLE configuration (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  position INTEGER CHECK (typeof(position) IN ('integer', 'null')),
  meaning TEXT
);
CREATE TABLE budget (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  position INTEGER CHECK (typeof(position) IN ('integer', 'null')),
  meaning TEXT
);
CREATE TABLE seed (
  -- Those of the definition.
  value INTEGER PRIMARY KEY   -- seeds from 2^63 on are negative here: add 2^64
);
CREATE TABLE provenance (
  -- What ran and where.
  id INTEGER PRIMARY KEY,
  version TEXT NOT NULL,
  program TEXT NOT NULL,  -- hash
  compiler TEXT NOT NULL,
  host TEXT NOT NULL,
  processor TEXT NOT NULL,
  cores INTEGER NOT NULL CHECK (typeof(cores) = 'integer'),
  memory_megabytes INTEGER NOT NULL CHECK (typeof(memory_megabytes) = 'integer'),
  kernel TEXT NOT NULL,
  UNIQUE (version, program, compiler, host, processor, cores, memory_megabytes, kernel)
);
CREATE TABLE options (
  -- Options in effect: the same for most runs of a configuration.
  id INTEGER PRIMARY KEY,
  json TEXT NOT NULL UNIQUE
);
CREATE TABLE inputs (
  -- What was tested, as it was then.
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE  -- SHA-256; empty: unknown
);
CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  target INTEGER NOT NULL REFERENCES target,
  configuration INTEGER NOT NULL REFERENCES configuration,
  budget INTEGER NOT NULL REFERENCES budget,
  seed INTEGER NOT NULL CHECK (typeof(seed) = 'integer'),
  failure TEXT,  -- NULL: it went well; otherwise the figures mean nothing
  command TEXT NOT NULL,
  started TEXT NOT NULL,
  seconds REAL NOT NULL CHECK (typeof(seconds) = 'real'),
  search_seconds REAL NOT NULL CHECK (typeof(search_seconds) = 'real'),
  evaluations INTEGER NOT NULL CHECK (typeof(evaluations) = 'integer'),
  tests INTEGER NOT NULL CHECK (typeof(tests) = 'integer'),
  -- Lines, branches, functions: of the emitted tests, by llvm-cov.
  lines_covered INTEGER NOT NULL CHECK (typeof(lines_covered) = 'integer'),
  lines_total INTEGER NOT NULL CHECK (typeof(lines_total) = 'integer'),
  branches_covered INTEGER NOT NULL CHECK (typeof(branches_covered) = 'integer'),
  branches_total INTEGER NOT NULL CHECK (typeof(branches_total) = 'integer'),
  functions_covered INTEGER NOT NULL CHECK (typeof(functions_covered) = 'integer'),
  functions_total INTEGER NOT NULL CHECK (typeof(functions_total) = 'integer'),
  targets_covered INTEGER NOT NULL CHECK (typeof(targets_covered) = 'integer'),  -- of the search
  targets_total INTEGER NOT NULL CHECK (typeof(targets_total) = 'integer'),
  faults INTEGER NOT NULL CHECK (typeof(faults) = 'integer'),  -- rows in fault
  -- Rows in progress: if they differ, the file is damaged.
  progress_points INTEGER NOT NULL CHECK (typeof(progress_points) = 'integer'),
  provenance INTEGER NOT NULL REFERENCES provenance,
  options INTEGER NOT NULL REFERENCES options,
  inputs INTEGER NOT NULL REFERENCES inputs,
  UNIQUE (target, configuration, budget, seed)
);
CREATE TABLE progress (
  -- Targets covered after so long and so many evaluations; thinned to at most 64 points a run.
  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  milliseconds INTEGER NOT NULL CHECK (typeof(milliseconds) = 'integer'),
  evaluations INTEGER NOT NULL CHECK (typeof(evaluations) = 'integer'),
  covered INTEGER NOT NULL CHECK (typeof(covered) = 'integer'),
  PRIMARY KEY (run, milliseconds, evaluations, covered)
) WITHOUT ROWID;
CREATE TABLE fault (
  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (typeof(position) = 'integer'),
  kind TEXT NOT NULL,
  description TEXT NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL CHECK (typeof(line) = 'integer'),
  reproduced INTEGER NOT NULL CHECK (typeof(reproduced) = 'integer'),
  PRIMARY KEY (run, position)
) WITHOUT ROWID;
CREATE TABLE file (
  -- Emitted by the run.
  run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (typeof(position) = 'integer'),
  name TEXT NOT NULL,
  hash TEXT NOT NULL,  -- SHA-256
  PRIMARY KEY (run, position)
) WITHOUT ROWID;
CREATE VIEW result AS
  -- Finished runs of the present definition, by name.
  SELECT target.name AS target, configuration.name AS configuration, budget.name AS budget, run.seed,
         run.seconds, run.search_seconds, run.evaluations, run.tests, run.faults,
         run.lines_covered, run.lines_total, run.branches_covered, run.branches_total,
         run.functions_covered, run.functions_total, run.targets_covered, run.targets_total
    FROM run
    JOIN target ON target.id = run.target
    JOIN configuration ON configuration.id = run.configuration
    JOIN budget ON budget.id = run.budget
   WHERE run.failure IS NULL AND target.position IS NOT NULL AND configuration.position IS NOT NULL
     AND budget.position IS NOT NULL AND run.seed IN (SELECT value FROM seed)
   ORDER BY budget.position, target.position, configuration.position, run.seed;
)";

constexpr int64_t kTableCount = 12;
constexpr const char* kTableNames =
    "'campaign', 'target', 'configuration', 'budget', 'seed', 'provenance', 'options', 'inputs', 'run', "
    "'progress', 'fault', 'file'";

Result<int64_t> oneNumber(Database database, const std::string& sql) {
  Statement statement(database, sql);
  const auto row = statement.step();
  if (!row) return std::unexpected(row.error());
  return *row ? statement.integer(0) : 0;
}

/// Whether it has nothing in it: a new file, or one of 0 bytes.
Result<bool> isNew(Database database) {
  const auto things = oneNumber(database, "SELECT count(*) FROM sqlite_schema");
  if (!things) return std::unexpected(things.error());
  if (*things != 0) return false;
  const auto application = oneNumber(database, "PRAGMA application_id");
  if (!application) return std::unexpected(application.error());
  return *application == 0;
}

Result<void> makeTables(Database database) {
  auto transaction = Transaction::write(database);
  if (!transaction) return std::unexpected(transaction.error());
  // Another process may have been faster.
  const auto stillNew = isNew(database);
  if (!stillNew) return std::unexpected(stillNew.error());
  if (!*stillNew) return {};
  const auto made = execute(database, fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}; {}",
                                                  kApplication, kFormat, kTables));
  if (!made) return made;
  return transaction->commit();
}

Result<void> checkOurs(Database database) {
  const auto application = oneNumber(database, "PRAGMA application_id");
  if (!application) return std::unexpected(application.error());
  if (*application != kApplication) {
    return userError(
        fmt::format("{} is a database of another program, not a campaign", database.file.string()));
  }
  const auto format = oneNumber(database, "PRAGMA user_version");
  if (!format) return std::unexpected(format.error());
  if (*format > kFormat) {
    return userError(fmt::format("{} was made by a later version of covolve (format {}, this one knows {})",
                                 database.file.string(), *format, kFormat));
  }
  if (*format != kFormat) return damaged(database, fmt::format("format {}", *format));
  const auto tables = oneNumber(
      database,
      fmt::format("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ({})", kTableNames));
  if (!tables) return std::unexpected(tables.error());
  if (*tables != kTableCount) return damaged(database, "tables are missing");
  return {};
}

Result<void> quickCheck(Database database, const std::string& what) {
  Statement check(database, fmt::format("PRAGMA quick_check({})", what));
  const auto row = check.step();
  if (!row) return std::unexpected(row.error());
  const std::string said = *row ? check.text(0) : "ok";
  if (said != "ok") return damaged(database, said.substr(0, said.find('\n')));
  return {};
}

/// All of a small database, which takes less than 0.1 s; of a large one the tables that everything else
/// refers to. That it was cut off, SQLite has seen by now; damage in the rest shows when it is read.
Result<void> checkWhole(Database database) {
  const auto bytes =
      oneNumber(database, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size");
  if (!bytes) return std::unexpected(bytes.error());
  if (*bytes <= kSmallDatabase) return quickCheck(database, "1");
  for (const char* table : {"campaign", "target", "configuration", "budget", "seed", "provenance"}) {
    if (auto whole = quickCheck(database, table); !whole) return whole;
  }
  return {};
}

}  // namespace

Result<void> prepareDatabase(Database database) {
  sqlite3_extended_result_codes(database.connection, 1);
  sqlite3_busy_timeout(database.connection, kPatienceMilliseconds);
  // EXTRA is FULL and also waits until the deletion of the journal, which is the moment of the commit, is on
  // the disk: otherwise a power cut could undo a run that its engine has thrown away by then.
  if (auto set = execute(database,
                         "PRAGMA synchronous = EXTRA; PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON; "
                         "PRAGMA trusted_schema = OFF");
      !set) {
    return set;
  }
  const auto fresh = isNew(database);
  if (!fresh) return std::unexpected(fresh.error());
  if (*fresh) {
    if (auto made = makeTables(database); !made) return made;
  }
  if (auto ours = checkOurs(database); !ours) return ours;
  // Not WAL: it needs memory that all processes share, and the folder may be on a network file system, where
  // another machine opens the same file. Someone may have set it meanwhile, so it is set back.
  if (auto set = execute(database, "PRAGMA journal_mode = DELETE"); !set) return set;
  return checkWhole(database);
}

}  // namespace covolve::campaign
