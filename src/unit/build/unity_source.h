// Unity builds compile a generated source that includes several of the project's.
// Who names one of those means it alone: it is compiled by itself, with the
// flags of the whole.
#pragma once

#include <filesystem>
#include <vector>

namespace covolve::unit {

/// The sources that a generated one of CMake (Unity/unity_0_cxx.cxx) or Meson (order-unity0.cpp) includes;
/// nothing for any other file.
std::vector<std::filesystem::path> unityMembers(const std::filesystem::path& file);

}  // namespace covolve::unit
