// A red-black tree with links to parents, after Roops' TreeSet.
//
// What makes it hard: recolouring and rotating after an insertion needs several numbers in a
// certain order; the four cases after a removal, each on both sides, need longer sequences.
// Invariant: a search tree with a black root, no red node has a red child, and all paths down
// meet equally many black nodes.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#pragma once

namespace roops {

class TreeSet {
 public:
  TreeSet();
  TreeSet(const TreeSet&) = delete;
  TreeSet& operator=(const TreeSet&) = delete;
  ~TreeSet();

  /// False if the number is there already.
  bool add(int value);
  /// False if it is not there.
  bool remove(int value);
  bool contains(int value) const;
  /// Throws std::out_of_range for an empty set.
  int first() const;
  int last() const;
  void clear();
  int size() const { return size_; }

 private:
  friend struct TreeSetInvariant;  // the tests' check
  struct Node {
    int value;
    bool red;
    Node* parent;
    Node* left;
    Node* right;
  };

  Node* find(int value) const;
  void rotateLeft(Node* node);
  void rotateRight(Node* node);
  void repairAfterAdding(Node* node);
  void repairAfterRemoving(Node* node);
  void putInPlaceOf(Node* old, Node* replacement);
  void destroy(Node* node);

  Node* leaf_;  // stands for all missing children and the root's parent; always black
  Node* root_;
  int size_ = 0;
};

}  // namespace roops
