// Real documents, which are too large to be kept here: those in the directory
// that COVOLVE_OPENAPI_DOCUMENTS names. Each must be read, and every operation
// that is left out must have a reason.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>

#include "openapi_support.h"

namespace covolve::rest::openapi {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> documents(const fs::path& directory) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    const std::string extension = entry.path().extension().string();
    const bool isDocument = extension == ".json" || extension == ".yaml" || extension == ".yml";
    if (entry.is_regular_file() && isDocument) found.push_back(entry.path());
  }
  std::ranges::sort(found,
                    [](const fs::path& a, const fs::path& b) { return fs::file_size(a) > fs::file_size(b); });
  return found;
}

long peakMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

TEST(OpenApiWild, EveryDocumentIsRead) {
  const char* const directory = std::getenv("COVOLVE_OPENAPI_DOCUMENTS");
  if (directory == nullptr) GTEST_SKIP() << "COVOLVE_OPENAPI_DOCUMENTS names no directory";
  for (const fs::path& file : documents(directory)) {
    const auto start = std::chrono::steady_clock::now();
    const Result<Api> api = readApi(file.string(), fetchNothing);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    if (!api) {
      ADD_FAILURE() << api.error().message;
      continue;
    }
    std::cout << file.filename().string() << " | " << fs::file_size(file) << " bytes | "
              << api->operations.size() << " operations | " << api->skipped.size() << " skipped | "
              << api->schemas.size() << " schemas | " << api->notes.size() << " notes | " << time.count()
              << " s | peak " << peakMegabytes() << " MB\n";
    EXPECT_GT(api->operations.size() + api->skipped.size(), 0u) << file;
    for (const SkippedOperation& skipped : api->skipped) {
      EXPECT_FALSE(skipped.reason.empty()) << skipped.what;
      std::cout << "  " << skipped.what << ": " << skipped.reason << '\n';
    }
  }
}

}  // namespace
}  // namespace covolve::rest::openapi
