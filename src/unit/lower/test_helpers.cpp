#include "unit/lower/test_helpers.h"

namespace covolve::unit {

const TestHelper& temporaryFile() {
  static const TestHelper helper{"TemporaryFile",
                                 R"(// A file in memory for code that takes a FILE*, and may close it.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text = "")
      : descriptor_(memfd_create("test", 0)),
        given_(dup(descriptor_)),
        file_(fdopen(given_, "r+")) {
    std::fwrite(text.data(), 1, text.size(), file_);
    std::rewind(file_);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (isOpen()) std::fclose(file_);
    close(descriptor_);
  }

  FILE* get() const { return file_; }

  std::string text() const {
    if (isOpen()) std::fflush(file_);
    std::string text;
    char part[4096];
    ssize_t size;
    while ((size = pread(descriptor_, part, sizeof part, static_cast<off_t>(text.size()))) > 0) {
      text.append(part, static_cast<std::size_t>(size));
    }
    return text;
  }

 private:
  bool isOpen() const {
    struct stat own, given;
    return fstat(descriptor_, &own) == 0 && fstat(given_, &given) == 0 &&
           own.st_ino == given.st_ino;
  }

  int descriptor_;  // never given away
  int given_;
  FILE* file_;
};
)",
                                 {"<cstdio>", "<string>", "<sys/mman.h>", "<sys/stat.h>", "<unistd.h>"}};
  return helper;
}

const TestHelper& resultsInTurn() {
  static const TestHelper helper{
      "ResultsInTurn",
      R"(// What a callback returns, one after the other; the last one again and again.
template <class Result>
class ResultsInTurn {
 public:
  void returns(std::initializer_list<Result> results) {
    results_ = results;
    next_ = 0;
  }

  Result next() {
    const std::size_t place = next_;
    if (next_ + 1 < results_.size()) ++next_;
    return results_[place];
  }

 private:
  std::vector<Result> results_;
  std::size_t next_ = 0;
};
)",
      {"<cstddef>", "<initializer_list>", "<vector>"}};
  return helper;
}

}  // namespace covolve::unit
