// Store::add: one run, one transaction.
#include <fmt/format.h>
#include <sqlite3.h>

#include <string>

#include "campaign/store/database.h"
#include "campaign/store/progress_thinning.h"
#include "campaign/store/store.h"

namespace covolve::campaign {

namespace {

constexpr size_t kMostProgressPoints = 64;

struct KeyIds {
  int64_t target;
  int64_t configuration;
  int64_t budget;
};

/// The row with these values; made if there is none.
template <class... Values>
Result<int64_t> idOf(Database database, const char* table, std::initializer_list<const char*> columns,
                     const Values&... values) {
  std::string condition;
  std::string names;
  std::string places;
  for (const char* column : columns) {
    condition += fmt::format("{}{} = ?", condition.empty() ? "" : " AND ", column);
    names += fmt::format("{}{}", names.empty() ? "" : ", ", column);
    places += places.empty() ? "?" : ", ?";
  }
  Statement find(database, fmt::format("SELECT id FROM {} WHERE {}", table, condition));
  const auto found = find.bind(values...).step();
  if (!found) return std::unexpected(found.error());
  if (*found) return find.integer(0);
  Statement insert(database, fmt::format("INSERT INTO {} ({}) VALUES ({})", table, names, places));
  if (auto done = insert.bind(values...).run(); !done) return std::unexpected(done.error());
  return sqlite3_last_insert_rowid(database.connection);
}

/// Names that no definition has had yet are welcome: another process may have a later one.
Result<KeyIds> idsOf(Database database, const RunKey& key) {
  const auto target = idOf(database, "target", {"name"}, key.target);
  if (!target) return std::unexpected(target.error());
  const auto configuration = idOf(database, "configuration", {"name"}, key.configuration);
  if (!configuration) return std::unexpected(configuration.error());
  const auto budget = idOf(database, "budget", {"name"}, key.budget);
  if (!budget) return std::unexpected(budget.error());
  return KeyIds{*target, *configuration, *budget};
}

Result<int64_t> idOf(Database database, const Provenance& provenance) {
  return idOf(database, "provenance",
              {"version", "program", "compiler", "host", "processor", "cores", "memory_megabytes", "kernel"},
              provenance.version, provenance.program, provenance.compiler, provenance.host,
              provenance.processor, provenance.cores, provenance.memoryMegabytes, provenance.kernel);
}

/// Whether the place is free: a failed run makes room, a finished one does not.
Result<bool> makeRoom(Database database, const KeyIds& ids, uint64_t seed) {
  Statement find(database,
                 "SELECT id, failure IS NULL FROM run "
                 "WHERE target = ? AND configuration = ? AND budget = ? AND seed = ?");
  const auto found = find.bind(ids.target, ids.configuration, ids.budget, seed).step();
  if (!found) return std::unexpected(found.error());
  if (!*found) return true;
  if (find.integer(1) != 0) return false;
  const int64_t failed = find.integer(0);
  if (auto gone = Statement(database, "DELETE FROM run WHERE id = ?").bind(failed).run(); !gone) {
    return std::unexpected(gone.error());
  }
  return true;
}

Result<int64_t> insertRun(Database database, const KeyIds& ids, const RunRecord& record,
                          size_t progressPoints) {
  const auto provenance = idOf(database, record.provenance);
  if (!provenance) return std::unexpected(provenance.error());
  const auto options = idOf(database, "options", {"json"}, record.options);
  if (!options) return std::unexpected(options.error());
  const auto inputs = idOf(database, "inputs", {"hash"}, record.inputs);
  if (!inputs) return std::unexpected(inputs.error());
  Statement insert(
      database,
      "INSERT INTO run (target, configuration, budget, seed, command, started, seconds, "
      "search_seconds, evaluations, tests, lines_covered, lines_total, branches_covered, "
      "branches_total, functions_covered, functions_total, targets_covered, targets_total, faults, "
      "progress_points, provenance, options, inputs, failure) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, ''))");
  insert.bind(ids.target, ids.configuration, ids.budget, record.key.seed, record.command, record.started,
              record.seconds, record.searchSeconds, record.evaluations, record.tests, record.lines.covered,
              record.lines.total, record.branches.covered, record.branches.total, record.functions.covered,
              record.functions.total, record.targets.covered, record.targets.total,
              uint64_t{record.faults.size()}, uint64_t{progressPoints}, *provenance, *options, *inputs,
              record.failure);
  if (auto done = insert.run(); !done) return std::unexpected(done.error());
  return sqlite3_last_insert_rowid(database.connection);
}

Result<void> insertProgress(Database database, int64_t run, const std::vector<ProgressPoint>& points) {
  Statement insert(database,
                   "INSERT INTO progress (run, milliseconds, evaluations, covered) VALUES (?, ?, ?, ?)");
  for (const ProgressPoint& point : points) {
    if (auto done = insert.bind(run, point.milliseconds, point.evaluations, point.covered).run(); !done) {
      return done;
    }
  }
  return {};
}

Result<void> insertFaults(Database database, int64_t run, const std::vector<FaultRecord>& faults) {
  Statement insert(database,
                   "INSERT INTO fault (run, position, kind, description, file, line, reproduced) "
                   "VALUES (?, ?, ?, ?, ?, ?, ?)");
  uint64_t position = 0;
  for (const FaultRecord& fault : faults) {
    insert.bind(run, position++, fault.kind, fault.description, fault.file, fault.line, fault.reproduced);
    if (auto done = insert.run(); !done) return done;
  }
  return {};
}

Result<void> insertFiles(Database database, int64_t run, const std::vector<EmittedFile>& files) {
  Statement insert(database, "INSERT INTO file (run, position, name, hash) VALUES (?, ?, ?, ?)");
  uint64_t position = 0;
  for (const EmittedFile& file : files) {
    if (auto done = insert.bind(run, position++, file.name, file.hash).run(); !done) return done;
  }
  return {};
}

}  // namespace

Result<void> Store::add(const RunRecord& record) {
  const Database database{database_.get(), file_};
  const std::vector<ProgressPoint> progress = thin(record.progress, kMostProgressPoints);
  auto transaction = Transaction::write(database);
  if (!transaction) return std::unexpected(transaction.error());
  const auto ids = idsOf(database, record.key);
  if (!ids) return std::unexpected(ids.error());
  const auto isFree = makeRoom(database, *ids, record.key.seed);
  if (!isFree) return std::unexpected(isFree.error());
  if (!*isFree) return {};
  const auto run = insertRun(database, *ids, record, progress.size());
  if (!run) return std::unexpected(run.error());
  if (auto done = insertProgress(database, *run, progress); !done) return done;
  if (auto done = insertFaults(database, *run, record.faults); !done) return done;
  if (auto done = insertFiles(database, *run, record.files); !done) return done;
  return transaction->commit();
}

}  // namespace covolve::campaign
