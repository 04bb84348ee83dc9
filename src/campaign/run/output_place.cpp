#include "campaign/run/output_place.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>

#include <cerrno>
#include <cstring>

#include "campaign/run/directory_entries.h"
#include "campaign/run/run_output.h"

namespace covolve::campaign {

namespace fs = std::filesystem;

namespace {

constexpr const char* kUnfinished = ".part-";

}  // namespace

Result<OutputPlace> OutputPlace::make(const fs::path& destination, Keep keep, const fs::path& scratch) {
  if (keep == Keep::Nothing) return OutputPlace(scratch / "output", destination, keep);
  std::error_code failed;
  const fs::path parent = destination.parent_path();
  fs::create_directories(parent, failed);
  if (failed) {
    return userError(fmt::format("cannot make the directory {}: {}", parent.string(), failed.message()));
  }
  auto directory = ClaimedDirectory::make(destination.string() + kUnfinished);
  if (!directory) return std::unexpected(directory.error());
  fs::permissions(directory->path(), fs::perms(0755), failed);
  OutputPlace place(directory->path(), destination, keep);
  place.directory_.emplace(std::move(*directory));
  return place;
}

Result<void> OutputPlace::keepOutput() {
  if (!directory_) return {};
  std::error_code failed;
  const std::vector<fs::path> entries = entriesOf<fs::recursive_directory_iterator>(path_, failed);
  if (failed) return userError(fmt::format("cannot read {}: {}", path_.string(), failed.message()));
  for (const fs::path& file : entries) {
    if (keep_ == Keep::Tests && isReport(file)) fs::remove(file, failed);
    if (failed) return userError(fmt::format("cannot remove {}: {}", file.string(), failed.message()));
  }
  // An exchange leaves no moment without output; not every file system has it.
  const bool exchanged =
      renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, destination_.c_str(), RENAME_EXCHANGE) == 0;
  if (exchanged) return {};  // the older output goes with us
  fs::remove_all(destination_, failed);
  if (rename(path_.c_str(), destination_.c_str()) != 0) {
    return userError(fmt::format("cannot move the output to {}: {}", destination_.string(), strerror(errno)));
  }
  directory_->release();
  return {};
}

}  // namespace covolve::campaign
