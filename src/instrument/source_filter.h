// Whose code a source position is: the user's, or a system header's, which gets
// no sites. The wrapper passes directories and files as options of the pass;
// the usual system directories are known here.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace llvm {
class DILocation;
class DISubprogram;
class DIFile;
}  // namespace llvm

namespace covolve::instrument {

class SourceFilter {
 public:
  /// -covolve-system-prefix=<directory> and -covolve-skip-file=<file>, both repeatable.
  static SourceFilter fromOptions();
  SourceFilter(const std::vector<std::string>& systemPrefixes, const std::vector<std::string>& skippedFiles);

  bool isUsers(const llvm::DIFile* file) const;
  /// Also false for positions without a line (compiler-made code).
  bool isUsers(const llvm::DILocation* position) const;

 private:
  bool decide(const llvm::DIFile* file) const;

  std::vector<std::string> systemPrefixes_;
  std::vector<std::string> skippedFiles_;
  mutable std::map<const llvm::DIFile*, bool> decided_;  // asked for every instruction
};

/// Absolute and without "." and "..", but with symbolic links as the user wrote them.
std::string absolutePath(const llvm::DIFile* file);

}  // namespace covolve::instrument
