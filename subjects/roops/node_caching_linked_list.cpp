#include "node_caching_linked_list.h"

#include <stdexcept>

namespace roops {

NodeCachingLinkedList::NodeCachingLinkedList() : header_(new Node) {
  header_->previous = header_;
  header_->next = header_;
}

NodeCachingLinkedList::~NodeCachingLinkedList() {
  clear();
  shrinkCache(0);
  delete header_;
}

void NodeCachingLinkedList::addFirst(int value) { insertBefore(header_->next, value); }

void NodeCachingLinkedList::addLast(int value) { insertBefore(header_, value); }

int NodeCachingLinkedList::removeAt(int index) {
  if (index < 0 || index >= size_) throw std::out_of_range("no such index");
  Node* node = header_->next;
  for (int i = 0; i < index; ++i) node = node->next;
  const int value = node->value;
  unlink(node);
  return value;
}

bool NodeCachingLinkedList::removeValue(int value) {
  for (Node* node = header_->next; node != header_; node = node->next) {
    if (node->value == value) {
      unlink(node);
      return true;
    }
  }
  return false;
}

bool NodeCachingLinkedList::contains(int value) const {
  for (const Node* node = header_->next; node != header_; node = node->next) {
    if (node->value == value) return true;
  }
  return false;
}

void NodeCachingLinkedList::clear() {
  while (size_ > 0) unlink(header_->next);
}

void NodeCachingLinkedList::setMaximumCacheSize(int maximum) {
  if (maximum < 0) throw std::invalid_argument("a cache cannot be smaller than empty");
  maximumCacheSize_ = maximum;
  shrinkCache(maximum);
}

NodeCachingLinkedList::Node* NodeCachingLinkedList::obtainNode(int value) {
  Node* node = firstCached_;
  if (node == nullptr) {
    node = new Node;
  } else {
    firstCached_ = node->next;
    --cacheSize_;
  }
  node->value = value;
  return node;
}

void NodeCachingLinkedList::insertBefore(Node* node, int value) {
  Node* fresh = obtainNode(value);
  fresh->previous = node->previous;
  fresh->next = node;
  node->previous->next = fresh;
  node->previous = fresh;
  ++size_;
}

void NodeCachingLinkedList::unlink(Node* node) {
  node->previous->next = node->next;
  node->next->previous = node->previous;
  --size_;
  if (cacheSize_ >= maximumCacheSize_) {
    delete node;
    return;
  }
  *node = Node{0, nullptr, firstCached_};
  firstCached_ = node;
  ++cacheSize_;
}

void NodeCachingLinkedList::shrinkCache(int limit) {
  while (cacheSize_ > limit) {
    Node* next = firstCached_->next;
    delete firstCached_;
    firstCached_ = next;
    --cacheSize_;
  }
}

}  // namespace roops
