// The campaign's memory: one SQLite file. Every run is one transaction; what
// was added survives a kill or a power cut, and a half-added run does not exist.
//
// Easy to get wrong: a run that is there is never overwritten by a second
// result of the same key (two processes may have executed it); a failed run is
// overwritten by a later result.
#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <vector>

#include "base/error.h"
#include "campaign/definition/definition.h"
#include "campaign/run/run.h"
#include "campaign/store/data.h"

struct sqlite3;

namespace covolve::campaign {

class Store {
 public:
  /// Makes the file if there is none. A file that is no campaign of ours, of a later format or damaged is an
  /// Error, and stays as it is.
  static Result<Store> open(const std::filesystem::path& file);
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  /// The definition's names, with what they stand for. An Error if a name stood for something else before:
  /// results of both would be mixed. New names and seeds are welcome. Those the definition has no longer stay
  /// in the store and out of load().
  Result<void> define(const Definition& definition);
  /// Whether no run was ever added and no definition given.
  Result<bool> isEmpty() const;

  /// Progress is thinned to 64 points (see progress_thinning.h), all else is kept as it is.
  Result<void> add(const RunRecord& record);
  Result<std::set<RunKey>> finished() const;
  Result<std::set<RunKey>> failed() const;

  /// Everything that results are made from.
  Result<CampaignData> load() const;
  /// All that is known of one run, or an Error.
  Result<RunRecord> record(const RunKey& key) const;

 private:
  struct Closer {
    void operator()(sqlite3* database) const;
  };
  explicit Store(std::unique_ptr<sqlite3, Closer> database, std::filesystem::path file);

  std::unique_ptr<sqlite3, Closer> database_;
  std::filesystem::path file_;
};

}  // namespace covolve::campaign
