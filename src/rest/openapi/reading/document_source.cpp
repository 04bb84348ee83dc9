#include "rest/openapi/reading/document_source.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "rest/openapi/reading/document_text.h"
#include "rest/openapi/reading/uri.h"

namespace covolve::rest::openapi {

namespace fs = std::filesystem;

namespace {

/// Not the whole file at once: a device has no end.
Result<std::string> readBounded(const std::string& name) {
  std::error_code ignored;
  errno = 0;
  std::ifstream file(name, std::ios::binary);
  if (!file || fs::is_directory(name, ignored)) {
    return userError(fmt::format("cannot read {}: {}", name, errno != 0 ? strerror(errno) : "not a file"));
  }
  std::string text;
  std::string chunk(size_t{1} << 16, '\0');
  while (file && text.size() <= kLongestText) {
    file.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
    text.append(chunk, 0, static_cast<size_t>(file.gcount()));
  }
  if (text.size() > kLongestText) {
    return userError(fmt::format("cannot read {}: it has more than {} MB", name, kLongestText >> 20));
  }
  return text;
}

Result<std::string> fetched(const std::string& location, const FetchText& fetch) {
  if (fetch == nullptr) return userError(fmt::format("cannot fetch {}", location));
  return fetch(location);
}

}  // namespace

Result<std::string> readSource(const std::string& location, const FetchText& fetch) {
  return isUrl(location) ? fetched(location, fetch) : readBounded(fileNameOf(location));
}

Result<std::string> readReferred(const std::string& location, const FetchText& fetch) {
  if (isUrl(location)) return fetched(location, fetch);
  const std::string name = fileNameOf(location);
  std::error_code failed;
  if (!fs::exists(name, failed)) return userError(fmt::format("{} does not exist", shown(name)));
  if (!fs::is_regular_file(name, failed)) return userError(fmt::format("{} is no plain file", shown(name)));
  return readBounded(name);
}

}  // namespace covolve::rest::openapi
