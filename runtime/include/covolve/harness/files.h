// Files that the code under test reads and writes through a FILE*: in memory,
// kept until the end of the test. Included by harnesses that need one.
//
// Easy to get wrong: code may close what it is given, and then nobody else may.
// So the file has a second descriptor, by which it is looked at and by which it
// is told whether the first one is still there. The emitted tests do the same:
// src/unit/lower/test_helpers.cpp.
#pragma once
#pragma GCC system_header  // the warnings of the code under test's build are not about this

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

#include "covolve/harness/coding.h"

namespace covolve::harness {

class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view text)
      : descriptor_(::memfd_create("test", MFD_CLOEXEC)),
        given_(::dup(descriptor_)),
        file_(::fdopen(given_, "r+")),
        before_(newest_) {
    newest_ = this;
    if (file_ == nullptr) return;
    ::fwrite(text.data(), 1, text.size(), file_);
    ::rewind(file_);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    newest_ = before_;
    if (isOpen()) ::fclose(file_);
    ::close(descriptor_);
  }

  FILE* get() const { return file_; }

  std::string text() const {
    constexpr size_t longest = size_t{1} << 20;  // more is not looked at anyway
    if (isOpen()) ::fflush(file_);
    std::string text;
    char part[4096];
    while (text.size() < longest) {
      const ssize_t size = ::pread(descriptor_, part, sizeof part, static_cast<off_t>(text.size()));
      if (size <= 0) break;
      text.append(part, static_cast<size_t>(size));
    }
    return text;
  }

  /// The one behind this pointer; null: none of ours.
  static const TemporaryFile* behind(const FILE* file) {
    const TemporaryFile* found = newest_;
    while (found != nullptr && found->file_ != file) found = found->before_;
    return found;
  }

 private:
  bool isOpen() const {
    struct stat own, given;
    return file_ != nullptr && ::fstat(descriptor_, &own) == 0 && ::fstat(given_, &given) == 0 &&
           own.st_dev == given.st_dev && own.st_ino == given.st_ino;
  }

  static inline const TemporaryFile* newest_ = nullptr;

  int descriptor_;
  int given_;
  FILE* file_;
  const TemporaryFile* before_;
};

template <>
struct Coding<FILE> {
  static constexpr bool isObject = true;
  static bool check(Reading& reading) { return checkText(reading); }
  static FILE& object(Reading& reading) {
    const TemporaryFile& file = reading.arena.make<TemporaryFile>(
        [&](void* place) { ::new (place) TemporaryFile(Coding<std::string>::take(reading)); });
    return *file.get();
  }
  static std::string written(const FILE& file) {
    const TemporaryFile* found = TemporaryFile::behind(&file);
    return found != nullptr ? found->text() : std::string();
  }
};

}  // namespace covolve::harness
