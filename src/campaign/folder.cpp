#include "campaign/folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace covolve::campaign {

namespace fs = std::filesystem;

Result<Folder> Folder::open(const fs::path& path) {
  std::error_code failed;
  fs::create_directories(path, failed);
  if (failed) return userError(fmt::format("cannot make the folder {}: {}", path.string(), failed.message()));
  const fs::path file = path / "campaign.lock";
  const int lock = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (lock < 0) return userError(fmt::format("cannot write {}: {}", file.string(), std::strerror(errno)));
  if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
    const bool isHeld = errno == EWOULDBLOCK;
    const std::string reason = std::strerror(errno);
    close(lock);
    return userError(isHeld ? fmt::format("another covolve is working on the campaign in {}", path.string())
                            : fmt::format("cannot lock {}: {}", file.string(), reason));
  }
  return Folder(fs::absolute(path), lock);
}

Folder::Folder(Folder&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

Folder::~Folder() {
  if (lock_ >= 0) close(lock_);
}

}  // namespace covolve::campaign
