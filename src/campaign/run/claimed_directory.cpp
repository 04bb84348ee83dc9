#include "campaign/run/claimed_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/files.h"
#include "campaign/run/directory_entries.h"

namespace covolve::campaign {

namespace fs = std::filesystem;

namespace {

constexpr int kAttempts = 100;

enum class Claim { Ours, Taken, Impossible };

struct Lock {
  Claim claim;
  int descriptor = -1;  // when it is ours
};

Lock lockDirectory(const fs::path& directory) {
  const int file = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return {errno == ENOENT ? Claim::Taken : Claim::Impossible};
  if (flock(file, LOCK_EX | LOCK_NB) == 0) return {Claim::Ours, file};
  const bool isTaken = errno == EWOULDBLOCK;
  close(file);
  return {isTaken ? Claim::Taken : Claim::Impossible};
}

bool isOwnedByUs(int directory) {
  struct stat facts{};
  return fstat(directory, &facts) == 0 && facts.st_uid == geteuid();
}

/// Between its opening and its locking somebody else may have removed it.
bool isStillThere(int directory) {
  struct stat facts{};
  return fstat(directory, &facts) == 0 && facts.st_nlink > 0;
}

void removeAbandoned(const fs::path& beginning) {
  const std::string name = beginning.filename().string();
  std::error_code ignored;
  for (const fs::path& directory : entriesOf(beginning.parent_path(), ignored)) {
    if (!directory.filename().string().starts_with(name)) continue;
    const Lock lock = lockDirectory(directory);
    if (lock.claim != Claim::Ours) continue;
    // Its owner may have removed it since, and the next one made another of that name.
    if (isStillThere(lock.descriptor) && isOwnedByUs(lock.descriptor)) fs::remove_all(directory, ignored);
    close(lock.descriptor);
  }
}

}  // namespace

Result<ClaimedDirectory> ClaimedDirectory::make(const fs::path& beginning, const std::string& rest) {
  removeAbandoned(beginning);
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const auto made = makeNumberedDirectory(beginning.string() + rest);
    if (!made) return std::unexpected(made.error());
    const Lock lock = lockDirectory(*made);
    if (lock.claim == Claim::Impossible) return ClaimedDirectory(*made, -1);
    if (lock.claim == Claim::Taken) continue;
    if (isStillThere(lock.descriptor)) return ClaimedDirectory(*made, lock.descriptor);
    close(lock.descriptor);
  }
  return ownError(fmt::format("directories like {} vanish as fast as they are made", beginning.string()));
}

ClaimedDirectory::ClaimedDirectory(ClaimedDirectory&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::exchange(other.lock_, -1)) {}

ClaimedDirectory::~ClaimedDirectory() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
  if (lock_ >= 0) close(lock_);
}

}  // namespace covolve::campaign
