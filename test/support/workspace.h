// A scratch directory in which a test compiles by the wrappers, reads the sites
// of objects, and runs programs with the engine's shared memory.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/process.h"
#include "covolve/abi.h"

namespace covolve::test {

/// A line of section covolve_sites.
struct SiteLine {
  char kind = '?';
  std::string id;
  unsigned line = 0;
  unsigned column = 0;
  std::string value;
  std::string lines;
  std::string function;
  std::string file;
};

struct SeenState {
  bool touched = false;
  uint64_t toTrue = abi::kNever;
  uint64_t toFalse = abi::kNever;
};

/// What a program left in the shared memory.
struct Observed {
  Completed program;
  std::vector<SiteLine> sites;
  std::vector<SeenState> states;  // one a site
  std::vector<uint32_t> touched;
  abi::Shared shared{};

  /// The only state at this place; fails the test when there is none or several.
  SeenState at(char kind, unsigned line, const std::string& value = "-") const;
  /// Lines of the F and B sites that were hit.
  std::vector<unsigned> coveredLines() const;
};

class Workspace {
 public:
  Workspace();

  std::string path(const std::string& name) const { return (scratch_->path() / name).string(); }
  void write(const std::string& name, const std::string& text) const;

  /// By covolve-c++ or covolve-cc with these arguments, in the scratch directory.
  Completed cxx(std::vector<std::string> arguments, const std::string& directory = "") const;
  Completed cc(std::vector<std::string> arguments, const std::string& directory = "") const;
  Completed tool(std::vector<std::string> command, const std::string& directory = "") const;
  std::string wrapper(bool cxx) const;

  /// Compiles the text as C++20 and returns its sites; a failure to compile fails the test.
  std::vector<SiteLine> sitesOf(const std::string& source, std::vector<std::string> flags = {}) const;
  std::vector<SiteLine> sitesOfObject(const std::string& object) const;

  /// Compiles and links the text and runs it with shared memory.
  Observed observe(const std::string& source, std::vector<std::string> flags = {}) const;
  Observed observeProgram(const std::string& program, uint64_t steps = 0,
                          const std::vector<std::string>& arguments = {}) const;

 private:
  Result<ScratchDirectory> scratch_;
};

/// "C3 C4 T7": kinds and lines of all sites of the given kinds, sorted by line.
std::string kindsAndLines(const std::vector<SiteLine>& sites, const std::string& kinds);

std::vector<SiteLine> parseSites(const std::string& text);

}  // namespace covolve::test
