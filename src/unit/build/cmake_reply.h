// What CMake tells about a build through its file API (cmake-file-api(7), object
// kind codemodel, version 2): each target's sources, how they are compiled, and
// what the target is linked with.
//
// Easy to get wrong: only programs and shared libraries say what they are linked
// with; a static library's own libraries appear where it is linked into one.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/compile_commands.h"
#include "base/error.h"

namespace covolve::unit {

struct CMakeTarget {
  std::string id;
  std::string name;
  std::string type;                                // STATIC_LIBRARY, EXECUTABLE ...
  std::filesystem::path artifact = {};             // absolute; empty: it makes no file
  std::vector<CompileEntry> compiled = {};         // its C and C++ sources, in their order
  std::set<std::filesystem::path> generated = {};  // those of them that the build makes
  std::vector<std::string> linkWords = {};         // of the linker's command line, paths as written
  std::vector<std::string> dependencies = {};      // ids
};

struct CMakeReply {
  std::filesystem::path buildDirectory;  // what relative paths of linkWords start at
  std::vector<CMakeTarget> targets;
};

/// Nothing where CMake has left no answer. Of several configurations the first counts; what is malformed is
/// left out.
std::optional<CMakeReply> readCMakeReply(const std::filesystem::path& buildDirectory);

/// Asks, and runs CMake on the build once for the answer.
Result<CMakeReply> askCMake(const std::filesystem::path& buildDirectory);

/// A user Error that names the nearest ones if there is none of that name.
Result<const CMakeTarget*> findTarget(const CMakeReply& reply, const std::string& name);

}  // namespace covolve::unit
