// What tests notice of small changes in the code: which mutants they kill. The
// score is what coverage cannot say, whether anything is checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace covolve::report {

enum class Fate {
  Killed,      // a test failed, crashed or did not end
  Survived,    // all tests that reach it pass all the same
  NotReached,  // no test comes there
  NotTried,    // the time was up
};

struct MutantReport {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string kind;      // "comparison"
  std::string change;    // "`<` becomes `<=`"
  std::string function;  // qualified
  Fate fate = Fate::NotTried;
  std::string source = {};  // the line as it is written, without indentation
};

/// What was done so that tests notice more.
struct MutantSearchReport {
  size_t killedBefore = 0;
  size_t addedTests = 0;
  size_t addedExpectations = 0;
  size_t droppedExpectations = 0;  // they showed nothing that the others do not
  uint64_t runs = 0;               // of tests, with a mutant or without
};

struct MutationReport {
  std::vector<MutantReport> mutants;              // in the order of the source
  bool isSample = false;                          // not all were to be tried
  std::optional<MutantSearchReport> search = {};  // none: the tests are as they were

  size_t count(Fate fate) const;
  size_t tried() const { return mutants.size() - count(Fate::NotTried); }
  /// Percent of those that were tried; 100 when there are none.
  double score() const;
};

/// "45 of 52 mutants killed (86.5 %): 5 survived, 2 not reached"
std::string mutationLine(const MutationReport& report);

/// Those that live, by line, with the line's text; at most so many.
std::string aliveLines(const MutationReport& report, size_t most);

/// mutants.json: the figures and all that live, for the tests of these programs or sources.
std::string writeMutationJson(const MutationReport& report, const std::string& source,
                              const std::vector<std::string>& tests);

}  // namespace covolve::report
