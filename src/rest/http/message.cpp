#include "rest/http/message.h"

#include <algorithm>

namespace covolve::rest {

namespace {

char smallLetter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

bool isSameHeader(std::string_view one, std::string_view other) {
  return one.size() == other.size() &&
         std::equal(one.begin(), one.end(), other.begin(),
                    [](char left, char right) { return smallLetter(left) == smallLetter(right); });
}

const std::string* HttpResponse::header(std::string_view name) const {
  const auto found =
      std::ranges::find_if(headers, [name](const auto& header) { return isSameHeader(header.first, name); });
  return found != headers.end() ? &found->second : nullptr;
}

std::string HttpResponse::mediaType() const {
  const std::string* type = header("Content-Type");
  if (type == nullptr) return {};
  constexpr std::string_view kBlanks = " \t";
  std::string_view text = std::string_view(*type).substr(0, type->find(';'));
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  std::string result(text.substr(0, text.find_last_not_of(kBlanks) + 1));
  std::ranges::transform(result, result.begin(), smallLetter);
  return result;
}

}  // namespace covolve::rest
