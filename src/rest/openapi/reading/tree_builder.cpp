#include "rest/openapi/reading/tree_builder.h"

#include <unordered_map>
#include <unordered_set>

namespace covolve::rest::openapi {

namespace {

constexpr size_t kDeepest = 500;
constexpr size_t kMostRepeatedKeys = 20;

Node objectOf(std::vector<std::pair<std::string, Node>> members) {
  Node node = Node::object();
  auto& object = node.get_ref<Node::object_t&>();
  object.reserve(members.size());
  for (auto& [key, value] : members) object.emplace_back(std::move(key), std::move(value));
  return node;
}

/// The mappings that a merge key names.
std::vector<const Node*> mergedBy(const Node& value) {
  const Mistake wrong{0, "<< takes mappings only"};
  if (value.is_object()) return {&value};
  if (!value.is_array()) throw wrong;
  std::vector<const Node*> mappings;
  for (const Node& item : value.get_ref<const Node::array_t&>()) {
    if (!item.is_object()) throw wrong;
    mappings.push_back(&item);
  }
  return mappings;
}

}  // namespace

void TreeBuilder::checkDepth(size_t depth) const {
  if (depth > kDeepest) throw Mistake{0, "this is nested too deeply"};
}

void TreeBuilder::begin(bool isObject) {
  checkDepth(open_.size() + 1);
  if (!budget_.spend(64)) throw Mistake{0, "this document is too large"};
  Frame frame;
  frame.isObject = isObject;
  open_.push_back(std::move(frame));
}

void TreeBuilder::key(std::string text) {
  if (!budget_.spend(text.size())) throw Mistake{0, "this document is too large"};
  open_.back().key = std::move(text);
  open_.back().hasKey = true;
}

const Node& TreeBuilder::add(Node value, size_t weight) {
  if (!budget_.spend(weight)) throw Mistake{0, "this document is too large"};
  return place(std::move(value));
}

const Node& TreeBuilder::place(Node value) {
  if (open_.empty()) {
    root_ = std::move(value);
    return root_;
  }
  Frame& frame = open_.back();
  if (!frame.isObject) return frame.items.emplace_back(std::move(value));
  frame.hasKey = false;
  return frame.members.emplace_back(std::move(frame.key), std::move(value)).second;
}

const Node& TreeBuilder::end() {
  Frame frame = std::move(open_.back());
  open_.pop_back();
  if (!frame.isObject) return place(Node(std::move(frame.items)));
  if (!isPlain(frame.members)) frame.members = tidied(std::move(frame.members));
  return place(objectOf(std::move(frame.members)));
}

bool TreeBuilder::isPlain(const Members& members) const {
  const bool isSmall = members.size() <= 12;  // most are: comparing all beats a table
  std::unordered_set<std::string_view> known;
  for (size_t i = 0; i < members.size(); ++i) {
    const std::string& key = members[i].first;
    if (isMerge(key)) return false;
    if (!isSmall && !known.insert(key).second) return false;
    for (size_t j = 0; isSmall && j < i; ++j) {
      if (members[j].first == key) return false;
    }
  }
  return true;
}

TreeBuilder::Members TreeBuilder::tidied(Members members) {
  Members all;
  std::unordered_map<std::string, size_t> places;
  for (auto& [key, value] : members) {
    if (isMerge(key)) continue;
    const auto [known, isNew] = places.emplace(key, all.size());
    if (isNew) {
      all.emplace_back(std::move(key), std::move(value));
      continue;
    }
    if (repeatedKeys_.size() < kMostRepeatedKeys) repeatedKeys_.push_back(key);
    all[known->second].second = std::move(value);
  }
  for (const auto& [key, value] : members) {
    if (!isMerge(key)) continue;
    for (const Node* mapping : mergedBy(value)) {
      for (const auto& [name, merged] : mapping->get_ref<const Node::object_t&>()) {
        if (!places.emplace(name, all.size()).second) continue;
        if (!budget_.spend(weightOf(merged) + name.size())) throw Mistake{0, "this document is too large"};
        all.emplace_back(name, merged);
      }
    }
  }
  return all;
}

}  // namespace covolve::rest::openapi
