// A map from numbers to numbers as a red-black tree without links to parents, after Roops'
// IntRedBlackTreeMap. Insertion and removal repair the tree on the way down, in one pass.
//
// What makes it hard: the rotations on the way down need the right colours around the path,
// which only longer sequences of insertions and removals bring about.
// Invariant: a search tree with a black root, no red node has a red child, and all paths down
// meet equally many black nodes.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#pragma once

#include <optional>

namespace roops {

class IntRedBlackTreeMap {
 public:
  IntRedBlackTreeMap() = default;
  IntRedBlackTreeMap(const IntRedBlackTreeMap&) = delete;
  IntRedBlackTreeMap& operator=(const IntRedBlackTreeMap&) = delete;
  ~IntRedBlackTreeMap();

  /// True if the key is new; else its value is replaced.
  bool put(int key, int value);
  /// False if there is no such key.
  bool remove(int key);
  std::optional<int> get(int key) const;
  bool containsValue(int value) const;
  /// Throws std::out_of_range for an empty map.
  int lastKey() const;
  int size() const { return size_; }

 private:
  friend struct IntRedBlackTreeMapInvariant;  // the tests' check
  struct Node {
    int key = 0;
    int value = 0;
    bool red = true;
    Node* child[2] = {nullptr, nullptr};  // 0 holds smaller keys, 1 larger ones
  };

  static bool isRed(const Node* node);
  static Node* rotate(Node* node, int direction);
  static Node* rotateTwice(Node* node, int direction);
  static bool holds(const Node* node, int value);
  static void destroy(Node* node);

  Node* root_ = nullptr;
  int size_ = 0;
};

}  // namespace roops
