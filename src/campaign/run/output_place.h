// Where a run writes until it is whole: a directory of its own beside the place
// its output is meant for, which then takes that place by a rename. A run that
// was killed with its campaign leaves such a directory; the next run meant for
// the same place removes it.
#pragma once

#include <filesystem>
#include <optional>

#include "campaign/definition/definition.h"
#include "campaign/run/claimed_directory.h"

namespace covolve::campaign {

class OutputPlace {
 public:
  /// With Keep::Nothing below `scratch` instead, which somebody else removes.
  static Result<OutputPlace> make(const std::filesystem::path& destination, Keep keep,
                                  const std::filesystem::path& scratch);

  const std::filesystem::path& path() const { return path_; }
  /// Takes out what is not kept and moves the rest to the destination, in place of what was there.
  Result<void> keepOutput();

 private:
  OutputPlace(std::filesystem::path path, std::filesystem::path destination, Keep keep)
      : path_(std::move(path)), destination_(std::move(destination)), keep_(keep) {}

  std::filesystem::path path_;
  std::filesystem::path destination_;
  Keep keep_;
  std::optional<ClaimedDirectory> directory_;  // unless nothing is kept
};

}  // namespace covolve::campaign
