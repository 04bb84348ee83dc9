#include "execute/landlock.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <initializer_list>

namespace covolve::execute {

namespace {

// Newer than the oldest kernel headers we build with.
constexpr uint64_t kRefer = 1u << 13;          // version 2
constexpr uint64_t kTruncate = 1u << 14;       // version 3
constexpr uint64_t kDeviceControl = 1u << 15;  // version 5
constexpr uint64_t kTcp = 3;                   // version 4: bind, connect
constexpr uint64_t kScopes = 3;                // version 6: abstract sockets, signals

/// The kernel's struct landlock_ruleset_attr as of version 6; older kernels accept a shorter one.
struct Ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

constexpr uint64_t kChanges = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                              LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                              LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                              LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                              LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;

uint64_t fileRights(int version) {
  return kChanges | (version >= 2 ? kRefer : 0) | (version >= 3 ? kTruncate : 0) |
         (version >= 5 ? kDeviceControl : 0);
}

bool allow(int ruleset, const char* path, uint64_t rights) {
  const int parent = open(path, O_PATH | O_CLOEXEC);
  if (parent < 0) return false;
  landlock_path_beneath_attr rule{};
  rule.allowed_access = rights;
  rule.parent_fd = parent;
  const bool added = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
  close(parent);
  return added;
}

}  // namespace

Landlock makeLandlock(const std::filesystem::path& writable) {
  const long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return {};
  const int known = static_cast<int>(version);
  const uint64_t files = fileRights(known);
  const Ruleset rules{files, known >= 4 ? kTcp : 0, known >= 6 ? kScopes : 0};
  const size_t size = known >= 6 ? 24 : known >= 4 ? 16 : 8;
  const int ruleset = static_cast<int>(syscall(SYS_landlock_create_ruleset, &rules, size, 0));
  if (ruleset < 0) return {};
  fcntl(ruleset, F_SETFD, FD_CLOEXEC);
  if (!allow(ruleset, writable.c_str(), files)) {
    close(ruleset);
    return {};
  }
  for (const char* device : {"/dev/null", "/dev/zero", "/dev/full"}) {
    allow(ruleset, device, files & (LANDLOCK_ACCESS_FS_WRITE_FILE | kTruncate | kDeviceControl));
  }
  return {known, ruleset};
}

bool enterLandlock(int ruleset) { return syscall(SYS_landlock_restrict_self, ruleset, 0) == 0; }

}  // namespace covolve::execute
