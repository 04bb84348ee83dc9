#include "unit/lower/test_helpers.h"

#include "program/results_in_turn.h"

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

const TestHelper& textGiven() {
  static const TestHelper helper{"textGiven",
                                 R"helper(// What a callback was given, which may lack its end, or be null.
inline std::string textGiven(const char* text, std::size_t most = 400) {
  return text == nullptr ? "(null)" : std::string(text, strnlen(text, most));
}
)helper",
                                 {"<cstring>", "<string>"}};
  return helper;
}

const TestHelper& noInput() {
  static const TestHelper helper{"noInput",
                                 R"helper(// The code reads standard input, which is empty for these tests.
const bool noInput = std::freopen("/dev/null", "r", stdin) != nullptr;
)helper",
                                 {"<cstdio>"}};
  return helper;
}

const TestHelper& resultsInTurn() {
  using program::ResultsInTurn;
  static const TestHelper helper{ResultsInTurn::name, ResultsInTurn::definition, ResultsInTurn::includes()};
  return helper;
}

}  // namespace covolve::unit
