// The user's build as covolve sees it: compile commands, which other units a
// target needs to link, and the builds made from them (the harness for the
// search, the emitted tests for verification). The user's own build tree is
// only read.
#pragma once

#include <atomic>
#include <filesystem>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/error.h"
#include "base/installation.h"
#include "unit/build/link_steps.h"

namespace covolve::unit {

struct CompileCommand {
  std::filesystem::path file;       // absolute, normalised
  std::filesystem::path directory;  // absolute
  std::vector<std::string> flags;   // for clang: without compiler, input, output; unknown GCC flags filtered
  std::filesystem::path output = {};        // the object of the user's own build, absolute; may not exist
  std::vector<std::string> linkFlags = {};  // -l and -L among the flags
  bool isC = false;                         // compiled as C, not C++
};

struct Project {
  std::vector<CompileCommand> commands;
  std::filesystem::path buildDirectory;  // empty when flags were given after --
  std::vector<LinkStep> linkSteps = {};
};

/// From <directory>/compile_commands.json. User errors: missing, empty, not JSON.
Result<Project> loadProject(const std::filesystem::path& buildDirectory);

/// A target of a CMake build, with the others around it.
struct TargetProject {
  Project project;                             // the target's own commands come first
  std::vector<std::filesystem::path> sources;  // the target's, without those that the build makes
  bool hasAskedCMake = false;                  // CMake had to be run for its answer
};
/// From CMake's file API. User errors: no build of CMake's, no such target, one that compiles nothing.
Result<TargetProject> loadTarget(const std::filesystem::path& buildDirectory, const std::string& target);

/// From flags given after `--`. Sources of the same folders are of the project, too: a test may need them.
Project projectFromFlags(const std::vector<std::filesystem::path>& sources,
                         const std::vector<std::string>& flags);
/// A user Error naming the file when it is not in the database (or does not exist). A header gets the flags
/// of the source nearest to it.
Result<CompileCommand> findCommand(const Project& project, const std::filesystem::path& source);

/// What must be linked beside the target's own unit.
struct LinkPlan {
  CompileCommand target;
  std::vector<CompileCommand> support;     // other units of the project, in a fixed order
  std::vector<std::string> linkArguments;  // --link's libraries, the CMake target's libraries, -pthread ...
  bool includeSource = false;              // the target's source is #included: do not link its own object
  bool renameMain = false;                 // the target defines main()
};

/// What a program of tests is built for.
enum class TestBuild {
  Plain,      // as the user would
  Coverage,   // with llvm's source coverage of the target
  Sanitized,  // with address and undefined-behaviour sanitizers in the target and in the tests
};

/// A program of tests.
struct TestSources {
  std::filesystem::path tests;
  std::filesystem::path main = {};          // a source with main(), compiled once; none: a library has it
  std::vector<std::string> libraries = {};  // the framework's
  int minimumStandard = 14;                 // of C++, which the framework needs
};

struct BuildOptions {
  Installation installation;
  std::filesystem::path scratch;           // everything is written below
  std::vector<std::string> linkArguments;  // from --link
  unsigned jobs = 2;
  bool knownCalls = true;             // are instrumented
  std::string compilerLauncher = {};  // compilers are run through this program (launcher.h); empty: none

  /// Of every compilation for the search, behind the wrapper. Its first option is explained in
  /// wrapper/search_compilation.h.
  std::vector<std::string> searchFlags() const {
    std::vector<std::string> flags{"--covolve-for-search"};
    if (!knownCalls) flags.insert(flags.end(), {"-mllvm", "-covolve-known-calls=false"});
    return flags;
  }
};

/// Outcome of a compilation whose failure is data, not an Error.
struct Compiled {
  bool succeeded = false;
  std::string diagnostics;  // clang's or the linker's own words
  std::filesystem::path executable;
  std::vector<std::filesystem::path> objects = {};  // of a harness: its own and the instrumented units'
  bool ranOutOfTime = false;                        // it was ended: nothing is known about what it compiled
};

class WaitingCompilation;

class Builder {
 public:
  Builder(const Project& project, BuildOptions options);
  /// Ends what is still done for tests that nobody asked for.
  ~Builder();

  unsigned jobs() const { return options_.jobs; }

  /// Compiles the target and finds, through undefined symbols, the other units it needs. `looks`: symbols
  /// that tests would like to call as well.
  Result<LinkPlan> plan(const CompileCommand& target, bool includeSource, bool renameMain,
                        const std::vector<std::string>& looks = {});

  /// The search's executable: harness source (with the user's flags, C++17 at least), instrumented target and
  /// support, runtime, worker; linked at fixed addresses. What does not compile or link is data: all
  /// complaints, for blamedThunks (harness.h). Errors are only those that no other harness would mend.
  Result<Compiled> tryHarness(const LinkPlan& plan, const std::filesystem::path& harnessSource);

  /// In two steps: the first is the same whatever the plan's support is, so that it can be done while that is
  /// looked for.
  Compiled compileHarness(const LinkPlan& plan, const std::filesystem::path& harnessSource);
  Result<Compiled> linkHarness(const LinkPlan& plan, const std::filesystem::path& harnessSource,
                               const Compiled& harness);

  /// Begins to compile the harness of a target in the background, which will begin with that text, before it
  /// is known how the target is seen. Nothing with one job, or with a launcher (waiting_compilation.h).
  void expectHarness(const CompileCommand& target, const std::filesystem::path& harnessSource,
                     const std::string& beginning);

  /// What to tell the user of a harness that tryHarness could not build.
  static Error harnessError(const LinkPlan& plan, const Compiled& failed);

  /// Begins to compile a source of tests in the background (waiting_compilation.h); the plan needs no support
  /// yet. Nothing with one job, or with a launcher.
  void expectTests(const LinkPlan& plan, const TestSources& tests, const std::string& beginning,
                   TestBuild build);
  /// The rest of their program that does not depend on them, also in the background. What fails is tried
  /// again when the tests are built.
  void prepareTests(const LinkPlan& plan, const TestSources& tests, bool sanitized);

  /// The emitted tests, with the user's flags.
  Result<Compiled> buildTests(const LinkPlan& plan, const TestSources& tests,
                              const std::filesystem::path& executable, TestBuild build,
                              const Deadline& deadline = {});

  /// The least standard of C++ (11, 14 ...), from the target's own on, in which the header can be included; a
  /// user Error with clang's words where there is none.
  Result<int> standardFor(const LinkPlan& plan, const std::string& header);

 private:
  bool compilesAhead() const { return options_.jobs > 1 && options_.compilerLauncher.empty(); }
  std::unique_ptr<WaitingCompilation> takeWaiting(const std::vector<std::string>& compiler,
                                                  const std::filesystem::path& source,
                                                  const std::string& text);
  /// Waits until what prepareTests began is done; false when the time is over before.
  bool isPrepared(const Deadline& deadline) const;

  Compiled compileHarnessItself(const LinkPlan& plan, const std::filesystem::path& harnessSource);
  std::vector<std::string> harnessCompiler(const LinkPlan& plan,
                                           const std::filesystem::path& harnessSource) const;

  const Project& project_;
  BuildOptions options_;
  std::mutex mutex_;  // of what waits: programs of tests are built side by side
  std::vector<std::unique_ptr<WaitingCompilation>> waiting_;
  std::atomic<bool> stop_ = false;
  std::shared_future<void> preparation_;
};

}  // namespace covolve::unit
