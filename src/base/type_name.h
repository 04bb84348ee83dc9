// Names of types as the C++ runtime spells them.
#pragma once

#include <string>

namespace covolve {

/// The qualified name of a mangled type, or "" where a test could not write it (unnamed namespace, lambda,
/// local class).
std::string nameableType(const std::string& mangled);

/// The same for display: never empty.
std::string readableType(const std::string& mangled);

}  // namespace covolve
