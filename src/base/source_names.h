// What a file holds, by its name: C and C++ sources and headers.
#pragma once

#include <algorithm>
#include <filesystem>

namespace covolve {

inline bool isHeader(const std::filesystem::path& file) {
  const auto known = {".h", ".hh", ".hpp", ".hxx", ".h++", ".H", ".inl", ".ipp", ".tpp"};
  return std::ranges::find(known, file.extension().string()) != known.end();
}

inline bool isSource(const std::filesystem::path& file) {
  const auto known = {".c", ".cc", ".cpp", ".cxx", ".c++", ".C"};
  return std::ranges::find(known, file.extension().string()) != known.end();
}

}  // namespace covolve
