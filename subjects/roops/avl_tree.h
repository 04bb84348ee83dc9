// A height-balanced search tree, after Roops' AvlTree.
//
// What makes it hard: each of the four rotations needs at least three calls with numbers
// in a certain order; after a removal it takes a tree that leans the other way.
// Invariant: a search tree; the heights of two siblings differ by at most one and are
// stored correctly.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#pragma once

namespace roops {

class AvlTree {
 public:
  AvlTree() = default;
  AvlTree(const AvlTree&) = delete;
  AvlTree& operator=(const AvlTree&) = delete;
  ~AvlTree();

  /// False if the number is there already.
  bool insert(int value);
  /// False if it is not there.
  bool remove(int value);
  bool contains(int value) const;
  /// Throws std::out_of_range for an empty tree.
  int minimum() const;
  int maximum() const;
  int height() const { return heightOf(root_); }

 private:
  friend struct AvlTreeInvariant;  // the tests' check
  struct Node {
    int value;
    int height = 1;
    Node* left = nullptr;
    Node* right = nullptr;
  };

  static int heightOf(const Node* node);
  static int lean(const Node* node);
  static void updateHeight(Node* node);
  static Node* rotateLeft(Node* node);
  static Node* rotateRight(Node* node);
  static Node* rebalance(Node* node);
  static bool insertInto(Node*& node, int value);
  static bool removeFrom(Node*& node, int value);
  static Node* takeMinimum(Node*& node);
  static void destroy(Node* node);

  Node* root_ = nullptr;
};

}  // namespace roops
