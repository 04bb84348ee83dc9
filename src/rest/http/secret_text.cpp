#include "rest/http/secret_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/percent_encoding.h"
#include "rest/http/message.h"

namespace covolve::rest {

bool isSecretHeader(std::string_view name) {
  constexpr std::array<std::string_view, 6> kNames{"Authorization", "Proxy-Authorization", "Cookie",
                                                   "Set-Cookie",    "X-Api-Key",           "X-Auth-Token"};
  return std::ranges::any_of(kNames, [&](std::string_view one) { return isSameHeader(one, name); });
}

bool isUnmistakable(std::string_view secret) {
  constexpr size_t kShortest = 8;
  constexpr size_t kLongestWord = 15;
  const bool isWord = std::ranges::all_of(secret, [](unsigned char c) { return std::isalpha(c) != 0; });
  return secret.size() >= kShortest && (!isWord || secret.size() > kLongestWord);
}

namespace {

std::string inJson(const std::string& text, bool isAscii, bool escapesSlash) {
  const std::string quoted =
      nlohmann::json(text).dump(-1, ' ', isAscii, nlohmann::json::error_handler_t::replace);
  std::string inside = quoted.substr(1, quoted.size() - 2);
  for (size_t at = escapesSlash ? inside.find('/') : std::string::npos; at != std::string::npos;
       at = inside.find('/', at + 2))
    inside.insert(at, 1, '\\');
  return inside;
}

/// As it stands in JSON and URLs, and in JSON that is a text of JSON.
std::set<std::string> spellingsOf(const std::string& secret) {
  constexpr int kDeepest = 2;
  std::set<std::string> spellings{secret, percentEncoded(secret)};
  std::string small = percentEncoded(secret);
  for (size_t at = small.find('%'); at != std::string::npos && at + 2 < small.size();
       at = small.find('%', at + 3)) {
    for (size_t i = at + 1; i < at + 3; ++i)
      small[i] = static_cast<char>(std::tolower(static_cast<unsigned char>(small[i])));
  }
  spellings.insert(small);
  for (int depth = 0; depth < kDeepest; ++depth) {
    std::set<std::string> deeper;
    for (const std::string& spelling : spellings) {
      for (const bool isAscii : {false, true}) {
        for (const bool escapesSlash : {false, true}) deeper.insert(inJson(spelling, isAscii, escapesSlash));
      }
    }
    spellings.merge(deeper);
  }
  return spellings;
}

}  // namespace

std::vector<std::string> unmistakable(std::vector<std::string> secrets) {
  std::set<std::string> all;
  for (const std::string& secret : secrets) {
    if (isUnmistakable(secret)) all.merge(spellingsOf(secret));
  }
  std::vector<std::string> found(all.begin(), all.end());
  std::ranges::sort(found, std::ranges::greater(), &std::string::size);
  return found;
}

std::string hidden(std::string text, const std::vector<std::string>& secrets) {
  constexpr std::string_view kHidden = "***";
  for (const std::string& secret : secrets) {
    for (size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at + kHidden.size()))
      text.replace(at, secret.size(), kHidden);
  }
  return text;
}

void SecretTexts::add(const std::string& secret) {
  const std::scoped_lock lock(mutex_);
  if (secret.empty() || !texts_.insert(secret).second) return;
  for (std::string& spelling : unmistakable({secret})) {
    const auto place =
        std::ranges::lower_bound(unmistakable_, spelling.size(), std::ranges::greater(), &std::string::size);
    unmistakable_.insert(place, std::move(spelling));
  }
}

bool SecretTexts::contains(const std::string& text) const {
  const std::scoped_lock lock(mutex_);
  return texts_.contains(text);
}

std::vector<std::string> SecretTexts::all() const {
  const std::scoped_lock lock(mutex_);
  return {texts_.begin(), texts_.end()};
}

std::string SecretTexts::hide(std::string text) const {
  const std::scoped_lock lock(mutex_);
  return hidden(std::move(text), unmistakable_);
}

}  // namespace covolve::rest
