// From addresses in a program to source lines, by llvm-symbolizer.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"

namespace covolve::unit {

struct SourceFrame {
  std::string function;
  std::string file;
  unsigned line = 0;
};

/// Innermost first, inlined frames included. `addresses` are return addresses.
Result<std::vector<SourceFrame>> symbolise(const std::filesystem::path& executable,
                                           std::span<const uint64_t> addresses);

/// "Tree::find(int) const" as "Tree::find": parameters of template types take several lines.
std::string withoutParameters(const std::string& function);

}  // namespace covolve::unit
