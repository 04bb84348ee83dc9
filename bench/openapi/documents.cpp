#include "documents.h"

#include <algorithm>
#include <string_view>

#include "base/files.h"

namespace covolve::bench {

namespace fs = std::filesystem;

namespace {

/// The text behind a key and its colon, up to the end of the line or value: "3.0.3".
std::string versionAt(std::string_view text, size_t position) {
  const auto skip = [&](std::string_view characters) {
    const size_t next = text.find_first_not_of(characters, position);
    position = next == std::string_view::npos ? text.size() : next;
  };
  skip("\"' \t\r\n");
  if (position >= text.size() || text[position] != ':') return "";
  ++position;
  skip("\"' \t\r\n");
  const size_t end = std::min(text.find_first_not_of("0123456789.", position), text.size());
  return std::string(text.substr(position, end - position));
}

bool isKey(std::string_view text, size_t position, std::string_view name) {
  const size_t end = position + name.size();
  const bool isQuoted = position > 0 && text[position - 1] == '"' && end < text.size() && text[end] == '"';
  const bool beginsLine = position == 0 || text[position - 1] == '\n';
  return isQuoted || beginsLine;
}

}  // namespace

std::string openApiVersion(const std::string& text) {
  if (text.find("paths") == std::string::npos) return "";
  for (const std::string_view name : {"openapi", "swagger"}) {
    for (size_t found = text.find(name); found != std::string::npos; found = text.find(name, found + 1)) {
      if (!isKey(text, found, name)) continue;
      const std::string version = versionAt(text, found + name.size());
      if (version.starts_with("2.") || version.starts_with("3.")) return version;
    }
  }
  return "";
}

std::vector<Document> largestDocuments(const fs::path& directory, size_t count) {
  std::vector<Document> files;
  std::error_code failed;
  for (auto entry = fs::recursive_directory_iterator(directory, failed);
       !failed && entry != fs::recursive_directory_iterator(); entry.increment(failed)) {
    const std::string extension = entry->path().extension().string();
    const bool mayBe = extension == ".json" || extension == ".yaml" || extension == ".yml";
    if (mayBe && entry->is_regular_file()) files.push_back({entry->path(), entry->file_size(), ""});
  }
  std::ranges::sort(files, [](const Document& one, const Document& other) {
    return std::pair(other.bytes, one.file) < std::pair(one.bytes, other.file);
  });
  std::vector<Document> documents;
  for (Document& file : files) {
    if (documents.size() == count) break;
    const auto text = readFile(file.file);
    if (!text) continue;
    file.version = openApiVersion(*text);
    if (!file.version.empty()) documents.push_back(std::move(file));
  }
  return documents;
}

}  // namespace covolve::bench
