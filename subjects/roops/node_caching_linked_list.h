// A doubly linked list that keeps removed nodes for later, after Roops' NodeCachingLinkedList.
//
// What makes it hard: the cache fills only through removals of what was added before; a
// full cache needs as many pairs of calls as it has room, or a smaller limit set first.
// Invariant: the circular list around header_ has size_ nodes; the cache is a chain of
// cacheSize_ nodes, at most maximumCacheSize_.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#pragma once

namespace roops {

class NodeCachingLinkedList {
 public:
  static constexpr int kDefaultCacheSize = 20;

  NodeCachingLinkedList();
  NodeCachingLinkedList(const NodeCachingLinkedList&) = delete;
  NodeCachingLinkedList& operator=(const NodeCachingLinkedList&) = delete;
  ~NodeCachingLinkedList();

  void addFirst(int value);
  void addLast(int value);
  /// Throws std::out_of_range.
  int removeAt(int index);
  bool removeValue(int value);
  bool contains(int value) const;
  void clear();
  /// Nodes beyond the new limit are freed. Throws std::invalid_argument for less than zero.
  void setMaximumCacheSize(int maximum);
  int size() const { return size_; }
  int cacheSize() const { return cacheSize_; }

 private:
  friend struct NodeCachingLinkedListInvariant;  // the tests' check
  struct Node {
    int value = 0;
    Node* previous = nullptr;
    Node* next = nullptr;
  };

  Node* obtainNode(int value);
  void insertBefore(Node* node, int value);
  void unlink(Node* node);
  void shrinkCache(int limit);

  Node* header_;
  Node* firstCached_ = nullptr;
  int size_ = 0;
  int cacheSize_ = 0;
  int maximumCacheSize_ = kDefaultCacheSize;
};

}  // namespace roops
