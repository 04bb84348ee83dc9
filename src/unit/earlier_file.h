// A file of tests that an earlier run has left, and what of it does not hold any
// more.
//
// Easy to get wrong: the file is text here, not a tree. What a person wrote into
// it is kept by never printing it again.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "emit/framework.h"
#include "format/test_blocks.h"
#include "report/run_report.h"
#include "unit/build/build.h"

namespace covolve::unit {

struct EarlierFile {
  std::filesystem::path file;
  std::string text;
  std::vector<std::string> flags;  // of a compiler, for what was written beside it and is included
  std::vector<format::TestBlock> blocks;
  std::vector<report::BehaviourChange> changes;

  bool isChanged(const std::string& test) const;
  std::vector<format::TestBlock> changed() const;
  /// Of all that are in the file; with --update those that changed are taken out of it.
  std::set<std::string> namesThatStay(bool update) const;
  /// Before tests that do not pass are taken out or not.
  std::string textThatStays(bool update) const;
};

/// A user Error where it holds none of the framework's tests.
Result<EarlierFile> readEarlierFile(const std::filesystem::path& file, const emit::Framework& framework);

using BuildText = std::function<Result<Compiled>(const std::filesystem::path& source,
                                                 const std::filesystem::path& executable)>;

/// Without tests that do not compile: these are changes. A user Error where the rest does not either. It may
/// have run out of time.
Result<Compiled> buildEarlierFile(EarlierFile& earlier, const emit::Framework& framework,
                                  const std::filesystem::path& scratch, const std::string& purpose,
                                  const BuildText& build);

/// A text of somebody's, on one line of no more than a line's length and the same in every run.
std::string shownInReport(std::string_view text);

}  // namespace covolve::unit
