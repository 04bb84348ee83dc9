// Where code under test runs: it can read, compute and write beneath one
// scratch directory, and nothing else. Several mechanisms overlap, so that one
// that the kernel lacks is seldom missed; what is missing is named.
//
// Easy to get wrong: everything is built in prepare(). Between fork and exec
// only system calls are made, and a protection that was announced but is
// refused there ends the child: nothing runs less protected than was said.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "execute/landlock.h"
#include "execute/namespaces.h"
#include "execute/seccomp_filter.h"

namespace covolve::execute {

/// One thing the sandbox promises.
struct Protection {
  std::string name;  // "network", "files", ...
  bool active = false;
  std::string sentence;  // by what it is kept, or what is missing
};

/// Of the kernel's; all that work are used.
struct Mechanisms {
  bool namespaces = true;
  bool landlock = true;
  bool seccomp = true;
};

class Sandbox {
 public:
  struct Options {
    std::filesystem::path scratch;                      // the only place that can be written; made if missing
    bool enabled = true;                                // --sandbox=off: limits only
    Mechanisms mechanisms;                              // to see what remains where the kernel lacks one
    uint64_t harnessAddressSpace = uint64_t{16} << 30;  // bytes, 0 = no limit; most of it reserved, not used
    uint64_t testAddressSpace = uint64_t{4} << 30;      // of an emitted test
    uint64_t fileSize = 256u << 20;                     // bytes
    uint64_t openFiles = 256;
    uint64_t processorSeconds = 0;  // 0 = no limit
    uint64_t stack = 8u << 20;      // bytes
  };
  /// A harness forks workers, which then give up more (workerFilter); an emitted test runs as it is.
  /// With a sanitizer it must be able to reserve more addresses than there is memory.
  enum class Program { Harness, EmittedTest, SanitizedTest };
  /// The exit status of a child that could not enter the sandbox.
  static constexpr int kRefused = 124;

  static Result<Sandbox> prepare(Options options);
  Sandbox(Sandbox&& other) noexcept;
  Sandbox& operator=(Sandbox&& other) noexcept;
  ~Sandbox();

  const Options& options() const { return options_; }
  const std::vector<Protection>& protections() const { return protections_; }
  /// Empty when there is no seccomp.
  std::span<const sock_filter> workerFilter() const { return workerFilter_; }

  /// In the child, between fork and exec.
  void enterForExec(Program program) const;

 private:
  Sandbox() = default;
  void describe();

  Options options_;
  std::string scratch_;
  Landlock landlock_;
  Namespaces namespaces_;
  bool seccomp_ = false;
  std::vector<sock_filter> serverFilter_;
  std::vector<sock_filter> workerFilter_;
  std::vector<sock_filter> testFilter_;
  std::vector<Protection> protections_;
};

/// For Command::beforeExec of emitted tests. The sandbox must outlive it.
std::function<void()> sandboxedExec(const Sandbox& sandbox,
                                    Sandbox::Program program = Sandbox::Program::EmittedTest);

}  // namespace covolve::execute
