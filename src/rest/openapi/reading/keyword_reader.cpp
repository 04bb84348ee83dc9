#include "rest/openapi/reading/keyword_reader.h"

#include <fmt/format.h>

#include <cmath>

namespace covolve::rest::openapi {

const Node* KeywordReader::find(std::string_view keyword) const {
  const Node* node = memberOf(*site_.node, keyword);
  return node != nullptr && !node->is_null() ? node : nullptr;
}

void KeywordReader::isNo(std::string_view keyword, std::string_view expected) {
  reader_.notes().add(
      fmt::format("{}: {} is no {} and is left out", shown(site_.describe()), keyword, expected));
}

std::optional<Number> KeywordReader::number(std::string_view keyword) {
  const Node* node = find(keyword);
  if (node == nullptr) return std::nullopt;
  if (node->is_number_unsigned()) return static_cast<Number>(node->get<uint64_t>());
  if (node->is_number_integer()) return static_cast<Number>(node->get<int64_t>());
  if (node->is_number_float() && std::isfinite(node->get<double>())) return node->get<double>();
  isNo(keyword, "number");
  return std::nullopt;
}

std::optional<uint64_t> KeywordReader::count(std::string_view keyword) {
  const Node* node = find(keyword);
  if (node == nullptr) return std::nullopt;
  if (node->is_number_unsigned()) return node->get<uint64_t>();
  if (node->is_number_integer() && node->get<int64_t>() >= 0) {
    return static_cast<uint64_t>(node->get<int64_t>());
  }
  if (node->is_number_float()) {
    const double number = node->get<double>();
    if (number >= 0 && number < 0x1p63 && number == std::floor(number)) return static_cast<uint64_t>(number);
  }
  isNo(keyword, "count");
  return std::nullopt;
}

std::string KeywordReader::text(std::string_view keyword) {
  const Node* node = find(keyword);
  if (node != nullptr && !node->is_string()) isNo(keyword, "text");
  return textOr(node, "");
}

std::vector<std::string> KeywordReader::texts(std::string_view keyword) {
  std::vector<std::string> texts;
  const Node* node = find(keyword);
  if (node == nullptr) return texts;
  if (!node->is_array()) {
    isNo(keyword, "list");
    return texts;
  }
  for (const Node& item : node->get_ref<const Node::array_t&>()) {
    if (item.is_string()) {
      texts.push_back(item.get<std::string>());
    } else if (item.is_number() || item.is_boolean()) {
      texts.push_back(scalarText(item));  // YAML: required: [1, true]
    } else {
      isNo(keyword, "list of texts");
    }
  }
  return texts;
}

std::optional<Site> KeywordReader::container(std::string_view keyword) {
  const Node* node = find(keyword);
  if (node == nullptr) return std::nullopt;
  Site site = place(keyword, *node);
  if (referenceOf(*node) == nullptr) return site;
  Result<Site> target = reader_.references().resolve(site);
  if (target) return std::move(*target);
  reader_.notes().add(fmt::format("{} {}", shown(site.describe()), target.error().message));
  return std::nullopt;
}

const Schema* KeywordReader::schema(std::string_view keyword) {
  const Node* node = find(keyword);
  return node != nullptr ? reader_.at(place(keyword, *node)) : nullptr;
}

std::vector<const Schema*> KeywordReader::schemas(std::string_view keyword) {
  std::vector<const Schema*> schemas;
  const std::optional<Site> found = container(keyword);
  if (!found) return schemas;
  const Site& list = *found;
  const Node* node = list.node;
  if (!node->is_array()) {
    isNo(keyword, "list");
    return schemas;
  }
  size_t index = 0;
  for (const Node& item : node->get_ref<const Node::array_t&>()) {
    schemas.push_back(reader_.at(list.enter(std::to_string(index++), item)));
  }
  return schemas;
}

KeywordReader::NamedSchemas KeywordReader::namedSchemas(std::string_view keyword) {
  NamedSchemas schemas;
  const std::optional<Site> object = container(keyword);
  if (!object) return schemas;
  if (!object->node->is_object()) {
    isNo(keyword, "object");
    return schemas;
  }
  for (const auto& [name, value] : object->node->get_ref<const Node::object_t&>()) {
    schemas.emplace_back(name, reader_.at(object->enter(name, value)));
  }
  return schemas;
}

}  // namespace covolve::rest::openapi
