#include "dictionary.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <set>

namespace covolve::peers {

namespace {

constexpr size_t kLongest = 64;  // libFuzzer leaves out longer ones, AFL++ refuses them

template <class T>
std::string bytesOf(T number) {
  std::string bytes(sizeof number, '\0');
  std::memcpy(bytes.data(), &number, sizeof number);
  return bytes;
}

/// Which width an argument has is not known here: 64 bits, and 32 where they are enough.
void addNumber(__int128 number, std::set<std::string>& tokens) {
  tokens.insert("\x01" + bytesOf(static_cast<uint64_t>(number)));
  const bool fitsIn32 = number >= std::numeric_limits<int32_t>::min() &&
                        number <= __int128{std::numeric_limits<uint32_t>::max()};
  if (fitsIn32) tokens.insert("\x01" + bytesOf(static_cast<uint32_t>(number)));
}

std::string doubled(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '\\' ? std::string("\\\\") : std::string(1, c);
  return result;
}

}  // namespace

std::string dictionaryText(const analysis::Constants& constants) {
  std::set<std::string> tokens;
  for (const __int128 number : constants.integers) addNumber(number, tokens);
  for (const double number : constants.floats) tokens.insert("\x02" + bytesOf(number));
  for (const std::string& text : constants.texts) {
    if (!text.empty()) tokens.insert(doubled(text));
    tokens.insert(doubled(text) + "\\\n");
  }
  std::string lines;
  for (const std::string& token : tokens) {
    if (token.size() > kLongest) continue;
    lines += '"';
    for (const char c : token) lines += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    lines += "\"\n";
  }
  return lines;
}

}  // namespace covolve::peers
