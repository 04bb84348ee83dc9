#include "campaign/store/store.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <nlohmann/json.hpp>

#include "campaign/store/database.h"
#include "campaign/store/schema.h"

namespace covolve::campaign {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

std::string text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string meaningOf(const Target& target) {
  return text({{"arguments", target.arguments}, {"flags", target.hasFlags ? Json(target.flags) : Json()}});
}

std::string meaningOf(const Configuration& configuration) {
  return text({{"program", configuration.program}, {"options", configuration.options}});
}

std::string meaningOf(const Budget& budget) { return text({{"arguments", budget.arguments}}); }

/// The names of one kind: given their places in the definition, and meanings that may be set only once.
class NameTable {
 public:
  NameTable(Database database, const char* table)
      : database_(database),
        table_(table),
        find_(database, fmt::format("SELECT meaning FROM {} WHERE name = ?", table)),
        put_(database,
             fmt::format("INSERT INTO {} (name, meaning, position) VALUES (?, ?, ?) ON CONFLICT (name) "
                         "DO UPDATE SET meaning = excluded.meaning, position = excluded.position",
                         table)) {}

  template <class Named>
  Result<void> define(const std::vector<Named>& all) {
    if (auto cleared = execute(database_, fmt::format("UPDATE {} SET position = NULL", table_)); !cleared) {
      return cleared;
    }
    for (size_t position = 0; position < all.size(); ++position) {
      const std::string meaning = meaningOf(all[position]);
      if (auto same = checkMeaning(all[position].name, meaning); !same) return same;
      if (auto put = put_.bind(all[position].name, meaning, uint64_t{position}).run(); !put) return put;
    }
    return {};
  }

 private:
  Result<void> checkMeaning(const std::string& name, const std::string& meaning) {
    const auto known = find_.bind(name).step();
    if (!known) return std::unexpected(known.error());
    if (!*known || find_.isNull(0) || find_.text(0) == meaning) return {};
    return userError(fmt::format(
        "the {} {} stands for {} in {}, and now it would for {}: results of both would be mixed, so give it "
        "another name or begin in another folder",
        table_, text(name), find_.text(0), database_.file.string(), meaning));
  }

  Database database_;
  const char* table_;
  Statement find_;
  Statement put_;
};

Result<void> checkCommand(Database database, const std::string& command) {
  Statement find(database, "SELECT command FROM campaign");
  const auto known = find.step();
  if (!known) return std::unexpected(known.error());
  if (!*known || find.text(0) == command) return {};
  return userError(fmt::format(
      "{} has runs of covolve {}, and now the definition is for covolve {}: begin in another folder",
      database.file.string(), find.text(0), command));
}

Result<void> putFacts(Database database, const Definition& definition) {
  std::string baseline = definition.baseline;
  if (baseline.empty() && !definition.configurations.empty())
    baseline = definition.configurations.front().name;
  const uint64_t planned = uint64_t{definition.targets.size()} * definition.configurations.size() *
                           definition.budgets.size() * definition.seeds.size();
  return Statement(
             database,
             "INSERT OR REPLACE INTO campaign (id, name, command, baseline, planned) VALUES (1, ?, ?, ?, ?)")
      .bind(definition.name, definition.command, baseline, planned)
      .run();
}

Result<void> putGroups(Database database, const std::vector<Target>& targets) {
  Statement put(database, "UPDATE target SET \"group\" = ? WHERE name = ?");
  for (const Target& target : targets) {
    if (auto done = put.bind(target.group, target.name).run(); !done) return done;
  }
  return {};
}

Result<void> putSeeds(Database database, const std::vector<uint64_t>& seeds) {
  if (auto cleared = execute(database, "DELETE FROM seed"); !cleared) return cleared;
  Statement put(database, "INSERT OR IGNORE INTO seed (value) VALUES (?)");
  for (const uint64_t seed : seeds) {
    if (auto done = put.bind(seed).run(); !done) return done;
  }
  return {};
}

Result<std::set<RunKey>> keys(Database database, const char* condition) {
  Statement find(database,
                 fmt::format("SELECT target.name, configuration.name, budget.name, run.seed FROM run "
                             "JOIN target ON target.id = run.target "
                             "JOIN configuration ON configuration.id = run.configuration "
                             "JOIN budget ON budget.id = run.budget WHERE {}",
                             condition));
  std::set<RunKey> found;
  while (true) {
    const auto row = find.step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return found;
    found.insert({find.text(0), find.text(1), find.text(2), find.number(3)});
  }
}

}  // namespace

void Store::Closer::operator()(sqlite3* database) const { sqlite3_close(database); }

Store::Store(std::unique_ptr<sqlite3, Closer> database, fs::path file)
    : database_(std::move(database)), file_(std::move(file)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Result<Store> Store::open(const fs::path& file) {
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    return userError(fmt::format("{} is not a file", file.string()));
  }
  // With a leading slash no name means anything else to SQLite. A Store is used by one thread at a time.
  sqlite3* connection = nullptr;
  const int opened =
      sqlite3_open_v2(fs::absolute(file, ignored).c_str(), &connection,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  Store store(std::unique_ptr<sqlite3, Closer>(connection), file);
  const Database database{connection, store.file_};
  if (opened != SQLITE_OK) return std::unexpected(databaseError(database, opened));
  if (auto ready = prepareDatabase(database); !ready) return std::unexpected(ready.error());
  return store;
}

Result<void> Store::define(const Definition& definition) {
  const Database database{database_.get(), file_};
  auto transaction = Transaction::write(database);
  if (!transaction) return std::unexpected(transaction.error());
  if (auto same = checkCommand(database, definition.command); !same) return same;
  if (auto done = NameTable(database, "target").define(definition.targets); !done) return done;
  if (auto done = NameTable(database, "configuration").define(definition.configurations); !done) return done;
  if (auto done = NameTable(database, "budget").define(definition.budgets); !done) return done;
  if (auto done = putGroups(database, definition.targets); !done) return done;
  if (auto done = putSeeds(database, definition.seeds); !done) return done;
  if (auto done = putFacts(database, definition); !done) return done;
  return transaction->commit();
}

Result<bool> Store::isEmpty() const {
  Statement count({database_.get(), file_},
                  "SELECT EXISTS (SELECT 1 FROM campaign) OR EXISTS (SELECT 1 FROM run)");
  const auto row = count.step();
  if (!row) return std::unexpected(row.error());
  return count.integer(0) == 0;
}

Result<std::set<RunKey>> Store::finished() const {
  return keys({database_.get(), file_}, "run.failure IS NULL");
}

Result<std::set<RunKey>> Store::failed() const {
  return keys({database_.get(), file_}, "run.failure IS NOT NULL");
}

}  // namespace covolve::campaign
