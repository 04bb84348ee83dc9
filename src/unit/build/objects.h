// Compiles units of the project into the scratch directory, several at a time,
// each one only once for each purpose: the object's name is made from the
// command, so what exists need not be compiled again.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/process.h"
#include "unit/build/build.h"

namespace covolve::unit {

/// Calls work(0) .. work(count - 1) on up to `jobs` threads; none is begun any more when `stop` has become
/// true.
void inParallel(unsigned jobs, size_t count, const std::function<void(size_t)>& work,
                const std::atomic<bool>* stop = nullptr);

/// The first error of a compiler's or linker's output, one line; all of it when no line says "error".
std::string firstError(const std::string& diagnostics);

enum class Purpose {
  Search,     // by covolve's wrapper, with probes, optimised
  Plain,      // by clang, as the user would
  Coverage,   // by clang, with source-based coverage
  Sanitized,  // by clang, with sanitizers
};

/// What a compiler, and a linker, are told beside the user's flags.
const std::vector<std::string>& flagsFor(Purpose purpose);

/// How a compiler or linker is run.
struct Running {
  Deadline deadline = {};                   // then it is ended
  const std::atomic<bool>* stop = nullptr;  // or when this becomes true
  int niceness = 0;
  std::map<std::string, std::string> environment = {};
};

struct Input {
  std::filesystem::path source;
  std::filesystem::path directory;  // where the compiler runs
};

/// Runs a compiler on a source, through the launcher if there is one.
Compiled compileObject(const BuildOptions& options, std::vector<std::string> compiler, const Input& input,
                       const std::filesystem::path& object, const Running& running = {});

class Objects {
 public:
  explicit Objects(const BuildOptions& options) : options_(options) {}

  /// executable is the object file.
  Compiled compile(const CompileCommand& command, Purpose purpose, const Running& running = {}) const;
  std::vector<Compiled> compileAll(const std::vector<CompileCommand>& commands, Purpose purpose) const;

 private:
  const BuildOptions& options_;
};

/// Runs a compiler or linker: what it wrote on failure, also when it cannot be started.
Compiled runCompiler(const std::vector<std::string>& arguments, const std::filesystem::path& directory,
                     const std::filesystem::path& output, const Running& running = {});

}  // namespace covolve::unit
