// The options of a command in a configuration file: the file has their names,
// the command's declarations say what their values may be.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "base/error.h"
#include "rest/configuration.h"

namespace covolve::cli {

/// All that a file can give: those with a long name, but for --help and the file itself.
std::vector<rest::KnownOption> knownOptions(const CLI::App& command);

/// Gives the option its values as the command line would have done. An Error with file and line for what it
/// does not accept.
Result<void> applyOption(CLI::App& command, const rest::ConfiguredOption& configured,
                         const std::string& document);

}  // namespace covolve::cli
