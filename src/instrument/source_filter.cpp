#include "instrument/source_filter.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

namespace covolve::instrument {

namespace {

llvm::cl::list<std::string> systemPrefixOption("covolve-system-prefix",
                                               llvm::cl::desc("Directory whose code gets no sites"));
llvm::cl::list<std::string> skipFileOption("covolve-skip-file",
                                           llvm::cl::desc("File whose code gets no sites"));

std::string normalised(llvm::StringRef path) {
  llvm::SmallString<256> result(path);
  // Prefix maps (-ffile-prefix-map) may leave relative directories.
  (void)llvm::sys::fs::make_absolute(result);  // as it is, where the current directory is gone
  llvm::sys::path::remove_dots(result, /*remove_dot_dot=*/true);
  return std::string(result);
}

bool liesBelow(llvm::StringRef path, llvm::StringRef directory) {
  return path.consume_front(directory) && (path.empty() || path.front() == '/');
}

}  // namespace

SourceFilter SourceFilter::fromOptions() {
  return {{systemPrefixOption.begin(), systemPrefixOption.end()},
          {skipFileOption.begin(), skipFileOption.end()}};
}

SourceFilter::SourceFilter(const std::vector<std::string>& systemPrefixes,
                           const std::vector<std::string>& skippedFiles)
    : systemPrefixes_{"/usr/include", "/usr/lib", "/usr/local/include"} {
  for (const std::string& prefix : systemPrefixes) systemPrefixes_.push_back(normalised(prefix));
  for (const std::string& file : skippedFiles) skippedFiles_.push_back(normalised(file));
}

bool SourceFilter::isUsers(const llvm::DIFile* file) const {
  if (file == nullptr) return false;
  const auto [entry, isNew] = decided_.try_emplace(file, false);
  if (isNew) entry->second = decide(file);
  return entry->second;
}

bool SourceFilter::decide(const llvm::DIFile* file) const {
  const std::string path = absolutePath(file);
  if (llvm::is_contained(skippedFiles_, path)) return false;
  // "<built-in>" and the like.
  if (llvm::sys::path::filename(path).starts_with("<")) return false;
  return llvm::none_of(systemPrefixes_, [&](const std::string& prefix) { return liesBelow(path, prefix); });
}

bool SourceFilter::isUsers(const llvm::DILocation* position) const {
  return position != nullptr && position->getLine() != 0 && isUsers(position->getFile());
}

std::string absolutePath(const llvm::DIFile* file) {
  llvm::SmallString<256> path(file->getFilename());
  if (!llvm::sys::path::is_absolute(path)) {
    path = file->getDirectory();
    llvm::sys::path::append(path, file->getFilename());
  }
  return normalised(path);
}

}  // namespace covolve::instrument
