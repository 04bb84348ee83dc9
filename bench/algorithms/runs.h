// One run: one subject, one algorithm, one seed, and what came of it. Runs are
// kept in a file, a line each, as soon as they are done: an interrupted
// benchmark goes on where it was.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "base/error.h"

namespace covolve::bench {

struct Subject {
  std::string name;
  std::string group;
  std::filesystem::path source;
  uint64_t branches = 0;    // as llvm-cov counts them
  uint64_t infeasible = 0;  // of these
};

/// subjects/expected.json; only those of the groups, or all.
Result<std::vector<Subject>> readSubjects(const std::filesystem::path& file,
                                          const std::vector<std::string>& groups);

/// Tells builds of covolve apart, so that results of several are not mixed.
Result<std::string> programId();

struct Run {
  std::string program;
  std::string subject;
  std::string algorithm;
  uint64_t seed = 0;
  std::string budget;
  uint64_t covered = 0;  // branches of the emitted tests, by llvm-cov
  uint64_t branches = 0;
  double searchSeconds = 0;
  uint64_t evaluations = 0;
  uint64_t tests = 0;
  std::vector<std::string> missed;  // "line: decision side", by the search's own targets

  using Key = std::tuple<std::string, std::string, std::string, uint64_t, std::string>;
  Key key() const { return {program, subject, algorithm, seed, budget}; }
};

/// `covolve unit` on the subject; the run's program is left open.
Result<Run> runOnce(const Subject& subject, const std::string& algorithm, uint64_t seed,
                    const std::string& budget, const std::filesystem::path& scratch);

class RunStore {
 public:
  /// An Error where the file is not ours. A last line that was cut off is dropped.
  static Result<RunStore> open(std::filesystem::path file);

  bool has(const Run::Key& key) const { return runs_.contains(key); }
  Result<void> add(const Run& run);
  std::vector<Run> all() const;

 private:
  explicit RunStore(std::filesystem::path file) : file_(std::move(file)) {}

  std::filesystem::path file_;
  std::map<Run::Key, Run> runs_;
};

}  // namespace covolve::bench
