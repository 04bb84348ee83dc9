// An unbalanced binary search tree, after Roops' BinTree.
//
// What makes it hard: removing a node with two children, whose successor is or is not its
// own child, needs a tree of the right shape and a number that is in it.
// Invariant: numbers left of a node are smaller, those right of it larger; size_ nodes.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#pragma once

namespace roops {

class BinTree {
 public:
  BinTree() = default;
  BinTree(const BinTree&) = delete;
  BinTree& operator=(const BinTree&) = delete;
  ~BinTree();

  /// False if the number is there already.
  bool insert(int value);
  /// False if it is not there.
  bool remove(int value);
  bool contains(int value) const;
  int size() const { return size_; }

 private:
  friend struct BinTreeInvariant;  // the tests' check
  struct Node {
    int value;
    Node* left = nullptr;
    Node* right = nullptr;
  };

  Node** linkOf(int value);
  static void removeAt(Node** link);

  Node* root_ = nullptr;
  int size_ = 0;
};

}  // namespace roops
