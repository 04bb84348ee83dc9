// The options of a configuration or a target, as arguments of the command line.
// Whether the command has such options is for the command line to say; what
// belongs to the campaign itself is refused here.
#pragma once

#include <string>
#include <vector>

#include "yaml/reader.h"

namespace covolve::campaign {

/// {algorithm: random, fail-on-fault: true, link: [m, z]} as "--algorithm", "random", "--fail-on-fault",
/// "--link", "m", "--link", "z".
std::vector<std::string> readOptions(const yaml::Reader& options);

}  // namespace covolve::campaign
