#include "built_once.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <fstream>
#include <stdexcept>

namespace covolve::test {

namespace fs = std::filesystem;

namespace {

class FileLock {
 public:
  explicit FileLock(const fs::path& file)
      : descriptor_(open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {
    if (descriptor_ < 0 || flock(descriptor_, LOCK_EX) != 0)
      throw std::runtime_error("cannot lock " + file.string());
  }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock() { close(descriptor_); }

 private:
  int descriptor_;
};

}  // namespace

fs::path buildRoot() { return fs::read_symlink("/proc/self/exe").parent_path().parent_path(); }

std::string fingerprintOf(const fs::path& file) {
  return fmt::format("{} {}", file.string(), fs::last_write_time(file).time_since_epoch().count());
}

fs::path builtOnce(const std::string& name, const std::vector<std::string>& ingredients,
                   const std::function<bool(const fs::path&)>& build) {
  std::string all;
  for (const std::string& ingredient : ingredients)
    all += fmt::format("{}:{}", ingredient.size(), ingredient);
  const fs::path folder =
      buildRoot() / "built-by-tests" / fmt::format("{}-{:016x}", name, std::hash<std::string>()(all));
  const fs::path done = folder / "done";
  if (fs::exists(done)) return folder;
  fs::create_directories(folder);
  const FileLock lock(folder / "lock");
  if (!fs::exists(done) && build(folder)) std::ofstream(done).close();
  return folder;
}

}  // namespace covolve::test
