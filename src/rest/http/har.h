// Writes down what is sent and answered, as an HTTP archive (HAR 1.2), which
// browsers and many tools read. Entries are written as they come: a run makes more
// requests than memory could hold.
//
// Easy to get wrong: secrets. Of headers that prove who is calling only the names
// are written, of logins no bodies, and of a URL no user.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "rest/http/message.h"
#include "rest/http/secret_text.h"

namespace covolve::rest {

/// What is not written down.
struct HarSecrets {
  std::vector<std::string> headers;          // beside those that usually have secrets
  std::vector<std::string> loginPaths = {};  // bodies of calls of these, and of their answers
};

class HarFile {
 public:
  /// A user Error where the file cannot be written. `version` is covolve's.
  static Result<HarFile> open(const std::filesystem::path& file, const std::string& version,
                              HarSecrets secrets = {});

  HarFile(HarFile&&) noexcept = default;
  HarFile& operator=(HarFile&&) = delete;
  /// However a run ends, the file is whole.
  ~HarFile() { close(); }

  void add(const HttpRequest& request, const std::string& baseUrl, const HttpAnswer& answer,
           std::chrono::system_clock::time_point start, std::chrono::duration<double> took);
  /// These stand nowhere, whoever says them; as far as they cannot be mistaken for other words.
  void hide(std::shared_ptr<const SecretTexts> secrets) { hidden_ = std::move(secrets); }
  /// Ends the file; nothing may be added any more.
  void close();

 private:
  HarFile(std::ofstream out, HarSecrets secrets) : out_(std::move(out)), secrets_(std::move(secrets)) {}

  std::ofstream out_;
  HarSecrets secrets_;
  std::shared_ptr<const SecretTexts> hidden_;
  size_t entries_ = 0;
  size_t bytes_ = 0;
};

}  // namespace covolve::rest
