#include "rest/openapi/reading/node.h"

#include <algorithm>

#include "base/utf8.h"

namespace covolve::rest::openapi {

const Node* memberOf(const Node& node, std::string_view key) {
  if (!node.is_object()) return nullptr;
  for (const auto& [name, value] : node.get_ref<const Node::object_t&>()) {
    if (name == key) return &value;
  }
  return nullptr;
}

const std::string* textOf(const Node* node) {
  return node != nullptr && node->is_string() ? &node->get_ref<const std::string&>() : nullptr;
}

std::string textOr(const Node* node, std::string otherwise) {
  const std::string* text = textOf(node);
  return text != nullptr ? *text : std::move(otherwise);
}

bool isTrue(const Node* node) { return node != nullptr && node->is_boolean() && node->get<bool>(); }

std::string scalarText(const Node& node) {
  if (node.is_string()) return node.get_ref<const std::string&>();
  if (node.is_boolean() || node.is_number()) return node.dump();
  return {};
}

Json plainJson(const Node& node) { return Json(node); }

size_t weightOf(const Node& node) {
  size_t weight = 64;
  if (node.is_string()) {
    weight += node.get_ref<const std::string&>().size();
  } else if (node.is_array()) {
    for (const Node& item : node.get_ref<const Node::array_t&>()) weight += weightOf(item);
  } else if (node.is_object()) {
    for (const auto& [name, value] : node.get_ref<const Node::object_t&>()) {
      weight += name.size() + weightOf(value);
    }
  }
  return weight;
}

std::string_view kindOf(const Node& node) {
  if (node.is_null()) return "nothing";
  if (node.is_boolean()) return "a truth value";
  if (node.is_number()) return "a number";
  if (node.is_string()) return "a text";
  return node.is_array() ? "a list" : "an object";
}

std::string shown(std::string_view text) {
  constexpr size_t kLongest = 300;
  std::string line(text.substr(0, kLongest));
  while (!isUtf8(line)) line.pop_back();
  const bool isCut = line.size() < text.size();
  std::ranges::replace_if(line, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
  return isCut ? line + "..." : line;
}

}  // namespace covolve::rest::openapi
