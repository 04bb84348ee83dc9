#include "rest/oracle/cause.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "rest/resource/slots.h"

namespace covolve::rest {

namespace {

constexpr size_t kLongestShape = 400;
constexpr size_t kMostFields = 40;

/// All texts and numbers that the call was made with, the longest first.
std::vector<std::string> valuesSent(const Call& call) {
  constexpr size_t kShortest = 3;  // anything shorter may be part of a word
  std::vector<std::string> values{call.request.method, call.request.target, call.resource()};
  for (std::string& segment : segmentsOf(call.resource())) values.push_back(std::move(segment));
  std::vector<const Json*> open;
  for (const Argument& argument : call.arguments) open.push_back(&argument.value);
  while (!open.empty()) {
    const Json* value = open.back();
    open.pop_back();
    if (value->is_string()) values.push_back(value->get<std::string>());
    if (!value->is_structured()) continue;
    for (const Json& part : *value) open.push_back(&part);
  }
  std::erase_if(values, [](const std::string& value) { return value.size() < kShortest; });
  std::ranges::sort(values, std::ranges::greater(), &std::string::size);
  return values;
}

/// "pet 5 of a1b2 is gone" -> "pet # of # is gone"
std::string withoutNumbers(std::string_view text) {
  const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-'; };
  const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  std::string result;
  for (size_t i = 0; i < text.size() && result.size() < kLongestShape;) {
    size_t end = i;
    while (end < text.size() && isWord(text[end])) ++end;
    const std::string_view word = text.substr(i, end - i);
    if (!word.empty()) {
      result += std::ranges::any_of(word, isDigit) ? std::string_view("#") : word;
      i = end;
    } else {
      result += text[i++];
    }
  }
  return result;
}

class Shape {
 public:
  explicit Shape(const Call& call) : sent_(valuesSent(call)) {}

  std::string ofText(std::string text) const {
    for (const std::string& value : sent_) {
      for (size_t at = text.find(value); at != std::string::npos; at = text.find(value, at + 1))
        text.replace(at, value.size(), "*");
    }
    return withoutNumbers(text);
  }

  std::string ofJson(const Json& json) {
    std::string shape;
    add(json, shape);
    return shape;
  }

 private:
  void add(const Json& json, std::string& shape) {
    if (++fields_ > kMostFields || shape.size() > kLongestShape) return;
    if (json.is_object()) {
      for (const auto& [name, value] : json.items()) {
        shape += ofText(name) + ":";
        add(value, shape);
      }
    } else if (json.is_array()) {
      for (const Json& value : json) add(value, shape);
    } else {
      shape += (json.is_string() ? ofText(json.get<std::string>()) : std::string(json.type_name())) + ";";
    }
  }

  std::vector<std::string> sent_;
  size_t fields_ = 0;
};

}  // namespace

std::string messageShape(const Call& call) {
  if (call.response() == nullptr) return "";
  Shape shape(call);
  return call.json ? shape.ofJson(*call.json) : shape.ofText(call.response()->body.substr(0, 4096));
}

}  // namespace covolve::rest
