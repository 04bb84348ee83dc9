#include "process_state.h"

#include <dirent.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstring>

#include "covolve/protocol.h"
#include "endings.h"
#include "raw_syscall.h"
#include "state.h"

extern char** environ;

namespace covolve::worker {

COVOLVE_STATE uint32_t changes = 0;

namespace {

constexpr int kDescriptorsWatched = 1024;  // the sandbox allows fewer
constexpr size_t kStreams = 128;
constexpr int kWaitsForThreads = 200;

struct OpenDescriptors {
  bool open[kDescriptorsWatched];
};

COVOLVE_STATE OpenDescriptors openAtStart = {};
COVOLVE_STATE int descriptorLimit = 0;
COVOLVE_STATE int lowestFree = 0;
COVOLVE_STATE char outputBuffer[BUFSIZ] = {};
COVOLVE_STATE char inputBuffer[BUFSIZ] = {};
COVOLVE_STATE char localeAtStart[256] = {};
COVOLVE_STATE char directory[PATH_MAX] = {};
COVOLVE_STATE bool ownsDirectory = false;
COVOLVE_STATE mode_t fileMask = 022;
COVOLVE_STATE void* streams[kStreams] = {};
COVOLVE_STATE int64_t mappedBytes = 0;
// The environment in pages of our own: a test may write into the strings, too.
COVOLVE_STATE char* environmentPages = nullptr;
COVOLVE_STATE char* environmentCopy = nullptr;
COVOLVE_STATE size_t environmentBytes = 0;

/// One call for all: poll() answers POLLNVAL for what is not open.
OpenDescriptors findOpenDescriptors() {
  pollfd asked[kDescriptorsWatched];
  for (int i = 0; i < descriptorLimit; ++i) asked[i] = {i, 0, 0};
  const timespec now = {};
  rawSyscall(SYS_ppoll, asArgument(asked), descriptorLimit, asArgument(&now), 0, 8);
  OpenDescriptors found = {};
  for (int i = 0; i < descriptorLimit; ++i) found.open[i] = (asked[i].revents & POLLNVAL) == 0;
  return found;
}

/// 0, 1 and 2 whatever the test did to them.
void nullStandardStreams() {
  const long null = rawSyscall(SYS_openat, AT_FDCWD, asArgument("/dev/null"), O_RDWR);
  if (null < 0) return;
  for (int descriptor = 0; descriptor < 3; ++descriptor) {
    if (descriptor != null) rawSyscall(SYS_dup3, null, descriptor, 0);
  }
  if (null > 2) rawSyscall(SYS_close, null);
}

bool repairDescriptors() {
  for (void*& stream : streams) {
    if (stream != nullptr) fclose(static_cast<FILE*>(stream));
    stream = nullptr;
  }
  const OpenDescriptors now = findOpenDescriptors();
  for (int i = 3; i < descriptorLimit; ++i) {
    if (now.open[i] && !openAtStart.open[i]) rawSyscall(SYS_close, i);
    if (!now.open[i] && openAtStart.open[i]) return false;
  }
  nullStandardStreams();
  clearerr(stdin);
  clearerr(stdout);
  clearerr(stderr);
  return true;
}

/// Everything beneath the open directory; never follows a link out of it.
bool emptyDirectory(int parent) {
  const int own = openat(parent, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* listing = own >= 0 ? fdopendir(own) : nullptr;
  if (listing == nullptr) return false;
  bool emptied = true;
  while (const dirent* entry = readdir(listing)) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (unlinkat(parent, entry->d_name, 0) == 0) continue;
    const int inner = openat(parent, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (inner >= 0) {
      emptyDirectory(inner);
      close(inner);
    }
    emptied &= unlinkat(parent, entry->d_name, AT_REMOVEDIR) == 0;
  }
  closedir(listing);
  return emptied;
}

bool emptyOwnDirectory() {
  if (!ownsDirectory) return true;
  const int opened = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (opened < 0) return false;
  const bool emptied = emptyDirectory(opened);
  close(opened);
  return emptied;
}

void stopTimers() {
  const itimerval never = {};
  setitimer(ITIMER_REAL, &never, nullptr);
  setitimer(ITIMER_VIRTUAL, &never, nullptr);
  setitimer(ITIMER_PROF, &never, nullptr);
}

void copyEnvironment() {
  size_t count = 0;
  size_t bytes = 0;
  for (char** variable = environ; *variable != nullptr; ++variable, ++count) bytes += strlen(*variable) + 1;
  const size_t pointers = (count + 1) * sizeof(char*);
  environmentBytes = pointers + bytes;
  environmentPages = mapMemory(2 * environmentBytes);
  if (environmentPages == nullptr) return;
  environmentCopy = environmentPages + environmentBytes;
  char** table = reinterpret_cast<char**>(environmentPages);
  char* text = environmentPages + pointers;
  for (size_t i = 0; i < count; ++i) {
    table[i] = text;
    text = stpcpy(text, environ[i]) + 1;
  }
  memcpy(environmentCopy, environmentPages, environmentBytes);
  environ = table;
}

void repairEnvironment() {
  if (environmentPages == nullptr) return;
  memcpy(environmentPages, environmentCopy, environmentBytes);
  environ = reinterpret_cast<char**>(environmentPages);
}

void restartRandomNumbers() {
  srand(1);
  unsigned short seed[3] = {0, 0, 0};
  seed48(seed);
}

}  // namespace

/// The links of /proc/self/task are its threads and two more.
bool isAlone() {
  for (int i = 0; i < kWaitsForThreads;
       ++i) {  // a joined thread needs a moment to be gone from the kernel's list
    struct stat status;
    if (stat("/proc/self/task", &status) != 0) return false;
    if (status.st_nlink <= 3) return true;
    rawSyscall(SYS_sched_yield);
  }
  return false;
}

void closeServersDescriptor(int descriptor) {
  rawSyscall(SYS_close, descriptor);
  if (descriptor >= 0 && descriptor < kDescriptorsWatched) openAtStart.open[descriptor] = false;
  lowestFree = 3;
  while (lowestFree < descriptorLimit && openAtStart.open[lowestFree]) ++lowestFree;
}

/// New descriptors get the lowest free number.
bool hasUnknownDescriptor() { return rawSyscall(SYS_fcntl, lowestFree, F_GETFD) != -EBADF; }

void noteStreamOpened(void* stream) {
  if (stream == nullptr) return;
  noteChange(kDescriptors);
  for (void*& place : streams) {
    void* empty = nullptr;
    if (__atomic_compare_exchange_n(&place, &empty, stream, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return;
  }
  noteChange(kIrreparable);
}

void noteStreamClosed(void* stream) {
  noteChange(kDescriptors);
  for (void*& place : streams) {
    void* expected = stream;
    if (__atomic_compare_exchange_n(&place, &expected, nullptr, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return;
  }
}

void noteMapping(int64_t bytes) { __atomic_fetch_add(&mappedBytes, bytes, __ATOMIC_RELAXED); }

void captureProcessState() {
  nullStandardStreams();
  setvbuf(stdout, outputBuffer, _IOFBF, sizeof outputBuffer);
  setvbuf(stdin, inputBuffer, _IOFBF, sizeof inputBuffer);
  rlimit limit;
  const bool known = getrlimit(RLIMIT_NOFILE, &limit) == 0;
  descriptorLimit =
      known && limit.rlim_cur < kDescriptorsWatched ? static_cast<int>(limit.rlim_cur) : kDescriptorsWatched;
  openAtStart = findOpenDescriptors();
  const char* locale = setlocale(LC_ALL, nullptr);
  strncpy(localeAtStart, locale != nullptr ? locale : "C", sizeof localeAtStart - 1);
  const char* own = getenv(abi::kTestDirectoryVariable);
  ownsDirectory = own != nullptr && *own == '/' && strlen(own) < sizeof directory && chdir(own) == 0;
  if (ownsDirectory) {
    strcpy(directory, own);
  } else if (getcwd(directory, sizeof directory) == nullptr) {
    strcpy(directory, "/");
  }
  fileMask = umask(022);
  umask(fileMask);
  copyEnvironment();
  emptyOwnDirectory();
  for (void*& stream : streams) stream = nullptr;
  mappedBytes = 0;
  changes = 0;
}

bool repairProcessState() {
  if (mappedBytes != 0) changes |= kIrreparable;
  if (changes == 0) return true;
  bool repaired = (changes & kIrreparable) == 0;
  if ((changes & kThreads) != 0) repaired = repaired && isAlone();
  if (!repaired) return false;  // threads may still be running: touch nothing
  if ((changes & kTimers) != 0) stopTimers();
  if ((changes & kSignals) != 0) reinstallSignalHandlers();
  if ((changes & (kDescriptors | kFiles)) != 0) repaired = repairDescriptors();
  if ((changes & kFileMask) != 0) umask(fileMask);
  if ((changes & kDirectory) != 0) repaired = repaired && chdir(directory) == 0;
  if ((changes & kFiles) != 0) repaired = emptyOwnDirectory() && repaired;
  if ((changes & kEnvironment) != 0) repairEnvironment();
  if ((changes & kLocale) != 0) {
    uselocale(LC_GLOBAL_LOCALE);
    setlocale(LC_ALL, localeAtStart);
  }
  if ((changes & kRandom) != 0) restartRandomNumbers();
  changes = 0;
  return repaired;
}

}  // namespace covolve::worker
