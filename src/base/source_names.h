// What a file holds, by its name: C and C++ sources and headers.
#pragma once

#include <algorithm>
#include <filesystem>

namespace covolve {

/// What a compiler precompiles where it is given it by itself.
inline bool isCompiledAsHeader(const std::filesystem::path& file) {
  const auto known = {".h", ".hh", ".hpp", ".hxx", ".h++", ".hp", ".H"};
  return std::ranges::find(known, file.extension().string()) != known.end();
}

/// That, and what only stands in an #include.
inline bool isHeader(const std::filesystem::path& file) {
  const auto known = {".inl", ".ipp", ".tpp", ".txx", ".tcc", ".inc"};
  return isCompiledAsHeader(file) || std::ranges::find(known, file.extension().string()) != known.end();
}

inline bool isSource(const std::filesystem::path& file) {
  const auto known = {".c", ".cc", ".cpp", ".cxx", ".c++", ".C"};
  return std::ranges::find(known, file.extension().string()) != known.end();
}

}  // namespace covolve
