// Does a file belong into its directory?, after the papers' subject FileSuffix.
//
// What makes it hard: a suffix is cut out of the file's name before it is compared,
// and only the one that belongs to the directory's word counts.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <string>

namespace strings {

/// The number of the kind of file, 0 if the suffix does not belong to the directory.
int fileSuffix(const std::string& directory, const std::string& file) {
  const std::string::size_type dot = file.rfind('.');
  if (dot == std::string::npos) return 0;
  const std::string suffix = file.substr(dot + 1);
  if (directory == "text") {
    if (suffix == "txt") return 1;
  } else if (directory == "acrobat") {
    if (suffix == "pdf") return 2;
  } else if (directory == "word") {
    if (suffix == "doc") return 3;
  } else if (directory == "bin") {
    if (suffix == "exe") return 4;
  } else if (directory == "lib") {
    if (suffix == "dll") return 5;
  }
  return 0;
}

}  // namespace strings
