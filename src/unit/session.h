// What the sources of one run of covolve unit have in common: the user's build,
// read once; the objects that several of them need, compiled once; names, which
// must not clash where all emitted files become one program; and time: what one
// search leaves over is there for those after it that still find something.
#pragma once

#include <chrono>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/installation.h"
#include "unit/build/build.h"
#include "unit/options.h"

namespace covolve::unit {

struct SourceFile {
  std::filesystem::path path;  // as the user named it, or the folder it is in
  std::string name;            // among those of the run: order; core/order where there are two
};

struct Session {
  UnitOptions options;
  Installation installation;
  Project project;
  ScratchDirectory scratch;         // for what is shared; each source has a folder of its own in it
  std::vector<SourceFile> sources;  // in the order they were named, none twice
  bool hasFolderEach = false;  // in the output directory: several were named, whether all are tested or not
  std::vector<std::string> notes;  // what was done beyond reading, a sentence each
  std::set<std::string> suites;    // of the files that were emitted until now
  std::chrono::duration<double> spareTime{0};
};

/// A user Error where nothing can be done for any source.
Result<Session> startSession(UnitOptions options);

/// Of everything that is compiled for all sources together.
BuildOptions buildOptions(const Session& session, unsigned jobs);

/// One source: the output directory itself; several: one each below it.
std::filesystem::path outputOf(const Session& session, const SourceFile& source);

}  // namespace covolve::unit
