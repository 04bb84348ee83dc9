// A Fibonacci heap of numbers, after Roops' FibHeap. Inserting returns a handle: 0, 1, 2, ...
//
// What makes it hard: trees exist only after a removal of the minimum has consolidated the
// roots; a cascading cut needs a tree of three levels and two children cut from one node.
// Invariant: siblings form a ring; no child is smaller than its parent; the degree is the
// number of children; no root is smaller than minimum_.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#pragma once

#include <vector>

namespace roops {

class FibHeap {
 public:
  FibHeap() = default;
  FibHeap(const FibHeap&) = delete;
  FibHeap& operator=(const FibHeap&) = delete;
  ~FibHeap();

  int insert(int key);
  /// Throws std::out_of_range for an empty heap.
  int minimum() const;
  int removeMinimum();
  /// False if there is no such handle (any more) or the key is larger than its key.
  bool decreaseKey(int handle, int key);
  bool remove(int handle);
  int size() const { return size_; }

 private:
  friend struct FibHeapInvariant;  // the tests' check
  struct Node {
    int key;
    int handle;
    int degree = 0;
    bool marked = false;  // has lost a child since it became one itself
    Node* parent = nullptr;
    Node* child = nullptr;
    Node* left = nullptr;
    Node* right = nullptr;
  };

  Node* nodeOf(int handle) const;
  static void insertBeside(Node* ring, Node* node);
  static void unlink(Node* node);
  void makeRoot(Node* node);
  static void linkUnder(Node* parent, Node* child);
  void takeOut(Node* root);
  void consolidate();
  void cut(Node* node);
  void cutCascading(Node* node);

  std::vector<Node*> nodes_;  // by handle; null once removed
  Node* minimum_ = nullptr;
  int size_ = 0;
};

}  // namespace roops
