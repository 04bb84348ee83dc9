#pragma once

namespace covolve {

constexpr const char* kVersion = COVOLVE_VERSION;  // from the project's CMakeLists.txt

}  // namespace covolve
