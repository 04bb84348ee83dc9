// Store::record: one run, whole.
#include <fmt/format.h>

#include "campaign/store/database.h"
#include "campaign/store/store.h"

namespace covolve::campaign {

namespace {

struct FoundRun {
  int64_t id;
  uint64_t faults;
  uint64_t progressPoints;
};

Result<FoundRun> readRun(Database database, RunRecord& record) {
  Statement run(database,
                "SELECT run.id, failure, command, started, seconds, search_seconds, evaluations, tests, "
                "lines_covered, lines_total, branches_covered, branches_total, functions_covered, "
                "functions_total, targets_covered, targets_total, json, version, program, compiler, host, "
                "processor, cores, memory_megabytes, kernel, faults, progress_points, inputs.hash "
                "FROM run JOIN target ON target.id = run.target "
                "JOIN configuration ON configuration.id = run.configuration "
                "JOIN budget ON budget.id = run.budget "
                "JOIN provenance ON provenance.id = run.provenance JOIN options ON options.id = run.options "
                "JOIN inputs ON inputs.id = run.inputs "
                "WHERE target.name = ? AND configuration.name = ? AND budget.name = ? AND seed = ?");
  const RunKey& key = record.key;
  const auto row = run.bind(key.target, key.configuration, key.budget, key.seed).step();
  if (!row) return std::unexpected(row.error());
  if (!*row) return userError(fmt::format("{} has no run {}", database.file.string(), describe(key)));
  if (!run.isNull(1)) record.failure = run.text(1);
  record.command = run.text(2);
  record.started = run.text(3);
  record.seconds = run.real(4);
  record.searchSeconds = run.real(5);
  record.evaluations = run.number(6);
  record.tests = run.number(7);
  record.lines = {run.number(8), run.number(9)};
  record.branches = {run.number(10), run.number(11)};
  record.functions = {run.number(12), run.number(13)};
  record.targets = {run.number(14), run.number(15)};
  record.options = run.text(16);
  record.provenance = {run.text(17),   run.text(18), run.text(19),
                       run.text(20),   run.text(21), static_cast<unsigned>(run.integer(22)),
                       run.number(23), run.text(24)};
  record.inputs = run.text(27);
  const FoundRun found{run.integer(0), run.number(25), run.number(26)};
  if (auto sound = run.isSound(); !sound) return std::unexpected(sound.error());
  return found;
}

/// The rows that belong to a run, in order; `take` is given each.
template <class Take>
Result<void> readRows(Database database, const char* sql, int64_t run, Take take) {
  Statement rows(database, sql);
  rows.bind(run);
  while (true) {
    const auto row = rows.step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return {};
    take(rows);
  }
}

}  // namespace

Result<RunRecord> Store::record(const RunKey& key) const {
  const Database database{database_.get(), file_};
  const auto transaction = Transaction::read(database);
  if (!transaction) return std::unexpected(transaction.error());
  RunRecord record;
  record.key = key;
  const auto run = readRun(database, record);
  if (!run) return std::unexpected(run.error());
  auto done = readRows(database,
                       "SELECT milliseconds, evaluations, covered FROM progress WHERE run = ? "
                       "ORDER BY milliseconds, evaluations, covered",
                       run->id, [&](const Statement& row) {
                         record.progress.push_back({row.number(0), row.number(1), row.number(2)});
                       });
  if (!done) return std::unexpected(done.error());
  done = readRows(
      database, "SELECT kind, description, file, line, reproduced FROM fault WHERE run = ? ORDER BY position",
      run->id, [&](const Statement& row) {
        record.faults.push_back({row.text(0), row.text(1), row.text(2), static_cast<unsigned>(row.integer(3)),
                                 row.integer(4) != 0});
      });
  if (!done) return std::unexpected(done.error());
  done = readRows(database, "SELECT name, hash FROM file WHERE run = ? ORDER BY position", run->id,
                  [&](const Statement& row) { record.files.push_back({row.text(0), row.text(1)}); });
  if (!done) return std::unexpected(done.error());
  if (record.faults.size() != run->faults || record.progress.size() != run->progressPoints) {
    return damaged(database, "a run is not complete");
  }
  return record;
}

}  // namespace covolve::campaign
