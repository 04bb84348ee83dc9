#include "campaign/run/provenance_book.h"

#include "base/path_search.h"
#include "campaign/run/file_hash.h"

namespace covolve::campaign {

namespace fs = std::filesystem;

Provenance ProvenanceBook::of(const PlannedRun& run) {
  const auto program =
      run.command.empty() ? std::nullopt : findProgram(run.command.front(), fs::path(run.directory));
  std::error_code ignored;
  if (!program || fs::equivalent(*program, "/proc/self/exe", ignored)) return covolve_;
  Provenance peer = covolve_;
  peer.version = "peer " + program->filename().string();
  const std::scoped_lock lock(mutex_);
  const auto [known, isNew] = hashes_.try_emplace(*program);
  if (isNew) known->second = hashFile(*program).value_or("").substr(0, kProgramDigits);
  peer.program = known->second;
  return peer;
}

}  // namespace covolve::campaign
