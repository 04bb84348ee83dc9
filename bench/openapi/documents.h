// OpenAPI documents among the files below a directory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace covolve::bench {

struct Document {
  std::filesystem::path file;
  uintmax_t bytes = 0;
  std::string version;  // of OpenAPI: "3.0.3"
};

/// What a file's text says about the version of OpenAPI it is written in; empty: it is no such document. Does
/// not rely on the reader that is measured.
std::string openApiVersion(const std::string& text);

/// The largest ones, largest first.
std::vector<Document> largestDocuments(const std::filesystem::path& directory, size_t count);

}  // namespace covolve::bench
