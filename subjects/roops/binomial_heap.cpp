#include "binomial_heap.h"

#include <stdexcept>
#include <utility>

namespace roops {

BinomialHeap::~BinomialHeap() { destroy(head_); }

void BinomialHeap::insert(int key) {
  unite(new Node{key});
  ++size_;
}

int BinomialHeap::minimum() const {
  if (head_ == nullptr) throw std::out_of_range("the heap is empty");
  return minimalRoot()->key;
}

int BinomialHeap::extractMinimum() {
  const int key = minimum();
  removeRoot(minimalRoot());
  return key;
}

bool BinomialHeap::decrease(int key, int smaller) {
  if (smaller > key) return false;
  Node* node = find(head_, key);
  if (node == nullptr) return false;
  node->key = smaller;
  while (node->parent != nullptr && node->parent->key > node->key) {
    std::swap(node->key, node->parent->key);
    node = node->parent;
  }
  return true;
}

bool BinomialHeap::remove(int key) {
  Node* node = find(head_, key);
  if (node == nullptr) return false;
  while (node->parent != nullptr) {
    std::swap(node->key, node->parent->key);
    node = node->parent;
  }
  removeRoot(node);
  return true;
}

BinomialHeap::Node* BinomialHeap::minimalRoot() const {
  Node* least = head_;
  for (Node* root = head_->sibling; root != nullptr; root = root->sibling) {
    if (root->key < least->key) least = root;
  }
  return least;
}

/// Two lists of roots as one, degrees still in order but not yet unique.
BinomialHeap::Node* BinomialHeap::mergeByDegree(Node* left, Node* right) {
  Node* merged = nullptr;
  Node** tail = &merged;
  while (left != nullptr && right != nullptr) {
    Node*& lower = left->degree <= right->degree ? left : right;
    Node* taken = lower;
    lower = taken->sibling;
    *tail = taken;
    tail = &taken->sibling;
  }
  *tail = left != nullptr ? left : right;
  return merged;
}

void BinomialHeap::linkUnder(Node* parent, Node* child) {
  child->parent = parent;
  child->sibling = parent->child;
  parent->child = child;
  ++parent->degree;
}

void BinomialHeap::unite(Node* other) {
  head_ = mergeByDegree(head_, other);
  if (head_ == nullptr) return;
  Node* previous = nullptr;
  Node* current = head_;
  Node* next = current->sibling;
  while (next != nullptr) {
    const bool threeAlike = next->sibling != nullptr && next->sibling->degree == current->degree;
    if (current->degree != next->degree || threeAlike) {
      previous = current;
      current = next;
    } else if (current->key <= next->key) {
      current->sibling = next->sibling;
      linkUnder(current, next);
    } else {
      if (previous == nullptr) {
        head_ = next;
      } else {
        previous->sibling = next;
      }
      linkUnder(next, current);
      current = next;
    }
    next = current->sibling;
  }
}

void BinomialHeap::removeRoot(Node* root) {
  Node** link = &head_;
  while (*link != root) link = &(*link)->sibling;
  *link = root->sibling;
  Node* children = nullptr;  // in the order of roots: smallest degree first
  for (Node* child = root->child; child != nullptr;) {
    Node* next = child->sibling;
    child->parent = nullptr;
    child->sibling = children;
    children = child;
    child = next;
  }
  delete root;
  unite(children);
  --size_;
}

BinomialHeap::Node* BinomialHeap::find(Node* node, int key) {
  for (; node != nullptr; node = node->sibling) {
    if (node->key == key) return node;
    if (node->key > key) continue;  // none of its children can be smaller
    Node* below = find(node->child, key);
    if (below != nullptr) return below;
  }
  return nullptr;
}

void BinomialHeap::destroy(Node* node) {
  while (node != nullptr) {
    Node* next = node->sibling;
    destroy(node->child);
    delete node;
    node = next;
  }
}

}  // namespace roops
