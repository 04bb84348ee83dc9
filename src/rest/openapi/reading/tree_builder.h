// Makes a tree of nodes from what a JSON or YAML parser reports, in time and
// memory that follow the text's size.
//
// Easy to get wrong: an ordered JSON object looks for each key it is given among
// all it has, so that one with a hundred thousand keys takes minutes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rest/openapi/reading/memory_budget.h"
#include "rest/openapi/reading/node.h"
#include "yaml/events.h"

namespace covolve::rest::openapi {

/// Ends parsing, of JSON as well; caught before it leaves document_text.cpp.
using yaml::Mistake;

class TreeBuilder {
 public:
  enum class MergeKeys { AreKeys, Merge };  // << of YAML

  TreeBuilder(MemoryBudget& budget, MergeKeys mergeKeys) : budget_(budget), mergeKeys_(mergeKeys) {}

  void beginObject() { begin(true); }
  void beginList() { begin(false); }
  bool wantsKey() const { return !open_.empty() && open_.back().isObject && !open_.back().hasKey; }
  void key(std::string text);
  /// The value where it now stands; until the next call. `weight` as weightOf says.
  const Node& add(Node value, size_t weight);
  /// The object or list that ends.
  const Node& end();

  size_t depth() const { return open_.size(); }
  void checkDepth(size_t depth) const;

  Node takeRoot() { return std::move(root_); }
  /// Keys that are given twice in one object; the last one counts.
  const std::vector<std::string>& repeatedKeys() const { return repeatedKeys_; }

 private:
  using Members = std::vector<std::pair<std::string, Node>>;
  struct Frame {
    bool isObject = false;
    bool hasKey = false;
    std::string key;
    Members members;
    Node::array_t items;
  };

  void begin(bool isObject);
  const Node& place(Node value);
  bool isMerge(const std::string& key) const { return mergeKeys_ == MergeKeys::Merge && key == "<<"; }
  bool isPlain(const Members& members) const;
  /// With << resolved and each key once.
  Members tidied(Members members);

  MemoryBudget& budget_;
  MergeKeys mergeKeys_;
  std::vector<Frame> open_;
  Node root_;
  std::vector<std::string> repeatedKeys_;
};

}  // namespace covolve::rest::openapi
