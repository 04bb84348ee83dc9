#include "avl_tree.h"

#include <algorithm>
#include <stdexcept>

namespace roops {

AvlTree::~AvlTree() { destroy(root_); }

bool AvlTree::insert(int value) { return insertInto(root_, value); }

bool AvlTree::remove(int value) { return removeFrom(root_, value); }

bool AvlTree::contains(int value) const {
  const Node* node = root_;
  while (node != nullptr) {
    if (value < node->value) {
      node = node->left;
    } else if (value > node->value) {
      node = node->right;
    } else {
      return true;
    }
  }
  return false;
}

int AvlTree::minimum() const {
  if (root_ == nullptr) throw std::out_of_range("the tree is empty");
  const Node* node = root_;
  while (node->left != nullptr) node = node->left;
  return node->value;
}

int AvlTree::maximum() const {
  if (root_ == nullptr) throw std::out_of_range("the tree is empty");
  const Node* node = root_;
  while (node->right != nullptr) node = node->right;
  return node->value;
}

int AvlTree::heightOf(const Node* node) { return node == nullptr ? 0 : node->height; }

/// Above zero where the left side is higher.
int AvlTree::lean(const Node* node) { return heightOf(node->left) - heightOf(node->right); }

void AvlTree::updateHeight(Node* node) {
  node->height = 1 + std::max(heightOf(node->left), heightOf(node->right));
}

AvlTree::Node* AvlTree::rotateLeft(Node* node) {
  Node* top = node->right;
  node->right = top->left;
  top->left = node;
  updateHeight(node);
  updateHeight(top);
  return top;
}

AvlTree::Node* AvlTree::rotateRight(Node* node) {
  Node* top = node->left;
  node->left = top->right;
  top->right = node;
  updateHeight(node);
  updateHeight(top);
  return top;
}

AvlTree::Node* AvlTree::rebalance(Node* node) {
  updateHeight(node);
  if (lean(node) > 1) {
    if (lean(node->left) < 0) node->left = rotateLeft(node->left);
    return rotateRight(node);
  }
  if (lean(node) < -1) {
    if (lean(node->right) > 0) node->right = rotateRight(node->right);
    return rotateLeft(node);
  }
  return node;
}

bool AvlTree::insertInto(Node*& node, int value) {
  if (node == nullptr) {
    node = new Node{value};
    return true;
  }
  if (value == node->value) return false;
  const bool inserted = insertInto(value < node->value ? node->left : node->right, value);
  if (inserted) node = rebalance(node);
  return inserted;
}

bool AvlTree::removeFrom(Node*& node, int value) {
  if (node == nullptr) return false;
  if (value != node->value) {
    const bool removed = removeFrom(value < node->value ? node->left : node->right, value);
    if (removed) node = rebalance(node);
    return removed;
  }
  Node* gone = node;
  if (gone->left == nullptr) {
    node = gone->right;
  } else if (gone->right == nullptr) {
    node = gone->left;
  } else {
    Node* successor = takeMinimum(gone->right);
    successor->left = gone->left;
    successor->right = gone->right;
    node = rebalance(successor);
  }
  delete gone;
  return true;
}

AvlTree::Node* AvlTree::takeMinimum(Node*& node) {
  if (node->left == nullptr) {
    Node* least = node;
    node = least->right;
    return least;
  }
  Node* least = takeMinimum(node->left);
  node = rebalance(node);
  return least;
}

void AvlTree::destroy(Node* node) {
  if (node == nullptr) return;
  destroy(node->left);
  destroy(node->right);
  delete node;
}

}  // namespace roops
