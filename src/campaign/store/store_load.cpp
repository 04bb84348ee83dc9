// Store::load: everything at once. Progress is most of it (64 rows a run), so
// it is read in one pass beside the runs, both by the run's number.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_set>

#include "campaign/store/database.h"
#include "campaign/store/store.h"

namespace covolve::campaign {

namespace {

/// For each name's row its place in the definition, if it has one.
using Places = std::map<int64_t, std::optional<uint32_t>>;

/// A row of the table of runs, in its order.
struct RunRow {
  int64_t id;
  std::optional<uint32_t> index;  // in CampaignData::runs, if it is there
  uint64_t progressPoints;
};

struct PlacedFailure {
  std::tuple<uint32_t, uint32_t, uint32_t, uint64_t> order;
  Failure failure;
};

auto orderOf(const RunFigures& run) {
  return std::tuple(run.budget, run.target, run.configuration, run.seed);
}

class Loader {
 public:
  explicit Loader(Database database) : database_(database) {}

  Result<CampaignData> load() {
    for (const auto part :
         {&Loader::loadFacts, &Loader::loadNames, &Loader::loadSeeds, &Loader::loadUnknownInputs,
          &Loader::loadRuns, &Loader::loadProgress, &Loader::loadProvenances}) {
      if (auto loaded = (this->*part)(); !loaded) return std::unexpected(loaded.error());
    }
    std::ranges::sort(data_.runs, {}, orderOf);
    std::ranges::sort(failures_, {}, &PlacedFailure::order);
    for (const uint32_t target : changedTargets_) data_.changedTargets.push_back(data_.targets[target].name);
    for (PlacedFailure& placed : failures_) data_.failures.push_back(std::move(placed.failure));
    return std::move(data_);
  }

 private:
  Result<void> loadFacts() {
    Statement facts(database_, "SELECT name, baseline, planned FROM campaign");
    const auto row = facts.step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return {};
    data_.name = facts.text(0);
    data_.baseline = facts.text(1);
    data_.planned = facts.number(2);
    return facts.isSound();
  }

  /// `add` is given each name of the definition, in its order.
  template <class Add>
  Result<void> loadPlaces(const std::string& table, const std::string& group, Places& places, Add add) {
    Statement names(database_, fmt::format("SELECT id, position IS NULL, name, {} FROM {} ORDER BY position",
                                           group, table));
    uint32_t next = 0;
    while (true) {
      const auto row = names.step();
      if (!row) return std::unexpected(row.error());
      if (!*row) return {};
      auto& place = places[names.integer(0)];
      if (names.integer(1) != 0) continue;
      place = next++;
      add(names.text(2), names.text(3));
    }
  }

  Result<void> loadNames() {
    auto done = loadPlaces("target", "\"group\"", targets_, [&](std::string name, std::string group) {
      data_.targets.push_back({std::move(name), std::move(group)});
    });
    if (!done) return done;
    const auto into = [](std::vector<std::string>& names) {
      return [&names](std::string name, const std::string&) { names.push_back(std::move(name)); };
    };
    done = loadPlaces("configuration", "''", configurations_, into(data_.configurations));
    if (!done) return done;
    return loadPlaces("budget", "''", budgets_, into(data_.budgets));
  }

  Result<void> loadSeeds() {
    Statement seeds(database_, "SELECT value FROM seed");
    while (true) {
      const auto row = seeds.step();
      if (!row) return std::unexpected(row.error());
      if (!*row) return {};
      seeds_.insert(seeds.number(0));
    }
  }

  Result<void> loadUnknownInputs() {
    Statement find(database_, "SELECT id FROM inputs WHERE hash = ''");
    const auto row = find.step();
    if (!row) return std::unexpected(row.error());
    if (*row) unknownInputs_ = find.integer(0);
    return {};
  }

  /// Of a run that went well: one that failed is in no figure.
  void noteInputs(uint32_t target, int64_t inputs) {
    if (inputs == unknownInputs_) return;
    const auto [first, isNew] = inputs_.try_emplace(target, inputs);
    if (!isNew && first->second != inputs) changedTargets_.insert(target);
  }

  Result<void> loadRuns() {
    Statement runs(
        database_,
        "SELECT id, target, configuration, budget, seed, progress_points, provenance, failure, "
        "seconds, search_seconds, evaluations, tests, faults, lines_covered, lines_total, "
        "branches_covered, branches_total, functions_covered, functions_total, targets_covered, "
        "targets_total, inputs, CASE WHEN failure IS NULL THEN NULL ELSE command END FROM run ORDER BY id");
    while (true) {
      const auto row = runs.step();
      if (!row) return std::unexpected(row.error());
      if (!*row) return {};
      if (auto taken = takeRun(runs); !taken) return taken;
    }
  }

  Result<void> takeRun(const Statement& runs) {
    const auto target = targets_.find(runs.integer(1));
    const auto configuration = configurations_.find(runs.integer(2));
    const auto budget = budgets_.find(runs.integer(3));
    if (target == targets_.end() || configuration == configurations_.end() || budget == budgets_.end()) {
      return damaged(database_, "a run has no name");
    }
    const uint64_t seed = runs.number(4);
    rows_.push_back({runs.integer(0), std::nullopt, runs.number(5)});
    if (!target->second || !configuration->second || !budget->second || !seeds_.contains(seed)) return {};
    usedProvenances_.insert(runs.integer(6));
    if (!runs.isNull(7)) {
      failures_.push_back(
          {{*budget->second, *target->second, *configuration->second, seed},
           {{data_.targets[*target->second].name, data_.configurations[*configuration->second],
             data_.budgets[*budget->second], seed},
            runs.text(7),
            runs.text(22)}});
      return {};
    }
    noteInputs(*target->second, runs.integer(21));
    rows_.back().index = static_cast<uint32_t>(data_.runs.size());
    data_.runs.push_back({.target = *target->second,
                          .configuration = *configuration->second,
                          .budget = *budget->second,
                          .seed = seed,
                          .seconds = runs.real(8),
                          .searchSeconds = runs.real(9),
                          .evaluations = runs.number(10),
                          .tests = runs.number(11),
                          .faults = runs.number(12),
                          .lines = {runs.number(13), runs.number(14)},
                          .branches = {runs.number(15), runs.number(16)},
                          .functions = {runs.number(17), runs.number(18)},
                          .targets = {runs.number(19), runs.number(20)}});
    return {};
  }

  Result<void> loadProgress() {
    Statement points(database_,
                     "SELECT run, milliseconds, evaluations, covered FROM progress "
                     "ORDER BY run, milliseconds, evaluations, covered");
    auto row = points.step();
    for (const RunRow& run : rows_) {
      const auto begin = static_cast<uint32_t>(data_.progress.size());
      uint64_t seen = 0;
      for (; row && *row && points.integer(0) == run.id; row = points.step()) {
        ++seen;
        if (run.index) data_.progress.push_back({points.number(1), points.number(2), points.number(3)});
      }
      if (!row) return std::unexpected(row.error());
      if (seen != run.progressPoints) return damaged(database_, "a run's progress is not complete");
      if (run.index) {
        data_.runs[*run.index].progressBegin = begin;
        data_.runs[*run.index].progressEnd = static_cast<uint32_t>(data_.progress.size());
      }
    }
    if (!row) return std::unexpected(row.error());
    if (*row) return damaged(database_, "there is progress of no run");
    return {};
  }

  Result<void> loadProvenances() {
    Statement all(database_,
                  "SELECT id, version, program, compiler, host, processor, cores, memory_megabytes, kernel "
                  "FROM provenance ORDER BY id");
    while (true) {
      const auto row = all.step();
      if (!row) return std::unexpected(row.error());
      if (!*row) return {};
      if (!usedProvenances_.contains(all.integer(0))) continue;
      data_.provenances.push_back({all.text(1), all.text(2), all.text(3), all.text(4), all.text(5),
                                   static_cast<unsigned>(all.integer(6)), all.number(7), all.text(8)});
    }
  }

  Database database_;
  CampaignData data_;
  Places targets_;
  Places configurations_;
  Places budgets_;
  std::unordered_set<uint64_t> seeds_;
  std::unordered_set<int64_t> usedProvenances_;
  std::optional<int64_t> unknownInputs_;
  std::map<uint32_t, int64_t> inputs_;  // by target, the first ones
  std::set<uint32_t> changedTargets_;
  std::vector<RunRow> rows_;
  std::vector<PlacedFailure> failures_;
};

}  // namespace

Result<CampaignData> Store::load() const {
  const Database database{database_.get(), file_};
  // Ends by being undone: there is nothing to commit.
  const auto transaction = Transaction::read(database);
  if (!transaction) return std::unexpected(transaction.error());
  return Loader(database).load();
}

}  // namespace covolve::campaign
