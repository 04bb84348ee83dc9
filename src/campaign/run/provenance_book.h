// What ran a run: covolve itself, whose provenance is known, or a peer with
// covolve's command line, which is told by its program file.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>

#include "campaign/run/run.h"

namespace covolve::campaign {

/// May be used by several threads.
class ProvenanceBook {
 public:
  explicit ProvenanceBook(Provenance covolve) : covolve_(std::move(covolve)) {}

  /// Of a peer: its file's name instead of a version, and the file's hash.
  Provenance of(const PlannedRun& run);

 private:
  const Provenance covolve_;
  std::mutex mutex_;
  std::map<std::filesystem::path, std::string> hashes_;  // of peers, each computed once
};

}  // namespace covolve::campaign
