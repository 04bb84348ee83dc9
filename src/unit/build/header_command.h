// A header is in no compilation database: it is compiled as the sources around
// it are.
#pragma once

#include <filesystem>
#include <optional>

#include "unit/build/build.h"

namespace covolve::unit {

/// The header as a unit of its own, with the flags of the source that is nearest to it: of the same name,
/// else one that includes it, else the one in the nearest directory. Nothing for an empty project.
std::optional<CompileCommand> commandForHeader(const Project& project, const std::filesystem::path& header);

}  // namespace covolve::unit
