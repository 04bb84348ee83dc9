#include "base/json_pointer.h"

#include <algorithm>
#include <charconv>

namespace covolve {

namespace {

std::string unescaped(std::string_view token) {
  std::string text;
  for (size_t i = 0; i < token.size(); ++i) {
    const std::string_view escape = token.substr(i, 2);
    if (escape == "~0" || escape == "~1") {
      text += escape == "~0" ? '~' : '/';
      ++i;
    } else {
      text += token[i];
    }
  }
  return text;
}

}  // namespace

std::string pointerTo(std::string parent, std::string_view name) {
  parent += '/';
  for (const char c : name) {
    if (c == '~') {
      parent += "~0";
    } else if (c == '/') {
      parent += "~1";
    } else {
      parent += c;
    }
  }
  return parent;
}

std::vector<std::string> pointerTokens(std::string_view pointer) {
  std::vector<std::string> tokens;
  while (!pointer.empty()) {
    pointer.remove_prefix(1);  // its slash
    const size_t end = std::min(pointer.find('/'), pointer.size());
    tokens.push_back(unescaped(pointer.substr(0, end)));
    pointer.remove_prefix(end);
  }
  return tokens;
}

std::pair<std::string, std::string> parentAndName(std::string_view pointer) {
  const size_t slash = pointer.rfind('/');
  const std::vector<std::string> name = pointerTokens(pointer.substr(std::min(slash, pointer.size())));
  return {std::string(pointer.substr(0, slash)), name.empty() ? "" : name.front()};
}

bool isIndex(std::string_view token) {
  constexpr size_t kMostDigits = 9;
  if (token.empty() || token.size() > kMostDigits) return false;
  if (token.front() == '0' && token.size() > 1) return false;
  return std::ranges::all_of(token, [](char c) { return c >= '0' && c <= '9'; });
}

std::string withoutIndices(std::string_view pointer) {
  std::string alike;
  for (const std::string& token : pointerTokens(pointer))
    alike = pointerTo(std::move(alike), isIndex(token) ? "*" : token);
  return alike;
}

const nlohmann::json* childOf(const nlohmann::json& value, const std::string& token) {
  if (value.is_object()) {
    const auto found = value.find(token);
    return found == value.end() ? nullptr : &*found;
  }
  if (!value.is_array() || !isIndex(token)) return nullptr;
  size_t index = 0;
  std::from_chars(token.data(), token.data() + token.size(), index);
  return index < value.size() ? &value[index] : nullptr;
}

const nlohmann::json* findPointer(const nlohmann::json& value, std::string_view pointer) {
  if (!pointer.empty() && !pointer.starts_with('/')) return nullptr;
  const nlohmann::json* here = &value;
  for (const std::string& token : pointerTokens(pointer)) {
    here = childOf(*here, token);
    if (here == nullptr) return nullptr;
  }
  return here;
}

}  // namespace covolve
