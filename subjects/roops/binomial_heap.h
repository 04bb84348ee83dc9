// A binomial heap of numbers, after Roops' BinomialHeap.
//
// What makes it hard: uniting trees of equal degree behind a tree of smaller degree, or three
// of one degree, happens only after extractions from heaps of certain sizes; decreasing and
// removing need a number that is in the heap.
// Invariant: the roots' degrees increase strictly; a tree of degree k has children of degrees
// k-1 ... 0; no child is smaller than its parent.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#pragma once

namespace roops {

class BinomialHeap {
 public:
  BinomialHeap() = default;
  BinomialHeap(const BinomialHeap&) = delete;
  BinomialHeap& operator=(const BinomialHeap&) = delete;
  ~BinomialHeap();

  void insert(int key);
  /// Throws std::out_of_range for an empty heap.
  int minimum() const;
  int extractMinimum();
  /// Puts a smaller number in place of one that is there. False if it is not or the other larger.
  bool decrease(int key, int smaller);
  /// Removes one such number. False if there is none.
  bool remove(int key);
  bool contains(int key) const { return find(head_, key) != nullptr; }
  int size() const { return size_; }

 private:
  friend struct BinomialHeapInvariant;  // the tests' check
  struct Node {
    int key;
    int degree = 0;
    Node* parent = nullptr;
    Node* child = nullptr;    // the one of the largest degree
    Node* sibling = nullptr;  // the next root, or the next smaller child
  };

  static Node* mergeByDegree(Node* left, Node* right);
  static void linkUnder(Node* parent, Node* child);
  static Node* find(Node* node, int key);
  static void destroy(Node* node);
  Node* minimalRoot() const;
  void unite(Node* other);
  void removeRoot(Node* root);

  Node* head_ = nullptr;
  int size_ = 0;
};

}  // namespace roops
