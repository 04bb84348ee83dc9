// The `targets` of a definition: every entry read, its files found, each given a
// name of its own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "campaign/definition/definition.h"
#include "yaml/reader.h"

namespace covolve::campaign {

/// `command` is the definition's: unit or rest. Paths are relative to the folder, which is absolute.
std::vector<Target> readTargets(const yaml::Reader& targets, const std::string& command,
                                const std::filesystem::path& folder, yaml::Mistakes& mistakes);

}  // namespace covolve::campaign
