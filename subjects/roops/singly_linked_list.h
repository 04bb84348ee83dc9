// A singly linked list of numbers, after Roops' SinglyLinkedList.
//
// What makes it hard: removing from the middle and looking for a number need a list
// that was filled by earlier calls, with an index or number that fits it.
// Invariant: size_ nodes are reachable from head_, the last one has no successor.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#pragma once

namespace roops {

class SinglyLinkedList {
 public:
  SinglyLinkedList() = default;
  SinglyLinkedList(const SinglyLinkedList&) = delete;
  SinglyLinkedList& operator=(const SinglyLinkedList&) = delete;
  ~SinglyLinkedList();

  void insertBack(int value);
  bool contains(int value) const;
  /// Takes out and returns the number at the index. Throws std::out_of_range.
  int removeAt(int index);
  void reverse();
  int size() const { return size_; }

 private:
  friend struct SinglyLinkedListInvariant;  // the tests' check
  struct Node {
    int value;
    Node* next = nullptr;
  };

  Node* head_ = nullptr;
  int size_ = 0;
};

}  // namespace roops
