#include "campaign/run/file_hash.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>

namespace covolve::campaign {

namespace fs = std::filesystem;

Result<std::string> hashFiles(const std::vector<fs::path>& files) {
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  if (!context || EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) != 1) {
    return ownError("OpenSSL has no SHA-256");
  }
  std::vector<char> buffer(1 << 16);
  for (const fs::path& file : files) {
    std::ifstream stream(file, std::ios::binary);
    while (stream) {
      stream.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
      EVP_DigestUpdate(context.get(), buffer.data(), static_cast<size_t>(stream.gcount()));
    }
    // A file that could not be opened, or read to its end, has not come to its end.
    if (!stream.eof()) return userError(fmt::format("cannot read {}: {}", file.string(), strerror(errno)));
  }
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_DigestFinal_ex(context.get(), digest.data(), &size);
  std::string text;
  for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

Result<std::string> hashFile(const fs::path& file) { return hashFiles({file}); }

}  // namespace covolve::campaign
