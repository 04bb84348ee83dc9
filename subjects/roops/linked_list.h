// A doubly linked circular list of numbers, after Roops' LinkedList.
//
// What makes it hard: a place is sought from the nearer end, so that both directions
// need a list of several numbers and an index in the right half.
// Invariant: from header_ forwards and backwards the same size_ nodes are met.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#pragma once

namespace roops {

class LinkedList {
 public:
  LinkedList();
  LinkedList(const LinkedList&) = delete;
  LinkedList& operator=(const LinkedList&) = delete;
  ~LinkedList();

  void addFirst(int value);
  void addLast(int value);
  /// An index of size() appends. Throws std::out_of_range, as all that take an index.
  void insertAt(int index, int value);
  int get(int index) const;
  int removeAt(int index);
  /// Removes the first of that value.
  bool removeValue(int value);
  /// The first index of that value, or -1.
  int indexOf(int value) const;
  int lastIndexOf(int value) const;
  bool contains(int value) const { return indexOf(value) != -1; }
  int size() const { return size_; }

 private:
  friend struct LinkedListInvariant;  // the tests' check
  struct Node {
    int value;
    Node* previous;
    Node* next;
  };

  Node* nodeAt(int index) const;
  void insertBefore(Node* node, int value);
  void unlink(Node* node);

  Node* header_;
  int size_ = 0;
};

}  // namespace roops
