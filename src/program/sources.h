// Which file a declaration stands in, which files are under test, and by which
// include line of the source another file sees a header.
//
// Easy to get wrong: an instantiation's own location is where it was asked
// for; what matters is where its pattern stands.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
class Decl;
class FunctionDecl;
class PPCallbacks;
class SourceLocation;
class SourceManager;
}  // namespace clang

namespace covolve::program {

struct CFunction;
struct CUnit;

struct Place {
  std::filesystem::path file;  // absolute; empty for what the compiler made up
  unsigned line = 0;
  bool inSource = false;  // the file that was asked for
  bool inSystem = false;
};

/// An #include directive of the source file itself.
struct IncludeLine {
  unsigned line = 0;
  std::string spelling;        // with its brackets
  std::filesystem::path file;  // what it resolved to
  bool inSystem = false;
};

/// Filled while preprocessing.
struct IncludeLog {
  std::vector<IncludeLine> lines;                   // of the source file, in order
  std::vector<std::filesystem::path> projectFiles;  // every file entered that is no system header, in order
};

std::unique_ptr<clang::PPCallbacks> recordIncludes(clang::CompilerInstance& compiler, IncludeLog& log);

class Sources {
 public:
  /// `cUnit`: what is being parsed is not the source but a view of this unit (c_unit.h).
  Sources(clang::CompilerInstance& compiler, const IncludeLog& log, const CUnit* cUnit = nullptr);

  Place placeOf(const clang::Decl& declaration) const;
  /// Of the definition, if there is one.
  Place placeOfDefinition(const clang::FunctionDecl& function) const;
  /// The function of the C unit that is declared here; null for others and without a unit.
  const CFunction* cFunction(const clang::FunctionDecl& function) const;

  /// Null where no unit of C is viewed.
  const CUnit* cUnit() const { return cUnit_; }

  /// The source and the headers of the same stem: all of their code is under test.
  bool isRequested(const std::filesystem::path& file) const { return requested_.contains(file); }
  /// A further header, one of whose classes turned out to belong to the source.
  void addHeaderOfClass(const std::filesystem::path& file);
  const std::vector<std::filesystem::path>& filesUnderTest() const { return filesUnderTest_; }

  /// Names of the macros that the project's headers and the command line define, and with `ofSourceToo` the
  /// source.
  std::set<std::string> macros(bool ofSourceToo) const;
  /// Whether the source is C++14, or C++17, or newer.
  bool isCxx14() const;
  bool isCxx17() const;

  const std::filesystem::path& source() const { return source_; }
  bool sourceIsHeader() const { return sourceIsHeader_; }

  /// A line that would include the source.
  IncludeLine sourceItself() const;
  /// The include lines, in the source's order, that another file needs to see these declarations.
  std::vector<IncludeLine> includesFor(const std::vector<const clang::Decl*>& declarations) const;
  /// All lines of the source: for headers that need others before them.
  std::vector<IncludeLine> allIncludes() const;

 private:
  /// Also where the source includes itself, as a template of C does.
  bool isInSource(clang::SourceLocation location) const;
  IncludeLine portable(IncludeLine line) const;
  std::string portableSpelling(const IncludeLine& line) const;

  clang::CompilerInstance& compiler_;
  const clang::SourceManager& manager_;
  const IncludeLog& log_;
  const CUnit* cUnit_;
  std::filesystem::path source_;
  bool sourceIsHeader_ = false;
  std::set<std::filesystem::path> requested_;
  std::vector<std::filesystem::path> filesUnderTest_;  // in the order they were met
};

}  // namespace covolve::program
