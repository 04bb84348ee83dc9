// A compiler that has read how a source begins, and waits for the rest.
//
// Nearly all the time of compiling emitted tests goes into the headers that stand
// before them: those of the code under test and the framework's, which are known
// long before the tests are. So the compiler is started early, on a source that
// has these headers and then includes a named pipe. It stops there until
// somebody opens the pipe, and the next line includes the tests. The harness,
// which begins with a header of ours, is treated alike.
//
// Easy to get wrong: it must see what the user's compiler will see. It reads the
// same text in the same order; a precompiled header of the framework's would come
// before the user's headers and may change what they mean (abs(double) after
// <cmath>), and llvm's coverage knows nothing of comments in precompiled code.
//
// Nor can a launcher serve it (--compiler-launcher): ccache looks for a whole
// source among those that it knows, and reads it for that more than once. With
// one, nothing is compiled ahead.
#pragma once

#include <atomic>
#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "unit/build/build.h"

namespace covolve::unit {

class WaitingCompilation {
 public:
  /// For a source that does not exist yet but will begin with that text. `command` compiles what is named
  /// after it. What it needs is written to a folder beside the source. Nothing where that cannot be done.
  /// `niceness`: how much it gives way to other compilers.
  static std::unique_ptr<WaitingCompilation> start(std::vector<std::string> command,
                                                   const std::filesystem::path& directory,
                                                   const std::filesystem::path& source, std::string beginning,
                                                   int niceness = 0);
  /// Ends the compiler if nobody asked for its result.
  ~WaitingCompilation();
  WaitingCompilation(const WaitingCompilation&) = delete;
  WaitingCompilation& operator=(const WaitingCompilation&) = delete;

  /// Whether compiling this is what it was started for.
  bool suits(const std::vector<std::string>& command, const std::filesystem::path& source,
             const std::string& text) const;

  /// The object of the source with that text, once.
  Compiled finish(const std::string& text, const Deadline& deadline);

 private:
  WaitingCompilation(std::vector<std::string> command, std::filesystem::path source, std::string beginning)
      : command_(std::move(command)),
        source_(std::move(source)),
        beginning_(std::move(beginning)),
        folder_(source_.string() + ".waiting") {}

  void openGate(const Deadline& deadline) const;

  std::vector<std::string> command_;
  std::filesystem::path source_;
  std::string beginning_;
  std::filesystem::path folder_;
  std::atomic<bool> stop_ = false;
  std::future<Compiled> compiling_;  // the last member: it uses the others
};

}  // namespace covolve::unit
