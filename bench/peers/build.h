// Builds the programs of a comparison from what covolve itself prepared: the
// harness it generated, the units it links, the user's flags. Only the
// instrumentation differs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/installation.h"
#include "unit/preparation.h"

namespace covolve::peers {

/// One way to compile and link.
struct Flavour {
  std::string name;                       // of the executable
  std::vector<std::string> flags;         // of the target and the harness
  std::vector<std::string> supportFlags;  // of the other units of the project
  std::vector<std::string> linkArguments;
};

class Builder {
 public:
  Builder(const unit::Prepared& prepared, Installation installation, std::filesystem::path scratch,
          unsigned jobs)
      : prepared_(prepared),
        installation_(std::move(installation)),
        scratch_(std::move(scratch)),
        jobs_(jobs) {}

  /// `driver`: the archive with the program's entry.
  Result<std::filesystem::path> build(const Flavour& flavour, const std::filesystem::path& driver) const;

  /// The user's flags choose an optimisation, or leave it to us.
  bool isOptimised() const;

 private:
  const unit::Prepared& prepared_;
  Installation installation_;
  std::filesystem::path scratch_;
  unsigned jobs_;
};

}  // namespace covolve::peers
