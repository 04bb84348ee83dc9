#include "rest/search/value_pool.h"

#include <algorithm>

#include "rest/resource/slots.h"

namespace covolve::rest {

namespace {

constexpr size_t kMostNames = 2000;
constexpr size_t kMostOfAName = 16;
constexpr size_t kMostOfAResponse = 64;
constexpr size_t kLongestText = 200;
constexpr size_t kMostIdentifiers = 50'000;

/// As it stands in a path.
std::string textOf(const Json& scalar) {
  return scalar.is_string() ? scalar.get<std::string>() : scalar.dump();
}

}  // namespace

void ValuePool::learn(const Json& json) {
  size_t left = kMostOfAResponse;
  std::vector<std::pair<std::string, const Json*>> open{{"", &json}};
  while (!open.empty() && left > 0) {
    const auto [name, node] = open.back();
    open.pop_back();
    if (node->is_object()) {
      for (const auto& [field, value] : node->items()) open.emplace_back(field, &value);
    } else if (node->is_array()) {
      constexpr size_t kMostElements = 4;
      const size_t count = std::min(node->size(), kMostElements);
      for (size_t i = 0; i < count; ++i) open.emplace_back(name, &(*node)[i]);
    } else if (!name.empty()) {
      add(name, *node);
      --left;
    }
  }
}

void ValuePool::add(const std::string& name, const Json& scalar) {
  const bool isIdentifier = isIdentifierName(name) && (scalar.is_string() || scalar.is_number_integer());
  if (isIdentifier && identifiers_.size() < kMostIdentifiers) identifiers_.insert(textOf(scalar));
  const bool isText = scalar.is_string();
  if (isText && avoided_ != nullptr && avoided_->contains(scalar.get_ref<const std::string&>())) return;
  Value value;
  if (scalar.is_string() && scalar.get_ref<const std::string&>().size() <= kLongestText) {
    value = Value::string(scalar.get<std::string>());
  } else if (scalar.is_number_unsigned()) {
    value = Value::number(scalar.get<uint64_t>());
  } else if (scalar.is_number_integer()) {
    value = Value::number(scalar.get<int64_t>());
  } else if (scalar.is_number_float()) {
    value = Value::real(scalar.get<double>());
  } else {
    return;
  }
  const std::string like = likeName(name);
  if (values_.size() >= kMostNames && !values_.contains(like)) return;
  auto& known = values_[like];
  if (std::ranges::find(known, value) != known.end()) return;
  known.push_back(std::move(value));
  if (known.size() > kMostOfAName) known.pop_front();
}

bool ValuePool::hasIdentifier(const Json& value) const { return identifiers_.contains(textOf(value)); }

const Value* ValuePool::pick(const std::string& name, Rng& rng) const {
  const auto found = values_.find(likeName(name));
  return found == values_.end() ? nullptr : &rng.pick(found->second);
}

}  // namespace covolve::rest
