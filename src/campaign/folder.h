// A campaign's folder: where everything of it lies, and who works in it. Two
// processes on one campaign would run everything twice, so the second one is
// turned away; that the store survives both is a matter of its own.
#pragma once

#include <filesystem>

#include "base/error.h"

namespace covolve::campaign {

class Folder {
 public:
  static constexpr const char* kStore = "campaign.db";
  static constexpr const char* kResults = "results";

  /// Makes the folder if there is none and holds its lock until destruction (or death). A user Error if
  /// another process holds it, or the folder cannot be made or written.
  static Result<Folder> open(const std::filesystem::path& path);
  Folder(Folder&& other) noexcept;
  Folder& operator=(Folder&&) = delete;
  ~Folder();

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path store() const { return path_ / kStore; }
  std::filesystem::path results() const { return path_ / kResults; }

 private:
  Folder(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}

  std::filesystem::path path_;
  int lock_;  // descriptor
};

}  // namespace covolve::campaign
