#include "fib_heap.h"

#include <array>
#include <cstddef>
#include <stdexcept>
#include <utility>

namespace roops {

FibHeap::~FibHeap() {
  for (const Node* node : nodes_) delete node;
}

int FibHeap::insert(int key) {
  Node* node = new Node{key, static_cast<int>(nodes_.size())};
  nodes_.push_back(node);
  node->left = node;
  node->right = node;
  if (minimum_ == nullptr) {
    minimum_ = node;
  } else {
    makeRoot(node);
  }
  ++size_;
  return node->handle;
}

int FibHeap::minimum() const {
  if (minimum_ == nullptr) throw std::out_of_range("the heap is empty");
  return minimum_->key;
}

int FibHeap::removeMinimum() {
  const int key = minimum();
  takeOut(minimum_);
  return key;
}

bool FibHeap::decreaseKey(int handle, int key) {
  Node* node = nodeOf(handle);
  if (node == nullptr || key > node->key) return false;
  node->key = key;
  Node* parent = node->parent;
  if (parent != nullptr && key < parent->key) {
    cut(node);
    cutCascading(parent);
  }
  if (key < minimum_->key) minimum_ = node;
  return true;
}

bool FibHeap::remove(int handle) {
  Node* node = nodeOf(handle);
  if (node == nullptr) return false;
  Node* parent = node->parent;
  if (parent != nullptr) {
    cut(node);
    cutCascading(parent);
  }
  takeOut(node);
  return true;
}

FibHeap::Node* FibHeap::nodeOf(int handle) const {
  if (handle < 0 || static_cast<std::size_t>(handle) >= nodes_.size()) return nullptr;
  return nodes_[static_cast<std::size_t>(handle)];
}

void FibHeap::insertBeside(Node* ring, Node* node) {
  node->left = ring;
  node->right = ring->right;
  ring->right->left = node;
  ring->right = node;
}

/// Leaves the node as a ring of its own.
void FibHeap::unlink(Node* node) {
  node->left->right = node->right;
  node->right->left = node->left;
  node->left = node;
  node->right = node;
}

void FibHeap::makeRoot(Node* node) {
  node->parent = nullptr;
  node->marked = false;
  insertBeside(minimum_, node);
  if (node->key < minimum_->key) minimum_ = node;
}

void FibHeap::linkUnder(Node* parent, Node* child) {
  unlink(child);
  child->parent = parent;
  child->marked = false;
  if (parent->child == nullptr) {
    parent->child = child;
  } else {
    insertBeside(parent->child, child);
  }
  ++parent->degree;
}

/// Removes a root; its children become roots.
void FibHeap::takeOut(Node* root) {
  while (root->child != nullptr) cut(root->child);
  minimum_ = root->right == root ? nullptr : root->right;
  unlink(root);
  nodes_[static_cast<std::size_t>(root->handle)] = nullptr;
  delete root;
  --size_;
  if (minimum_ != nullptr) consolidate();
}

/// Links roots of equal degree until none are left, then finds the minimum.
void FibHeap::consolidate() {
  std::vector<Node*> roots = {minimum_};
  for (Node* node = minimum_->right; node != minimum_; node = node->right) roots.push_back(node);
  std::array<Node*, 64> ofDegree{};  // degrees grow as the logarithm of the size
  for (Node* root : roots) {
    Node* tree = root;
    auto degree = static_cast<std::size_t>(tree->degree);
    while (ofDegree[degree] != nullptr) {
      Node* other = ofDegree[degree];
      if (other->key < tree->key) std::swap(tree, other);
      linkUnder(tree, other);
      ofDegree[degree] = nullptr;
      ++degree;
    }
    ofDegree[degree] = tree;
    minimum_ = tree;  // a root, whichever
  }
  for (Node* root : ofDegree) {
    if (root != nullptr && root->key < minimum_->key) minimum_ = root;
  }
}

/// Makes a child a root.
void FibHeap::cut(Node* node) {
  Node* parent = node->parent;
  parent->child = node->right == node ? nullptr : node->right;
  --parent->degree;
  unlink(node);
  makeRoot(node);
}

/// The node has lost a child: for the second time it is cut itself, and so on upwards.
void FibHeap::cutCascading(Node* node) {
  while (node->parent != nullptr) {
    if (!node->marked) {
      node->marked = true;
      return;
    }
    Node* parent = node->parent;
    cut(node);
    node = parent;
  }
}

}  // namespace roops
