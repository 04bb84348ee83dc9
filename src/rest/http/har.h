// Writes down what is sent and answered, as an HTTP archive (HAR 1.2), which
// browsers and many tools read. Entries are written as they come: a run makes more
// requests than memory could hold.
//
// Easy to get wrong: secrets. Of headers that prove who is calling only the names
// are written.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "rest/http/message.h"

namespace covolve::rest {

class HarFile {
 public:
  /// A user Error where the file cannot be written. `version` is covolve's; `secretHeaders` have secrets
  /// beside those that usually do.
  static Result<HarFile> open(const std::filesystem::path& file, const std::string& version,
                              std::vector<std::string> secretHeaders = {});

  void add(const HttpRequest& request, const std::string& baseUrl, const HttpAnswer& answer,
           std::chrono::system_clock::time_point start, std::chrono::duration<double> took);
  /// Ends the file; nothing may be added any more.
  void close();

 private:
  HarFile(std::ofstream out, std::vector<std::string> secretHeaders)
      : out_(std::move(out)), secretHeaders_(std::move(secretHeaders)) {}

  std::ofstream out_;
  std::vector<std::string> secretHeaders_;
  size_t entries_ = 0;
  size_t bytes_ = 0;
};

}  // namespace covolve::rest
