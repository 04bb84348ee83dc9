#include "rest/http/secret_text.h"

#include <algorithm>
#include <cctype>
#include <functional>

namespace covolve::rest {

bool isUnmistakable(std::string_view secret) {
  constexpr size_t kShortest = 8;
  constexpr size_t kLongestWord = 15;
  const bool isWord = std::ranges::all_of(secret, [](unsigned char c) { return std::isalpha(c) != 0; });
  return secret.size() >= kShortest && (!isWord || secret.size() > kLongestWord);
}

std::vector<std::string> unmistakable(std::vector<std::string> secrets) {
  std::erase_if(secrets, [](const std::string& secret) { return !isUnmistakable(secret); });
  std::ranges::sort(secrets, std::ranges::greater(), &std::string::size);
  return secrets;
}

std::string hidden(std::string text, const std::vector<std::string>& secrets) {
  constexpr std::string_view kHidden = "***";
  for (const std::string& secret : secrets) {
    for (size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at + kHidden.size()))
      text.replace(at, secret.size(), kHidden);
  }
  return text;
}

}  // namespace covolve::rest
