// Which unit of the project defines a symbol. Known at once where the user's
// build has object files; otherwise the units whose text mentions the symbol's
// name are compiled and looked into, the likeliest first.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "unit/build/build.h"
#include "unit/build/objects.h"
#include "unit/build/symbols.h"

namespace covolve::unit {

class DefinitionIndex {
 public:
  /// `siblings`: objects, or their sources, that the user's build links together with the target's; their
  /// units are preferred.
  DefinitionIndex(const Project& project, const CompileCommand& target, const BuildOptions& options,
                  const std::set<std::filesystem::path>& siblings);

  /// The best unit (index into project.commands) for each symbol that is defined somewhere, without
  /// repetition.
  std::vector<size_t> definersOf(const std::vector<std::string>& symbols,
                                 const std::set<size_t>& except) const;

  /// Compiles units that may define one of the symbols; true when one was found.
  bool searchTexts(const std::vector<std::string>& symbols);

  /// The same for units that do not mention the symbols themselves, but may include what defines them: the
  /// siblings, and those of the target's folder.
  bool searchRelatives(const std::vector<std::string>& symbols);

  /// Compiles the unit for the search and corrects what is known of it; forgets it when it does not compile.
  Compiled compile(size_t unit);

  bool defines(size_t unit, const std::vector<std::string>& symbols) const;
  bool definesMain(size_t unit) const;

  /// Why the unit that was last tried in vain does not compile, or nothing.
  const std::string& failure() const { return failure_; }

 private:
  enum class Likelihood { None, Mentions, Qualifies };

  struct Rank;
  Rank rankOf(size_t unit) const;
  bool isSibling(const CompileCommand& command) const;
  bool isRelated(const CompileCommand& command) const;
  bool compileUntilDefined(const std::vector<size_t>& order, const std::vector<std::string>& symbols);
  Likelihood likelihood(size_t unit, const std::vector<std::string>& nameParts);
  const std::string& textOf(size_t unit);

  const Project& project_;
  const CompileCommand& target_;
  Objects objects_;
  unsigned jobs_;
  const std::set<std::filesystem::path>& siblings_;
  std::map<size_t, Symbols> symbols_;
  std::set<size_t> compiled_;  // or tried to be
  std::map<size_t, std::string> texts_;
  std::string failure_;
};

}  // namespace covolve::unit
