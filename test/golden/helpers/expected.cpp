// Tests for subject.cpp, evolved by covolve.
#include "subject.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <deque>
#include <string>
#include <vector>

namespace {

// A file in memory for code that takes a FILE*, and may close it.
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

// What a function returns, one after the other; the last one again and again.
template <class Result>
class ResultsInTurnOfTest {
 public:
  ResultsInTurnOfTest& operator=(const std::vector<Result>& results) {
    results_.clear();
    for (const auto& result : results) results_.push_back(result);
    next_ = 0;
    return *this;
  }

  Result& next() {
    if (results_.empty()) results_.emplace_back();
    return results_[next_ + 1 < results_.size() ? next_++ : next_];
  }

 private:
  std::deque<Result> results_;
  std::size_t next_ = 0;
};

}  // namespace

TEST(SubjectTest, RedReturnsOne) {
  const io::Pixel pixel{7, {{1, 2, 3}}};
  EXPECT_EQ(io::red(pixel), 1);
}

TEST(SubjectTest, UpperReturnsTrue) {
  TemporaryFile in("Shout\n");
  TemporaryFile out;
  EXPECT_TRUE(io::upper(in.get(), out.get()));
  EXPECT_EQ(out.text(), "SHOUT\n");
}

TEST(SubjectTest, UpperReturnsFalse) {
  TemporaryFile out("kept");
  EXPECT_FALSE(io::upper(nullptr, out.get()));
}

TEST(SubjectTest, AttemptsReturns5) {
  EXPECT_EQ(io::attempts([](const char*, void*) -> bool { return false; }, nullptr), 5);
}

TEST(SubjectTest, AttemptsReturns2) {
  static ResultsInTurnOfTest<bool> send;
  send = {false, true};
  EXPECT_EQ(io::attempts([](const char*, void*) -> bool { return send.next(); }, nullptr), 2);
}

TEST(SubjectTest, JoinReturnsADashB) {
  static ResultsInTurnOfTest<std::string> part;
  part = {"a", "b", "c"};
  EXPECT_EQ(io::join([](int) -> std::string { return part.next(); }), "a-b");
}

TEST(SubjectTest, JoinReturnsADashA) {
  EXPECT_EQ(io::join([](int) -> std::string { return "a"; }), "a-a");
}
