// The disk as SQLite sees it, with an accident at the n-th time that something
// is changed on it: it is full, it fails, or the process is killed right then.
// Also makes SQLite's waiting for a lock take no time.
#pragma once

#include <sqlite3.h>

#include <functional>
#include <map>

namespace covolve::campaign::stored {

class DiskAccidents {
 public:
  DiskAccidents() {
    ordinary_ = sqlite3_vfs_find(nullptr);
    disk_ = *ordinary_;
    disk_.zName = "accidents";
    disk_.xOpen = &open;
    disk_.xDelete = &remove;
    disk_.xSleep = [](sqlite3_vfs*, int microseconds) { return microseconds; };
    sqlite3_vfs_register(&disk_, 1);
    countdown_ = -1;
  }
  DiskAccidents(const DiskAccidents&) = delete;
  DiskAccidents& operator=(const DiskAccidents&) = delete;
  ~DiskAccidents() {
    sqlite3_vfs_unregister(&disk_);
    sqlite3_vfs_register(ordinary_, 1);
  }

  /// The change after so many good ones has the accident, and all that follow it if it is lasting. What
  /// `accident` returns is SQLite's result of that change.
  void plan(int goodChanges, bool isLasting, std::function<int()> accident) {
    countdown_ = goodChanges;
    isLasting_ = isLasting;
    accident_ = std::move(accident);
    hasHappened_ = false;
  }
  void planNone() { countdown_ = -1; }
  bool hasHappened() const { return hasHappened_; }

 private:
  struct File {
    sqlite3_io_methods methods;  // the first member: SQLite knows only this
    const sqlite3_io_methods* ordinary;
  };

  static const sqlite3_io_methods* ordinaryOf(sqlite3_file* file) {
    return reinterpret_cast<const File*>(file->pMethods)->ordinary;
  }
  static int open(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* outFlags) {
    const int code = ordinary_->xOpen(ordinary_, name, file, flags, outFlags);
    if (code != SQLITE_OK || file->pMethods == nullptr) return code;
    // Databases and journals have different ones.
    File& patched = files_[file->pMethods];
    patched.ordinary = file->pMethods;
    patched.methods = *file->pMethods;
    patched.methods.xWrite = &write;
    patched.methods.xSync = &sync;
    patched.methods.xTruncate = &truncate;
    file->pMethods = &patched.methods;
    return code;
  }
  static int write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 offset) {
    const int code = change();
    return code != SQLITE_OK ? code : ordinaryOf(file)->xWrite(file, bytes, count, offset);
  }
  static int sync(sqlite3_file* file, int flags) {
    const int code = change();
    return code != SQLITE_OK ? code : ordinaryOf(file)->xSync(file, flags);
  }
  static int truncate(sqlite3_file* file, sqlite3_int64 size) {
    const int code = change();
    return code != SQLITE_OK ? code : ordinaryOf(file)->xTruncate(file, size);
  }
  static int remove(sqlite3_vfs*, const char* name, int syncDirectory) {
    const int code = change();
    return code != SQLITE_OK ? code : ordinary_->xDelete(ordinary_, name, syncDirectory);
  }
  static int change() {
    if (countdown_ < 0) return SQLITE_OK;
    if (countdown_ > 0) {
      --countdown_;
      return SQLITE_OK;
    }
    if (hasHappened_ && !isLasting_) return SQLITE_OK;
    hasHappened_ = true;
    return accident_();
  }

  // SQLite's interface has no room for an object.
  static inline sqlite3_vfs* ordinary_ = nullptr;
  static inline sqlite3_vfs disk_ = {};
  static inline std::map<const sqlite3_io_methods*, File> files_;
  static inline int countdown_ = -1;
  static inline bool isLasting_ = false;
  static inline bool hasHappened_ = false;
  static inline std::function<int()> accident_;
};

}  // namespace covolve::campaign::stored
