#include "campaign/run/output_place.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "campaign/run/directory_entries.h"
#include "campaign/run/run_output.h"

namespace covolve::campaign {

namespace fs = std::filesystem;

namespace {

constexpr const char* kUnfinished = ".part-";

/// Locked while its run goes on; -1 where that is impossible or somebody else has it.
int lockDirectory(const fs::path& directory) {
  const int file = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0 || flock(file, LOCK_EX | LOCK_NB) == 0) return file;
  close(file);
  return -1;
}

void removeAbandoned(const fs::path& destination) {
  const std::string beginning = destination.filename().string() + kUnfinished;
  std::error_code ignored;
  for (const fs::path& directory : entriesOf(destination.parent_path(), ignored)) {
    if (!directory.filename().string().starts_with(beginning)) continue;
    const int lock = lockDirectory(directory);
    if (lock < 0) continue;
    fs::remove_all(directory, ignored);
    close(lock);
  }
}

std::unexpected<Error> cannotMake(const fs::path& directory, const std::string& reason) {
  return userError(fmt::format("cannot make the directory {}: {}", directory.string(), reason));
}

}  // namespace

Result<OutputPlace> OutputPlace::make(const fs::path& destination, Keep keep, const fs::path& scratch) {
  if (keep == Keep::Nothing) return OutputPlace(scratch / "output", destination, keep, -1);
  std::error_code failed;
  fs::create_directories(destination.parent_path(), failed);
  if (failed) return cannotMake(destination.parent_path(), failed.message());
  removeAbandoned(destination);
  std::string name = destination.string() + kUnfinished + "XXXXXX";
  if (mkdtemp(name.data()) == nullptr) return cannotMake(name, strerror(errno));
  fs::permissions(name, fs::perms(0755), failed);
  return OutputPlace(name, destination, keep, lockDirectory(name));
}

OutputPlace::OutputPlace(OutputPlace&& other) noexcept
    : path_(std::exchange(other.path_, {})),
      destination_(std::move(other.destination_)),
      keep_(other.keep_),
      lock_(std::exchange(other.lock_, -1)) {}

OutputPlace::~OutputPlace() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
  if (lock_ >= 0) close(lock_);
}

Result<void> OutputPlace::keepOutput() {
  if (keep_ == Keep::Nothing) return {};
  std::error_code failed;
  for (const fs::path& file : entriesOf<fs::recursive_directory_iterator>(path_, failed)) {
    if (keep_ == Keep::Tests && isReport(file)) fs::remove(file, failed);
  }
  // An exchange leaves no moment without output; not every file system has it.
  const bool exchanged =
      renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, destination_.c_str(), RENAME_EXCHANGE) == 0;
  if (exchanged) return {};  // the older output goes with us
  fs::remove_all(destination_, failed);
  if (rename(path_.c_str(), destination_.c_str()) != 0) {
    return userError(fmt::format("cannot move the output to {}: {}", destination_.string(), strerror(errno)));
  }
  path_.clear();
  return {};
}

}  // namespace covolve::campaign
