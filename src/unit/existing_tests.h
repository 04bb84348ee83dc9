// Tests of a source that are there already, written by hand or by covolve: built
// anew with something in the code under test, as sources or as programs that the
// user's build links.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "execute/probed_program.h"
#include "execute/sandbox.h"
#include "execute/site_table.h"
#include "guidance/target_map.h"
#include "program/model.h"
#include "search/target.h"
#include "unit/build/users_tests.h"
#include "unit/mutants/mutation_analysis.h"

namespace covolve::unit {

class ExistingTests {
 public:
  /// All must outlive it.
  ExistingTests(const Project& project, const CompileCommand& target, const program::Model& model,
                const BuildOptions& options)
      : project_(project), target_(target), model_(model), options_(options) {}

  /// `what`: the addition's name, for the error of tests that cannot be built with it.
  Result<TestProgram> build(const std::filesystem::path& tests, const std::filesystem::path& executable,
                            const Addition& addition, std::string_view what) const;

 private:
  struct Built {
    Compiled compiled;
    const emit::Framework* framework = nullptr;
  };
  Result<Built> buildFromSource(const std::filesystem::path& tests, const std::filesystem::path& executable,
                                const Addition& addition) const;
  Result<Built> buildUsers(const std::filesystem::path& tests, const std::filesystem::path& executable,
                           const Addition& addition) const;

  const Project& project_;
  const CompileCommand& target_;
  const program::Model& model_;
  const BuildOptions& options_;
};

/// What tests reach that are there already.
struct ExistingCoverage {
  std::vector<execute::TouchedSiteOfProgram> touched;
  std::vector<std::string> notes;  // a sentence each
};

/// Runs all of them, where the user is, as they may read files there. Those that fail cover what they cover;
/// a note tells of them.
Result<ExistingCoverage> coverageOf(const ExistingTests& builder,
                                    const std::vector<std::filesystem::path>& tests,
                                    const std::filesystem::path& scratch, const Addition& probes,
                                    const execute::Sandbox& sandbox);

/// From sites of other programs to targets. In another program a site has another place: they are told apart
/// by their ids.
class TargetsOfPrograms {
 public:
  TargetsOfPrograms(const execute::SiteTable& sites, guidance::TargetMap& targets);

  std::vector<search::TargetId> reached(const std::vector<execute::TouchedSiteOfProgram>& touched) const;

 private:
  guidance::TargetMap& targets_;
  std::multimap<uint64_t, uint32_t> placesOf_;
};

}  // namespace covolve::unit
